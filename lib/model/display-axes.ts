import type { Point2, ViewerGridLine } from '#lib/schema/schema.ts'
import type { ModelColumns } from './columns.ts'
import { isStraight } from './grid-shapes.ts'
import { AXIS, AXIS_NAMES, AXIS_VECTORS, scale, type Vec, vec } from './shape/vector.ts'
import { type Storey, storeysIn } from './storeys.ts'
import type { Up } from './up-axis.ts'

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

/** How far along its axis a coordinate lies in the display: to the right, away from the front or upward. */
export function shownAt(up: Up | null, axis: 'X' | 'Y' | 'Z', coordinate: number): number {
  const [x, y, z] = toDisplay(up, scale(AXIS_VECTORS[AXIS[axis]], coordinate))
  return x + y + z
}

/** A box in the axes of a display. */
export function boxToDisplay(up: Up | null, { low, high }: { low: Vec; high: Vec }) {
  const [a, b] = [toDisplay(up, low), toDisplay(up, high)]
  const corner = (pick: (...of: number[]) => number): Vec => [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])]
  return { low: corner(Math.min), high: corner(Math.max) }
}

/** Nodes, grid lines and box of the model in the axes of a display; the rest as it is. */
export function turned(model: ModelColumns, up: Up | null): ModelColumns {
  if (up === null) return model
  const { head, nodes } = model
  const { low, high } = boxToDisplay(up, { low: vec(head.bounds.min), high: vec(head.bounds.max) })
  const { x, y, z } = nodes
  const minus = (values: Float64Array) => values.map((value) => 0 - value)
  const shown = { y: { x, y: minus(z), z: y }, '-z': { x, y: minus(y), z: minus(z) }, '-y': { x, y: z, z: minus(y) } }[up]
  return {
    ...model,
    head: {
      ...head,
      bounds: { min: { x: low[0], y: low[1], z: low[2] }, max: { x: high[0], y: high[1], z: high[2] } },
      ...(head.gridLines && { gridLines: head.gridLines.flatMap((line) => turnedLine(line, up) ?? []) }),
    },
    nodes: { ...nodes, ...shown },
  }
}

/** Skew lines and arcs stand along Z: where another axis is up they are none. */
function turnedLine(line: ViewerGridLine, up: Up): ViewerGridLine | undefined {
  if (!isStraight(line)) return up === '-z' ? upsideDown(line) : undefined
  const there = toDisplay(up, AXIS_VECTORS[AXIS[line.axis]])
  const to = there.findIndex((part) => part !== 0)
  return {
    ...line,
    axis: AXIS_NAMES[to]!,
    coordinate: there[to]! < 0 ? 0 - line.coordinate : line.coordinate,
  }
}

function upsideDown({ line, arc, ...rest }: ViewerGridLine): ViewerGridLine {
  const over = ({ x, y }: Point2): Point2 => ({ x, y: 0 - y })
  return {
    ...rest,
    coordinate: rest.axis === 'Y' ? 0 - rest.coordinate : rest.coordinate,
    ...(line && { line: { from: over(line.from), to: over(line.to) } }),
    ...(arc && { arc: { ...arc, center: over(arc.center), from: 0 - arc.to, to: 0 - arc.from } }),
  }
}

/** The storeys of a model that is shown so, from the lowest up; their elevations are the model's own coordinates. */
export function storeysShown(model: ModelColumns, up: Up | null): Storey[] {
  if (up === null) return storeysIn(model)
  const axis = upAxis(up).toLowerCase()
  return storeysIn(turned(model, up)).map(({ id, label, elevation }) => {
    const position = heightAt(up, elevation)
    return { id, elevation: position, label: id === null ? `${axis} = ${Number(position.toPrecision(6))}` : label }
  })
}
