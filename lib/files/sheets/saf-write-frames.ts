import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import { offsetsOf } from '#lib/model/taper.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Point2, SectionDefinition, ViewerFrame, ViewerSection } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { pointOf, type Shape, shapeOf } from '../frame-of-reference.ts'
import { writeNumber } from '../numbers.ts'
import { type FrameUse, frameUses } from '../roles-to-write.ts'
import type { SafContext } from './saf-context.ts'
import { typeOfMember } from './saf-roles.ts'
import { safShape } from './saf-shapes.ts'
import type { Cell, Sheet } from './xlsx-write.ts'

/** A section as the file has it: one for each material that its frames have, for SAF's members have none of their own. */
type SafSection = { id: string; materialId: string | null; name: string; section: ViewerSection; shape: Shape; centroid: Point2 }

const NO_OFFSET: Point2 = { x: 0, y: 0 }

/** The sections that frames have, by section and material, and those that nothing has. */
export class SafSections {
  readonly #context: SafContext
  readonly #sections: ReadonlyMap<string, ViewerSection>
  readonly #definitions: ReadonlyMap<string, SectionDefinition>
  readonly #written = new Map<string, SafSection>()
  /** The same by the section itself, then by material: asked for every frame. */
  readonly #known = new Map<ViewerSection, Map<string | null, SafSection>>()
  readonly #plain = new Set<string>()

  constructor(context: SafContext) {
    const { sections = [], sectionDefinitions = [], frames = [] } = context.model
    this.#context = context
    this.#sections = new Map(sections.map((section) => [section.id, section]))
    this.#definitions = new Map(sectionDefinitions.map((definition) => [definition.id, definition]))
    for (const section of sections) if (section.materialId != null) this.#add(section, section.materialId)
    for (const frame of frames) {
      this.of(frame)
      this.atEnd(frame)
    }
    for (const section of sections) if (!this.#plain.has(section.id)) this.#add(section, section.materialId ?? null)
  }

  of({ id, sectionId, materialId }: ViewerFrame): SafSection | undefined {
    const section = sectionId == null ? undefined : this.#sections.get(sectionId)
    if (!section) return undefined
    const known = this.#written.size
    const found = this.#add(section, materialId ?? section.materialId ?? null)
    if (this.#written.size > known && found.name !== section.id)
      this.#context.report.note('converted', 'id_changed', { example: `section ${section.id} of frame ${id}` })
    return found
  }

  /** Of a frame that tapers. */
  atEnd({ endSectionId, ...frame }: ViewerFrame): SafSection | undefined {
    if (endSectionId == null) return undefined
    const materialId = frame.materialId ?? this.of(frame)?.materialId
    return this.of({ ...frame, sectionId: endSectionId, ...(materialId != null && { materialId }) })
  }

  /** The name of how a frame varies, of one that tapers. */
  varyingOf(frame: ViewerFrame): string | undefined {
    const [start, end] = [this.of(frame), this.atEnd(frame)]
    if (!start || !end) return undefined
    return this.#context.names.nameOf('varying', JSON.stringify([start.name, end.name]), `${start.name} to ${end.name}`)
  }

  #add(section: ViewerSection, materialId: string | null): SafSection {
    const ofSection = this.#known.get(section) ?? new Map<string | null, SafSection>()
    const known = ofSection.get(materialId)
    if (known) return known
    const key = JSON.stringify([section.id, materialId])
    const isPlain = !this.#plain.has(section.id)
    this.#plain.add(section.id)
    const shape = shapeOf(section, this.#definitions.get(section.id))
    const { names } = this.#context
    const added = {
      ...{ id: section.id, materialId, section, shape, centroid: pointOf(shape, 10) ?? NO_OFFSET },
      name: isPlain ? names.nameOf('sections', section.id) : names.nameOf('sections', key, `${section.id} ${materialId}`),
    }
    this.#written.set(key, added)
    this.#known.set(section, ofSection.set(materialId, added))
    return added
  }

  /** `StructuralCrossSection`, and `CompositeShapeDef` where outlines are told point by point. */
  sheets(): Sheet[] {
    const { report, guid, names, sizeUnit, size } = this.#context
    const rows: Cell[][] = []
    const outlines: Cell[][] = []
    const ofFrames = new Set(this.#context.model.frames?.map(({ sectionId }) => sectionId))
    for (const [key, { id, materialId, name, section, shape }] of this.#written) {
      const { type, designation } = this.#definitions.get(id) ?? {}
      if (section.polygon.length === 0) report.note('dropped', 'section_without_outline', { example: `section ${id}` })
      if (type === 'shell' && !ofFrames.has(id)) continue
      const profile = designation ?? section.name ?? id
      const material = materialId === null ? null : names.nameOf('materials', materialId)
      const parametric = safShape(shape, section.thickness ?? null)
      const id36 = guid('section', name === names.nameOf('sections', id) ? id : key)
      if (parametric) {
        const sizes = parametric.sizes.map((one) => writeNumber(size(one))).join(';')
        rows.push([name, material, 'Parametric', parametric.shape, sizes, profile, null, id36])
      } else if (section.polygon.length > 0) {
        rows.push([name, material, 'General', null, null, name, null, id36])
        outlines.push([name, material, this.#contour(section.polygon), id36])
      } else rows.push([name, material, 'Manufactured', null, null, profile, '0', id36])
    }
    const heads = ['Name', 'Material', 'Cross-section type', 'Shape', `Parameters [${sizeUnit}]`, 'Profile', 'Form code', 'Id']
    return [
      { name: 'StructuralCrossSection', heads, rows, count: rows.length },
      ...(outlines.length > 0
        ? [{ name: 'CompositeShapeDef', heads: ['Name', 'Material name 1', 'Polygon contour 1', 'Id'], rows: outlines }]
        : []),
    ]
  }

  /** `y; z|…`: y of the section is towards -3. Counter-clockwise about x, as we have it about 1. */
  #contour(polygon: readonly Point2[]): string {
    const { size } = this.#context
    return polygon.map(({ x, y }) => `${writeNumber(size(0 - x))}; ${writeNumber(size(y))}`).join('|')
  }
}

type StandingFrame = { frame: ViewerFrame; use: FrameUse; start: Vec; end: Vec }

/** Frames that have a direction; the others are no members of SAF. */
export function standingFrames({ model, report }: SafContext): StandingFrame[] {
  const places = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  const usageOf = frameUses(model)
  return (model.frames ?? []).flatMap((frame, k) => {
    const [start, end] = [places.get(frame.startNodeId), places.get(frame.endNodeId)]
    if (!start || !end || !localAxes(start, end)) {
      report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
      return []
    }
    if (frame.materialId != null && frame.sectionId == null)
      report.note('dropped', 'material_unknown', { example: `frame ${frame.id}` })
    return [{ frame, use: usageOf(frame, k), start, end }]
  })
}

export function frameSheet(context: SafContext, sections: SafSections, standing: readonly StandingFrame[]): Sheet {
  const { model, names, guid, length, size, lengthUnit, sizeUnit } = context
  const isVarying = model.frames?.some(({ endSectionId }) => endSectionId != null)
  const isGrouped = (model.members?.length ?? 0) > 0
  const memberOf = new Map(model.members?.flatMap(({ id, frameIds }) => frameIds.map((frame) => [frame, id] as const)))
  const eccentricity = (kind: string) =>
    ['Y', 'Z'].flatMap((axis) => ['Beg', 'End'].map((end) => `${kind} ${axis} Eccentricity of ${end} Node [${sizeUnit}]`))
  const heads = [
    ...[
      'Name',
      'Type',
      'Cross section',
      ...(isVarying ? ['Arbitrary definition'] : []),
      'Nodes',
      'Segments',
      `Length [${lengthUnit}]`,
      'Geometrical shape',
    ],
    ...(isGrouped ? ['Parent ID'] : []),
    ...['LCS', 'LCS Rotation [deg]', ...['X', 'Y', 'Z'].map((axis) => `Coordinate ${axis} [${lengthUnit}]`), 'System line'],
    ...[...eccentricity('Analysis'), ...eccentricity('Structural'), 'Behaviour in analysis', 'Id'],
  ]
  function* rows(): Generator<Cell[]> {
    for (const { frame, use, start, end } of standing) {
      const { id, startNodeId, endNodeId, rotation, source } = frame
      const axes = localAxes(start, end, rotation)
      if (!axes) continue // those that stand have some
      const section = sections.of(frame)
      const centroid = section?.centroid ?? NO_OFFSET
      const atEnd = sections.atEnd(frame)?.centroid ?? centroid
      const offsets = offsetsOf(frame)
      const y = [0 - size(offsets.start.x + centroid.x) + 0, 0 - size(offsets.end.x + atEnd.x) + 0]
      const z = [size(offsets.start.y + centroid.y), size(offsets.end.y + atEnd.y)]
      const member = memberOf.get(id)
      const nodes = [startNodeId, endNodeId].map((node) => names.nameOf('nodes', node)).join(';')
      yield [
        ...[
          names.nameOf('frames', id),
          typeOfMember(use, axes[0][2]),
          section?.name ?? null,
          ...(isVarying ? [sections.varyingOf(frame) ?? null] : []),
          nodes,
          'Line',
          twelveDigits(length(distance(start, end))),
        ],
        'Line',
        ...(isGrouped ? [member === undefined ? null : names.nameOf('members', member)] : []),
        ...['z by vector', 0, ...axes[1].map(twelveDigits), 'Centre'],
        ...[...y, ...z, ...y, ...z],
        typeof source?.behaviour === 'string' ? source.behaviour : 'Standard',
        guid('frame', id),
      ]
    }
  }
  return { name: 'StructuralCurveMember', heads, rows: rows(), count: standing.length }
}

/** How sections vary along frames: from one to another over the whole length. */
export function varyingSheet({ model, guid }: SafContext, sections: SafSections): Sheet[] {
  const rows = new Map<string, Cell[]>()
  for (const frame of model.frames ?? []) {
    const [name, start, end] = [sections.varyingOf(frame), sections.of(frame), sections.atEnd(frame)]
    if (name === undefined || !start || !end || rows.has(name)) continue
    rows.set(name, [name, `${start.name},${end.name}`, 1, 'Centre', guid('section', `varying ${name}`)])
  }
  const heads = ['Name', 'Cross sections 1', 'Span 1', 'Alignment 1', 'Id']
  return rows.size > 0 ? [{ name: 'StructuralCurveMemberVarying', heads, rows: [...rows.values()], count: rows.size }] : []
}

/** In the order of SAF's columns ux uy uz fix fiy fiz: its y lies along -3. */
const RELEASED = ['p', 'v3', 'v2', 't', 'm3', 'm2'] as const

const STIFFNESS = ['X', 'Y', 'Z', 'Fix', 'Fiy', 'Fiz'] as const

/** Heads of springs, and how many of the model's units one of theirs is: undefined where no unit of force is known. */
export function stiffnessColumns({ model, isImperial, length }: SafContext): {
  heads: string[]
  factors: (number | undefined)[]
} {
  const { force } = readUnits(model.units)
  const [along, about] = isImperial ? ['kip/ft', 'kipft/deg'] : ['MN/m', 'MNm/rad']
  const factor = (k: number) => {
    if (!force) return undefined
    const units = force.newtons / (isImperial ? KIP : 1e6)
    return k < 3 ? units / length(1) : (units * length(1)) / (isImperial ? 180 / Math.PI : 1)
  }
  return {
    heads: STIFFNESS.map((name, k) => `Stiffness ${name} [${k < 3 ? along : about}]`),
    factors: STIFFNESS.map((_, k) => factor(k)),
  }
}

const KIP = 4448.2216152605

/** Ends that are not joined in all directions. */
export function releaseSheet(context: SafContext): Sheet[] {
  const { model, names, guid } = context
  const { heads: stiffnessHeads, factors } = stiffnessColumns(context)
  const rows: Cell[][] = []
  for (const { id, releases } of model.frames ?? []) {
    for (const [end, position] of [['start', 'Begin'], ['end', 'End']] as const) {
      const values = RELEASED.map((key) => releases?.[end]?.[key] ?? false)
      if (values.every((one) => one === false)) continue
      const words = values.map((one) => (one === true ? 'Free' : one === false ? 'Rigid' : 'Flexible'))
      const springs = values.map((one, k) => (typeof one === 'number' && factors[k] !== undefined ? twelveDigits(one * factors[k]) : null))
      const frame = names.nameOf('frames', id)
      rows.push([`H ${frame} ${position}`, frame, position, ...words, ...springs, guid('rel', `release:${id}:${end}`)])
    } // biome-ignore format: short
  }
  const hasSprings = rows.some((row) => row.slice(9, 15).some((cell) => cell !== null))
  const heads = ['Name', 'Member', 'Position', 'ux', 'uy', 'uz', 'fix', 'fiy', 'fiz', ...(hasSprings ? stiffnessHeads : []), 'Id']
  const written = hasSprings ? rows : rows.map((row) => [...row.slice(0, 9), ...row.slice(15)])
  return rows.length > 0 ? [{ name: 'RelConnectsStructuralMember', heads, rows: written, count: rows.length }] : []
}
