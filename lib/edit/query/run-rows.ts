import type { fieldOf } from '../select/element-fields.ts'
import type { Facts } from '../select/facts.ts'
import { type Selection, select } from '../select/select.ts'
import type { Select } from '../select/select-schema.ts'
import type { QueryModel } from './query-schema.ts'

/** Whole beams in an answer, and a word on beams that were counted in pieces. */

/** What a run has and no frame. */
export const RUN_FIELDS: ReadonlySet<string> = new Set(['frameIds', 'frames', 'startNodeId', 'endNodeId'])
const MOST_IDS = 20

export function runShown(facts: Facts, run: number): Record<string, unknown> {
  const runs = facts.runs()
  const { start, end } = runs.ends(run)
  const nodes = { startNodeId: facts.id('nodes', start), endNodeId: facts.id('nodes', end) }
  return { kind: 'run', id: runs.id(run), frames: runs.frames(run).length, ...nodes }
}

/** Of `frameIds` the first ones; of a frame's field what all frames of the run have, null where they differ. */
export function runField(facts: Facts, run: number, field: string, fieldAt: ReturnType<typeof fieldOf>): unknown {
  const frames = facts.runs().frames(run)
  if (field === 'frameIds') return frames.slice(0, MOST_IDS).map((frame) => facts.id('frames', frame))
  if (RUN_FIELDS.has(field)) return undefined // in every row
  const [first, ...others] = frames.map((frame) => fieldAt('frames', frame, field))
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null
}

/** Where lengths are asked of frames that are pieces of longer ones, and whole beams would answer otherwise. */
export function noteOnPieces(
  facts: Facts,
  question: Pick<QueryModel, 'select' | 'groupBy' | 'sort' | 'fields'>,
  selection: Selection,
): string | undefined {
  const { select: selector = { all: true }, groupBy = [], sort, fields = [] } = question
  const sortsByLength = fields.length > 0 && sort?.replace(/^-/, '') === 'length'
  if (selector.length === undefined && !groupBy.includes('length') && !sortsByLength) return undefined
  if (selector.kinds && !selector.kinds.includes('frames')) return undefined
  const { length, ...others } = selector
  const judged =
    length === undefined ? (selection.get('frames') ?? []) : framesOf(facts, hasCondition(others) ? others : { all: true })
  const runs = facts.runs()
  const longer = new Set<number>()
  let pieces = 0
  for (const frame of judged) {
    const run = runs.of(frame)
    if (run === undefined || runs.frames(run).length < 2) continue
    longer.add(run)
    pieces++
  }
  if (pieces === 0) return undefined
  const frames = selection.get('frames') ?? []
  const byRun = framesOf(facts, { ...selector, by: 'run' })
  const selected = new Set(byRun.flatMap((frame) => runs.of(frame) ?? []))
  if (selected.size === frames.length && byRun.length === frames.length) return undefined
  const noun = selector.role?.length === 1 ? `${selector.role[0]}s` : 'runs'
  const ones = longer.size === 1 ? '1 longer one' : `${longer.size} longer ones`
  return `${frames.length} frames; by run ${selected.size} ${noun}: ${pieces} frames here are pieces of ${ones}. by: "run" asks for whole beams`
}

/** By run columns count storey by storey: what goes on through floors is told. */
export function noteOnFloors(facts: Facts, selection: Selection): string | undefined {
  const parted = facts.runs().partedByFloors(selection.get('frames') ?? [])
  if (parted === 0) return undefined
  return `columns end at floors: in ${parted} ${parted === 1 ? 'place' : 'places'} one goes on in line above; a member of their frames makes one run`
}

const hasCondition = (selector: Select): boolean => Object.values(selector).some((value) => value !== undefined)

function framesOf(facts: Facts, selector: Select): readonly number[] {
  const found = select(facts, selector)
  return 'selection' in found ? (found.selection.get('frames') ?? []) : []
}
