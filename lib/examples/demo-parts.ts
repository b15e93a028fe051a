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
  const support = (nodeId: string, { restraints, stiffness }: Held) =>
    supports.push({ id: `S-${nodeId}`, nodeId, restraints, ...(stiffness && { stiffness }) })

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

type Held = { restraints: ViewerSupportRestraints; stiffness?: ViewerSupport['stiffness'] }

export const FIXED = held('111111')
export const PINNED = held('111000')
/** Bearings that slide along X, one of them guided. */
export const GUIDED = held('011000')
export const SLIDING = held('001000')
/** Pads on soil: held down, and sprung sideways and against turning; kN/m and kN m per radian. */
export const PAD = { ...held('--1---'), stiffness: { u1: 40_000, u2: 40_000, r1: 25_000, r2: 25_000, r3: 15_000 } }

function held(pattern: string): Held {
  const states = [...pattern].map((letter) => (letter === '-' ? null : letter === '1'))
  const [u1, u2, u3, r1, r2, r3] = states
  return { restraints: { r1, r2, r3, u1, u2, u3 } }
}
