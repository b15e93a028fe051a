import { type FoundFinding, findAll } from '#lib/model/check/check.ts'
import type { FixOp } from '#lib/model/check/check-finding.ts'
import { framesAtNodes } from '#lib/model/check/frame-meetings.ts'
import { type Structure, structureOf } from '#lib/model/check/structure.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { asSubmitted } from '#lib/schema/as-submitted.ts'
import { byKind, KIND_OF, KINDS_OF } from '#lib/schema/kinds.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { Finding, ViewerModel } from '#lib/schema/schema.ts'
import { Draft, type Submitted } from '../draft.ts'
import { edit } from '../edit.ts'
import { EditModel } from '../operation.ts'

/**
 * Whether an edit mends findings: what they name and what is near, taken out as a model of its own, is checked, edited and checked again.
 * They are gone then, and no error or warning is new. Codes of the whole model cannot be tried so, but in a model that is small enough.
 */

/** Elements of a part, beside sections, materials and grid lines. */
const MOST_ELEMENTS = 500
/** Supports that a part has of elsewhere: what is held at the same level says something of a foot. */
const MOST_SUPPORTS = 100
/** How many connections away what is near may be. */
const CONNECTIONS = 2

export function findingProver(model: ViewerModel): (findings: readonly FoundFinding[], ops: readonly FixOp[]) => boolean {
  let parts: ((named: Finding['elements']) => ViewerModel | undefined) | undefined
  return (findings, ops) => {
    parts ??= partsOf(model)
    const part = parts(findings.flatMap(({ elements }) => elements))
    const read = parse(EditModel, structuredClone({ ops }))
    if (!part || !read.ok) return false
    const before = problemsIn(part)
    if (!findings.every((finding) => before.has(keyOf(finding)))) return false
    const after = afterEdit(part, read.value)
    if (!after) return false
    const problems = problemsIn(after)
    if (findings.some((finding) => problems.has(keyOf(finding)))) return false
    return isNoneNew(part, before, problems)
  }
}

type Problems = Map<string, Finding>

/** A part is a model without an id. */
const keyOf = ({ code, elements }: Pick<Finding, 'code' | 'elements'>) =>
  `${code} ${elements
    .map(({ kind, id }) => JSON.stringify(kind === 'model' ? [kind] : [kind, id]))
    .sort()
    .join()}`

/** Errors, warnings and notes; of notes only that they go matters. */
function problemsIn(model: ViewerModel): Problems {
  const all = findAll(model, { most: Number.POSITIVE_INFINITY }).flatMap(({ findings }) => findings)
  return new Map(all.map((finding) => [keyOf(finding), finding]))
}

/** A code that there was of other elements, as of the pieces of a divided frame, is not new. */
function isNoneNew(part: ViewerModel, before: Problems, after: Problems): boolean {
  const codes = new Set(Array.from(before.values(), ({ code }) => code))
  const known = new Set([...KINDS_IN_PART].flatMap((kind) => (part[kind] ?? []).map(({ id }) => `${KIND_OF[kind]} ${id}`)))
  for (const [key, { severity, code, elements }] of after) {
    if (severity === 'info' || before.has(key)) continue
    if (!codes.has(code) || elements.every(({ kind, id }) => kind === 'model' || known.has(`${kind} ${id}`))) return false
  }
  return true
}

const KINDS_IN_PART = ['nodes', 'frames', 'areas', 'members', 'sections', 'materials', 'supports'] as const

function afterEdit(part: ViewerModel, { ops }: EditModel): ViewerModel | undefined {
  const sent = asSubmitted(structuredClone(part)) as Partial<Submitted> // what was read, as it was sent
  const draft = new Draft(byKind((kind) => sent[kind] ?? []) as Submitted, part.name, part.units)
  try {
    edit(draft, ops)
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
  return draft.facts().model
}

/** What is named with what is near it, as a model; undefined where that is too much. */
function partsOf(model: ViewerModel): (named: Finding['elements']) => ViewerModel | undefined {
  const structure = structureOf(model)
  const at = framesAtNodes(model.nodes.length, structure.frames)
  const areasAt = new Map<number, number[]>()
  for (const [k, { outline, openings }] of structure.areas.entries())
    for (const node of [...outline, ...openings.flat()]) areasAt.set(node, [...(areasAt.get(node) ?? []), k])
  return (named) => {
    const isWhole = named.some(({ kind }) => kind === 'model')
    if (isWhole || model.nodes.length + (model.frames?.length ?? 0) + (model.areas?.length ?? 0) <= MOST_ELEMENTS)
      return model.nodes.length + (model.frames?.length ?? 0) <= 2 * MOST_ELEMENTS ? model : undefined
    const taken = seeds(structure, named)
    const size = () => taken.nodes.size + taken.frames.size + taken.areas.size
    if (size() > MOST_ELEMENTS) return undefined
    for (const { node } of structure.supports.slice(0, MOST_SUPPORTS)) taken.nodes.add(node)
    for (let round = 0; round < CONNECTIONS; round++) {
      for (const node of [...taken.nodes]) {
        if (size() > MOST_ELEMENTS) break
        for (const frame of at.ordinals.subarray(at.from[node], at.from[node + 1])) taken.frames.add(frame)
        for (const area of areasAt.get(node) ?? []) taken.areas.add(area)
      }
      close(structure, taken)
    }
    return partOf(structure, taken)
  }
}

/** Ordinals of the model's nodes, and of the structure's frames and areas. */
type Taken = { nodes: Set<number>; frames: Set<number>; areas: Set<number>; sections: Set<string> }

function close({ frames, areas }: Structure, taken: Taken): void {
  for (const frame of taken.frames) for (const node of [frames[frame]!.start, frames[frame]!.end]) taken.nodes.add(node)
  for (const area of taken.areas)
    for (const loop of [areas[area]!.outline, ...areas[area]!.openings]) for (const node of loop) taken.nodes.add(node)
}

/** Frames of a section or member that stand for all of it. */
const SOME = 20

function seeds(structure: Structure, named: Finding['elements']): Taken {
  const { model, frames, areas, nodeOrdinals } = structure
  const taken: Taken = { nodes: new Set(), frames: new Set(), areas: new Set(), sections: new Set() }
  const wanted = byKind(() => new Set<string>())
  for (const { kind, id } of named) if (kind !== 'model') wanted[KINDS_OF[kind]].add(id)
  for (const id of wanted.nodes) {
    const node = nodeOrdinals.get(id)
    if (node !== undefined) taken.nodes.add(node)
  }
  for (const { id, nodeId } of model.supports ?? []) if (wanted.supports.has(id)) taken.nodes.add(nodeOrdinals.get(nodeId) ?? 0)
  for (const { id, frameIds } of model.members ?? [])
    if (wanted.members.has(id)) for (const frame of frameIds) wanted.frames.add(frame)
  for (const id of wanted.sections) taken.sections.add(id)
  const left = new Map(Array.from(wanted.sections, (id) => [id, SOME]))
  for (const [i, { id, sectionId }] of frames.entries()) {
    const more = left.get(sectionId ?? '') ?? 0
    if (more > 0) left.set(sectionId ?? '', more - 1)
    if (more > 0 || wanted.frames.has(id)) taken.frames.add(i)
  }
  for (const [i, { id }] of areas.entries()) if (wanted.areas.has(id)) taken.areas.add(i)
  close(structure, taken)
  return taken
}

function partOf({ model, frames, nodeOrdinals }: Structure, taken: Taken): ViewerModel {
  const frameIds = new Set(Array.from(taken.frames, (frame) => frames[frame]!.id))
  const members = (model.members ?? []).flatMap((member) => {
    const own = member.frameIds.filter((id) => frameIds.has(id))
    return own.length > 0 ? [{ ...member, frameIds: own }] : []
  })
  const remaining = {
    frames: (model.frames ?? []).filter(({ id }) => frameIds.has(id)),
    areas: (model.areas ?? []).filter((_, i) => taken.areas.has(i)),
  }
  const ends = remaining.frames.map(({ endSectionId }) => endSectionId ?? '')
  const used = new Set([
    ...ends,
    ...[...remaining.frames, ...remaining.areas, ...members].map(({ sectionId }) => sectionId ?? ''),
  ])
  return {
    ...{ name: model.name, bounds: model.bounds, schemaVersion: model.schemaVersion },
    ...(model.units && { units: model.units }),
    nodes: model.nodes.filter((_, i) => taken.nodes.has(i)),
    ...remaining,
    members,
    sections: (model.sections ?? []).filter(({ id }) => used.has(id) || taken.sections.has(id)),
    sectionDefinitions: model.sectionDefinitions ?? [],
    materials: model.materials ?? [],
    supports: (model.supports ?? []).filter(({ nodeId }) => taken.nodes.has(nodeOrdinals.get(nodeId) ?? -1)),
    gridLines: model.gridLines ?? [],
  }
}
