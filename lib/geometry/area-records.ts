import type { Axes } from '#lib/model/shape/local-axes.ts'
import { type AreaKind, axesAbout } from '#lib/model/shape/shell-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/**
 * All areas as tables that a shader looks up by the number of a vertex. Faces are given once, in the plane of the nodes: who
 * draws lifts them to the upper and the lower side of the body along "up", and makes its sides from the edges.
 */
export type AreaTables = {
  count: number
  /** Three points and the area of each triangle, counter-clockwise seen against "up". Points are those of the scene. */
  triangles: Uint32Array
  /** From, to, area and flags (`shared-edges.ts`) of each edge that an eye expects to see, the material on the left. */
  edges: Uint32Array
  /** Of each area "up" as two octahedral numbers, the thickness, and flags; three floats and a whole number. */
  records: Uint32Array
  /** The first triangle and the first edge of each area, one entry more than areas. */
  firstTriangle: Uint32Array
  firstEdge: Uint32Array
  /** The mean of its corners: three numbers an area. */
  centres: Float32Array
}

/** Flags of an area, which the shaders know by their bits. */
export const AT_TOP = 1
export const AT_BOTTOM = 2
export const SOLID = 4
export const HAS_AXES = 8
/** Axis 3 is the opposite of "up". */
export const TURNED = 16
/** Its triangles do not lie in one plane, so that each has a normal of its own. */
export const WARPED = 32
export const AREA_KIND_SHIFT = 8

export const AREA_KINDS = ['floor', 'wall', 'ramp', 'roof', 'shell'] as const satisfies readonly AreaKind[]

const flagsOf = ({ records }: AreaTables, k: number) => records[4 * k + 3]!
/** A closed body, not a surface without thickness nor edges alone. */
export const isSolidArea = (areas: AreaTables, k: number) => (flagsOf(areas, k) & SOLID) !== 0
export const isWarped = (areas: AreaTables, k: number) => (flagsOf(areas, k) & WARPED) !== 0
export const kindOfArea = (areas: AreaTables, k: number) => AREA_KINDS[(flagsOf(areas, k) >> AREA_KIND_SHIFT) & 7]!

/** The direction that "top" means; of an area without a plane +Z. */
export function upOfArea({ records }: AreaTables, k: number): Vec {
  const x = asFloat(records[4 * k]!)
  const y = asFloat(records[4 * k + 1]!)
  const z = 1 - Math.abs(x) - Math.abs(y)
  const isBelow = z < 0
  const ux = isBelow ? (1 - Math.abs(y)) * (x < 0 ? -1 : 1) : x
  const uy = isBelow ? (1 - Math.abs(x)) * (y < 0 ? -1 : 1) : y
  const size = Math.sqrt(ux * ux + uy * uy + z * z)
  return [ux / size, uy / size, z / size]
}

export const thicknessOfArea = ({ records }: AreaTables, k: number) => asFloat(records[4 * k + 2]!)

/** Where the lower and the upper face lie along "up"; both 0 without a thickness. */
export function facesOf(areas: AreaTables, k: number): readonly [low: number, high: number] {
  const thickness = thicknessOfArea(areas, k)
  const flags = flagsOf(areas, k)
  const low = flags & AT_TOP ? -thickness : flags & AT_BOTTOM ? 0 : -thickness / 2
  return [low, low + thickness]
}

/** Null where the nodes span no plane. */
export function axesOfArea(areas: AreaTables, k: number): Axes | null {
  const flags = flagsOf(areas, k)
  if (!(flags & HAS_AXES)) return null
  const [x, y, z] = upOfArea(areas, k)
  return axesAbout(flags & TURNED ? [-x, -y, -z] : [x, y, z])
}

export const centreOfArea = ({ centres }: AreaTables, k: number): Vec => [
  centres[3 * k]!,
  centres[3 * k + 1]!,
  centres[3 * k + 2]!,
]

const bits = new Uint32Array(1)
const float = new Float32Array(bits.buffer)
function asFloat(word: number): number {
  bits[0] = word
  return float[0]!
}
