import { corners } from '#lib/geometry/camera-fit.ts'
import { frameAt } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add, length, subtract, type Vec } from '#lib/geometry/vector.ts'
import type { FoundElement } from '../worker/elements.ts'
import type { SectionBox } from './section-box.ts'

/** The points that stand for an element, about the scene's origin, when flying to it or marking it. */
export function pointsOf(scene: Scene, { kind, index }: Pick<FoundElement, 'kind' | 'index'>): Vec[] {
  const node = (k: number): Vec => [
    scene.nodes[4 * k] as number,
    scene.nodes[4 * k + 1] as number,
    scene.nodes[4 * k + 2] as number,
  ]
  if (kind === 'node') return index * 4 < scene.nodes.length ? [node(index)] : []
  if (kind === 'frame' && index < scene.frames.count) {
    const { start, end } = frameAt(scene, index)
    return [start, end]
  }
  if (kind === 'support') {
    const glyph = scene.supports.glyphOf[index]
    return glyph === undefined ? [] : [node(scene.supports.nodes[glyph] as number)]
  }
  if (kind === 'area') {
    const { first, positions } = scene.areas
    const points: Vec[] = []
    for (let k = first[index] ?? 0; k < (first[index + 1] ?? 0); k++)
      points.push([positions[3 * k] as number, positions[3 * k + 1] as number, positions[3 * k + 2] as number])
    return points
  }
  return []
}

export type Box = { low: Vec; high: Vec }

/** What a fit must show: the model with its grid and the marks beside it. */
export function wholeBox(scene: Scene | null): Box {
  if (!scene) return { low: [-1, -1, -1], high: [1, 1, 1] }
  return atLeast(union({ low: scene.low, high: scene.high }, gridPoints(scene)), 0)
}

/** The corners of the model and the ends of its grid lines: tighter than the corners of a box around both. */
export function wholePoints(scene: Scene | null): Vec[] {
  if (!scene) return corners(wholeBox(scene))
  return [...corners(atLeast({ low: scene.low, high: scene.high }, 0)), ...gridPoints(scene)]
}

/** The ends of grid lines, and where the marks of levels stand. */
const gridPoints = ({ grid }: Scene): Vec[] => [
  ...grid.plan.flatMap(({ from, to }) => [from, to]),
  ...grid.levels.flatMap(({ corners }) => corners),
]

/** A box of no size still needs a distance to be seen from. */
export function atLeast({ low, high }: Box, least: number): Box {
  const grow = Math.max(least, length(subtract(high, low)) > 0 ? 0 : 1)
  const by = (k: 0 | 1 | 2) => Math.max(0, (grow - (high[k] - low[k])) / 2)
  return {
    low: subtract(low, [by(0), by(1), by(2)]),
    high: add(high, [by(0), by(1), by(2)]),
  }
}

export function union(box: Box, points: readonly Vec[]): Box {
  let { low, high } = box
  for (const point of points) {
    low = [Math.min(low[0], point[0]), Math.min(low[1], point[1]), Math.min(low[2], point[2])]
    high = [Math.max(high[0], point[0]), Math.max(high[1], point[1]), Math.max(high[2], point[2])]
  }
  return { low, high }
}

/** Kept is where every plane is positive; in doubles, and only then about the scene's origin. */
export function sectionPlanes(section: SectionBox | null, origin: Vec): [number, number, number, number][] {
  if (!section) return []
  return ([0, 1, 2] as const).flatMap((k) => {
    const axis = [0, 0, 0] as [number, number, number]
    axis[k] = 1
    const planes: [number, number, number, number][] = []
    const low = section.low[k]
    const high = section.high[k]
    if (low !== null) planes.push([...axis, -(low - origin[k])])
    if (high !== null) planes.push([-axis[0], -axis[1], -axis[2], high - origin[k]])
    return planes
  })
}

const slabs = new WeakMap<SectionBox, { scene: Scene; box: Box }>()

/** The box of the nodes inside a section; of all where there are none. Kept, for it is asked for at every picture. */
export function slabBox(scene: Scene, section: SectionBox | null): Box {
  const whole = { low: scene.low, high: scene.high }
  if (!section) return atLeast(whole, 0)
  const known = slabs.get(section)
  if (known?.scene === scene) return known.box
  const planes = sectionPlanes(section, scene.origin)
  const { nodes } = scene
  const inside: Vec[] = []
  for (let k = 0; k < nodes.length; k += 4) {
    const [x, y, z, isDrawn] = [nodes[k], nodes[k + 1], nodes[k + 2], nodes[k + 3]] as [number, number, number, number]
    if (isDrawn >= 0 && planes.every(([a, b, c, d]) => a * x + b * y + c * z + d >= 0)) inside.push([x, y, z])
  }
  const [first] = inside
  const box = atLeast(first ? union({ low: first, high: first }, inside) : whole, 0)
  slabs.set(section, { scene, box })
  return box
}
