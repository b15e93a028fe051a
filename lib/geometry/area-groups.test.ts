import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { areaGroups } from './area-groups.ts'
import { GROUP } from './groups.ts'
import { buildScene } from './scene.ts'
import { SHARED_EDGE } from './shared-edges.ts'

/** Plates in a row, apart or side by side, of which one is thicker and longer than the others. */
function plates(count: number, apart: number) {
  const at = (k: number) => k * (2 + apart)
  const corner = (k: number, i: number) => {
    const wide = k === LONG && apart > 0 ? 1 : 0
    return { id: `${k} ${i}`, position: { x: at(k) + (i === 1 || i === 2 ? 2 : 0), y: i > 1 ? 2 + wide : 0, z: k / 1000 } }
  }
  return buildScene(
    returnedModel({
      name: '',
      nodes: Array.from({ length: 4 * count }, (_, k) => corner(Math.floor(k / 4), k % 4)),
      areas: Array.from({ length: count }, (_, k) => ({
        id: `${k}`,
        nodeIds: [0, 1, 2, 3].map((i) => `${k} ${i}`),
        thickness: k === LONG ? 0.5 : 0.25,
      })),
    }),
    [0, 0, 0],
  )
}
const LONG = 300

it('lie between the outermost corners of their areas, with the thickness of the thickest around', () => {
  const scene = plates(500, 1)
  const { triangles, edges, sides } = areaGroups(scene)
  // Two triangles and four edges each: 256 plates to a group of triangles, 128 to one of edges.
  expect([triangles.count, edges.count, sides.count]).toEqual([1000, 2000, 2000])
  const box = (first: number, end: number, thick: number, y: number) => [
    3 * first - thick, -thick, first / 1000 - thick, 3 * (end - 1) + 2 + thick, y + thick, (end - 1) / 1000 + thick,
  ] // biome-ignore format: low and high
  const close = (numbers: number[]) => numbers.map((value) => expect.closeTo(value, 3))
  expect([...triangles.boxes]).toEqual(close([...box(0, 256, 0.25, 2), ...box(256, 500, 0.5, 3)]))
  expect([...triangles.largest]).toEqual([0.25, 0.5])
  expect([...sides.boxes]).toEqual(
    close([...box(0, 128, 0.25, 2), ...box(128, 256, 0.25, 2), ...box(256, 384, 0.5, 3), ...box(384, 500, 0.25, 2)]),
  )
  expect([...sides.largest]).toEqual([0.25, 0.25, 0.5, 0.25])
  expect(edges.boxes).toBe(sides.boxes)
})

it('are seen however far away where many edges bound a surface, and no list is made of them', () => {
  const { edges, bounding } = areaGroups(plates(500, 1))
  expect(bounding).toBeNull()
  expect([...edges.largest].every((size) => size > 1e38)).toBe(true)
})

it('fade by the longest of their shared edges where the others are listed', () => {
  // A net of squares: the rim is 4 of 2·80 rows, fewer than a quarter of all.
  const side = 80
  const scene = buildScene(
    returnedModel({
      name: '',
      nodes: Array.from({ length: (side + 1) ** 2 }, (_, k) => {
        const [i, j] = [k % (side + 1), Math.floor(k / (side + 1))]
        // In one plane aslant, each row wider than the one before.
        return { id: `${i} ${j}`, position: { x: i + 0.01 * j ** 2, y: 0.012 * j ** 2 - 0.4 * i, z: 0.3 * i - 0.009 * j ** 2 } }
      }),
      areas: Array.from({ length: side ** 2 }, (_, k) => {
        const [i, j] = [k % side, Math.floor(k / side)]
        return { id: `${k}`, nodeIds: [`${i} ${j}`, `${i + 1} ${j}`, `${i + 1} ${j + 1}`, `${i} ${j + 1}`] }
      }),
    }),
    [0, 0, 0],
  )
  const { edges, bounding } = areaGroups(scene)
  const flags = Array.from({ length: edges.count }, (_, k) => scene.areas.edges[4 * k + 3]!)
  expect([...bounding!]).toEqual(flags.flatMap((flag, k) => (flag & SHARED_EDGE ? [] : [k])))
  const { points } = scene
  const long = (k: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => points[4 * scene.areas.edges[4 * k]! + axis]! - points[4 * scene.areas.edges[4 * k + 1]! + axis]!)) // biome-ignore format: short
  const groups = Array.from({ length: Math.ceil(flags.length / GROUP) }, (_, k) =>
    [...flags.keys()].slice(GROUP * k, GROUP * (k + 1)),
  )
  const longest = groups.map((all) => Math.max(...all.filter((k) => flags[k]! & SHARED_EDGE).map(long)))
  expect([...edges.largest]).toEqual(longest.map((value) => expect.closeTo(value, 4)))
  expect(longest.at(-1)).toBeGreaterThan(2 * longest[0]!)
})
