import type { ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { outlineFault, outlineLack } from '../section/outline-fault.ts'
import { readDimensions } from '../section/section-dimensions.ts'
import { type LengthUnit, readUnits } from '../units.ts'
import { asPattern } from '../validate/references.ts'
import { allowance, digits, ending, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { profileFix } from './check-profiles.ts'
import type { JudgedSection, Structure, StructureArea } from './structure.ts'

/** Sections, materials, members and units: what is missing, unused, or out of scale. Conventions, section 10. */

export function* framesWithoutSection({ frames }: Structure): Iterable<RuleFinding> {
  for (const { id, sectionId } of frames) {
    if (sectionId !== undefined) continue
    yield {
      message: `Frame ${named(id)} has no section, of its own or from a member`,
      elements: [{ kind: 'frame', id }],
      fix: 'Set sectionId on the frame or on its member.',
    }
  }
}

export function* missingMaterials({ frames, areas }: Structure): Iterable<RuleFinding> {
  for (const [kind, all] of [
    ['frame', frames],
    ['area', areas],
  ] as const) {
    for (const { id, materialId } of all) {
      if (materialId !== undefined) continue
      const from = kind === 'frame' ? 'of its own, from a member or from its section' : 'of its own or from its section'
      yield {
        message: `${kind === 'frame' ? 'Frame' : 'Area'} ${named(id)} has no material, ${from}`,
        elements: [{ kind, id }],
        fix: `Set materialId on the ${kind} or on its section.`,
      }
    }
  }
}

export function* unresolvedMembers({ model }: Structure): Iterable<RuleFinding> {
  const members = new Set(model.members?.map(({ id }) => id))
  for (const { id, memberId } of model.frames ?? []) {
    if (memberId === undefined || memberId === null || members.has(memberId)) continue
    yield {
      message: `Frame ${named(id)} names member ${named(memberId)}, which is not in the model`,
      elements: [{ kind: 'frame', id }],
      fix: 'Add a member with that id that lists the frame, or clear memberId.',
    }
  }
}

/** Who changes the frames and not the member leaves a schedule of members that orders what is not built. */
export function* membersOfOtherSection({ model, frames, sections }: Structure): Iterable<RuleFinding> {
  const { members = [] } = model
  const sectionOf = new Map(members.length > 0 ? frames.map(({ id, sectionId }) => [id, sectionId]) : [])
  for (const { id, sectionId, frameIds } of members) {
    if (sectionId == null || !sections.has(sectionId)) continue
    const built = new Set(frameIds.flatMap((frame) => sectionOf.get(frame) ?? []))
    // A haunched member has frames of other sections beside its own.
    if (built.size === 0 || built.has(sectionId)) continue
    const [first] = built
    const others = built.size === 1 ? named(first ?? '') : `${built.size} others`
    const op = { select: { kinds: ['members'], ids: [asPattern(id)] }, set: { sectionId: first } }
    yield {
      message: `Member ${named(id)} says section ${named(sectionId)}, its frames are of ${others}`,
      elements: [{ kind: 'member', id }, ...refs('frame', frameIds)],
      ...(built.size === 1 ? { fix: 'Set the member too.', op } : { fix: 'Set sectionId on the member, or take it away.' }),
    }
  }
}

/** Who lists frames that do not touch means several members, or has left one out. */
export function* membersInPieces({ model, frames }: Structure): Iterable<RuleFinding> {
  const { members = [] } = model
  const byId = new Map(members.length > 0 ? frames.map((frame) => [frame.id, frame]) : [])
  for (const { id, frameIds } of members) {
    const own = [...new Set(frameIds)].flatMap((frame) => byId.get(frame) ?? [])
    const pieces = disjointSets(own.length)
    const at = new Map<number, number>()
    for (const [i, { start, end }] of own.entries())
      for (const node of [start, end]) {
        const other = at.get(node)
        if (other === undefined) at.set(node, i)
        else pieces.join(i, other)
      }
    const groups = pieces.groups()
    const [first, second] = groups.map(([i]) => own[i ?? 0]?.id ?? '')
    if (first === undefined || second === undefined) continue
    yield {
      message: `Member ${named(id)} is in ${groups.length} pieces that share no node: ${named(first)} and ${named(second)} do not touch`,
      elements: [{ kind: 'member', id }, ...refs('frame', frameIds)],
      fix: 'Join the nodes of its frames, add the frame that is missing, or make a member of each piece.',
    }
  }
}

export function* unitsDisagree({ model }: { model: Pick<ViewerModel, 'id' | 'units'> }): Iterable<RuleFinding> {
  for (const { quantity, field, current } of readUnits(model.units).disagree) {
    yield {
      message: `units.${quantity} says '${field}' but units.current says '${current}'; '${field}' is used`,
      elements: [{ kind: 'model', id: model.id ?? '' }],
      fix: 'Set both to the unit that the numbers are in.',
    }
  }
}

export function* unitsNotStated({ model }: Structure): Iterable<RuleFinding> {
  if (model.nodes.length === 0 || readUnits(model.units).length) return
  yield {
    message: 'The length unit of the coordinates is not stated, or is none that can be read',
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: 'Set the units, for example {"current": "kN, m, C"}; they are labels and change no number.',
  }
}

/** With its name, where that says more than the id. */
function sectionName({ id, name }: ViewerSection): string {
  return name && name !== id ? `${named(id)} (${named(name).slice(1, -1)})` : named(id)
}

function usedSections({ frames = [], members = [] }: ViewerModel): Set<string> {
  const used = new Set<string>()
  for (const list of [frames, members]) for (const { sectionId } of list) if (sectionId) used.add(sectionId)
  return used
}

export function* unusedSections({ model }: Structure): Iterable<RuleFinding> {
  const used = usedSections(model)
  for (const { sectionId } of model.areas ?? []) if (sectionId) used.add(sectionId)
  for (const { endSectionId } of model.frames ?? []) if (endSectionId) used.add(endSectionId)
  for (const section of model.sections ?? []) {
    const { id } = section
    if (used.has(id)) continue
    yield {
      message: `Section ${sectionName(section)} is used by no frame, member or area`,
      elements: [{ kind: 'section', id }],
      fix: 'Remove it if it is not needed.',
    }
  }
}

export function* unusedMaterials({ model }: Structure): Iterable<RuleFinding> {
  const { frames = [], members = [], areas = [], sections = [] } = model
  const used = new Set<string | null | undefined>()
  for (const all of [frames, members, areas, sections]) for (const { materialId } of all) used.add(materialId)
  for (const { id } of model.materials ?? []) {
    if (used.has(id)) continue
    yield {
      message: `Material ${named(id)} is used by no frame, member, area or section`,
      elements: [{ kind: 'material', id }],
      fix: 'Remove it if it is not needed.',
    }
  }
}

export function judgedSections({ model }: Structure): JudgedSection[] {
  const used = usedSections(model)
  const definitions = new Map(model.sectionDefinitions?.map((definition) => [definition.id, definition]))
  return (model.sections ?? []).map((section) => ({
    section,
    definition: definitions.get(section.id),
    isUsed: used.has(section.id),
  }))
}

export function* sectionsWithoutOutline(sections: JudgedSection[], unit: LengthUnit | undefined): Iterable<RuleFinding> {
  for (const judged of sections) {
    const { section, definition, isUsed } = judged
    if (!isUsed || section.polygon.length > 0 || definition?.type === 'shell') continue
    const missing = definition ? readDimensions(definition.type, definition.dimensions).missing : ['dimensions']
    yield {
      message: `Section ${sectionName(section)}${definition ? ` of type ${definition.type}` : ''} has no outline: ${outlineLack(definition)}; its frames are drawn as lines`,
      elements: [{ kind: 'section', id: section.id }],
      fix:
        profileFix(judged, unit) ??
        (missing.includes('a polygon')
          ? 'Submit the section with a polygon, or with a type that has dimensions.'
          : "Submit the section again with the missing dimensions, in the model's length unit."),
    }
  }
}

/** Of an area only the thickness of its section counts, of a frame only its outline. A section that has both, as a plain rectangle, is passed. */
export function* sectionsOfOtherKind({ frames, areas }: Structure, sections: JudgedSection[]): Iterable<RuleFinding> {
  for (const kind of ['area', 'frame'] as const) {
    const users = new Map<string, string[]>()
    for (const { id, sectionId } of kind === 'area' ? areas : frames) {
      if (sectionId === undefined) continue
      const there = users.get(sectionId)
      if (there) there.push(id)
      else users.set(sectionId, [id])
    }
    for (const { section, definition } of sections) {
      const ids = users.get(section.id)
      const isShell = definition?.type === 'shell'
      if (!ids || section.polygon.length > 0 === (kind === 'frame') || isShell === (kind === 'area')) continue
      yield {
        message: `${plural(ids.length, kind)} ${ids.length === 1 ? 'has' : 'have'} section ${sectionName(section)}, which is one of ${kind === 'area' ? `frames (${definition?.type ?? 'with an outline'})` : 'areas (shell)'}`,
        elements: [...refs(kind, ids), { kind: 'section', id: section.id }],
        fix:
          kind === 'area'
            ? 'Set a section of type shell, or a thickness and no section.'
            : 'Set a section with an outline, or a profile.',
      }
    }
  }
}

export function* invalidOutlines(sections: JudgedSection[]): Iterable<RuleFinding> {
  const steps = allowance(sections.reduce((sum, { section }) => sum + section.polygon.length, 0))
  for (const { section } of sections) {
    const wrong = section.polygon.length > 0 ? outlineFault(section.polygon, steps) : null
    if (steps.left <= 0) break
    if (!wrong) continue
    yield {
      message: `The outline of section ${sectionName(section)} ${wrong}`,
      elements: [{ kind: 'section', id: section.id }],
      fix: 'Submit the outer outline as at least three points in order around the section.',
    }
  }
  yield* ending(steps.left <= 0)
}

export function* unknownDimensions(sections: JudgedSection[]): Iterable<RuleFinding> {
  for (const { section, definition } of sections) {
    const unknown = definition ? readDimensions(definition.type, definition.dimensions).unknown : []
    if (unknown.length === 0) continue
    yield {
      message: `Section ${sectionName(section)} has ${unknown.length > 1 ? 'dimensions' : 'a dimension'} that a section of type ${definition?.type} does not know: ${unknown.slice(0, 20).map(named).join(', ')}${unknown.length > 20 ? `, … (${unknown.length})` : ''}`,
      elements: [{ kind: 'section', id: section.id }],
      fix: 'Check the spelling of the keys and the type; unknown keys are kept but draw nothing.',
    }
  }
}

/** Of a section and its own dimensions, and of areas and their shell section, of which the area's counts. */
export function* thicknessConflicts(sections: JudgedSection[], areas: readonly StructureArea[] = []): Iterable<RuleFinding> {
  for (const { section, definition } of sections) {
    if (!definition) continue
    const { canonical, sentAs } = readDimensions(definition.type, definition.dimensions)
    const key = definition.type === 'shell' ? 'thickness' : 'tw'
    const [field, size] = [section.thickness, canonical[key]]
    if (typeof field !== 'number' || size === undefined || field === size) continue
    yield {
      message: `Section ${sectionName(section)} has thickness ${digits(field, 6)} but dimension ${named(sentAs[key] ?? key)} ${digits(size, 6)}`,
      elements: refs('section', [section.id]),
      fix: 'Send one of the two, or make them equal.',
    }
  }
  yield* areasOfOtherThickness(sections, areas)
}

function* areasOfOtherThickness(sections: JudgedSection[], areas: readonly StructureArea[]): Iterable<RuleFinding> {
  const shells = new Map(
    sections.flatMap(({ section: { id, thickness }, definition }) =>
      definition?.type === 'shell' && thickness != null && thickness > 0 ? [[id, thickness] as const] : [],
    ),
  )
  const found = new Map<string, { sectionId: string; size: number; thickness: number; ids: string[] }>()
  for (const { id, sectionId = '', thickness } of areas) {
    const size = shells.get(sectionId)
    if (size === undefined || thickness === undefined || thickness <= 0) continue
    if (Math.abs(thickness - size) <= ROUNDED * size) continue
    const key = JSON.stringify([sectionId, thickness])
    const there = found.get(key)
    if (there) there.ids.push(id)
    else found.set(key, { sectionId, size, thickness, ids: [id] })
  }
  for (const { sectionId, size, thickness, ids } of found.values())
    yield {
      message: `${plural(ids.length, 'area')} of section ${named(sectionId)}, which has thickness ${digits(size, 6)}, ${ids.length === 1 ? 'has' : 'have'} thickness ${digits(thickness, 6)}, which counts`,
      elements: [...refs('area', ids), { kind: 'section', id: sectionId }],
      fix: 'Set thickness null on areas that are meant to be as thick as the section, or give the others a section of theirs.',
    }
}

/** A thickness that was converted from another unit is the same still. */
const ROUNDED = 1e-6
