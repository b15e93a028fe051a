import type { ViewerGridLine, ViewerModel } from './schema.ts'
import { type Storey, storeysOf } from './storeys.ts'
import type { Up } from './up-axis.ts'
import { AXIS, AXIS_NAMES, AXIS_VECTORS, type Vec, vec } from './vector.ts'

/**
 * A model shown with another way up. No number of it changes: a display has axes of its own, X to the right of the front, Y
 * away from it and Z up, and turns the model about X into them. `up`: the model's axis that is up there; null: +Z.
 */

export function toModel(up: Up | null, [x, y, z]: Vec): Vec {
  if (up === 'y') return [x, z, 0 - y]
  if (up === '-z') return [x, 0 - y, 0 - z]
  if (up === '-y') return [x, 0 - z, y]
  return [x, y, z]
}

export function toDisplay(up: Up | null, [x, y, z]: Vec): Vec {
  if (up === 'y') return [x, 0 - z, y]
  if (up === '-z') return [x, 0 - y, 0 - z]
  if (up === '-y') return [x, z, 0 - y]
  return [x, y, z]
}

/** Of levels and plans. */
export const upAxis = (up: Up | null): 'Y' | 'Z' => (up === 'y' || up === '-y' ? 'Y' : 'Z')

/** How high a coordinate of that axis lies. */
export const heightAt = (up: Up | null, coordinate: number) => (up === '-z' || up === '-y' ? 0 - coordinate : coordinate)

/** A box in the axes of a display. */
export function boxToDisplay(up: Up | null, { low, high }: { low: Vec; high: Vec }) {
  const [a, b] = [toDisplay(up, low), toDisplay(up, high)]
  const corner = (pick: (...of: number[]) => number): Vec => [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])]
  return { low: corner(Math.min), high: corner(Math.max) }
}

/** Nodes, grid lines and box of the model in the axes of a display; the rest as it is. */
export function turned(model: ViewerModel, up: Up | null): ViewerModel {
  if (up === null) return model
  const { min, max } = model.bounds
  const { low, high } = boxToDisplay(up, { low: vec(min), high: vec(max) })
  return {
    ...model,
    bounds: { min: { x: low[0], y: low[1], z: low[2] }, max: { x: high[0], y: high[1], z: high[2] } },
    nodes: model.nodes.map((node) => {
      const [x, y, z] = toDisplay(up, vec(node.position))
      return { ...node, position: { x, y, z } }
    }),
    ...(model.gridLines && { gridLines: model.gridLines.map((line) => turnedLine(line, up)) }),
  }
}

function turnedLine(line: ViewerGridLine, up: Up): ViewerGridLine {
  const there = toDisplay(up, AXIS_VECTORS[AXIS[line.axis]])
  const to = there.findIndex((part) => part !== 0)
  return {
    ...line,
    axis: AXIS_NAMES[to]!,
    coordinate: there[to]! < 0 ? 0 - line.coordinate : line.coordinate,
  }
}

/** The storeys of a model that is shown so, from the lowest up; their elevations are the model's own coordinates. */
export function storeysShown(model: ViewerModel, up: Up | null): Storey[] {
  if (up === null) return storeysOf(model)
  const axis = upAxis(up).toLowerCase()
  return storeysOf(turned(model, up)).map(({ id, label, elevation }) => {
    const at = heightAt(up, elevation)
    return { id, elevation: at, label: id === null ? `${axis} = ${Number(at.toPrecision(6))}` : label }
  })
}
