import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AreaTables } from './area-records.ts'
import { buildScene } from './scene.ts'
import { AFTER_SHARED, MATE_SHIFT, SHARED_EDGE } from './shared-edges.ts'

type Corner = readonly [number, number, number]

/** Areas with nodes of their own or with nodes that are given by place. */
function areasOf(outlines: readonly (readonly Corner[])[], isJoined: boolean): AreaTables {
  const nodes = new Map<string, { id: string; position: { x: number; y: number; z: number } }>()
  const areas = outlines.map((outline, k) => ({
    id: `${k}`,
    nodeIds: outline.map(([x, y, z], i) => {
      const id = isJoined ? `${x} ${y} ${z}` : `${k} ${i}`
      nodes.set(id, { id, position: { x, y, z } })
      return id
    }),
  }))
  const zero = { x: 0, y: 0, z: 0 }
  const bounds = { min: zero, max: zero }
  return buildScene({ schemaVersion: 'viewer-model/v1', name: '', bounds, nodes: [...nodes.values()], areas }, [0, 0, 0]).areas
}
const flagsOf = ({ edges }: AreaTables) => Array.from({ length: edges.length / 4 }, (_, k) => edges[4 * k + 3]!)

const plate = (x: number, y: number, w = 1, h = 1, slope = 0): Corner[] => [
  [x, y, 0],
  [x + w, y, slope * w],
  [x + w, y + h, slope * w],
  [x, y + h, 0],
]

it('a shared edge names the area on its other side, both ways', () => {
  for (const isJoined of [true, false]) {
    const areas = areasOf([plate(0, 0), plate(5, 5), plate(1, 0)], isJoined)
    const shared = flagsOf(areas).flatMap((flags, edge) =>
      flags & SHARED_EDGE ? [[areas.edges[4 * edge + 2], flags >> MATE_SHIFT]] : [],
    )
    expect(shared).toEqual([[0, 2], [2, 0]]) // biome-ignore format: short
  }
})

it('the edge that follows a shared one says so, the first of an outline after the last', () => {
  // Counter-clockwise from the lower left corner: lower, right, upper, left.
  const flags = (x: number, y: number) =>
    flagsOf(areasOf([plate(0, 0), plate(x, y)], true)).slice(0, 4).map((flag) => flag & (SHARED_EDGE | AFTER_SHARED)) // biome-ignore format: short
  expect(flags(1, 0)).toEqual([0, SHARED_EDGE, AFTER_SHARED, 0])
  expect(flags(0, 1)).toEqual([0, 0, SHARED_EDGE, AFTER_SHARED])
  expect(flags(-1, 0)).toEqual([AFTER_SHARED, 0, 0, SHARED_EDGE])
  expect(flags(0, -1)).toEqual([SHARED_EDGE, AFTER_SHARED, 0, 0])
})

it('an area that meets itself, or meets another in a corner alone, shares nothing', () => {
  const slit: Corner[] = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [2, 4, 0], [2, 2, 0], [2, 4, 0], [0, 4, 0]] // biome-ignore format: short
  expect(flagsOf(areasOf([slit], true)).every((flags) => !(flags & SHARED_EDGE))).toBe(true)
  expect(flagsOf(areasOf([plate(0, 0), plate(1, 1)], true)).every((flags) => flags === 0)).toBe(true)
})

it('is every edge between two squares of a net with holes in it, and no other (property)', () => {
  const cells = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(cells, fc.boolean(), (taken, isJoined) => {
      const at = (cell: number) => [cell % 8, Math.floor(cell / 8)] as const
      const areas = areasOf(taken.map((cell) => plate(...at(cell))), isJoined) // biome-ignore format: short
      const shared = flagsOf(areas).filter((flags) => flags & SHARED_EDGE).length
      let wanted = 0
      for (const cell of taken) {
        const [x, y] = at(cell)
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) // biome-ignore format: short
          if (taken.some((other) => at(other)[0] === x + dx && at(other)[1] === y + dy)) wanted++
      }
      expect(shared).toBe(wanted)
    }),
    { numRuns: 40 },
  )
})
