import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Batch, frame, node, returned, table } from '#lib/fixtures/table-model.ts'
import { checkModel } from './check.ts'

describe('whatever the order and place', () => {
  /** A crooked structure with something of everything, from a seed. */
  const wild = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)), { minLength: 3, maxLength: 14 }).chain((points) =>
    fc.record({
      points: fc.constant(points),
      frames: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(points.length - 1)), { minLength: 1, maxLength: 20 }),
      held: fc.array(fc.tuple(fc.nat(points.length - 1), fc.nat(63)), { maxLength: 4 }),
    }),
  )
  type Wild = typeof wild extends fc.Arbitrary<infer T> ? T : never
  const model = ({ points, frames, held }: Wild, at = (p: [number, number, number]) => p) => {
    const batch = table()
    batch.nodes = points.map((p, i) => node(`${i}`, ...at(p as [number, number, number])))
    batch.frames = frames.map(([a, b], i) => frame(`${i}`, `${a}`, `${b}`))
    batch.supports = held.map(([n, bits], i) => {
      const restraints = Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((key, k) => [key, (bits >> k) % 2 === 1]))
      return { id: `${i}`, nodeId: `${n}`, restraints }
    })
    batch.areas = []
    return batch
  }
  /** No pair of them is plain bracing, so that each crossing is told by itself, whichever way the axes point. */
  const asBeams = (batch: Batch): Batch => ({ ...batch, frames: batch.frames.map((one) => ({ ...one, role: 'beam' })) })
  /** Codes with the set of elements, without order. */
  const sets = (batch: Batch) =>
    checkModel(returned(batch))
      .map(({ severity, code, elements }) => `${severity} ${code} ${elements.map(({ kind, id }) => kind + id).sort()}`)
      .sort()

  it('finds the same after moving the model, scaling it, turning it, and every frame round', () => {
    fc.assert(
      fc.property(wild, (seed) => {
        const expected = sets(model(seed))
        expect(sets(model(seed, ([x, y, z]) => [x - 4096, y + 1024, z + 512]))).toEqual(expected)
        expect(sets(model(seed, ([x, y, z]) => [x * 64, y * 64, z * 64])).filter((line) => !line.includes('_scale'))).toEqual(
          expected.filter((line) => !line.includes('_scale')),
        )
        const turned = model(seed)
        for (const each of turned.frames) [each.startNodeId, each.endNodeId] = [each.endNodeId, each.startNodeId]
        expect(sets(turned)).toEqual(expected)
        // Frames and nodes meet alike whichever way the axes point.
        const meetings = (all: string[]) => all.filter((line) => /_frame|frames |_node/.test(line))
        const pointing = (at: (p: [number, number, number]) => [number, number, number]) =>
          meetings(sets(asBeams(model(seed, at))))
        expect(pointing(([x, y, z]) => [-z, x, -y])).toEqual(pointing((p) => p))
      }),
    )
  })

  it('finds the same codes as often after shuffling frames and nodes', () => {
    const codes = (batch: Batch) => checkModel(returned(batch)).map(({ severity, code }) => `${severity} ${code}`)
    fc.assert(
      fc.property(wild, (seed) => {
        const shuffled = model(seed)
        shuffled.frames.reverse()
        shuffled.nodes.reverse()
        shuffled.supports.reverse()
        expect(codes(shuffled)).toEqual(codes(model(seed)))
      }),
    )
  })

  it('agrees with trying every pair of frames and every node', () => {
    fc.assert(
      fc.property(wild, (seed) => {
        const batch = asBeams(model(seed))
        const all = checkModel(returned(batch))
        const told = (of: string) =>
          all.flatMap(({ code, elements }) => (code === of ? [elements.map(({ id }) => id).join('-')] : []))
        const { overlapping, crossing, nodesOn } = meetingsByHand(seed)
        expect(told('overlapping_frames')).toEqual(overlapping)
        expect(told('crossing_frames')).toEqual(crossing)
        expect(told('node_on_frame')).toEqual(nodesOn)
      }),
    )
  })

  /**
   * In whole numbers, of frames that are the first of their pair of nodes. On a frame: a node strictly inside a segment, of another
   * frame that does not overlap it. Crossing: at a point strictly inside both.
   */
  function meetingsByHand({ points, frames, held }: Wild) {
    const real = frames.map(([a, b], i) => ({ a, b, i })).filter(({ a, b }) => String(points[a]) !== String(points[b]))
    const first = real.filter(
      (one, k) => !real.slice(0, k).some(({ a, b }) => (a === one.a && b === one.b) || (a === one.b && b === one.a)),
    )
    const sub = (p: number[], q: number[]) => p.map((v, k) => v - q[k]!)
    const dot = (p: number[], q: number[]) => p.reduce((sum, v, k) => sum + v * q[k]!, 0)
    const isOnLine = (p: number[], a: number[], b: number[]) => {
      const [u, v] = [sub(b, a), sub(p, a)]
      return dot(u, v) ** 2 === dot(u, u) * dot(v, v)
    }
    const isInside = (p: number[], a: number[], b: number[]) =>
      isOnLine(p, a, b) && dot(sub(p, a), sub(b, a)) > 0 && dot(sub(p, b), sub(a, b)) > 0
    const overlap = (one: { a: number; b: number }, other: { a: number; b: number }) => {
      const [a, b, c, d] = [points[one.a]!, points[one.b]!, points[other.a]!, points[other.b]!]
      if (!isOnLine(c, a, b) || !isOnLine(d, a, b)) return false
      const u = sub(b, a)
      const [s, t] = [dot(sub(c, a), u), dot(sub(d, a), u)]
      return Math.min(dot(u, u), Math.max(s, t)) > Math.max(0, Math.min(s, t))
    }
    const cross = (u: number[], v: number[]) =>
      [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!)
    const crosses = (one: { a: number; b: number }, other: { a: number; b: number }) => {
      if ([one.a, one.b].some((node) => node === other.a || node === other.b)) return false
      const [a, b, c, d] = [points[one.a]!, points[one.b]!, points[other.a]!, points[other.b]!]
      const [u, v, p] = [sub(b, a), sub(d, c), sub(c, a)]
      const n = cross(u, v)
      if (dot(n, n) === 0 || dot(p, n) !== 0) return false
      return [dot(cross(p, v), n), dot(cross(p, u), n)].every((share) => share > 0 && share < dot(n, n))
    }
    const pairs = (holds: typeof crosses) =>
      first.flatMap((one, k) => first.slice(k + 1).flatMap((other) => (holds(one, other) ? [`${one.i}-${other.i}`] : [])))
    const nodesOn = points.flatMap((p, n) =>
      first.flatMap((on) => {
        if (!isInside(p, points[on.a]!, points[on.b]!)) return []
        const isOfAnother = first.some((of) => of !== on && (of.a === n || of.b === n) && !overlap(on, of))
        return isOfAnother || held.some(([node]) => node === n) ? [`${n}-${on.i}`] : []
      }),
    )
    return { overlapping: pairs(overlap), crossing: pairs(crosses), nodesOn }
  }
})
