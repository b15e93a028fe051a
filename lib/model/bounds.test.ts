import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_BOUNDS, emptyBox, extend, holdsFace, toBounds } from './bounds.ts'
import { changesOf, countsOf } from './changes.ts'
import { perAxis } from './shape/vector.ts'

const point = fc.tuple(...perAxis(() => fc.integer({ min: -9, max: 9 })))

it('a box is around its points, and a point that holds one of its faces says so (property)', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 6 }), (points) => {
      const boxOf = (some: typeof points) => {
        const box = emptyBox()
        for (const p of some) extend(box, ...p)
        return box
      }
      const box = boxOf(points)
      const axis = (k: number) => points.map((p) => p[k]!)
      expect([...box]).toEqual([0, 1, 2].map((k) => Math.min(...axis(k))).concat([0, 1, 2].map((k) => Math.max(...axis(k)))))
      const { min, max } = toBounds(box)
      expect([min.x, min.y, min.z, max.x, max.y, max.z]).toEqual([...box].map((value) => value + 0))
      for (const [k, p] of points.entries()) {
        const rest = boxOf(points.filter((_, other) => other !== k))
        if (!holdsFace(box, ...p)) expect(rest).toEqual(box)
        expect(holdsFace(box, ...p)).toBe(p.some((value, axis) => value === box[axis] || value === box[axis + 3]))
      }
    }),
  )
})

it('a box of no points is that of an empty model', () => {
  expect(toBounds(emptyBox())).toBe(EMPTY_BOUNDS)
  expect(EMPTY_BOUNDS).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } })
})

it('changes name the kinds that were touched, and what was removed only where something was', () => {
  const change = (kind: string) => ({
    added: kind === 'nodes' ? 2 : 0,
    replaced: kind === 'frames' ? 1 : 0,
    removed: kind === 'areas' ? 3 : 0,
  })
  expect(changesOf(change)).toEqual({
    areas: { added: 0, replaced: 0, removed: 3 },
    frames: { added: 0, replaced: 1 },
    nodes: { added: 2, replaced: 0 },
  })
  expect(changesOf(() => ({ added: 0, replaced: 0 }))).toEqual({})
  expect(countsOf((kind) => kind.length)).toEqual({
    areas: 5,
    combinations: 12,
    diaphragms: 10,
    frames: 6,
    gridLines: 9,
    loadCases: 9,
    loads: 5,
    materials: 9,
    members: 7,
    nodes: 5,
    sections: 8,
    supports: 8,
  })
})
