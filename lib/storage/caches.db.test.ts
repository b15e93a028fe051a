import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { addElements, removeElements } from './elements.ts'
import { indexFor, memory, startedAnew } from './index/memory.ts'
import { compact } from './log/compaction.ts'
import { openModel, setUnits, updateModel } from './models.ts'
import { readElementsOf } from './read/read-elements.ts'
import { readModel, readModelBytes, readModelGzip } from './read/viewer-bytes.ts'
import { restoreRevision } from './revisions.ts'

/** What a process remembers of a model across its own writes and those of others, which begin with nothing. */

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const open = (id: string) => openModel(caller, id, 'write')
const node = (id: string, x: number) => ({ id, position: { x, y: 0, z: 0 } })

/** All that can be read of a model, by what this process remembers. */
async function seen(id: string) {
  const model = await open(id)
  const bytes = Buffer.concat((await readModelBytes(model)).chunks).toString()
  const gzip = gunzipSync(Buffer.concat((await readModelGzip(model)).chunks)).toString()
  const index = await indexFor(id, model.revision)
  return {
    ...{ model: await readModel(model), bytes, gzip },
    ...{ name: model.name, units: model.units, counts: model.counts, bounds: model.bounds },
    ...{
      header: { ...index.header },
      known: index.counts,
      box: index.bounds,
      jsonBytes: index.jsonBytes,
      unit: index.lengthUnit,
    },
    nodes: JSON.stringify(await readElementsOf(index, 'nodes', [...index.ids('nodes')])),
  }
}

type Step =
  | { add: ConstructModelElementsBatch }
  | { remove: { nodes: string[]; members: string[] } }
  | { rename: string }
  | { units: 'm' | 'ft' }
  | { restore: number }
  | 'compact'

const nodeIds = fc.integer({ min: 0, max: 5 }).map((n) => `N${n}`)
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      add: fc.record({
        nodes: fc.uniqueArray(fc.tuple(nodeIds, fc.integer({ min: -9, max: 9 })), { selector: ([id]) => id, maxLength: 4 }),
      }),
    })
    .map(({ add }): Step => ({ add: { nodes: add.nodes.map(([id, x]) => node(id, x)) } })),
  fc.constant<Step>({
    add: {
      nodes: [node('hub', 0), node('rim', 1)],
      frames: [{ id: 'F', startNodeId: 'hub', endNodeId: 'rim', rotation: 0 }],
      members: [{ id: 'M', frameIds: ['F'] }],
    },
  }),
  fc.record({ remove: fc.record({ nodes: fc.array(nodeIds, { maxLength: 2 }), members: fc.subarray(['M']) }) }),
  fc.record({ rename: fc.constantFrom('Hall', 'Träger', 'Tower') }),
  fc.record({ units: fc.constantFrom<'m' | 'ft'>('m', 'ft') }),
  fc.record({ restore: fc.integer({ min: 1, max: 9 }) }),
  fc.constant<Step>('compact'),
)

async function take(id: string, step: Step): Promise<void> {
  const model = await open(id)
  const writing = writingAs(caller)
  if (step === 'compact') await compact(id)
  else if ('add' in step) await addElements(model, { values: step.add }, writing)
  else if ('remove' in step) await removeElements(model, { ...step.remove, cascade: true }, writing)
  else if ('rename' in step) await updateModel(model, { name: step.rename, metadata: { name: step.rename } }, writing)
  else if ('units' in step) await setUnits(model, { length: step.units }, writing)
  else if (step.restore <= model.revision) await restoreRevision(model, step.restore, writing)
}

it('is, after any writes here and elsewhere, what a process that has just started reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(arbitraryStep, fc.boolean()), { minLength: 2, maxLength: 9 }), async (steps) => {
      const { id } = await newModel(caller, { units: { length: 'm' }, nodes: [node('N0', 0)] })
      for (const [step, elsewhere] of steps) {
        if (elsewhere) await startedAnew(() => take(id, step))
        else await take(id, step)
        expect(await seen(id)).toEqual(await startedAnew(() => seen(id)))
      }
    }),
    { numRuns: runs(30) },
  )
}, 120_000)

it('counts what it remembers, and forgets it with the model', async () => {
  const { id } = await newModel(caller, { nodes: [node('A', 0)] })
  for (let i = 0; i < 3; i++) {
    await addElements(await open(id), { values: { nodes: [node(`B${i}`, i)] } }, writingAs(caller))
    await seen(id)
    for (const cache of [memory().indexes, memory().texts, memory().compressed, memory().rendered]) {
      expect(cache.calculatedSize).toBeGreaterThan(0)
    }
    const { indexes, rendered } = memory()
    expect(indexes.calculatedSize).toBe([...indexes.values()].reduce((sum, index) => sum + index.bytes, 0))
    expect(rendered.get(id)?.revision).toBe(i + 2)
  }
  await restoreRevision(await open(id), 1, writingAs(caller))
  expect([memory().indexes.has(id), memory().rendered.has(id)]).toEqual([false, false])
})
