import { byKind } from '#lib/schema/kinds.ts'
import { type Counts, KINDS, type Kind } from '#lib/schema/schema.ts'
import type { Part } from '../log/chunks.ts'
import { listParts, newestBase, type State, stateAt } from '../log/log.ts'
import type { PartData } from '../log/part-data.ts'
import { PartGone } from '../log/part-gone.ts'
import { bytesOfHeader } from '../read/model-header.ts'
import type { ModelIndex } from './id-index.ts'
import type { Run } from './kind-index.ts'
import { compressedOf, load, memory } from './memory.ts'

/**
 * A model at a revision as stretches of its parts, in their order: enough to send it or to copy it a few parts at a time. Where nothing
 * was replaced or removed since its base, as in a model that was imported or copied, not even the ids are read for it.
 */
export type Layout = State & { runs: Readonly<Record<Kind, readonly Run[]>> }

/** The present revision unless another is given; undefined as for `stateAt`. */
export async function layoutOf(modelId: string, revision?: number): Promise<Layout | undefined> {
  for (;;) {
    const state = await stateAt(modelId, revision)
    if (!state) return undefined
    const base = await newestBase(modelId, state.revision)
    const parts = await listParts(modelId, base, state.revision)
    const runs = parts && (wholeParts(parts, state.counts) ?? (await runsOfIndex(state)))
    if (runs) return { ...state, runs }
  }
}

/** The parts one after another, if they hold as many elements as the model: an element of two of them would count twice, a removed one too. */
function wholeParts(parts: readonly Part[], counts: Counts): Layout['runs'] | undefined {
  const runs = byKind((kind) =>
    parts.filter((part) => part.kind === kind && part.count > 0).map((part) => ({ part, start: 0, end: part.length })),
  )
  const isAll = KINDS.every((kind) => runs[kind].reduce((sum, { part }) => sum + part.count, 0) === counts[kind])
  return isAll ? runs : undefined
}

async function runsOfIndex({ id, revision }: State): Promise<Layout['runs'] | undefined> {
  const known = memory().indexes.get(id)
  const index: ModelIndex | undefined = known?.revision === revision ? known : await load(id, revision)
  return index && byKind((kind) => index.kinds[kind].runs())
}

export const isWhole = ({ part, start, end }: Run): boolean => start === 0 && end === part.length

/** As an index counts them: of the header, and of the elements without the commas between them. */
export function jsonBytesOf({ header, counts, runs }: Layout): number {
  let bytes = bytesOfHeader(header)
  for (const kind of KINDS) bytes += jsonBytesOfKind(runs[kind], counts[kind])
  return bytes
}

export const jsonBytesOfKind = (runs: readonly Run[], count: number): number =>
  runs.reduce((sum, { start, end }) => sum + end - start, runs.length - count)

export const partsOf = (runs: readonly Run[]): Set<Part> => new Set(runs.map(({ part }) => part))

/** So many parts are read at a time. */
const TOGETHER = 8
const MANY_STRETCHES = 16

/** Elements that were replaced in another order lie scattered: a few parts at a time, each would be read again and again. */
export const isScattered = (runs: readonly Run[]): boolean => runs.length > MANY_STRETCHES * partsOf(runs).size

/** Stretches that follow one another, and the parts in which they lie, compressed. */
export type CompressedRuns = { runs: readonly Run[]; data: PartData<Uint8Array> }

/**
 * A kind's stretches in their order, with a few parts at a time. Where compaction takes a base away meanwhile it goes on in the parts that
 * the same revision then has, behind what has been given. Throws PartGone for a model that is there no more.
 */
export async function* held(layout: Layout, kind: Kind): AsyncGenerator<CompressedRuns> {
  let runs = layout.runs[kind]
  let yieldedCount = 0
  for (let attempt = 0; runs.length > 0; ) {
    const some = isScattered(runs) ? runs : upTo(runs, TOGETHER)
    const data = await compressedOf(layout.id, partsOf(some), true).catch((error: unknown) => {
      if (error instanceof PartGone && attempt++ < 3) return undefined
      throw error
    })
    if (data) {
      yield { runs: some, data }
      runs = runs.slice(some.length)
      yieldedCount += some.reduce((sum, { start, end }) => sum + end - start + 1, 0)
      attempt = 0
    } else {
      const now = await layoutOf(layout.id, layout.revision)
      if (!now) throw new PartGone()
      runs = behind(now.runs[kind], yieldedCount)
    }
  }
}

/** The first of the stretches, as long as they lie in so many parts. */
function upTo(runs: readonly Run[], most: number): readonly Run[] {
  const parts = new Set<Part>()
  const end = runs.findIndex(({ part }) => parts.add(part).size > most)
  return end < 0 ? runs : runs.slice(0, end)
}

/** Without the first bytes: those of whole elements and the commas behind them. */
function behind(runs: readonly Run[], bytes: number): readonly Run[] {
  let left = bytes
  for (const [i, run] of runs.entries()) {
    const length = run.end - run.start + 1
    if (left < length) return [{ ...run, start: run.start + left }, ...runs.slice(i + 1)]
    left -= length
  }
  return []
}
