import fc from 'fast-check'
import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { add, cross, scale, unit, type Vec } from '#lib/model/shape/vector.ts'
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

it('the edges of an opening follow each other by themselves, and those of areas that begin in one node', () => {
  const at = (id: string, x: number, y: number) => ({ id, position: { x, y, z: 0 } })
  const corners = (name: string, x: number, y: number, side: number) =>
    [[0, 0], [side, 0], [side, side], [0, side]].map(([dx, dy], i) => at(`${name}${i}`, x + dx!, y + dy!)) // biome-ignore format: short
  const nodes = [...corners('a', 0, 0, 6), ...corners('o', 2, 2, 2), at('b', -3, 6), at('c', -3, 0)]
  const loop = (name: string) => [0, 1, 2, 3].map((i) => `${name}${i}`)
  const model = returnedModel({
    name: '',
    nodes,
    areas: [
      { id: 'slab', nodeIds: loop('a'), openingNodeIds: [loop('o').reverse()] },
      { id: 'beside', nodeIds: ['a0', 'a3', 'b', 'c'] },
      { id: 'plug', nodeIds: loop('o') },
    ],
  })
  const flags = flagsOf(buildScene(model, [0, 0, 0]).areas).map((flag) => flag & (SHARED_EDGE | AFTER_SHARED))
  const both = SHARED_EDGE | AFTER_SHARED
  expect(flags).toEqual([AFTER_SHARED, 0, 0, SHARED_EDGE, both, both, both, both, SHARED_EDGE, AFTER_SHARED, 0, 0, both, both, both, both]) // biome-ignore format: short
})

it('the first edge of an area does not follow the last one of the area before, though it begins where that ends', () => {
  const [slab, beside]: [Corner[], Corner[]] = [plate(0, 0), [[0, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0]]] // biome-ignore format: short
  const flags = flagsOf(areasOf([slab, beside], true)).map((flag) => flag & (SHARED_EDGE | AFTER_SHARED))
  expect(flags).toEqual([AFTER_SHARED, 0, 0, SHARED_EDGE, SHARED_EDGE, AFTER_SHARED, 0, 0])
})

it('areas that meet at 20 degrees are one surface, and none that meet at more, wherever they lie (property)', () => {
  const number = fc.integer({ min: -9, max: 9 })
  const direction = fc.tuple(number, number, number).map((v) => unit(v)).filter((v) => v !== null) // biome-ignore format: short
  fc.assert(
    fc.property(direction, direction, fc.constantFrom(-150, -21, -19, -5, 0, 5, 19, 21, 60, 150), fc.boolean(), (along, aside, degrees, isReversed) => {
      const across = unit(cross(along, aside))
      if (!across) return
      const angle = (degrees * Math.PI) / 180
      const other = add(scale(across, -Math.cos(angle)), scale(cross(along, across), Math.sin(angle)))
      const one: Vec[] = [[0, 0, 0], along, add(along, across), across]
      const next: Vec[] = [along, [0, 0, 0], other, add(along, other)]
      const areas = areasOf([one, isReversed ? next.toReversed() : next], true)
      expect(flagsOf(areas).filter((flags) => flags & SHARED_EDGE)).toHaveLength(Math.abs(degrees) < 20 ? 2 : Math.abs(degrees) > 160 ? 2 : 0)
    }),
  )
}) // biome-ignore format: a law in one piece

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
