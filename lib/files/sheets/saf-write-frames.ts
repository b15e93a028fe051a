import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Point2, SectionDefinition, ViewerFrame, ViewerSection } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { pointOf, type Shape, shapeOf } from '../frame-of-reference.ts'
import { writeNumber } from '../numbers.ts'
import type { SafContext } from './saf-context.ts'
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
  readonly #plain = new Set<string>()

  constructor(context: SafContext) {
    const { sections = [], sectionDefinitions = [], frames = [] } = context.model
    this.#context = context
    this.#sections = new Map(sections.map((section) => [section.id, section]))
    this.#definitions = new Map(sectionDefinitions.map((definition) => [definition.id, definition]))
    for (const section of sections) if (section.materialId != null) this.#add(section, section.materialId)
    for (const frame of frames) this.of(frame)
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

  #add(section: ViewerSection, materialId: string | null): SafSection {
    const key = JSON.stringify([section.id, materialId])
    const known = this.#written.get(key)
    if (known) return known
    const isPlain = !this.#plain.has(section.id)
    this.#plain.add(section.id)
    const shape = shapeOf(section, this.#definitions.get(section.id))
    const { names } = this.#context
    const added = {
      ...{ id: section.id, materialId, section, shape, centroid: pointOf(shape, 10) ?? NO_OFFSET },
      name: isPlain ? names.nameOf('sections', section.id) : names.nameOf('sections', key, `${section.id} ${materialId}`),
    }
    this.#written.set(key, added)
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

/** As steep as this a frame is a column, and as level a beam: degrees to the horizontal. */
const [COLUMN, BEAM] = [64, 6]

export function frameSheet(context: SafContext, sections: SafSections): Sheet {
  const { model, report, names, guid, length, size, lengthUnit, sizeUnit } = context
  const places = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  const isGrouped = (model.members?.length ?? 0) > 0
  const memberOf = new Map(model.members?.flatMap(({ id, frameIds }) => frameIds.map((frame) => [frame, id] as const)))
  const standing = (model.frames ?? []).flatMap((frame) => {
    const [start, end] = [places.get(frame.startNodeId), places.get(frame.endNodeId)]
    if (!start || !end || !localAxes(start, end)) {
      report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
      return []
    }
    if (frame.materialId != null && frame.sectionId == null)
      report.note('dropped', 'material_unknown', { example: `frame ${frame.id}` })
    return [{ frame, start, end }]
  })
  const eccentricity = (kind: string) =>
    ['Y', 'Z'].flatMap((axis) => ['Beg', 'End'].map((end) => `${kind} ${axis} Eccentricity of ${end} Node [${sizeUnit}]`))
  const heads = [
    ...['Name', 'Type', 'Cross section', 'Nodes', 'Segments', `Length [${lengthUnit}]`, 'Geometrical shape'],
    ...(isGrouped ? ['Parent ID'] : []),
    ...['LCS', 'LCS Rotation [deg]', ...['X', 'Y', 'Z'].map((axis) => `Coordinate ${axis} [${lengthUnit}]`), 'System line'],
    ...[...eccentricity('Analysis'), ...eccentricity('Structural'), 'Behaviour in analysis', 'Id'],
  ]
  function* rows(): Generator<Cell[]> {
    for (const { frame, start, end } of standing) {
      const { id, startNodeId, endNodeId, rotation, sectionOffset, source } = frame
      const axes = localAxes(start, end, rotation)
      if (!axes) continue // those that stand have some
      const section = sections.of(frame)
      const centroid = section?.centroid ?? NO_OFFSET
      const [y, z] = [0 - size((sectionOffset?.x ?? 0) + centroid.x) + 0, size((sectionOffset?.y ?? 0) + centroid.y)]
      const member = memberOf.get(id)
      const nodes = [startNodeId, endNodeId].map((node) => names.nameOf('nodes', node)).join(';')
      yield [
        ...[
          names.nameOf('frames', id),
          typeOf(axes[0]),
          section?.name ?? null,
          nodes,
          'Line',
          twelveDigits(length(distance(start, end))),
        ],
        'Line',
        ...(isGrouped ? [member === undefined ? null : names.nameOf('members', member)] : []),
        ...['z by vector', 0, ...axes[1].map(twelveDigits), 'Centre'],
        ...[y, y, z, z, y, y, z, z],
        typeof source?.behaviour === 'string' ? source.behaviour : 'Standard',
        guid('frame', id),
      ]
    }
  }
  return { name: 'StructuralCurveMember', heads, rows: rows(), count: standing.length }
}

function typeOf([, , z]: Vec): string {
  const slope = (Math.asin(Math.min(1, Math.abs(z))) * 180) / Math.PI
  return slope > COLUMN ? 'Column' : slope < BEAM ? 'Beam' : 'General'
}

/** In the order of SAF's columns ux uy uz fix fiy fiz: its y lies along -3. */
const RELEASED = ['p', 'v3', 'v2', 't', 'm3', 'm2'] as const

/** Ends that are not joined in all directions. */
export function releaseSheet({ model, names, guid }: SafContext): Sheet[] {
  const rows: Cell[][] = []
  for (const { id, source } of model.frames ?? []) {
    const releases = isDictionary(source?.releases) ? source.releases : {}
    for (const [end, position] of [['start', 'Begin'], ['end', 'End']] as const) {
      const released = isDictionary(releases[end]) ? releases[end] : {}
      const directions = RELEASED.map((key) => (released[key] === true || typeof released[key] === 'number' ? 'Free' : 'Rigid'))
      if (!directions.includes('Free')) continue
      const name = `H ${names.nameOf('frames', id)} ${position}`
      rows.push([name, names.nameOf('frames', id), position, ...directions, guid('rel', `release:${id}:${end}`)])
    } // biome-ignore format: short
  }
  const heads = ['Name', 'Member', 'Position', 'ux', 'uy', 'uz', 'fix', 'fiy', 'fiz', 'Id']
  return rows.length > 0 ? [{ name: 'RelConnectsStructuralMember', heads, rows }] : []
}
