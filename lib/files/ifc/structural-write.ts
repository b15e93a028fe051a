import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { EndReleases, ViewerArea, ViewerFrame, ViewerSupport } from '#lib/schema/schema.ts'
import { insertionPoint, pointOnOtherSide, shapeOf } from '../frame-of-reference.ts'
import type { ExportReport } from '../report.ts'
import { type FrameUse, frameUses } from '../roles-to-write.ts'
import { NONE, optionalRef, optionalText, real, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import { areaPlane, areaThickness } from './area-plane.ts'
import type { IfcFile } from './ifc-file.ts'
import { kindOfRole } from './ifc-roles.ts'
import { writeLoads } from './loads-write.ts'
import { IfcMaterials } from './materials-write.ts'
import type { IfcProfiles } from './profile-write.ts'
import { newtonsOf, RELEASE_AXES, stiffnessValue } from './stiffness.ts'

type Connection = { vertex: StepId; entity: StepId; at: Vec }
type Writing = {
  file: IfcFile
  profiles: IfcProfiles
  report: ExportReport
  materials: IfcMaterials
  context: StepId
  connections: Map<string, Connection>
  members: Map<string, { entity: StepId; length: number }>
  faces: Map<string, { entity: StepId; outline: readonly Vec[] }>
  /** Of one analysis model. */
  items: StepId[]
}

const PREFIX = 'structural-'

/** What is analysed: nodes with their supports, members between them, faces. */
export function* writeStructural(file: IfcFile, profiles: IfcProfiles, report: ExportReport): Generator<Uint8Array, void> {
  const writing: Writing = {
    ...{ file, profiles, report, materials: new IfcMaterials(file), context: file.subContext('Reference', 'GRAPH_VIEW') },
    ...{ connections: new Map(), members: new Map(), faces: new Map(), items: [] },
  }
  const supports = supportsByNode(file.model.supports ?? [], report)
  for (const { id, label, position } of file.model.nodes) {
    writeConnection(writing, id, label, vec(position), supports.get(id) ?? [])
    yield* file.step.taken()
  }
  const usageOf = frameUses(file.model)
  for (const [k, frame] of (file.model.frames ?? []).entries()) {
    writeMember(writing, frame, usageOf(frame, k).role)
    yield* file.step.taken()
  }
  for (const area of file.model.areas ?? []) {
    writeFace(writing, area)
    yield* file.step.taken()
  }
  writing.materials.write()
  const { connections: nodes, members: frames, faces: areas } = writing
  const groups = yield* writeLoads(file, report, { nodes, frames, areas })
  const head = [text(file.guid('rel', 'structural-model')), NONE, text(file.model.name), NONE, NONE, word('LOADING_3D')]
  const analysed = file.step.add(
    'IFCSTRUCTURALANALYSISMODEL',
    ...head,
    NONE,
    groups.length > 0 ? refs(groups) : NONE,
    NONE,
    ref(file.placement),
  )
  if (writing.items.length > 0) file.relate('IFCRELASSIGNSTOGROUP', 'structural-items', refs(writing.items), NONE, ref(analysed))
  file.relate('IFCRELSERVICESBUILDINGS', 'structural-building', ref(analysed), refs([file.building]))
}

function supportsByNode(supports: readonly ViewerSupport[], report: ExportReport): Map<string, ViewerSupport[]> {
  const byNode = new Map<string, ViewerSupport[]>()
  for (const support of supports) {
    const known = byNode.get(support.nodeId)
    if (!known) byNode.set(support.nodeId, [support])
    else {
      known.push(support)
      report.note('converted', 'supports_merged', { example: `node ${support.nodeId}` })
    }
  }
  return byNode
}

/** Held where one of its supports holds it, sprung by the sum of their springs; nothing said where none says it. */
function conditionOf({ file }: Writing, supports: readonly ViewerSupport[]): StepId | null {
  const [first] = supports
  if (!first) return null
  const newtons = newtonsOf(file.model)
  const values = DIRECTIONS.map((direction, k) => {
    const values = supports.map(({ restraints }) => restraints?.[direction])
    const spring = supports.reduce((sum, { stiffness }) => sum + (stiffness?.[direction] ?? 0), 0)
    return stiffnessValue(values.includes(true) ? true : values.includes(false) ? false : null, spring, k, newtons)
  })
  return file.step.add('IFCBOUNDARYNODECONDITION', text(first.id), ...values)
}

/** Of an end of which something is released; nothing of one that is joined. */
function releaseOf({ file }: Writing, end: EndReleases | null | undefined): StepId | null {
  if (!end || !RELEASE_AXES.some((of) => end[of])) return null
  const newtons = newtonsOf(file.model)
  const values = RELEASE_AXES.map((of, k) => {
    const released = end[of]
    return typeof released === 'number' ? stiffnessValue(null, released, k, newtons) : stiffnessValue(!released, null, k, newtons)
  })
  return file.step.add('IFCBOUNDARYNODECONDITION', NONE, ...values)
}

function topology({ file, context }: Writing, type: 'Vertex' | 'Edge' | 'Face', item: StepId): StepId {
  const shape = file.step.add('IFCTOPOLOGYREPRESENTATION', ref(context), text('Reference'), text(type), refs([item]))
  return file.step.add('IFCPRODUCTDEFINITIONSHAPE', NONE, NONE, refs([shape]))
}

function writeConnection(writing: Writing, id: string, label: string | null | undefined, at: Vec, supports: ViewerSupport[]) {
  const { file, connections, items } = writing
  const vertex = file.step.add('IFCVERTEXPOINT', ref(file.point(at)))
  const shape = topology(writing, 'Vertex', vertex)
  const condition = conditionOf(writing, supports)
  const head = [text(file.guid('node', id)), NONE, text(id), optionalText(label), NONE, ref(file.placement), ref(shape)]
  const entity = file.step.add('IFCSTRUCTURALPOINTCONNECTION', ...head, optionalRef(condition), NONE)
  connections.set(id, { vertex, entity, at })
  items.push(entity)
}

/** `role`: as it was set, for which IFC has no place but the type that a user gives. */
function writeMember(writing: Writing, frame: ViewerFrame, role: FrameUse['role']) {
  const { file, profiles, report, materials, connections, items } = writing
  const { step } = file
  const [start, end] = [connections.get(frame.startNodeId), connections.get(frame.endNodeId)]
  if (!start || !end) return
  const axes = localAxes(start.at, end.at, frame.rotation)
  if (!axes) {
    report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
    return
  }
  const section = profiles.sectionOf(frame.sectionId)
  const profile = section ? profiles.of(section) : null
  const shape = topology(writing, 'Edge', step.add('IFCEDGE', ref(start.vertex), ref(end.vertex)))
  const head = [
    text(file.guid('structural-frame', frame.id)),
    NONE,
    text(frame.id),
    optionalText(frame.label),
    optionalText(role),
  ]
  const tail = [word('RIGID_JOINED_MEMBER'), ref(file.direction(axes[1]))]
  const member = step.add('IFCSTRUCTURALCURVEMEMBER', ...head, ref(file.placement), ref(shape), ...tail)
  for (const [place, { entity }] of [['start', start], ['end', end]] as const) {
    const id = `structural-connection:${frame.id}:${place}`
    const release = optionalRef(releaseOf(writing, frame.releases?.[place]))
    file.relate('IFCRELCONNECTSSTRUCTURALMEMBER', id, ref(member), ref(entity), release, NONE, NONE, NONE)
  } // biome-ignore format: one line
  materials.addFrame(member, profile, frame.materialId ?? section?.materialId, PREFIX, pointOf(writing, frame, profile))
  items.push(member)
  writing.members.set(frame.id, { entity: member, length: distance(start.at, end.at) })
}

/** Where the outline stands on the node line; undefined where nothing says it. */
function pointOf({ report }: Writing, frame: ViewerFrame, profile: ReturnType<IfcProfiles['of']> | null): number | undefined {
  const offset = frame.sectionOffset ?? { x: 0, y: 0 }
  const found = profile && insertionPoint(shapeOf(profile.section, profile.definition), offset)
  const isElsewhere = found ? found.moved.x !== 0 || found.moved.y !== 0 : offset.x !== 0 || offset.y !== 0
  if (isElsewhere) report.note('dropped', 'offset', { example: `frame ${frame.id}` })
  return found ? pointOnOtherSide(found.point) : undefined
}

function writeFace(writing: Writing, area: ViewerArea) {
  const { file, profiles, report, materials, connections, items } = writing
  const { step } = file
  const plane = areaPlane(area, (id) => connections.get(id)?.at)
  if (!plane) {
    report.note('dropped', 'area_shape', { example: `area ${area.id}` })
    return
  }
  const bound = (type: string, ids: readonly string[]) => {
    const vertices = ids.flatMap((id) => connections.get(id)?.vertex ?? [])
    const edges = vertices.map((from, i) => {
      const edge = step.add('IFCEDGE', ref(from), ref(vertices[(i + 1) % vertices.length] ?? from))
      return step.add('IFCORIENTEDEDGE', '*', '*', ref(edge), '.T.')
    })
    return step.add(type, ref(step.add('IFCEDGELOOP', refs(edges))), '.T.')
  }
  const bounds = [bound('IFCFACEOUTERBOUND', area.nodeIds)]
  for (const loop of area.openingNodeIds ?? []) if (loop.length >= 3) bounds.push(bound('IFCFACEBOUND', loop))
  const at = [ref(file.point(plane.origin)), ref(file.direction(plane.z)), ref(file.direction(plane.x))]
  const basis = step.add('IFCPLANE', ref(step.add('IFCAXIS2PLACEMENT3D', ...at)))
  const shape = topology(writing, 'Face', step.add('IFCFACESURFACE', refs(bounds), ref(basis), '.T.'))
  const section = profiles.sectionOf(area.sectionId)
  const thickness = areaThickness(area, section)
  const name = [text(area.id), optionalText(area.label), optionalText(area.kind || kindOfRole(area.role))]
  const head = [text(file.guid('structural-area', area.id)), NONE, ...name, ref(file.placement), ref(shape)]
  const face = step.add('IFCSTRUCTURALSURFACEMEMBER', ...head, word('SHELL'), thickness > 0 ? real(thickness) : NONE)
  const layer = { sectionId: section?.id, materialId: area.materialId ?? section?.materialId, thickness, offset: 0 }
  materials.addArea(face, layer, PREFIX)
  items.push(face)
  writing.faces.set(area.id, {
    entity: face,
    outline: area.nodeIds.flatMap((id) => [connections.get(id)?.at ?? []].filter((one) => one.length === 3)),
  })
}
