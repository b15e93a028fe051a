import { expect, it } from 'vitest'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { newCaller, newModel } from '#lib/fixtures/verbs.ts'
import { openModel } from './models.ts'
import { readModel } from './read/viewer-bytes.ts'
import { listRevisions } from './revisions.ts'

it('loses nothing when three processes write and compact one model, and each revision is one batch', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const names = ['one', 'two', 'three']
  const batches = 25
  const made = await Promise.all(
    names.map((name) => inAnotherProcess<number[]>('writer', caller.userId, id, name, String(batches))),
  )
  const total = names.length * batches
  expect(made.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, i) => i + 2))
  const model = await openModel(caller, id, 'read')
  const { nodes, revision } = await readModel(model)
  expect(revision).toBe(total + 1)
  expect(new Set(nodes.map((node) => node.id))).toEqual(
    new Set(names.flatMap((name) => Array.from({ length: batches }, (_, i) => `${name}-${i}`))),
  )
  expect(model.counts.nodes).toBe(total)
  const { items } = await listRevisions(model, { limit: 200 })
  expect(items).toHaveLength(total + 1)
}, 120_000)
