import { expect, it } from 'vitest'
import { listed } from '../log/batch.ts'
import { type NewPart, toParts } from '../log/chunks.ts'
import { submitted } from './packed-model.ts'

const nodes = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `N${from + 2 * i}`, position: { x: from + 2 * i, y: 0, z: 0 } }))

it('a kind is read with each part inflated once, though every other element lies in another part', async () => {
  const made: NewPart[] = []
  for (const first of [0, 1]) made.push(...(await toParts('nodes', false, listed({ nodes: nodes(first, 1500) }).nodes!)))
  const places = made.map(({ index }) => {
    let at = 0
    return Array.from(index.lengths, (length) => {
      const place = [at, at + length] as const
      at += length + 1
      return place
    })
  })
  const runs = Array.from({ length: 3000 }, (_, i) => [i % 2, ...places[i % 2]![i >> 1]!]).flat()
  let asked = 0
  const parts = new Proxy(made, {
    get: (all, key, self) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) asked++
      return Reflect.get(all, key, self)
    },
  })
  const header = { name: 'm', units: null } as never // not looked at
  const found: string[] = []
  for await (const some of submitted({ header, parts, runs: { nodes: Uint32Array.from(runs) }, bytes: 1 }, 'nodes'))
    for (const { id } of some) found.push(id)
  expect(found).toEqual(Array.from({ length: 3000 }, (_, i) => `N${i}`))
  expect(asked).toBe(2)
})
