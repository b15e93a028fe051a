import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import { isList, isTyped, type StepValue } from '../step/step-values.ts'
import { coordinatesOf, entityOf, numberOf, pointAt, refsOf, wordOf } from './ifc-values.ts'
import { axisPlacement, movedBy } from './placement.ts'

/** Curves as the corners of straight pieces; arcs become chords of at most 22.5 degrees. */
export type Points = { points: Vec[]; isCurved: boolean }

const CHORD = Math.PI / 8
/** Curves made of curves. */
const DEEPEST = 8
const MOST_POINTS = 100_000

/** `angle`: radians in the file's unit of plane angles. Null where the curve is none of those that we follow. */
export function curvePoints(file: StepFile, value: StepValue | undefined, angle: number, depth = 0): Points | null {
  const entity = entityOf(file, value)
  if (!entity || depth > DEEPEST) return null
  switch (entity.type) {
    case 'IFCPOLYLINE': {
      const refs = refsOf(entity.values[0])
      const points = refs.map((ref) => pointAt(file, { ref }))
      return points.includes(null) || refs.length > MOST_POINTS
        ? null
        : { points: points.filter((one) => one !== null), isCurved: false }
    }
    case 'IFCINDEXEDPOLYCURVE':
      return indexed(file, entity)
    case 'IFCCOMPOSITECURVE':
    case 'IFC2DCOMPOSITECURVE':
      return composite(file, entity, angle, depth)
    case 'IFCTRIMMEDCURVE':
      return trimmed(file, entity, angle)
    case 'IFCCIRCLE':
    case 'IFCELLIPSE':
      return arc(file, entity, 0, 2 * Math.PI)
    default:
      return null
  }
}

function indexed(file: StepFile, { values }: StepEntity): Points | null {
  const list = entityOf(file, values[0])
  const coordinates =
    list?.type.startsWith('IFCCARTESIANPOINTLIST') && isList(list.values[0]) ? list.values[0].map(coordinatesOf) : null
  if (!coordinates || coordinates.includes(null) || coordinates.length > MOST_POINTS) return null
  const all = coordinates.filter((one) => one !== null)
  if (!isList(values[1])) return { points: all, isCurved: false }
  const points: Vec[] = []
  let isCurved = false
  for (const segment of values[1]) {
    const places = isTyped(segment) && isList(segment.values[0]) ? segment.values[0].map(numberOf) : []
    const corners = places.map((place) => all[(place ?? 0) - 1]).filter((one) => one !== undefined)
    const [a, b, c] = corners
    const isArc = isTyped(segment) && segment.type === 'IFCARCINDEX' && a && b && c
    if (isArc) isCurved = true
    append(points, isArc ? throughThree(a, b, c) : corners)
    if (points.length > MOST_POINTS) return null
  }
  return { points, isCurved }
}

function append(points: Vec[], more: readonly Vec[]) {
  const last = points.at(-1)
  for (const [k, point] of more.entries()) {
    const isSame =
      k === 0 && last && point.every((value, axis) => Math.abs(value - (last[axis] ?? 0)) <= 1e-9 * (1 + Math.abs(value)))
    if (!isSame) points.push(point)
  }
}

/** Chords of the arc from a over b to c. */
function throughThree(a: Vec, b: Vec, c: Vec): Vec[] {
  const [u, v] = [sub(b, a), sub(c, a)]
  const [uu, uv, vv] = [dotted(u, u), dotted(u, v), dotted(v, v)]
  const det = 2 * (uu * vv - uv * uv)
  if (!(Math.abs(det) > 1e-12 * uu * vv)) return [a, b, c]
  const [s, t] = [(vv * (uu - uv)) / det, (uu * (vv - uv)) / det]
  const centre = add(a, add(scale(u, s), scale(v, t)))
  const radius = Math.hypot(...sub(a, centre))
  const x = scale(sub(a, centre), 1 / radius)
  const normalised = sub(sub(b, centre), scale(x, dotted(sub(b, centre), x)))
  const size = Math.hypot(...normalised)
  const y = scale(normalised, 1 / size)
  const turnOf = (point: Vec) => {
    const away = sub(point, centre)
    const turn = Math.atan2(dotted(away, y), dotted(away, x))
    return turn < 0 ? turn + 2 * Math.PI : turn
  }
  const end = turnOf(c)
  const pieces = Math.max(2, Math.ceil(end / CHORD - 1e-9))
  return Array.from({ length: pieces + 1 }, (_, k) => {
    if (k === 0) return a
    if (k === pieces) return c
    const turn = (end * k) / pieces
    return add(centre, add(scale(x, radius * Math.cos(turn)), scale(y, radius * Math.sin(turn))))
  })
}

const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dotted = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function composite(file: StepFile, { values }: StepEntity, angle: number, depth: number): Points | null {
  const points: Vec[] = []
  let isCurved = false
  for (const ref of refsOf(values[0])) {
    const segment = file.entity(ref)
    const part = segment ? curvePoints(file, segment.values[2], angle, depth + 1) : null
    if (!part) return null
    append(points, wordOf(segment?.values[1]) === 'F' ? part.points.reverse() : part.points)
    isCurved ||= part.isCurved
    if (points.length > MOST_POINTS) return null
  }
  return { points, isCurved }
}

/** Parts of lines and arcs, by points or parameters. */
function trimmed(file: StepFile, { values }: StepEntity, angle: number): Points | null {
  const basis = entityOf(file, values[0])
  const runsOn = wordOf(values[3]) !== 'F'
  if (!basis) return null
  const [from, to] = [trimOf(file, values[1]), trimOf(file, values[2])]
  if (basis.type === 'IFCLINE') {
    const start = pointAt(file, basis.values[0])
    const vector = entityOf(file, basis.values[1])
    const along = vector && coordinatesOf(entityOf(file, vector.values[0])?.values[0])
    const size = vector && numberOf(vector.values[1])
    const at = ({ point, parameter }: Trim) =>
      point ??
      (start && along && size != null && parameter !== undefined
        ? add(start, scale(along, (size * parameter) / Math.hypot(...along)))
        : null)
    const [a, b] = [at(from), at(to)]
    return a && b ? { points: runsOn ? [a, b] : [b, a], isCurved: false } : null
  }
  if (basis.type !== 'IFCCIRCLE' && basis.type !== 'IFCELLIPSE') return null
  const [a, b] = [turnAt(file, basis, from, angle), turnAt(file, basis, to, angle)]
  if (a === null || b === null) return null
  const [first, last] = runsOn ? [a, b] : [b, a]
  const sweep = (((last - first) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI
  const part = arc(file, basis, first, sweep)
  return part && (runsOn ? part : { ...part, points: part.points.reverse() })
}

type Trim = { point?: Vec | undefined; parameter?: number | undefined }

function trimOf(file: StepFile, value: StepValue | undefined): Trim {
  const trim: Trim = {}
  for (const one of isList(value) ? value : []) {
    const parameter = numberOf(one)
    if (parameter !== undefined) trim.parameter = parameter
    else trim.point = pointAt(file, one) ?? undefined
  }
  return trim
}

function turnAt(file: StepFile, basis: StepEntity, { point, parameter }: Trim, angle: number): number | null {
  if (parameter !== undefined) return parameter * angle
  const place = axisPlacement(file, basis.values[0])
  const [rx, ry] = radiiOf(basis)
  if (!place || !point || !rx || !ry) return null
  const away = sub(point, place.o)
  return Math.atan2(dotted(away, place.y) / ry, dotted(away, place.x) / rx)
}

const radiiOf = ({ type, values }: StepEntity) => [numberOf(values[1]), numberOf(values[type === 'IFCELLIPSE' ? 2 : 1])]

function arc(file: StepFile, basis: StepEntity, first: number, sweep: number): Points | null {
  const place = axisPlacement(file, basis.values[0])
  const [rx, ry] = radiiOf(basis)
  if (!place || !rx || !ry) return null
  const pieces = Math.max(2, Math.ceil(sweep / CHORD - 1e-9))
  const points = Array.from({ length: pieces + 1 }, (_, k): Vec => {
    const turn = first + (sweep * k) / pieces
    return movedBy(place, [rx * Math.cos(turn), ry * Math.sin(turn), 0])
  })
  return { points, isCurved: true }
}
