import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { grouped } from '#lib/values/count-text.ts'
import type { Limits } from './analyse.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { cannotAnalyse } from './model/refusal.ts'
import { type DenseKernel, plainKernel, simdKernel } from './solver/dense-kernel.ts'
import type { FactorCost } from './solver/fronts.ts'

/** What an analysis may cost, judged by what it will cost before any number of it is computed. */

type Most = { bytes: number; seconds: number }

/** Of a frame, beside the factor: its stiffness, its properties, loads and results. */
const BYTES_OF_A_FRAME = 2500
/** Of a frame that tapers beside that: its prisms. */
const BYTES_OF_A_TAPER = 10_000
/** Of the kernel's rate a whole factorisation reaches so much, and solving this many numbers a second. */
const OF_THE_RATE = 0.5
const NUMBERS_PER_SECOND = 2e8
/** What blocks of Lanczos for a few modes take, in solutions of a case: 28 to 32, from 1,600 to 51,000 frames (speed.md). */
const LANCZOS_SOLVES = 32

/** Before the structure is read: so many frames alone are too many. */
export function mayRead({ frames = [] }: ViewerModel, most: Most): Issue | undefined {
  const bytes = bytesOf(frames.length, frames.filter(({ endSectionId }) => endSectionId != null).length)
  if (bytes <= most.bytes) return undefined
  const needs = `more than ${gigabytes(bytes)} (${grouped(frames.length)} frames)`
  return tooLarge(`This needs ${needs}; at most ${gigabytes(most.bytes)} and ${most.seconds} s are given`)
}

export function costLimits(most: Most, { modes }: AnalysisOptions): Limits {
  const kernel = simdKernel() ?? plainKernel()
  const secondsOf = ({ flops, nonZeros }: FactorCost, solves: number) =>
    flops / (OF_THE_RATE * rateOf(kernel)) + (2 * solves * nonZeros) / NUMBERS_PER_SECOND
  return {
    kernel,
    // Modes that nobody asked for are no reason to refuse: they are left out.
    hasTimeForModes: (cost, cases) => secondsOf(cost, 2 * cases + LANCZOS_SOLVES) <= most.seconds,
    mayCost(cost, unknowns, { frames }, cases) {
      const bytes = cost.peakBytes + bytesOf(frames.length, frames.filter(({ taper }) => taper).length)
      const seconds = secondsOf(cost, 2 * cases + (modes ? LANCZOS_SOLVES : 0))
      if (bytes <= most.bytes && seconds <= most.seconds) return undefined
      const size = `${grouped(frames.length)} frames, ${grouped(unknowns)} unknowns`
      const needs = `about ${gigabytes(bytes)} and ${Math.ceil(seconds)} s (${size})`
      return tooLarge(`This needs ${needs}; at most ${gigabytes(most.bytes)} and ${most.seconds} s are given`)
    },
  }
}

const bytesOf = (frames: number, tapers: number) => frames * BYTES_OF_A_FRAME + tapers * BYTES_OF_A_TAPER
const tooLarge = (words: string) => cannotAnalyse('too_large_to_analyse', `${words}. Analyse a part, or export the model`)
const gigabytes = (bytes: number) => `${Number((bytes / 1e9).toPrecision(2))} GB`

let measured: number | undefined

/** Multiplications and additions a second, measured once in a process: some milliseconds. */
function rateOf(kernel: DenseKernel): number {
  if (measured !== undefined) return measured
  const [size, depth, stride] = [512, 32, 520]
  const tiles = size / 4
  const panel = size * depth
  kernel.reserve(2 * panel + stride * (size + 4)).fill(0)
  const run = () => kernel.update(2 * panel, stride, 0, panel, tiles, tiles, depth)
  run()
  const start = performance.now()
  for (let i = 0; i < 4; i++) run()
  measured = (4 * size * size * depth) / Math.max(1e-4, (performance.now() - start) / 1000)
  return measured
}
