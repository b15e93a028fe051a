import type {
  ConstructMember,
  ViewerArea,
  ViewerFrame,
  ViewerNode,
  ViewerSupport,
  ViewerSupportRestraints,
} from '#lib/schema/schema.ts'
import { SECTIONS, topOffset } from './demo-sections.ts'

/** The elements of a building while it is put together, and how its parts are added. */

export type Building = ReturnType<typeof building>

export function building() {
  const nodes: ViewerNode[] = []
  const frames: ViewerFrame[] = []
  const members: ConstructMember[] = []
  const areas: ViewerArea[] = []
  const supports: ViewerSupport[] = []

  const node = (id: string, x: number, y: number, z: number): string => {
    nodes.push({ id, position: { x, y, z } })
    return id
  }
  const support = (nodeId: string, held: ViewerSupportRestraints) =>
    supports.push({ id: `S-${nodeId}`, nodeId, restraints: held })

  /** One member through the given nodes, a frame between each two. It carries the section; its frames inherit it. */
  const member = (id: string, through: string[], sectionId: string, how: { top?: boolean; rotation?: number } = {}) => {
    const rotation = how.rotation ?? 0
    const section = SECTIONS.find((each) => each.id === sectionId)
    const offset = how.top && section ? topOffset(section) : null
    const frameIds = through.slice(1).map((endNodeId, k) => {
      const frameId = through.length > 2 ? `${id}.${k + 1}` : id
      const startNodeId = through[k] ?? ''
      frames.push({ id: frameId, startNodeId, endNodeId, label: id, rotation, ...(offset && { sectionOffset: offset }) })
      return frameId
    })
    members.push({ id, frameIds, sectionId })
  }
  const area = (id: string, kind: string, nodeIds: string[], sectionId: string, more: Partial<ViewerArea> = {}) =>
    areas.push({ id, nodeIds, kind, sectionId, ...more })

  return { nodes, frames, members, areas, supports, node, support, member, area }
}

export const FIXED = restraints('111111')
export const PINNED = restraints('111000')
/** Bearings that slide along X, one of them guided. */
export const GUIDED = restraints('011000')
export const SLIDING = restraints('001000')
/** Pads on soil: held down here, carried sideways and turning by springs of the analysis model. */
export const PAD = restraints('--1---')

function restraints(pattern: string): ViewerSupportRestraints {
  const states = [...pattern].map((held) => (held === '-' ? null : held === '1'))
  const [u1, u2, u3, r1, r2, r3] = states
  return { r1, r2, r3, u1, u2, u3 }
}
