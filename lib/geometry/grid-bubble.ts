import type { Vec } from '#lib/model/shape/vector.ts'
import type { GridLinePath, ViewerGridLine } from '#lib/schema/schema.ts'

/**
 * A grid line of a plan: from end to end at the lowest node's elevation, its bubble beyond `bubble`. One on Z is in the plan of a
 * model that is shown with Y up. `also`: ids of others at its place.
 */
export type PlanGrid<Axis = 'X' | 'Y' | 'Z'> = {
  id: string
  also: readonly string[]
  axis: Axis
  coordinate: number
  label: string
  from: Vec
  to: Vec
  bubble: Vec
}
/** A level of the model: it has a mark on the ruler beside what is drawn. */
export type Level = { id: string; elevation: number; label: string | null; carriesFloor: boolean }

/** Past the plan at both ends, as a part of its larger side. */
const BEYOND = 0.1

/** Of how far they reach: what lies nearer together is one place. */
const SAME = 1e-5

/** What has several names is called by two of them and how many more there are. */
export function oneName(names: readonly string[]): string {
  const all = [...new Set(names)]
  return all.length > 2 ? `${all.slice(0, 2).join(' / ')} +${all.length - 2}` : all.join(' / ')
}

/** As long as an id is that people gave; a longer one, which programs give, names nothing on a drawing. */
const LONGEST_ID = 12

/** Told before its coordinate is one about the scene's origin, or in the axes of a display. */
export const nameOfLine = ({ id, label, coordinate }: ViewerGridLine) =>
  label || (id.length > LONGEST_ID ? shortNumber(coordinate) : id)

/** Two lines at one place are one, under both names: programs keep a grid in each of their systems. */
function onePerPlace(gridLines: readonly ViewerGridLine[], tolerance: number) {
  const found: { first: ViewerGridLine; all: ViewerGridLine[] }[] = []
  const last = new Map<string, (typeof found)[number]>()
  for (const line of gridLines.toSorted((a, b) => a.coordinate - b.coordinate)) {
    const before = last.get(line.axis)
    if (before && line.coordinate - before.first.coordinate <= tolerance) before.all.push(line)
    else {
      const place = { first: line, all: [line] }
      last.set(line.axis, place)
      found.push(place)
    }
  }
  // In the order in which they are kept, under the first of them.
  const order = new Map(gridLines.map((line, k) => [line, k]))
  const orderOf = (line: ViewerGridLine) => order.get(line) ?? 0
  return found
    .map(({ first, all }) => {
      const [line = first, ...others] = all.toSorted((a, b) => orderOf(a) - orderOf(b))
      return { line, others }
    })
    .sort((a, b) => orderOf(a.line) - orderOf(b.line))
    .map(({ line, others }) => ({
      ...line,
      label: oneName([line, ...others].map(nameOfLine)),
      also: others.map(({ id }) => id),
    }))
}

/**
 * X grids run along Y with the bubble at the +Y end, Y grids along X with the bubble at the -X end: letters on top and numbers
 * on the left of a plan. One without a label is called by its id, if that is short, else by its coordinate. `low` and `high` are the
 * corners of the box of all nodes.
 */
export function gridBubbles(gridLines: readonly ViewerGridLine[], low: Vec, high: Vec): PlanGrid<'X' | 'Y'>[] {
  const { size, ends } = straightLines(gridLines, low, high)
  return onePerPlace(gridLines, SAME * size).flatMap(({ id, also, axis, coordinate, label }): PlanGrid<'X' | 'Y'>[] => {
    if (axis === 'Z') return []
    const { from, to } = ends({ axis, coordinate })
    return [{ id, also, axis, coordinate, label, from, to, bubble: to }]
  })
}

/** From where to where a straight line is drawn; undefined of levels. */
export function straightEnds(gridLines: readonly ViewerGridLine[], low: Vec, high: Vec) {
  let lines: ReturnType<typeof straightLines> | undefined
  return ({ axis, coordinate }: Pick<ViewerGridLine, 'axis' | 'coordinate'>): GridLinePath | undefined => {
    if (axis === 'Z') return undefined
    lines ??= straightLines(gridLines, low, high)
    const { from, to } = lines.ends({ axis, coordinate })
    return { from: { x: from[0], y: from[1] }, to: { x: to[0], y: to[1] } }
  }
}

/** How straight lines are drawn, past the plan at both ends. */
function straightLines(gridLines: readonly ViewerGridLine[], low: Vec, high: Vec) {
  const extent = planExtent(gridLines, low, high)
  const size = Math.max(extent.high[0] - extent.low[0], extent.high[1] - extent.low[1], 1e-9)
  const beyond = BEYOND * size
  const [x0, y0] = [extent.low[0] - beyond, extent.low[1] - beyond]
  const [x1, y1] = [extent.high[0] + beyond, extent.high[1] + beyond]
  const z = low[2]
  const ends = ({ axis, coordinate }: { axis: 'X' | 'Y'; coordinate: number }): { from: Vec; to: Vec } =>
    axis === 'X' ? { from: [coordinate, y0, z], to: [coordinate, y1, z] } : { from: [x1, coordinate, z], to: [x0, coordinate, z] }
  return { size, ends }
}

/** The nodes' plan; of a model without extent, the grid's own. */
function planExtent(
  gridLines: readonly ViewerGridLine[],
  low: Vec,
  high: Vec,
): { low: [number, number]; high: [number, number] } {
  const isWide = high[0] > low[0] || high[1] > low[1]
  const side = (axis: 'X' | 'Y', k: 0 | 1): [number, number] => {
    if (isWide) return [low[k], high[k]]
    const coordinates = gridLines.filter((line) => line.axis === axis).map((line) => line.coordinate)
    return [Math.min(low[k], ...coordinates), Math.max(high[k], ...coordinates)]
  }
  const [x, y] = [side('X', 0), side('Y', 1)]
  return { low: [x[0], y[0]], high: [x[1], y[1]] }
}

/** At most three decimals, without noise: 7.200000000000001 reads 7.2. */
export const shortNumber = (value: number) =>
  Math.abs(value) >= 1e15 ? value.toExponential(3) : String(Number(value.toFixed(3)) + 0)
