import { expect, it } from 'vitest'
import { stripsOf } from './listed-shapes.ts'

/** Two triangles of four corners, the shared side first and last: each corner is computed once. */
const TWO_TRIANGLES = [0, 1, 2, 2, 1, 3]

/** Corners by strip, as a graphics card draws them and the shader counts them. */
function drawn({ geometry, uniforms }: ReturnType<typeof stripsOf>) {
  const { count, perBlock } = { count: uniforms.uStrips.value.x, perBlock: uniforms.uStrips.value.y }
  const strips = Array.from({ length: count }, (): number[] => [])
  let beyond = 0
  for (let instance = 0; instance < geometry.instanceCount; instance++)
    for (let k = 0; k < geometry.drawRange.count; k++) {
      const vertex = geometry.index?.getX(k) ?? Number.NaN
      const strip = instance * perBlock + (vertex >> 2)
      if (strip < count) strips[strip]?.push(vertex & 3)
      else beyond++
    }
  return { strips, beyond, vertices: new Set(geometry.index?.array.slice(0, geometry.drawRange.count)).size }
}

it.each([
  [1, 1],
  [7, 4096],
  [4096, 4096],
  [4097, 10_000],
  [12_289, 20_000],
  [20_000, 20_000],
])('draws each of %i strips once, of four vertices, in a list with room for %i', (count, room) => {
  const shape = stripsOf(1, room)
  shape.show(count)
  const { strips, beyond, vertices } = drawn(shape)
  expect(strips.length).toBe(count)
  expect(strips.filter((corners) => String(corners) !== String(TWO_TRIANGLES))).toEqual([])
  // Of what is drawn beyond the list there is less than a strip a block.
  expect(beyond).toBeLessThan(6 * shape.geometry.instanceCount)
  expect(vertices * shape.geometry.instanceCount).toBe(4 * count + (4 * beyond) / 6)
})

it('draws several strips of each item, fewer when fewer are seen, and nothing when none are', () => {
  const shape = stripsOf(3, 5000)
  for (const items of [5000, 2, 1400, 0]) {
    shape.show(items)
    const { strips } = drawn(shape)
    expect(strips.length).toBe(3 * items)
    expect(strips.filter((corners) => corners.length !== 6)).toEqual([])
  }
  expect(shape.geometry.instanceCount).toBe(0)
})

it('has an index of no more strips than a list has room for, and of 49 kB at most', () => {
  expect(stripsOf(2, 3).geometry.index?.count).toBe(6 * 6)
  expect(stripsOf(1, 1_000_000).geometry.index?.array.byteLength).toBe(49_152)
})
