import type { Structure } from '#lib/model/check/structure.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import type { AnalysisNodes } from './analysis-model.ts'

type StructureFrame = Structure['frames'][number]

/** The nodes of frames with a length, those that frames without length tie to them, and supported ones that no frame uses. */
export function readNodes(
  model: ViewerModel,
  structure: Structure,
  usable: readonly StructureFrame[],
  metres: number,
): AnalysisNodes {
  const count = model.nodes.length
  const isUsed = new Uint8Array(count)
  for (const { start, end } of usable) {
    isUsed[start] = 1
    isUsed[end] = 1
  }
  const ties = disjointSets(count)
  const tied = structure.frames.filter(({ isZeroLength, start, end }) => isZeroLength && start !== end)
  for (const { start, end } of tied) ties.join(start, end)
  const usedParts = new Set<number>()
  if (tied.length > 0) for (let node = 0; node < count; node++) if (isUsed[node]) usedParts.add(ties.find(node))
  for (const { start, end } of tied) {
    if (!usedParts.has(ties.find(start))) continue
    isUsed[start] = 1
    isUsed[end] = 1
  }
  const isSupported = new Uint8Array(count)
  for (const { node } of structure.supports) isSupported[node] = 1

  const ordinals: number[] = []
  for (let node = 0; node < count; node++) if (isUsed[node] || isSupported[node]) ordinals.push(node)
  const placeOf = new Int32Array(count).fill(-1)
  for (const [place, node] of ordinals.entries()) placeOf[node] = place
  const { middle, coordinates } = placesOf(model, ordinals, metres)
  const firstOfPart = new Map<number, number>()
  const rootOf = Int32Array.from(ordinals, (node, place) => {
    const part = ties.find(node)
    const first = firstOfPart.get(part) ?? place
    firstOfPart.set(part, first)
    return first
  })
  const isOpen = new Uint8Array(ordinals.length * MOTIONS)
  for (const [place, node] of ordinals.entries()) if (!isUsed[node]) isOpen.fill(1, place * MOTIONS, (place + 1) * MOTIONS)
  return {
    ids: ordinals.map((node) => model.nodes[node]!.id),
    ...{ placeOf, coordinates, rootOf, isOpen, middle, longest: 0 },
    diagonal: (structure.diagonal / structure.scale) * metres,
  }
}

function placesOf(
  model: ViewerModel,
  ordinals: readonly number[],
  metres: number,
): Pick<AnalysisNodes, 'middle' | 'coordinates'> {
  const along = (axis: 'x' | 'y' | 'z') => {
    const values = Float64Array.from(ordinals, (node) => model.nodes[node]!.position[axis])
    let [low, high] = [Infinity, -Infinity]
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
    const middle = (low + high) / 2
    return { values: values.map((value) => (value - middle) * metres), middle: middle * metres }
  }
  const [x, y, z] = [along('x'), along('y'), along('z')]
  return { middle: [x.middle, y.middle, z.middle], coordinates: [x.values, y.values, z.values] }
}
