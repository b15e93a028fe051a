import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { changesOf } from '#lib/model/changes.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { KIND_OF, KINDS, type Kind, type ViewerModel } from '#lib/schema/schema.ts'
import { compareRevisions, netChanges } from './compare.ts'
import { duplicateModel } from './duplicate.ts'
import { addElements, removeElements } from './elements.ts'
import { layoutOf } from './index/layout.ts'
import { forgetEverything, load } from './index/memory.ts'
import { compact } from './log/compaction.ts'
import { openModel } from './models.ts'
import { gzippedModel, plainModel } from './read/model-stream.ts'
import { readModel, readModelBytes, readModelBytesAt, readModelGzip } from './read/viewer-bytes.ts'
import { restoreRevision } from './revisions.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

/** A model in the plainest form: maps of what was submitted, in order. */
type Plain = Record<Kind, Map<string, unknown>>
const emptyPlain = () => Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Plain

type Step =
  | { add: ConstructModelElementsBatch }
  | { remove: { nodes: string[]; frames: string[]; members: string[] } }
  | { restore: number }
  | { compact: true }

const nodeId = fc.integer({ min: 0, max: 12 }).map((n) => `N${n}`)
const frameId = fc.integer({ min: 0, max: 8 }).map((n) => `F${n}`)
const memberId = fc.integer({ min: 0, max: 3 }).map((n) => `M${n}`)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
const node = fc.record(
  { id: nodeId, position: fc.record({ x: number, y: number, z: number }), label: fc.string() },
  { requiredKeys: ['id', 'position'] },
)
const frame = fc.record({ id: frameId, startNodeId: nodeId, endNodeId: nodeId, rotation: number })
const member = fc.record({ id: memberId, frameIds: fc.uniqueArray(frameId, { minLength: 1, maxLength: 3 }) })
const several = <T extends { id: string }>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { selector: ({ id }) => id, maxLength: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ add: fc.record({ nodes: several(node), frames: several(frame), members: several(member) }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      remove: fc.record({
        nodes: fc.array(nodeId, { maxLength: 2 }),
        frames: fc.array(frameId, { maxLength: 2 }),
        members: fc.array(memberId, { maxLength: 2 }),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ restore: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant({ compact: true as const }) },
)

/** Elements in their order. */
const written = (model: Plain) => JSON.stringify(KINDS.map((kind) => [...model[kind].values()]))

/** The same step on the plain model; what cannot be done leaves it as it is. */
function apply(model: Plain, step: { add: ConstructModelElementsBatch } | { remove: Record<string, string[]> }): Plain | null {
  const next = Object.fromEntries(KINDS.map((kind) => [kind, new Map(model[kind])])) as Plain
  const members = () => [...next.members.values()] as { id: string; frameIds: string[] }[]
  if ('add' in step) {
    for (const kind of KINDS) for (const element of step.add[kind] ?? []) next[kind].set(element.id, element)
    const frames = [...next.frames.values()] as { startNodeId: string; endNodeId: string }[]
    const listed = members().flatMap(({ frameIds }) => frameIds)
    const sound =
      frames.every(({ startNodeId, endNodeId }) => next.nodes.has(startNodeId) && next.nodes.has(endNodeId)) &&
      listed.every((id) => next.frames.has(id)) &&
      new Set(listed).size === listed.length
    return sound ? next : null
  }
  for (const [kind, ids] of Object.entries(step.remove)) for (const id of ids) next[kind as Kind].delete(id)
  for (const [id, frame] of next.frames as Map<string, { startNodeId: string; endNodeId: string }>)
    if (!next.nodes.has(frame.startNodeId) || !next.nodes.has(frame.endNodeId)) next.frames.delete(id)
  for (const one of members()) {
    const frameIds = one.frameIds.filter((id) => next.frames.has(id))
    if (frameIds.length === 0) next.members.delete(one.id)
    else next.members.set(one.id, { ...one, frameIds })
  }
  return next
}

function expected(model: Plain): Pick<ViewerModel, 'nodes' | 'frames' | 'members'> {
  const memberOf = new Map<string, string>()
  for (const { id, frameIds } of model.members.values() as Iterable<{ id: string; frameIds: string[] }>)
    for (const frame of frameIds) memberOf.set(frame, id)
  const list = (kind: Kind) => [...model[kind].values()]
  return {
    nodes: list('nodes') as ViewerModel['nodes'],
    frames: (list('frames') as NonNullable<ViewerModel['frames']>).map((one) => {
      const memberId = memberOf.get(one.id)
      return memberId === undefined ? one : { ...one, memberId }
    }),
    members: list('members') as ViewerModel['members'],
  }
}

const corners = (nodes: ViewerModel['nodes']) => {
  const corner = (pick: (...values: number[]) => number) => ({
    x: pick(...nodes.map(({ position }) => position.x)),
    y: pick(...nodes.map(({ position }) => position.y)),
    z: pick(...nodes.map(({ position }) => position.z)),
  })
  const origin = { x: 0, y: 0, z: 0 }
  return nodes.length === 0 ? { min: origin, max: origin } : { min: corner(Math.min), max: corner(Math.max) }
}

/** By kind what is another one and what is new, in the order of the later state, then what is gone. */
function differences(then: Plain, now: Plain) {
  return KINDS.flatMap((kind) => {
    const [before, after] = [then[kind], now[kind]]
    const of = KIND_OF[kind]
    const [both, added] = [[...after].filter(([id]) => before.has(id)), [...after].filter(([id]) => !before.has(id))]
    const replaced = both.filter(([id, element]) => JSON.stringify(element) !== JSON.stringify(before.get(id)))
    const removed = [...before].filter(([id]) => !after.has(id))
    return [
      ...replaced.map(([id, element]) => ({ kind: of, id, change: 'replaced', before: before.get(id), after: element })),
      ...added.map(([id, element]) => ({ kind: of, id, change: 'added', after: element })),
      ...removed.map(([id, element]) => ({ kind: of, id, change: 'removed', before: element })),
    ]
  })
}

/** Between two revisions, in two pages, and counted. 0: before there was any. */
async function expectCompared(id: string, states: Plain[], since: number, revision: number): Promise<void> {
  const wanted = differences(states[since]!, states[revision]!)
  const limit = Math.ceil(wanted.length / 2) || 1
  for (const skip of [0, limit]) {
    const elements = wanted.slice(skip, skip + limit)
    const more = Math.max(0, wanted.length - skip - limit)
    expect(await compareRevisions({ id }, { since, revision, skip, limit })).toEqual({ since, revision, elements, more })
  }
  const count = (kind: Kind, change: string) => wanted.filter((one) => one.kind === KIND_OF[kind] && one.change === change).length
  const counted = (kind: Kind) => ({
    ...{ added: count(kind, 'added'), replaced: count(kind, 'replaced'), removed: count(kind, 'removed') },
  })
  expect(await netChanges({ id }, since, revision)).toEqual({ net: changesOf(counted) })
}

/** Any of them. */
const revisionIn = (history: readonly Plain[], n: number) => 1 + (n % history.length)

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
const textOf = async (pieces: AsyncIterable<Uint8Array>) => (await bytesOf(pieces)).toString()

it('is, after any steps, what a plain model would be: warm, cold, compressed, a few parts at a time, at each revision, compared, and copied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { id } = await newModel(caller)
      let now = emptyPlain()
      const history = [now]
      // A write that changes nothing makes no revision.
      const become = (next: Plain) => {
        if (written(next) !== written(now)) history.push(next)
        now = next
      }
      for (const one of steps) {
        const model = await openModel(caller, id, 'write')
        if ('compact' in one) await compact(id)
        else if ('restore' in one) {
          if (one.restore > history.length) continue
          await restoreRevision(model, one.restore, writingAs(caller))
          become(history[one.restore - 1]!)
        } else {
          const next = apply(now, one)
          const doing =
            'add' in one
              ? addElements(model, { values: one.add }, writingAs(caller))
              : removeElements(model, { ...one.remove, cascade: true }, writingAs(caller))
          if (next) {
            await doing
            become(next)
          } else await expect(doing).rejects.toMatchObject({ code: 'invalid' })
        }
        const { nodes, frames, members, bounds, revision } = await readModel(await openModel(caller, id, 'read'))
        expect({ nodes, frames, members }).toEqual(expected(now))
        expect(bounds).toEqual(corners(nodes))
        expect(revision).toBe(history.length)
      }
      const opened = await openModel(caller, id, 'read')
      const warm = Buffer.concat((await readModelBytes(opened)).chunks).toString()
      forgetEverything()
      const zipped = await readModelGzip(opened)
      expect(gunzipSync(Buffer.concat(zipped.chunks)).toString()).toBe(warm)
      const { chunks, length } = await readModelBytes(opened)
      expect(Buffer.concat(chunks).toString()).toBe(warm)
      expect(length).toBe(Buffer.byteLength(warm))
      expect(opened.counts.nodes).toBe(now.nodes.size)
      for (const [i, then] of history.entries()) {
        expect(await readModel(opened, i + 1)).toMatchObject(expected(then))
        // A few parts at a time it is the same.
        const layout = await layoutOf(id, i + 1)
        const text = Buffer.concat(await readModelBytesAt(id, i + 1)).toString()
        expect(await textOf(plainModel(layout!))).toBe(text)
        expect(gunzipSync(await bytesOf(gzippedModel(layout!))).toString()).toBe(text)
      }
      const states = [emptyPlain(), ...history]
      await expectCompared(id, states, 0, revisionIn(history, 1))
      await expectCompared(id, states, revisionIn(history, steps.length), history.length)
      const revision = revisionIn(history, steps.length)
      const copy = await duplicateModel(opened, writingAs(caller), { revision })
      const there = await openModel(caller, copy.modelId, 'read')
      expect(await readModel(there)).toMatchObject(expected(history[revision - 1]!))
      const { jsonBytes, counts, bounds } = (await load(copy.modelId))!
      expect(await db().constructModel.findUniqueOrThrow({ where: { id: copy.modelId } })).toMatchObject({
        ...{ bytes: jsonBytes, counts: JSON.stringify(counts), bounds: JSON.stringify(bounds), deletedAt: null, purgeAt: null },
      })
    }),
    { numRuns: runs(40) },
  )
}, 300_000)

it('goes on in other parts where compaction takes a base away while it is sent', async () => {
  const { id } = await newModel(caller)
  const write = async (from: number, noise = 40_000) =>
    addElements(
      await openModel(caller, id, 'write'),
      { values: { nodes: Array.from({ length: 40 }, (_, i) => scanned(from + i, noise)) } },
      writingAs(caller),
    )
  const scanned = (n: number, noise: number) => ({
    ...{ id: `N${n}`, position: { x: n, y: 0, z: 0 } },
    source: { scan: randomBytes(noise).toString('base64') },
  })
  for (const from of [0, 40, 80]) await write(from)
  await compact(id)
  const layout = (await layoutOf(id))!
  const text = Buffer.concat(await readModelBytesAt(id, layout.revision)).toString()
  const sent: Uint8Array[] = []
  for await (const piece of plainModel(layout)) {
    sent.push(piece)
    if (sent.length !== 3) continue
    await write(200, 10)
    expect(await compact(id)).toBe(true)
    forgetEverything() // or what was taken away would still be known here
  }
  expect(Buffer.concat(sent).toString() === text).toBe(true)
})
