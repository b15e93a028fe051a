import { COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { Blend } from '../loads/load-cases.ts'
import { named } from '../model/refusal.ts'
import { MOTIONS, six } from '../solver/freedoms.ts'
import { type Blended, blended, blendedState } from './blended.ts'
import { deflectionAt, forcesAt } from './frame-results.ts'
import { linesOf, type ResultContext } from './result-tables.ts'
import { type Sizes, sizes, sizesOfForces, snap, snapForces } from './rounding.ts'
import { stressesOf } from './stresses.ts'

/** Results of one case as arrays, one number after another: for drawings, which take them whole. */
export type ColumnsQuestion = {
  /** A case or combination, `mode 1` or `mechanism 1`. */
  case: string
  show: readonly ColumnKind[]
  at: readonly number[]
  selected: { nodes: ReadonlySet<string>; frames: ReadonlySet<string> } | undefined
}

type ColumnsLine = { case: string; of: 'max' | 'min' | undefined } & { [kind in ColumnKind]?: Float32Array }
/** In the units of the model, stresses in MPa; NaN: no value. */
export type ResultColumns = {
  at: readonly number[]
  nodes?: string[]
  supported?: string[]
  frames?: string[]
  lines: ColumnsLine[]
}

/** Numbers of an answer: 50,000 frames with six at 17 stations. */
const MOST_NUMBERS = 6_000_000

/** Translations below this share of what a rotation gives over the longest frame are none. */
const NO_TRANSLATION = 1e-7

/** What is drawn of a frame and its nodes: sums of cases, or motions without loads. */
type Shown = { id: string; of: 'max' | 'min' | undefined; sums: readonly Sum[] }
type Sum = Blended & { blend: Blend }
type Context = Omit<ResultContext, 'question'>

export function resultColumns(context: Context, question: ColumnsQuestion): ResultColumns | { issues: Issue[] } {
  const { nodes, frames, supports } = context.structure
  const shown = shownOf(context, question.case)
  if (shown.length === 0) return { issues: [noCase(context, question.case)] }
  const { selected, show, at } = question
  const places = {
    nodes: [...nodes.ids.keys()].filter((node) => selected?.nodes.has(nodes.ids[node]!) ?? true),
    supported: [...new Map(supports.map(({ node }) => [nodes.rootOf[node]!, node])).values()].filter(
      (node) => selected?.nodes.has(nodes.ids[node]!) ?? true,
    ),
    frames: [...frames.keys()].filter((frame) => selected?.frames.has(frames[frame]!.id) ?? true),
  }
  const size = (kind: ColumnKind) =>
    COLUMN_WIDTHS[kind] * (isOfFrames(kind) ? places.frames.length * at.length : places[listOf(kind)].length)
  const numbers = shown.length * show.reduce((sum, kind) => sum + size(kind), 0)
  if (numbers > MOST_NUMBERS) {
    const words = `this would be ${numbers} numbers, and at most ${MOST_NUMBERS} are answered: select fewer elements, or give fewer stations in at`
    return { issues: [valueError(['columns'], words)] }
  }
  const idsOf = (list: 'nodes' | 'supported') => places[list].map((node) => nodes.ids[node]!)
  const lists = new Set(show.map(listOf))
  return {
    at,
    ...(lists.has('nodes') && { nodes: idsOf('nodes') }),
    ...(lists.has('supported') && { supported: idsOf('supported') }),
    ...(lists.has('frames') && { frames: places.frames.map((frame) => frames[frame]!.id) }),
    lines: shown.map((line): ColumnsLine => {
      const filled: ColumnsLine = { case: line.id, of: line.of }
      for (const kind of new Set(show)) {
        filled[kind] = new Float32Array(size(kind))
        if (isOfFrames(kind)) fillFrames(context, line, places.frames, at, kind, filled[kind])
        else fillNodes(context, line, places[listOf(kind)], kind, filled[kind])
      }
      return filled
    }),
  }
}

type NodeKind = 'reactions' | 'displacements'
type FrameKind = Exclude<ColumnKind, NodeKind>
const isOfFrames = (kind: ColumnKind): kind is FrameKind => kind !== 'reactions' && kind !== 'displacements'
const listOf = (kind: ColumnKind) => (kind === 'reactions' ? 'supported' : kind === 'displacements' ? 'nodes' : 'frames')

function shownOf({ result, structure }: Context, id: string): Shown[] {
  const lines = linesOf(result.answered).filter((line) => line.id === id)
  if (result.solutions.length > 0 && lines.length > 0) {
    return lines.map(({ of, case: { blends } }) => ({
      id,
      of,
      sums: blends.map((blend) => ({ ...blended(result.solutions, blend), blend })),
    }))
  }
  const [, kind, number] = /^(mode|mechanism) (\d+)$/.exec(id) ?? []
  const shape = kind === 'mode' ? result.modes[Number(number) - 1]?.shape : result.mechanisms[Number(number) - 1]
  if (!kind || !shape) return []
  // The largest translation is one unit of the model; of what only turns, the largest rotation 1 in a unit.
  const [translation, rotation] = sizes([{ motions: shape, reactions: shape }], 'motions')
  const isTurning = translation <= NO_TRANSLATION * structure.nodes.longest * rotation
  const motions = shape.map((value) => (value / (isTurning ? rotation : translation)) * structure.units.metres)
  return [{ id, of: undefined, sums: [{ motions, reactions: new Float64Array(motions.length), blend: new Map() }] }]
}

function noCase({ result }: Context, id: string): Issue {
  const there = [
    ...(result.solutions.length > 0 ? result.answered.map((one) => one.id) : []),
    ...result.modes.map((_, i) => `mode ${i + 1}`),
    ...result.mechanisms.map((_, i) => `mechanism ${i + 1}`),
  ]
  return valueError(['columns'], `there are no results of ${named([id])}; there are those of ${named(there)}`)
}

/** Of one sum its value; of an envelope the most or the least of each component. */
function pick<T>({ of }: Shown, sums: readonly T[], value: (sum: T) => number): number {
  let best = value(sums[0]!)
  for (let k = 1; k < sums.length; k++) best = of === 'min' ? Math.min(best, value(sums[k]!)) : Math.max(best, value(sums[k]!))
  return best
}

function fillNodes(context: Context, line: Shown, places: readonly number[], kind: NodeKind, into: Float32Array): void {
  const { structure, result } = context
  const { nodes, units } = structure
  const isReaction = kind === 'reactions'
  const largest = largestOf(context, line, isReaction ? 'reactions' : 'motions')
  const scale = isReaction ? [1 / units.newtons, 1 / (units.newtons * units.metres)] : [1 / units.metres, 1]
  for (const [place, node] of places.entries()) {
    const root = nodes.rootOf[node]!
    for (let k = 0; k < MOTIONS; k++) {
      const isFree = !isReaction && k > 2 && result.isFree[root * MOTIONS + k]
      const value = pick(line, line.sums, ({ motions, reactions }) =>
        isReaction ? reactions[root * MOTIONS + k]! : motions[node * MOTIONS + k]!,
      )
      into[MOTIONS * place + k] = isFree ? Number.NaN : snap(value, largest[k < 3 ? 0 : 1]!) * scale[k < 3 ? 0 : 1]!
    }
  }
}

/** Beside which rounding is nothing: of forces or translations, and of moments or rotations. Of a shape without loads its own. */
function largestOf({ structure, result }: Context, { sums }: Shown, key: 'motions' | 'reactions'): Sizes {
  const isOfLoads = sums.some(({ blend }) => blend.size > 0)
  if (isOfLoads && key === 'reactions') return sizesOfForces(result.solutions, structure.nodes)
  return sizes(isOfLoads ? result.solutions : sums, key)
}

function fillFrames(
  context: Context,
  line: Shown,
  places: readonly number[],
  at: readonly number[],
  kind: FrameKind,
  into: Float32Array,
): void {
  const { model, structure, loads } = context
  const { units, frames } = structure
  const [moved] = largestOf(context, line, 'motions')
  const largest = largestOf(context, line, 'reactions')
  const stressesOfFrame = stressesOf(model, structure)
  const width = COLUMN_WIDTHS[kind]
  for (const [place, frame] of places.entries()) {
    const one = frames[frame]!
    const stressOf = stressesOfFrame(one)
    const states = line.sums.map(({ blend, motions }) => blendedState(structure, loads, blend, motions, frame))
    for (const [station, share] of at.entries()) {
      const x = share * one.length
      const values = states.map((state) => valuesAt(state, x))
      const from = width * (place * at.length + station)
      for (let k = 0; k < width; k++) into[from + k] = pick(line, values, (each) => each[k]!)
    }

    function valuesAt(state: ReturnType<typeof blendedState>, x: number): readonly number[] {
      if (kind === 'deflections') return deflectionAt(one, state, x).map((value) => snap(value, moved) / units.metres)
      const inside = snapForces(Float64Array.from(forcesAt(state, x)), largest)
      if (kind === 'forces') return [...inside].map((value, k) => value / (units.newtons * (k < 3 ? 1 : units.metres)))
      if (!stressOf) return [Number.NaN, Number.NaN]
      const stress = stressOf(six(inside, 0), x) / 1e6
      return [stress, one.properties.yieldStress === undefined ? Number.NaN : Math.abs(stress) / one.properties.yieldStress]
    }
  }
}
