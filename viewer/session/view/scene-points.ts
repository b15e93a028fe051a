import { cornersOfArea } from '#lib/geometry/area-mesh.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { AXES, add, length, perAxis, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { FoundElement } from '../../worker/elements.ts'
import type { SectionBox } from './section-box.ts'

/** The points that stand for an element, about the scene's origin, when flying to it or marking it. */
export function pointsOf(scene: Scene, { kind, index }: Pick<FoundElement, 'kind' | 'index'>): Vec[] {
  const node = (k: number): Vec => [
    getOrThrow(scene.nodes, 4 * k),
    getOrThrow(scene.nodes, 4 * k + 1),
    getOrThrow(scene.nodes, 4 * k + 2),
  ]
  if (kind === 'node') return index * 4 < scene.nodes.length ? [node(index)] : []
  if (kind === 'frame' && index < scene.frames.count) {
    const { start, end } = frameAt(scene, index)
    return [start, end]
  }
  if (kind === 'support') {
    const glyph = scene.supports.glyphOf[index]
    return glyph === undefined ? [] : [node(getOrThrow(scene.supports.nodes, glyph))]
  }
  if (kind === 'area') {
    const points: Vec[] = []
    if (index < scene.areas.count) cornersOfArea(scene, index, (...corner) => points.push(corner))
    return points
  }
  return []
}

/** The model with its grid: how far a camera may have to see. */
export function wholeBox(scene: Scene | null, bodies: Box | null): Box {
  if (!scene) return { low: [-1, -1, -1], high: [1, 1, 1] }
  const { low, high } = bodies ?? scene
  return atLeast(union({ low: scene.low, high: scene.high }, [low, high, ...gridPoints(scene)]), 0)
}

/** The ends of grid lines, and the corners of those that are round. */
const gridPoints = ({ grid }: Scene): Vec[] => [
  ...grid.plan.flatMap(({ from, to }) => [from, to]),
  ...grid.curves.flatMap(({ path }) => path),
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

function union(box: Box, points: readonly Vec[]): Box {
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
  return AXES.flatMap((k) => {
    const axis = perAxis(() => 0)
    axis[k] = 1
    const planes: [number, number, number, number][] = []
    const low = section.low[k]
    const high = section.high[k]
    if (low !== null) planes.push([...axis, -(low - origin[k])])
    if (high !== null) planes.push([-axis[0], -axis[1], -axis[2], high - origin[k]])
    return planes
  })
}
