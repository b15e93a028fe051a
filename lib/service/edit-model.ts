import { type Aside, Draft, type Submitted } from '#lib/edit/draft.ts'
import { changesIn, edit, type OperationReport as OperationDone } from '#lib/edit/edit.ts'
import { type Operation, verbOf } from '#lib/edit/operation.ts'
import { countsOf } from '#lib/model/changes.ts'
import { relationWarnings, sectionWarnings, unitWarnings } from '#lib/model/check/check.ts'
import { framesWithoutLength } from '#lib/model/check/frames-without-length.ts'
import { nodesWrittenAway, outlinesWritten, usualBeside } from '#lib/model/check/places-written.ts'
import { hasProfile, profileTaken } from '#lib/model/section/section-profile.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import {
  type Changes,
  type Counts,
  type Finding,
  KINDS,
  type Kind,
  type ViewerArea,
  type ViewerNode,
} from '#lib/schema/schema.ts'
import { listed } from '#lib/storage/log/batch.ts'
import { type NewPart, toParts } from '#lib/storage/log/chunks.ts'
import { NO_IDS } from '#lib/storage/log/id-list.ts'
import { type PackedModel, submitted } from '#lib/storage/read/packed-model.ts'
import type { Stage, StageOutput } from '#lib/work/stage.ts'
import { movesOf } from './pack-batch.ts'

/** An edit on a thread: reads the model, edits it, and packs the elements that differ. */

export type ModelToEdit = { model: PackedModel; ops: readonly Operation[]; author: Aside['author'] }

/** Errors lose their class between threads, so issues are returned as values. `units`: JSON text. */
export type ModelEdited =
  | { issues: Issue[] }
  | {
      parts: NewPart[]
      name: string
      units: string | null
      metadata: string | null
      scaled: number
      ops: string[]
      report: EditReport
    }

export type EditReport = {
  ops: OperationDone[]
  changed: Changes
  counts: Counts
  /** The unit in which lengths were read. */
  lengths: string | null
  /** How the profiles of added sections were understood. */
  profiles?: NonNullable<ReturnType<typeof profileTaken>>[]
  moreProfiles?: number
  warnings: Finding[]
}

const MOST_PROFILES = 50

export async function editModel(
  { model, ops, author }: ModelToEdit,
  onProgress: (stage: Stage) => void,
): Promise<StageOutput<ModelEdited>> {
  const elements = {} as Record<Kind, ElementOf[Kind][]>
  for (const kind of KINDS) {
    elements[kind] = []
    for await (const some of submitted(model, kind)) for (const element of some) elements[kind].push(element)
  }
  const { name, units, scaled, metadata } = model.header
  const aside: Aside = { metadata: metadata === null ? undefined : JSON.parse(metadata), author }
  const draft = new Draft(elements as Submitted, name, units === null ? undefined : JSON.parse(units), scaled, aside) // by kind
  onProgress('read')
  let done: OperationDone[]
  try {
    done = edit(draft, ops)
  } catch (error) {
    if (error instanceof ModelError && error.code === 'invalid') return { output: { issues: error.issues } }
    throw error
  }
  const delta = draft.changesOfCall()
  const parts: NewPart[] = []
  for (const kind of KINDS) {
    const { put, removed } = draft.partOfCall(kind)
    if (put.length + removed.length === 0) continue
    const elements = listed({ [kind]: put })[kind] ?? { ids: NO_IDS, values: [] }
    for (const part of await toParts(kind, false, elements, removed)) parts.push(part)
  }
  const written = <K extends Kind>(kind: K) =>
    [...delta[kind].replaced, ...delta[kind].added].map((id) => draft.element(kind, id))
  const sections = written('sections')
  const named = sections.filter(hasProfile)
  const related = {
    ...{ areas: written('areas'), members: written('members'), combinations: written('combinations') },
    loads: written('loads'),
  }
  const refers = related.members.length + related.combinations.length + related.loads.length > 0
  const report: EditReport = {
    ops: done,
    changed: changesIn(delta),
    counts: countsOf(draft.count),
    lengths: readUnits(draft.units).length?.unit ?? null,
    ...(named.length > 0 && { profiles: named.slice(0, MOST_PROFILES).flatMap((one) => profileTaken(one) ?? []) }),
    ...(named.length > MOST_PROFILES && { moreProfiles: named.length - MOST_PROFILES }),
    warnings: [
      ...(ops.some((op) => op.units || op.scale) ? unitWarnings(draft.units) : []),
      ...sectionWarnings(sections),
      ...framesWithoutLength(written('frames'), (node) => draft.get('nodes', node)?.position),
      ...relationWarnings(related, refers ? draft.facts().model : {}),
      ...misplaced(draft, written('nodes'), related.areas),
    ],
  }
  onProgress('packed')
  const output = {
    parts,
    name: draft.name,
    // The text as it is where nothing is said anew.
    units:
      draft.units && JSON.stringify(draft.units) !== JSON.stringify(units && JSON.parse(units))
        ? JSON.stringify(draft.units)
        : units,
    metadata: draft.aside === aside ? metadata : JSON.stringify(draft.aside.metadata),
    scaled: draft.scaled,
    ops: ops.map(verbOf),
    report,
  }
  return { output, moves: movesOf(parts) }
}

/** What was put where nobody means it: also areas of which a node was moved. */
function misplaced(draft: Draft, nodes: readonly ViewerNode[], areas: readonly ViewerArea[]): Finding[] {
  const placeOf = (node: string) => draft.get('nodes', node)?.position
  if (nodes.length === 0) return outlinesWritten(areas, placeOf)
  const moved = new Set(nodes.map(({ id }) => id))
  const own = new Set(areas.map(({ id }) => id))
  const reshaped = [...draft.all('areas')].filter(({ id, nodeIds }) => own.has(id) || nodeIds.some((node) => moved.has(node)))
  const unit = draft.lengthUnit ?? undefined
  return [
    ...outlinesWritten(reshaped, placeOf),
    ...nodesWrittenAway(nodes, usualBeside([...draft.all('nodes')], moved, unit), unit),
  ]
}
