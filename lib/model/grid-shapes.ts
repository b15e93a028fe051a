import type { GridLineArc, ViewerGridLine } from '#lib/schema/schema.ts'
import { turn } from '#lib/values/turn.ts'
import { AXIS, type Vec } from './shape/vector.ts'

/**
 * Grid lines as what they are, vertical surfaces: the planes across X, Y and Z, planes through a skew line, and cylinders over an arc. Points
 * and directions are those of the plan.
 */
export type GridShape = Pick<ViewerGridLine, 'axis' | 'coordinate' | 'line' | 'arc'>
export type PlanPoint = readonly [x: number, y: number]
type PlanBox = { low: PlanPoint; high: PlanPoint }

/** Neither skew nor round: a plane across its axis. */
export const isStraight = ({ line, arc }: GridShape): boolean => line == null && arc == null

export const shapeWord = ({ axis, line, arc }: GridShape): 'Level' | 'Skew line' | 'Arc' | 'Straight' =>
  line ? 'Skew line' : arc ? 'Arc' : axis === 'Z' ? 'Level' : 'Straight'

/** Lines in nearly one direction are parallel. */
const PARALLEL = Math.sin((0.1 * Math.PI) / 180)

const minus = (a: PlanPoint, b: PlanPoint): PlanPoint => [a[0] - b[0], a[1] - b[1]]
const crossed = (a: PlanPoint, b: PlanPoint) => a[0] * b[1] - a[1] * b[0]
const long = (a: PlanPoint) => Math.hypot(a[0], a[1])
const pointOf = ({ x, y }: { x: number; y: number }): PlanPoint => [x, y]

export function pointAt({ center, radius }: Pick<GridLineArc, 'center' | 'radius'>, degrees: number): PlanPoint {
  const [cos, sin] = turn(degrees)
  return [center.x + radius * cos, center.y + radius * sin]
}

/** Whether an angle lies within those of an arc. */
function isWithin({ from, to }: GridLineArc, degrees: number): boolean {
  const past = (((degrees - from) % 360) + 360) % 360
  return past <= to - from
}

const angleOf = ([x, y]: PlanPoint) => ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360

/** A point and the direction of a plane, of length 1; undefined of levels and arcs. */
function planeOf({ axis, coordinate, line, arc }: GridShape): { at: PlanPoint; along: PlanPoint } | undefined {
  if (arc || axis === 'Z') return undefined
  if (!line) return axis === 'X' ? { at: [coordinate, 0], along: [0, 1] } : { at: [0, coordinate], along: [1, 0] }
  const [from, to] = [pointOf(line.from), pointOf(line.to)]
  const way = minus(to, from)
  return { at: from, along: [way[0] / long(way), way[1] / long(way)] }
}

/** How far a point lies from the line, which has no ends unless it is an arc. */
export function distanceTo(shape: GridShape): (point: Vec) => number {
  const { axis, coordinate, arc } = shape
  if (arc) {
    const center = pointOf(arc.center)
    const ends = [pointAt(arc, arc.from), pointAt(arc, arc.to)]
    return ([x, y]) => {
      const out = minus([x, y], center)
      if (isWithin(arc, angleOf(out))) return Math.abs(long(out) - arc.radius)
      return Math.min(...ends.map((end) => long(minus([x, y], end))))
    }
  }
  const plane = shape.line && planeOf(shape)
  if (!plane) return (point) => Math.abs(point[AXIS[axis]] - coordinate)
  return ([x, y]) => Math.abs(crossed(plane.along, minus([x, y], plane.at)))
}

/** How far from a point a skew line or the circle of an arc goes. */
export function reach({ line, arc }: GridShape, from: PlanPoint): number {
  if (arc) return long(minus(pointOf(arc.center), from)) + arc.radius
  return line ? Math.max(...[line.from, line.to].map((end) => long(minus(pointOf(end), from)))) : 0
}

/** Half way along what is drawn; `box`: the plan in which straight ones are. */
function middleOf({ axis, coordinate, line, arc }: GridShape, { low, high }: PlanBox): PlanPoint {
  if (line) return [(line.from.x + line.to.x) / 2, (line.from.y + line.to.y) / 2]
  if (arc) return pointAt(arc, (arc.from + arc.to) / 2)
  return axis === 'X' ? [coordinate, (low[1] + high[1]) / 2] : [(low[0] + high[0]) / 2, coordinate]
}

/** Where two planes cross; undefined where they are parallel, or one is no plane that stands. */
function crossing(a: GridShape, b: GridShape): PlanPoint | undefined {
  const [one, other] = [planeOf(a), planeOf(b)]
  if (!one || !other) return undefined
  const turned = crossed(one.along, other.along)
  if (Math.abs(turned) <= PARALLEL) return undefined
  const way = crossed(minus(other.at, one.at), other.along) / turned
  return [one.at[0] + way * one.along[0], one.at[1] + way * one.along[1]]
}

const areConcentric = (a: GridLineArc, b: GridLineArc, tolerance: number) =>
  long(minus(pointOf(a.center), pointOf(b.center))) <= tolerance

/**
 * How far a point lies between two lines, less than 0 outside; undefined where they bound no bay. Of lines that cross it is the wedge that
 * holds both their middles; of arcs the ring between them.
 */
export function depthBetween(
  a: GridShape,
  b: GridShape,
  { box, tolerance }: { box: PlanBox; tolerance: number },
): ((point: Vec) => number) | undefined {
  if (isStraight(a) && isStraight(b)) {
    if (a.axis !== b.axis) return undefined
    const [low, high] = [Math.min(a.coordinate, b.coordinate), Math.max(a.coordinate, b.coordinate)]
    return (point) => Math.min(point[AXIS[a.axis]] - low, high - point[AXIS[a.axis]])
  }
  if (a.arc && b.arc) {
    if (!areConcentric(a.arc, b.arc, tolerance)) return undefined
    const center = pointOf(a.arc.center)
    const [low, high] = [Math.min(a.arc.radius, b.arc.radius), Math.max(a.arc.radius, b.arc.radius)]
    return ([x, y]) => {
      const out = long(minus([x, y], center))
      return Math.min(out - low, high - out)
    }
  }
  const [one, other] = [planeOf(a), planeOf(b)]
  if (!one || !other) return undefined
  const side = (plane: typeof one, point: PlanPoint) => crossed(plane.along, minus(point, plane.at))
  /** The side of a plane on which the other line is: of one whose middle lies on it, that of its end. */
  const towards = (plane: typeof one, line: GridShape) => {
    const ends = [middleOf(line, box), ...(line.line ? [pointOf(line.line.to), pointOf(line.line.from)] : [])]
    return Math.sign(ends.map((end) => side(plane, end)).find((depth) => Math.abs(depth) > tolerance) ?? 0)
  }
  const [near, far] = [towards(one, b), towards(other, a)]
  const depth = (plane: typeof one, sign: number, point: PlanPoint) =>
    sign === 0 ? -Math.abs(side(plane, point)) : sign * side(plane, point)
  return ([x, y]) => Math.min(depth(one, near, [x, y]), depth(other, far, [x, y]))
}

/** Of more skew lines nobody asks which of them go through one point. */
const MOST_FANNED = 1000

/** Lines by their kinds: those of one are alternatives to each other, and different kinds cross. */
export class GridKinds {
  readonly #skew: readonly GridShape[]
  readonly #lines: readonly GridShape[]

  constructor(
    lines: readonly GridShape[],
    readonly tolerance: number,
  ) {
    this.#lines = lines
    this.#skew = lines.filter(({ line }) => line != null)
  }

  /** Arcs of one centre; lines within 45 degrees of each other, and those of one fan. */
  areAlike(a: GridShape, b: GridShape): boolean {
    if (a.arc || b.arc) return a.arc != null && b.arc != null && areConcentric(a.arc, b.arc, this.tolerance)
    const [one, other] = [planeOf(a), planeOf(b)]
    if (!one || !other) return a.axis === b.axis
    return Math.abs(crossed(one.along, other.along)) < Math.SQRT1_2 || this.fanOf(a, b) !== undefined
  }

  groups<T extends GridShape>(lines: readonly T[]): T[][] {
    return grouped(lines, (a, b) => this.areAlike(a, b))
  }

  /** The point in which two lines cross together with a third, one of the two being skew. */
  fanOf(a: GridShape, b: GridShape): PlanPoint | undefined {
    if ((a.line == null && b.line == null) || this.#skew.length > MOST_FANNED) return undefined
    const point = crossing(a, b)
    return point && this.through(point).length > 2 ? point : undefined
  }

  through(point: PlanPoint): GridShape[] {
    const at: Vec = [point[0], point[1], 0]
    return this.#lines.filter((line) => planeOf(line) && distanceTo(line)(at) <= this.tolerance)
  }
}

function grouped<T>(items: readonly T[], areAlike: (a: T, b: T) => boolean): T[][] {
  const groups: [T, ...T[]][] = []
  for (const item of items) {
    const group = groups.find(([first]) => areAlike(first, item))
    if (group) group.push(item)
    else groups.push([item])
  }
  return groups
}

/** Pairs of lines by what they bound: rings of one centre, wedges at one point, strips within 45 degrees of each other. */
export function groupedPairs<T extends readonly [GridShape, GridShape]>(pairs: readonly T[], kinds: GridKinds): T[][] {
  return grouped(pairs, (one, other) => {
    const [a, b] = [crossing(one[0], one[1]), crossing(other[0], other[1])]
    if (a && b) return long(minus(a, b)) <= kinds.tolerance
    return !a && !b && kinds.areAlike(one[0], other[0])
  })
}

/** All from the one line to the other: arcs of one centre by radius, lines of one fan by angle, others of one axis by coordinate. */
export function linesBetween<T extends GridShape>(
  a: T,
  b: T,
  lines: readonly T[],
  kinds: GridKinds,
  box: PlanBox,
): T[] | undefined {
  const within = (value: number, one: number, other: number) => value >= Math.min(one, other) && value <= Math.max(one, other)
  if (a.arc && b.arc) {
    const [one, other] = [a.arc, b.arc]
    if (!areConcentric(one, other, kinds.tolerance)) return undefined
    const isBetween = (arc: GridLineArc) =>
      areConcentric(arc, one, kinds.tolerance) && within(arc.radius, one.radius, other.radius)
    return lines.filter(({ arc }) => arc && isBetween(arc))
  }
  if (a.arc || b.arc) return undefined
  const fan = kinds.fanOf(a, b)
  if (fan) {
    const angle = (line: GridShape) => {
      const out = minus(middleOf(line, box), fan)
      return angleOf(long(out) > kinds.tolerance ? out : (planeOf(line)?.along ?? out))
    }
    const there = new Set<GridShape>(kinds.through(fan))
    return lines.filter((line) => there.has(line) && within(angle(line), angle(a), angle(b)))
  }
  if (a.axis !== b.axis) return undefined
  return lines.filter((line) => line.arc == null && line.axis === a.axis && within(line.coordinate, a.coordinate, b.coordinate))
}

/** The lengths that say where it is; angles are none. */
export const lengthsOf = ({ coordinate, line, arc }: GridShape): number[] =>
  line ? [line.from.x, line.from.y, line.to.x, line.to.y] : arc ? [arc.center.x, arc.center.y, arc.radius] : [coordinate]

/** One text for one place. */
export const placeKey = (shape: GridShape): string =>
  `${shape.line ? 'line' : shape.arc ? `arc ${shape.arc.from} ${shape.arc.to}` : shape.axis} ${lengthsOf(shape).join(' ')}`

/** By how much a line was moved, where it was moved and no more. */
export function moveBetween(a: GridShape, b: GridShape): { x?: number; y?: number; z?: number } | undefined {
  const [before, after] = [lengthsOf(a), lengthsOf(b)]
  const by = after.map((to, k) => Number((to - before[k]!).toPrecision(12)))
  const [x = 0, y = 0, third] = by
  if (isStraight(a) && isStraight(b)) return a.axis === b.axis ? { [a.axis.toLowerCase()]: x } : undefined
  if (a.line && b.line) return third === x && by[3] === y ? { x, y } : undefined
  if (a.arc && b.arc) return third === 0 && a.arc.from === b.arc.from && a.arc.to === b.arc.to ? { x, y } : undefined
  return undefined
}

/** `X = 3`, `the line (0, 0) to (8.66, 5)`. */
export function placeText({ axis, coordinate, line, arc }: GridShape, number: (value: number) => number | string): string {
  const point = ({ x, y }: { x: number; y: number }) => `(${number(x)}, ${number(y)})`
  if (line) return `the line ${point(line.from)} to ${point(line.to)}`
  if (arc)
    return `the arc of radius ${number(arc.radius)} about ${point(arc.center)} from ${number(arc.from)} to ${number(arc.to)} degrees`
  return `${axis} = ${number(coordinate)}`
}
