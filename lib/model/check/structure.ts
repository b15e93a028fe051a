import type { SectionDefinition, ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
import { median } from '#lib/values/median.ts'
import { distance, length, type Vec, vec } from '../shape/vector.ts'
import { type LengthUnit, readUnits } from '../units.ts'
import { nodesAway } from './nodes-away.ts'

/**
 * A model as the check looks at it: references resolved to ordinals, positions about the structure's own corner, effective
 * sections. Terms of the conventions, section 10.
 */
export type Structure = {
  model: ViewerModel
  /** Node positions about the lowest corner of the box, times `scale`. */
  positions: Vec[]
  /** 1, but for models so large or small that squares would leave the range of doubles: then a power of two. */
  scale: number
  origin: Vec
  /** D and τ and the height of the box, times `scale`; of all nodes in use but those that lie away from all others. */
  diagonal: number
  tolerance: number
  /** Nodes nearer together than this were meant to be one, times `scale`. At least τ. */
  mergeTolerance: number
  height: number
  /** Nodes that lie so far from the others that a coordinate must be wrong, and the middle of all, as a position. */
  away: readonly number[]
  middle: Vec
  nodeOrdinals: ReadonlyMap<string, number>
  /** Frames whose both end nodes exist. */
  frames: StructureFrame[]
  areas: StructureArea[]
  /** Node ordinal → in a frame, an area outline or an opening. */
  isUsed: Uint8Array
  sections: ReadonlyMap<string, ViewerSection>
  supports: { ordinal: number; id: string; node: number }[]
}

export type StructureFrame = {
  id: string
  /** Its place in the model. */
  ordinal: number
  start: number
  end: number
  length: number
  /** Start = end node, or the end nodes at most τ apart. */
  isZeroLength: boolean
  sectionId: string | undefined
  materialId: string | undefined
  memberId: string | undefined
}

export type StructureArea = {
  id: string
  /** Node ordinals, without a last node equal to the first. */
  outline: number[]
  openings: number[][]
  sectionId: string | undefined
  materialId: string | undefined
  thickness: number | undefined
}

export function structureOf(model: ViewerModel): Structure {
  const { nodes, frames = [], areas = [], members = [], sections = [], supports = [] } = model
  const nodeOrdinals = new Map(nodes.map(({ id }, i) => [id, i]))
  const sectionsById = new Map(sections.map((section) => [section.id, section]))
  const known = (ids: readonly string[]) => ids.map((id) => nodeOrdinals.get(id)).filter((node) => node !== undefined)

  const structureAreas = areas.map((area): StructureArea => {
    const section = sectionsById.get(area.sectionId ?? '')
    return {
      id: area.id,
      outline: known(opened(area.nodeIds)),
      openings: (area.openingNodeIds ?? []).map((opening) => known(opened(opening))),
      sectionId: section?.id,
      materialId: area.materialId ?? section?.materialId ?? undefined,
      thickness: area.thickness ?? section?.thickness ?? undefined,
    }
  })

  /** Of each frame its start and its end, -1 where the model does not have the node. */
  const ends = new Int32Array(2 * frames.length)
  const isUsed = new Uint8Array(nodes.length)
  for (const [i, { startNodeId, endNodeId }] of frames.entries()) {
    ends[2 * i] = nodeOrdinals.get(startNodeId) ?? -1
    ends[2 * i + 1] = nodeOrdinals.get(endNodeId) ?? -1
  }
  for (const node of ends) if (node >= 0) isUsed[node] = 1
  for (const { outline, openings } of structureAreas) {
    for (const loop of [outline, ...openings]) for (const node of loop) isUsed[node] = 1
  }

  const points = nodes.map(({ position }) => vec(position))
  const { away, middle } = nodesAway(points, readUnits(model.units).length?.metres ?? Number.NaN)
  const isCounted = away.length > 0 ? isUsed.slice() : isUsed
  for (const node of away) isCounted[node] = 0
  const { positions, about, scale, origin, size } = placed(points, isCounted)
  const diagonal = length(size)
  const tolerance = 1e-5 * diagonal

  const memberOf = new Map(members.flatMap((member) => member.frameIds.map((id) => [id, member])))
  const structureFrames: StructureFrame[] = []
  for (const [i, frame] of frames.entries()) {
    const start = ends[2 * i]!
    const end = ends[2 * i + 1]!
    if (start < 0 || end < 0) continue
    const long = distance(positions[start]!, positions[end]!)
    const member = memberOf.get(frame.id)
    const section = sectionsById.get(frame.sectionId ?? member?.sectionId ?? '')
    structureFrames.push({
      id: frame.id,
      ordinal: i,
      start,
      end,
      length: long,
      isZeroLength: start === end || long <= tolerance,
      sectionId: section?.id,
      materialId: frame.materialId ?? member?.materialId ?? section?.materialId ?? undefined,
      memberId: frame.memberId ?? undefined,
    })
  }

  let mergeTolerance: number | undefined
  return {
    model,
    positions,
    scale,
    origin,
    diagonal,
    tolerance,
    get mergeTolerance() {
      // Most who read a model do not ask.
      mergeTolerance ??= Math.max(tolerance, computeMergeTolerance(structureFrames, readUnits(model.units).length, scale))
      return mergeTolerance
    },
    height: size[2],
    away,
    middle: about(middle),
    nodeOrdinals,
    frames: structureFrames,
    areas: structureAreas,
    isUsed,
    sections: sectionsById,
    supports: supports.flatMap(({ id, nodeId }, ordinal) => {
      const node = nodeOrdinals.get(nodeId)
      return node === undefined ? [] : [{ ordinal, id, node }]
    }),
  }
}

/** A thousandth of what frames are long, as other programs round coordinates; but not so wide as a joint. */
const NEAR = 1e-3
const JOINT_IN_METRES = 0.005

function computeMergeTolerance(frames: readonly StructureFrame[], unit: LengthUnit | undefined, scale: number): number {
  const lengths = frames.filter(({ isZeroLength }) => !isZeroLength).map(({ length }) => length)
  if (lengths.length === 0) return 0
  return Math.min(NEAR * median(lengths), unit ? (JOINT_IN_METRES / unit.metres) * scale : Number.POSITIVE_INFINITY)
}

export function nodeId({ model }: Structure, node: number): string {
  return model.nodes[node]?.id ?? ''
}

/** A loop of node ids without its closing one. */
function opened(ids: readonly string[]): readonly string[] {
  return ids.length > 1 && ids[0] === ids.at(-1) ? ids.slice(0, -1) : ids
}

/** Beyond this, fourth powers of a coordinate overflow or vanish; nothing is ever farther off than its square. */
const WIDEST = 1e70

function placed(points: readonly Vec[], isUsed: Uint8Array) {
  const counted = isUsed.includes(1) ? points.filter((_, i) => isUsed[i]) : points
  let largest = 0
  for (const [x, y, z] of counted) largest = Math.max(largest, Math.abs(x), Math.abs(y), Math.abs(z))
  const isExtreme = largest > WIDEST || (largest > 0 && largest < 1 / WIDEST)
  const scale = isExtreme ? 2 ** Math.min(1000, -Math.floor(Math.log2(largest))) : 1
  const corner = (best: (a: number, b: number) => number) =>
    counted.reduce<Vec>((point, p) => [best(point[0], p[0]), best(point[1], p[1]), best(point[2], p[2])], counted[0] ?? [0, 0, 0])
  const [min, max] = [corner(Math.min), corner(Math.max)]
  // Nodes in no frame or area may lie anywhere; they must stay finite, not exact.
  const along = (position: number, from: number) => Math.min(WIDEST, Math.max(-WIDEST, position * scale - from * scale))
  const about = (p: Vec): Vec => [along(p[0], min[0]), along(p[1], min[1]), along(p[2], min[2])]
  return { positions: points.map(about), about, scale, origin: min, size: about(max) }
}

/** A section in both its forms, and whether a frame or member names it. */
export type JudgedSection = { section: ViewerSection; definition: SectionDefinition | undefined; isUsed: boolean }
