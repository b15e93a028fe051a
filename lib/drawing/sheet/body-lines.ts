import { twiceArea } from '../polygon.ts'
import type { Body, Edge, SightPoint } from './drawing-bodies.ts'

/** Which lines stand for a body on paper. Bodies in millimetres, their depths too. */

/** Nearer together than a pen can part: one place, one depth. */
export const NEAR = 0.02
/** ISO 128-2: parallel lines nearer together than this are drawn as one. */
const LEAST_APART = 0.7

/** From a to b, with the depth of its far side at either end (`aFar`, `bFar`): a side of a body that is seen on edge is one line. */
export type Line = { a: SightPoint; b: SightPoint; aFar: number; bFar: number; owner: Body; isAxis: boolean }

export const lineOf = ([a, b]: Edge, owner: Body): Line => ({ a, b, aFar: a[2], bFar: b[2], owner, isAxis: false })

/** The place at a share of the way from one to the other. */
export const along = (a: SightPoint, b: SightPoint, t: number): SightPoint => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

/** Its edges, those that fall together on the paper as one; of a thin frame its axis. */
export function linesOf(body: Body): Line[] {
  const { edges, axis } = body
  if (axis && isDrawnByAxis(body)) {
    // As far before as the body is that it stands for.
    const front = Math.max(...edges.flat().map(([, , d]) => d))
    const [a, b] = axis
    return [{ ...lineOf(axis, body), a: [a[0], a[1], front], b: [b[0], b[1], front], isAxis: true }]
  }
  const found = new Map<string, Line>()
  const key = ([x, y]: SightPoint) => `${Math.round(x / NEAR)} ${Math.round(y / NEAR)}`
  for (const edge of axis ? spaced(edges, axis) : edges) {
    const [one, other] = [key(edge[0]), key(edge[1])]
    if (one === other) continue
    const line = lineOf(one < other ? edge : [edge[1], edge[0]], body)
    const name = one < other ? `${one} ${other}` : `${other} ${one}`
    const same = found.get(name)
    if (!same) found.set(name, line)
    else {
      same.aFar = Math.min(same.aFar, line.aFar)
      same.bFar = Math.min(same.bFar, line.bFar)
      same.a = [same.a[0], same.a[1], Math.max(same.a[2], line.a[2])]
      same.b = [same.b[0], same.b[1], Math.max(same.b[2], line.b[2])]
    }
  }
  return [...found.values()]
}

/** Says of a place how far it lies beside an axis; null where the axis is a point on the paper. */
function besideAxis([a, b]: Edge): ((p: SightPoint) => number) | null {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  const size = Math.hypot(x, y)
  return size > LEAST_APART ? (p) => ((p[0] - a[0]) * y - (p[1] - a[1]) * x) / size : null
}

/** Two lines along it would be one: it is drawn by its axis. */
export const isDrawnByAxis = (body: Body) => body.axis !== null && (!body.isSolid || isThin(body, body.axis))

function isThin({ edges }: Body, axis: Edge): boolean {
  const beside = besideAxis(axis)
  if (!beside) return false
  const all = edges.flatMap(([a, b]) => [beside(a), beside(b)])
  return Math.max(...all) - Math.min(...all) < LEAST_APART
}

/** Lines along a frame that are too near together give way to the outermost: two for a flange that is thinner than a pen. */
function spaced(edges: readonly Edge[], axis: Edge): readonly Edge[] {
  const beside = besideAxis(axis)
  if (!beside) return edges
  const along = edges.filter(([a, b]) => Math.abs(beside(a) - beside(b)) < NEAR && Math.hypot(b[0] - a[0], b[1] - a[1]) > NEAR)
  const sorted = along.map((edge) => ({ edge, offset: beside(edge[0]) })).sort((a, b) => a.offset - b.offset)
  const [low, high] = [sorted[0]?.offset ?? 0, sorted.at(-1)?.offset ?? 0]
  const left = new Set<Edge>()
  let last = low
  for (const { edge, offset } of sorted) {
    const isOuter = offset - low < NEAR || high - offset < NEAR
    if (!isOuter && offset - last >= NEAR && (offset - last < LEAST_APART || high - offset < LEAST_APART)) left.add(edge)
    else if (!isOuter) last = offset
  }
  return left.size ? edges.filter((edge) => !left.has(edge)) : edges
}

/** A piece that is cut is filled with ink where it is thinner on paper (ISO 128-50). */
const SOLID_BELOW = 0.8

export const isThinCut = ({ cut: { loops } }: Body) => loops.length > 0 && thicknessOf(loops) < SOLID_BELOW

/** Of a rectangle with the same area and outline its shorter side. */
function thicknessOf(loops: readonly (readonly SightPoint[])[]): number {
  let [twice, around] = [0, 0]
  for (const loop of loops) {
    twice += twiceArea(loop)
    for (const [k, p] of loop.entries()) {
      const q = loop[(k + 1) % loop.length]!
      around += Math.hypot(q[0] - p[0], q[1] - p[1])
    }
  }
  const [area, quarter] = [Math.abs(twice) / 2, around / 4]
  return quarter - Math.sqrt(Math.max(0, quarter ** 2 - area))
}
