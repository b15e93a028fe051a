import { walk } from '#lib/model/shape/box-tree.ts'
import { type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { cornersOfArea } from '../area-mesh.ts'
import { frameAt } from '../frame-at.ts'
import { reaches } from '../frame-chunks.ts'
import type { Scene } from '../scene.ts'
import type { PickOptions } from './pick.ts'
import type { PickTrees } from './pick-trees.ts'

/** Frames, areas and nodes whose drawn points all lie inside some planes (box select from left), or any (from right). */
export function insideOf(
  scene: Scene,
  trees: PickTrees,
  planes: readonly (readonly [number, number, number, number])[],
  wants: 'all' | 'any',
  isVisible: PickOptions['isVisible'],
): { frames: number[]; areas: number[]; nodes: number[] } {
  const isIn = (p: Vec) => planes.every(([a, b, c, d]) => a * p[0] + b * p[1] + c * p[2] + d >= 0)
  const enters = (boxes: Float32Array, offset: number) => planes.every((plane) => reaches(boxes, offset, plane))
  const frames: number[] = []
  const nodes: number[] = []
  walk(trees.frames, enters, (index) => {
    if (!isVisible('frame', index)) return
    const { start, end } = frameAt(scene, index)
    const found = wants === 'all' ? isIn(start) && isIn(end) : segmentEnters(start, end, planes)
    if (found) frames.push(index)
  })
  walk(trees.nodes, enters, (index) => {
    if (isVisible('node', index) && isIn(vecAt(scene.nodes, 4 * index))) nodes.push(index)
  })
  const areas: number[] = []
  walk(trees.areas, enters, (index) => {
    if (!isVisible('area', index)) return
    let [all, any] = [true, false]
    cornersOfArea(scene, index, (x, y, z) => {
      if (isIn([x, y, z])) any = true
      else all = false
    })
    if (wants === 'all' ? all : any) areas.push(index)
  })
  return { frames, areas, nodes }
}

function segmentEnters(start: Vec, end: Vec, planes: readonly (readonly [number, number, number, number])[]) {
  let near = 0
  let far = 1
  for (const [a, b, c, d] of planes) {
    const from = a * start[0] + b * start[1] + c * start[2] + d
    const to = a * end[0] + b * end[1] + c * end[2] + d
    if (from < 0 && to < 0) return false
    if (from < 0) near = Math.max(near, from / (from - to))
    else if (to < 0) far = Math.min(far, from / (from - to))
  }
  return near <= far
}
