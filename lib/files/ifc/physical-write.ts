import { localAxes } from '#lib/model/shape/local-axes.ts'
import { areaFamily, roleOfKind } from '#lib/model/shape/shell-axes.ts'
import { distance, perAxis, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Point2, ViewerArea, ViewerFrame } from '#lib/schema/schema.ts'
import type { ExportReport } from '../report.ts'
import { type FrameUse, frameUses } from '../roles-to-write.ts'
import { NONE, optionalText, real, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import { areaPlane, areaThickness, lowerFace } from './area-plane.ts'
import type { IfcFile } from './ifc-file.ts'
import { kindOfArea, kindOfFrame } from './ifc-roles.ts'
import { IfcMaterials } from './materials-write.ts'
import { closedPolyline, type IfcProfiles } from './profile-write.ts'

/** What is built: beams, columns and braces along their node lines, slabs and walls in the planes of their nodes. */
export function* writePhysical(file: IfcFile, profiles: IfcProfiles, report: ExportReport): Generator<Uint8Array, void> {
  const materials = new IfcMaterials(file)
  const solids = new FrameSolids(file)
  const nodes = new Map(file.model.nodes.map(({ id, position }) => [id, vec(position)]))
  const usageOf = frameUses(file.model)
  for (const [k, frame] of (file.model.frames ?? []).entries()) {
    const [start, end] = [nodes.get(frame.startNodeId), nodes.get(frame.endNodeId)]
    if (!start || !end) continue
    const element = writeFrame(file, solids, profiles, materials, frame, usageOf(frame, k), start, end)
    if (element === null) report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
    else file.contain(element, Math.min(start[2], end[2]))
    yield* file.step.taken()
  }
  const surfaces: { context?: StepId } = {}
  for (const area of file.model.areas ?? []) {
    writeArea(file, profiles, materials, area, (id) => nodes.get(id), surfaces, report)
    yield* file.step.taken()
  }
  materials.write()
}

/** Axes and solids of frames in their own coordinates: of equal ones one, as most frames of a building are like others. */
class FrameSolids {
  readonly #file: IfcFile
  readonly #axes = new Map<number, StepId>()
  readonly #solids = new Map<string, StepId>()

  constructor(file: IfcFile) {
    this.#file = file
  }

  axisOf(length: number): StepId {
    const known = this.#axes.get(length)
    if (known !== undefined) return known
    const file = this.#file
    const made = file.step.add('IFCPOLYLINE', refs([file.origin, file.point([0, 0, length])]))
    this.#axes.set(length, made)
    return made
  }

  solidOf(profile: StepId, { x, y }: Point2, length: number): StepId {
    const key = `${profile} ${x} ${y} ${length}`
    const known = this.#solids.get(key)
    if (known !== undefined) return known
    const file = this.#file
    const { step } = file
    const position =
      x === 0 && y === 0 ? file.originPlacement : step.add('IFCAXIS2PLACEMENT3D', ref(file.point([0 - x, y, 0])), NONE, NONE)
    const up = ref(file.direction([0, 0, 1]))
    const made = step.add('IFCEXTRUDEDAREASOLID', ref(profile), ref(position), up, real(length))
    this.#solids.set(key, made)
    return made
  }
}

/** Null of a frame without length. */
function writeFrame(
  file: IfcFile,
  solids: FrameSolids,
  profiles: IfcProfiles,
  materials: IfcMaterials,
  frame: ViewerFrame,
  use: FrameUse,
  start: Vec,
  end: Vec,
): StepId | null {
  const { step } = file
  const axes = localAxes(start, end, frame.rotation)
  if (!axes) return null
  const [e1, , e3] = axes
  const length = distance(start, end)
  const section = profiles.sectionOf(frame.sectionId)
  const profile = section ? profiles.of(section) : null
  const placement = file.placedAt(
    start,
    e1,
    perAxis((axis) => 0 - e3[axis]),
  )
  const shapes = [file.representation(file.axis, 'Axis', 'Curve3D', [solids.axisOf(length)])]
  if (profile?.hasBody) {
    const solid = solids.solidOf(profile.entity, frame.sectionOffset ?? { x: 0, y: 0 }, length)
    shapes.push(file.representation(file.body, 'Body', 'SweptSolid', [solid]))
  }
  const shape = step.add('IFCPRODUCTDEFINITIONSHAPE', NONE, NONE, refs(shapes))
  const name = text(frame.label || frame.id)
  const head = [text(file.guid('frame', frame.id)), NONE, name, NONE, optionalText(profile?.name)]
  const [type, predefined] = kindOfFrame(use)
  // A pile has its construction type behind.
  const tail = [text(frame.id), word(predefined), ...(type === 'IFCPILE' ? [NONE] : [])]
  const element = step.add(type, ...head, ref(placement), ref(shape), ...tail)
  materials.addFrame(element, profile, frame.materialId ?? section?.materialId)
  return element
}

function writeArea(
  file: IfcFile,
  profiles: IfcProfiles,
  materials: IfcMaterials,
  area: ViewerArea,
  at: (id: string) => Vec | undefined,
  surfaces: { context?: StepId },
  report: ExportReport,
): void {
  const { step } = file
  const plane = areaPlane(area, at)
  if (!plane) {
    report.note('dropped', 'area_shape', { example: `area ${area.id}` })
    return
  }
  if (plane.away > 1e-6 * plane.size) report.note('converted', 'area_flattened', { example: `area ${area.id}` })
  const section = profiles.sectionOf(area.sectionId)
  const thickness = areaThickness(area, section)
  const offset = lowerFace(area, thickness)
  const placement = file.placedAt(plane.origin, plane.z, plane.x)
  const [outer, inner] = [closedPolyline(file, plane.outline), plane.openings.map((loop) => closedPolyline(file, loop))]
  let shape: StepId
  if (thickness > 0) {
    const head = [word('AREA'), optionalText(section?.id), ref(outer)]
    const profile =
      inner.length > 0
        ? step.add('IFCARBITRARYPROFILEDEFWITHVOIDS', ...head, refs(inner))
        : step.add('IFCARBITRARYCLOSEDPROFILEDEF', ...head)
    const position =
      offset === 0 ? file.originPlacement : step.add('IFCAXIS2PLACEMENT3D', ref(file.point([0, 0, offset])), NONE, NONE)
    const up = ref(file.direction([0, 0, 1]))
    const solid = step.add('IFCEXTRUDEDAREASOLID', ref(profile), ref(position), up, real(thickness))
    shape = file.representation(file.body, 'Body', 'SweptSolid', [solid])
  } else {
    surfaces.context ??= file.subContext('Surface', 'MODEL_VIEW')
    const basis = step.add('IFCPLANE', ref(file.originPlacement))
    const surface = step.add('IFCCURVEBOUNDEDPLANE', ref(basis), ref(outer), refs(inner))
    shape = file.representation(surfaces.context, 'Surface', 'Surface3D', [surface])
  }
  const definition = step.add('IFCPRODUCTDEFINITIONSHAPE', NONE, NONE, refs([shape]))
  const family = areaFamily(area, () => area.nodeIds.map(at).filter((place) => place !== undefined))
  const [type, predefined] = kindOfArea(area.role ?? roleOfKind(area.kind ?? ''), family)
  const head = [text(file.guid('area', area.id)), NONE, text(area.label || area.id), NONE, optionalText(area.kind)]
  const element = step.add(type, ...head, ref(placement), ref(definition), text(area.id), word(predefined))
  file.contain(element, Math.min(...area.nodeIds.map((id) => at(id)?.[2] ?? Infinity)))
  materials.addArea(element, { sectionId: section?.id, materialId: area.materialId ?? section?.materialId, thickness, offset })
}
