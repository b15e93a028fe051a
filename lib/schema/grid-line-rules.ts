import { isDictionary } from '#lib/values/dictionary.ts'
import { turn } from '#lib/values/turn.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { FreeForm } from './lenient-types.ts'
import { type Issue, valueError } from './model-error.ts'

/** Grid lines that run askew or round: what may be said of them, and the axis and coordinate of one that says neither. */

type At = { x: number; y: number }
type GridCurve = { middle: At; dx: number; dy: number }

/** Parts of their numbers that two points need lie apart. */
const ONE_POINT = 1e-9

export function gridLineIssues({ axis, coordinate, line, arc }: FreeForm): Issue[] {
  const issues: Issue[] = []
  if (line != null && arc != null) issues.push(valueError([], 'a grid line has one of line, arc'))
  if (line == null && arc == null) {
    if (axis === undefined) issues.push({ type: 'missing', loc: ['axis'], msg: 'Field required' })
    if (coordinate === undefined) issues.push({ type: 'missing', loc: ['coordinate'], msg: 'Field required' })
  } else if (axis === 'Z') issues.push(valueError(['axis'], 'a level has no line or arc: axis Z is a height'))
  const ends = endsOf(line)
  if (ends) {
    const [from, to] = ends
    const size = Math.max(...[from.x, from.y, to.x, to.y].map(Math.abs))
    if (Math.hypot(to.x - from.x, to.y - from.y) <= ONE_POINT * size)
      issues.push(valueError(['line'], 'from and to are one point'))
  }
  const sweep = sweepOf(arc)
  if (sweep && !(sweep.to - sweep.from > 0 && sweep.to - sweep.from <= 360)) {
    const msg = `to must be above from by at most 360, got from ${sweep.from}, to ${sweep.to}`
    issues.push(valueError(['arc', 'to'], msg))
  }
  return issues
}

/** A grid line with the axis and coordinate of its line or arc, where it does not say them; as it is where these say nothing. */
export function withAxis(gridLine: FreeForm): FreeForm {
  const { line, arc } = gridLine
  if ((line == null && arc == null) || (gridLine.axis !== undefined && gridLine.coordinate !== undefined)) return gridLine
  const place = placeOfCurve(gridLine)
  if (!place) return gridLine
  const axis = gridLine.axis ?? place.axis
  return { ...gridLine, axis, coordinate: gridLine.coordinate ?? place[axis === 'Y' ? 'y' : 'x'] }
}

/** The axis that a line or arc is counted to, and its middle; undefined of what is neither. */
export function placeOfCurve(gridLine: { line?: unknown; arc?: unknown }): { axis: 'X' | 'Y'; x: number; y: number } | undefined {
  const curve = curveOf(gridLine)
  if (!curve) return undefined
  const { middle, dx, dy } = curve
  return { axis: Math.abs(dy) >= Math.abs(dx) ? 'X' : 'Y', x: twelveDigits(middle.x), y: twelveDigits(middle.y) }
}

function curveOf({ line, arc }: { line?: unknown; arc?: unknown }): GridCurve | undefined {
  const ends = endsOf(line)
  if (ends) {
    const [from, to] = ends
    return { middle: { x: between(from.x, to.x), y: between(from.y, to.y) }, dx: to.x - from.x, dy: to.y - from.y }
  }
  const sweep = sweepOf(arc)
  if (!sweep) return undefined
  const at = (angle: number): At => {
    const [cos, sin] = turn(angle)
    return { x: sweep.center.x + sweep.radius * cos, y: sweep.center.y + sweep.radius * sin }
  }
  if (sweep.to - sweep.from === 360) return { middle: at(between(sweep.from, sweep.to)), dx: 0, dy: 1 }
  const [a, b] = [at(sweep.from), at(sweep.to)]
  return { middle: at(between(sweep.from, sweep.to)), dx: b.x - a.x, dy: b.y - a.y }
}

/** The middle, of numbers whose sum is none too. */
const between = (a: number, b: number) => a / 2 + b / 2

function pointOf(value: unknown): At | undefined {
  if (!isDictionary(value)) return undefined
  const [x, y] = [numberOf(value.x), numberOf(value.y)]
  return x === undefined || y === undefined ? undefined : { x, y }
}

function endsOf(line: unknown): readonly [At, At] | undefined {
  if (!isDictionary(line)) return undefined
  const [from, to] = [pointOf(line.from), pointOf(line.to)]
  return from && to && [from, to]
}

function sweepOf(arc: unknown): { center: At; radius: number; from: number; to: number } | undefined {
  if (!isDictionary(arc)) return undefined
  const center = pointOf(arc.center)
  const [radius, from, to] = [numberOf(arc.radius), numberOf(arc.from), numberOf(arc.to)]
  return center === undefined || radius === undefined || from === undefined || to === undefined
    ? undefined
    : { center, radius, from, to }
}

/** A number, also as the text that the parser takes for one; what else stands there is told at its field. */
function numberOf(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll('_', '')) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}
