import type { Point2 } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Structure } from './check/structure.ts'
import { setFamilies } from './frame-families.ts'
import { outlineBox } from './section/outline-box.ts'
import { symmetryOf } from './section/outline-symmetry.ts'
import { localAxes } from './shape/local-axes.ts'
import { areaFamily } from './shape/shell-axes.ts'
import { add, distance, dot, scale, type Vec, ZERO } from './shape/vector.ts'
import { offsetsOf, outlineBetween, taperOf } from './taper.ts'
import { taperPairs } from './taper-pairs.ts'

/** How frames meet at their nodes, as the rules of runs ask it. Frames by their ordinal in `structure.frames`. */
export type FrameEnds = {
  /** By node: a support there holds something. */
  isSupported: Uint8Array
  /** By frame: within 10° of Z, or a column by its role. */
  isUpright: Uint8Array
  /** Of the angle between two frames, both seen from a common node: -1 goes straight on. */
  cosineAt(node: number, a: number, b: number): number
  /** Whether section, material, axis 2 and outline are the same on both sides of the node, and nothing is released there. */
  areEqual(node: number, a: number, b: number): boolean
  /** Whether no column stands in the way: beams do not run through one, columns run on past beams. */
  mayPass(a: number, b: number, here: readonly number[]): boolean
  /** Whether a storey ends there, so that columns do. */
  endsColumns(node: number, here: readonly number[]): boolean
  /** The larger side of a frame's outline; NaN without one. */
  sideAt(node: number, frame: number): number
  /** By x, then y, then z, where they differ by more than the tolerance of selections. */
  isBefore(one: number, other: number): boolean
}

const DEGREE = Math.PI / 180
/** Cosine of the bend that still goes straight on. */
export const STRAIGHT = Math.cos(DEGREE)
const UPRIGHT = Math.cos(10 * DEGREE)
const LEVEL = Math.sin(20 * DEGREE)
/** Level frames that differ more than this in plan come from two sides: a floor lies there. */
const TWO_WAYS = Math.cos(30 * DEGREE)

export function frameEndsOf(structure: Structure): FrameEnds {
  const { frames, positions, diagonal } = structure
  const tolerance = 1e-4 * diagonal
  const directions = new Float64Array(3 * frames.length)
  const isUpright = new Uint8Array(frames.length)
  const familyOf = setFamilies(structure)
  for (const [i, { start, end, length, isZeroLength }] of frames.entries()) {
    if (isZeroLength) continue
    const [p, q] = [positions[start]!, positions[end]!]
    for (let k = 0; k < 3; k++) directions[3 * i + k] = (q[k]! - p[k]!) / length
    if (Math.abs(directions[3 * i + 2]!) >= UPRIGHT || familyOf(i) === 'column') isUpright[i] = 1
  }
  const sections = sectionShapes(structure)
  const outlineAt = taperOutlines(structure)
  const floors = floorNodes(structure)
  const away = (node: number, frame: number): Vec => {
    const turned = frames[frame]!.start === node ? 1 : -1
    return [directions[3 * frame]! * turned, directions[3 * frame + 1]! * turned, directions[3 * frame + 2]! * turned]
  }
  return {
    isSupported: supportedNodes(structure),
    isUpright,
    cosineAt: (node, a, b) => {
      const sign = (frames[a]!.start === node) === (frames[b]!.start === node) ? 1 : -1
      let sum = 0
      for (let k = 0; k < 3; k++) sum += directions[3 * a + k]! * directions[3 * b + k]!
      return sign * sum
    },
    areEqual(node, a, b) {
      const [one, other] = [frames[a]!, frames[b]!]
      if (one.sectionId !== other.sectionId || one.materialId !== other.materialId) return false
      const [ea, eb] = [endAt(structure, a, node), endAt(structure, b, node)]
      if (!areAlike(outlineAt(a, node), outlineAt(b, node))) return false
      if (ea.isReleased || eb.isReleased || !ea.axis2 || !eb.axis2) return false
      if (distance(ea.origin, eb.origin) > tolerance) return false
      const same = dot(ea.axis2, eb.axis2)
      return same >= STRAIGHT || (same <= -STRAIGHT && sections(one.sectionId).isDouble)
    },
    mayPass: (a, b, here) => (isUpright[a] ? isUpright[b] === 1 : !here.some((frame) => isUpright[frame])),
    endsColumns(node, here) {
      if (floors.has(node)) return true
      const level = here.map((frame) => away(node, frame)).filter(([, , z]) => Math.abs(z) <= LEVEL)
      if (level.length > 0 && isOnLevel(structure, node, tolerance)) return true
      return level.some((one, i) => level.slice(0, i).some((other) => isAcross(one, other)))
    },
    sideAt(node, frame) {
      const outline = outlineAt(frame, node)
      return outline ? sideOf(outline) * structure.scale : sections(frames[frame]!.sectionId).side
    },
    isBefore(one, other) {
      const [p, q] = [positions[one]!, positions[other]!]
      for (let k = 0; k < 3; k++) if (Math.abs(p[k]! - q[k]!) > tolerance) return p[k]! < q[k]!
      return one < other
    },
  }
}

/** Two directions more than 30° apart in plan, whichever way each points. */
const isAcross = ([ax, ay]: Vec, [bx, by]: Vec): boolean =>
  Math.abs(ax * bx + ay * by) < TWO_WAYS * Math.hypot(ax, ay) * Math.hypot(bx, by)

function sectionShapes({ sections, scale: by }: Structure) {
  const known = new Map<string, { side: number; isDouble: boolean }>()
  return (id: string | undefined) => {
    let shape = known.get(id ?? '')
    if (!shape) {
      const { polygon = [] } = sections.get(id ?? '') ?? {}
      shape = { side: sideOf(polygon) * by, isDouble: symmetryOf(polygon).isDouble }
      known.set(id ?? '', shape)
    }
    return shape
  }
}

/** The outline that a frame which tapers has at one of its nodes; undefined of a prism. */
function taperOutlines({ model, frames, sections }: Structure) {
  const pairs = taperPairs((id) => sections.get(id), model.sectionDefinitions)
  return (frame: number, node: number): Point2[] | undefined => {
    const { ordinal, start, sectionId } = frames[frame]!
    const own = model.frames?.[ordinal]
    const parts = own && taperOf(own)
    const pair = parts && pairs(sectionId, own.endSectionId)
    return pair && outlineBetween(pair, parts[start === node ? 0 : 1]).outer
  }
}

/** Of two frames of one section: within a millionth of their side. */
function areAlike(one: readonly Point2[] | undefined, other: readonly Point2[] | undefined): boolean {
  if (!one || !other) return !one && !other
  const tolerance = 1e-6 * sideOf(one)
  return (
    one.length === other.length &&
    one.every(({ x, y }, i) => Math.hypot(x - (other[i]?.x ?? Number.NaN), y - (other[i]?.y ?? Number.NaN)) <= tolerance)
  )
}

function sideOf(polygon: readonly Point2[]): number {
  const { min, max } = outlineBox(polygon)
  return polygon.length === 0 ? Number.NaN : Math.max(max.x - min.x, max.y - min.y)
}

/** Where the outline of a frame begins at one of its nodes, from the node, and how it stands. */
function endAt({ model, frames, positions, scale: by }: Structure, frame: number, node: number) {
  const { ordinal, start, end } = frames[frame]!
  const { rotation = 0, sectionOffset, endSectionOffset, source, releases } = model.frames?.[ordinal] ?? {}
  const axes = localAxes(positions[start]!, positions[end]!, rotation)
  const offsets = offsetsOf({ sectionOffset, endSectionOffset })
  const { x, y } = start === node ? offsets.start : offsets.end
  const origin = axes && (x !== 0 || y !== 0) ? add(scale(axes[2], x * by), scale(axes[1], y * by)) : ZERO
  return { axis2: axes?.[1], origin, isReleased: isReleased(releases ?? source?.releases, start === node ? 'start' : 'end') }
}

/** Those of the frame, else of its source, as imports write it: something at the end that is not false. */
function isReleased(releases: unknown, end: 'start' | 'end'): boolean {
  const there = isDictionary(releases) ? releases[end] : undefined
  return isDictionary(there) && Object.values(there).some((value) => value === true || (typeof value === 'number' && value > 0))
}

function supportedNodes({ model, positions, supports }: Structure): Uint8Array {
  const isSupported = new Uint8Array(positions.length)
  for (const { ordinal, node } of supports) {
    const { restraints = {}, stiffness } = model.supports?.[ordinal] ?? {}
    const isSpring = Object.values(stiffness ?? {}).some((value) => (value ?? 0) > 0)
    if (isSpring || Object.values(restraints).includes(true)) isSupported[node] = 1
  }
  return isSupported
}

/** The nodes of floors, openings too. */
function floorNodes({ model, areas, positions }: Structure): Set<number> {
  const nodes = new Set<number>()
  for (const [i, { outline, openings }] of areas.entries()) {
    const family = areaFamily(model.areas?.[i] ?? {}, () => outline.map((node) => positions[node]!))
    if (family !== 'floor' && family !== 'roof') continue
    for (const loop of [outline, ...openings]) for (const node of loop) nodes.add(node)
  }
  return nodes
}

function isOnLevel({ model, positions, origin, scale: by }: Structure, node: number, tolerance: number): boolean {
  const height = positions[node]![2]
  return (model.gridLines ?? []).some(
    ({ axis, coordinate }) => axis === 'Z' && Math.abs((coordinate - origin[2]) * by - height) <= tolerance,
  )
}
