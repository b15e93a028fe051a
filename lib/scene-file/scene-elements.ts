import { type Many, type ModelColumns, type Names, placeOfNode, restraintsOf } from '#lib/model/columns.ts'
import { loadAt } from '#lib/model/load/load-columns.ts'
import type { Load } from '#lib/schema/loads.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import type { ConstructMember, ViewerArea, ViewerFrame, ViewerNode, ViewerSupport } from '#lib/schema/schema.ts'
import type { LABELLED } from './layout.ts'
import type { Texts } from './texts.ts'

/** Elements made from columns, equal to those that were written. */
export type ElementOf = {
  nodes: ViewerNode
  frames: ViewerFrame
  areas: ViewerArea
  supports: ViewerSupport
  members: ConstructMember
  loads: Load
}
export type SceneElements = { [K in Many]: (k: number) => ElementOf[K] | undefined }

/** What is asked for with elements alone, beside their columns. */
export type Beside = {
  ids: Record<Many, Texts>
  lengths: Float64Array | null
  labels: Record<(typeof LABELLED)[number], Texts>
  rests: Record<Many, Texts>
}

export function elementsOf(columns: ModelColumns, beside: Beside, name: Names): SceneElements {
  const { nodes, supports, members } = columns
  const withRest = <T extends object>(kind: Many, k: number, element: T): T => {
    const rest = beside.rests[kind].at(k)
    return rest ? Object.assign(element, JSON.parse(rest)) : element
  }
  const [frameAt, areaAt] = [framesOf(columns, beside, name), areasOf(columns, beside, name)]
  return {
    nodes(k) {
      const place = placeOfNode(nodes, k + 1)
      if (!place) return undefined
      const node: ViewerNode = { id: columns.idOf('nodes', k), position: { x: place[0], y: place[1], z: place[2] } }
      const [label, radius] = [beside.labels.nodes.at(k), nodes.radius?.[k] ?? Number.NaN]
      if (label) node.label = label
      if (!Number.isNaN(radius)) node.radius = radius
      return withRest('nodes', k, node)
    },
    frames: (k) => (k < columns.frames.count ? withRest('frames', k, frameAt(k)) : undefined),
    areas: (k) => (k < columns.areas.count ? withRest('areas', k, areaAt(k)) : undefined),
    supports(k) {
      if (!(k < supports.count)) return undefined
      const support: ViewerSupport = { id: columns.idOf('supports', k), nodeId: name.nodes(supports.node[k]!) }
      const restraints = restraintsOf(supports.state[k]!)
      if (restraints) support.restraints = restraints
      return withRest('supports', k, support)
    },
    members(k) {
      if (!(k < members.count)) return undefined
      const frameIds = Array.from(members.frame.subarray(members.first[k], members.first[k + 1]), name.frames)
      const member: ConstructMember = { id: columns.idOf('members', k), frameIds }
      if (members.material[k]) member.materialId = name.materials(members.material[k])
      const role = FRAME_ROLES[members.role[k]! - 1]
      if (role) member.role = role
      if (members.section[k]) member.sectionId = name.sections(members.section[k])
      return withRest('members', k, member)
    },
    loads: (k) =>
      k < columns.loads.count ? withRest('loads', k, loadAt(columns.loads, k, columns.idOf('loads', k), name)) : undefined,
  }
}

function framesOf({ frames, idOf }: ModelColumns, { lengths, labels }: Beside, name: Names) {
  return (k: number): ViewerFrame => {
    const offset = 3 * frames.placement[k]!
    const [rotation, x, y] = [frames.placements[offset]!, frames.placements[offset + 1]!, frames.placements[offset + 2]!]
    const frame: Partial<ViewerFrame> & Pick<ViewerFrame, 'id' | 'startNodeId' | 'endNodeId'> = {
      id: idOf('frames', k),
      startNodeId: name.nodes(frames.start[k]!),
      endNodeId: name.nodes(frames.end[k]!),
    }
    const [label, length] = [labels.frames.at(k), lengths?.[k] ?? Number.NaN]
    if (label) frame.label = label
    if (!Number.isNaN(length)) frame.length = length
    if (frames.material[k]) frame.materialId = name.materials(frames.material[k])
    if (frames.member[k]) frame.memberId = name.members(frames.member[k])
    const role = FRAME_ROLES[frames.role[k]! - 1]
    if (role) frame.role = role
    if (!Number.isNaN(rotation)) frame.rotation = rotation
    if (frames.section[k]) frame.sectionId = name.sections(frames.section[k])
    if (!Number.isNaN(x)) frame.sectionOffset = { x, y }
    return frame as ViewerFrame // as it was sent, be it without a rotation
  }
}

function areasOf({ areas, idOf }: ModelColumns, { labels }: Beside, name: Names) {
  const loopOf = (i: number) => Array.from(areas.node.subarray(areas.loop[i], areas.loop[i + 1]), name.nodes)
  return (k: number): ViewerArea => {
    const [outline, next] = [areas.first[k]!, areas.first[k + 1]!]
    const area: ViewerArea = { id: idOf('areas', k), nodeIds: loopOf(outline) }
    const label = labels.areas.at(k)
    if (label) area.label = label
    if (areas.point[k]) area.cardinalPoint = areas.labels[areas.point[k] - 1]
    if (areas.kind[k]) area.kind = areas.labels[areas.kind[k] - 1]
    if (areas.material[k]) area.materialId = name.materials(areas.material[k])
    if (next - outline > 1) area.openingNodeIds = Array.from({ length: next - outline - 1 }, (_, i) => loopOf(outline + 1 + i))
    const role = AREA_ROLES[areas.role[k]! - 1]
    if (role) area.role = role
    if (areas.section[k]) area.sectionId = name.sections(areas.section[k])
    const thickness = areas.thickness?.[k] ?? Number.NaN
    if (!Number.isNaN(thickness)) area.thickness = thickness
    return area
  }
}
