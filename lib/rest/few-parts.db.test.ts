import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db, direct } from '#lib/db/client.ts'
import { askRest, newCaller, newModel } from '#lib/fixtures/rest.ts'
import { limits } from '#lib/runtime/limits.ts'
import { purgeDue } from '#lib/storage/bin.ts'
import { forgetEverything } from '#lib/storage/index/memory.ts'
import { PART_BYTES, unpackIndex } from '#lib/storage/log/chunks.ts'
import { heldBy } from '#lib/storage/quota.ts'

/** A large model is copied and downloaded a few parts at a time: what the database gives to this process, and takes from it, is counted. */

const MODELS = '/api/construct-models'
const BATCHES = 60
const IN_BATCH = 20
/** Of a batch's part, compressed: of its text a quarter more. */
const PART = 90_000
/** Read ahead: eight parts, and what is on its way. */
const FEW = 10 * PART * 1.1
/** The same of parts that are as full as they may be, of such text. */
const FEW_FULL = 10 * PART_BYTES * 0.75

/** Bytes of parts that were read since a test began, and the most that were written in one transaction. */
const passed = { read: 0, written: 0 }
/** Done once, before the next transaction. */
let first: (() => Promise<unknown>) | undefined

let caller: Awaited<ReturnType<typeof newCaller>>
let plain: string
let edited: string
let whole: number

beforeAll(async () => {
  caller = await newCaller()
  const { rest } = caller
  plain = await newModel(rest)
  edited = await newModel(rest)
  for (let batch = 0; batch < BATCHES; batch++) {
    const nodes = Array.from({ length: IN_BATCH }, (_, i) => ({
      id: `N${batch}-${i}`,
      position: { x: batch, y: i, z: 0 },
      ...(i < 2 && { source: { scan: randomBytes(PART / 2).toString('base64') } }), // does not grow smaller
    }))
    for (const id of [plain, edited])
      expect((await rest('POST', `${MODELS}/${id}/elements`, { body: { nodes } })).status).toBe(200)
  }
  const nodes = Array.from({ length: BATCHES }, (_, batch) => ({ id: `N${batch}-4`, position: { x: batch, y: 4, z: 9 } }))
  await rest('POST', `${MODELS}/${edited}/elements`, {
    body: { nodes, sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 1, t2: 1 } }] },
  })
  await rest('POST', `${MODELS}/${edited}/elements/delete`, { body: { nodes: ['N7-2', 'N8-3'] } })
  whole = BATCHES * PART

  const database = direct()
  const [select, atomically] = [database.select.bind(database), database.atomically.bind(database)]
  const bytesIn = (values: readonly unknown[]) =>
    values.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length : 0), 0)
  vi.spyOn(database, 'select').mockImplementation(async (sql, values) => {
    const rows = await select(sql, values)
    for (const row of rows as { data?: Uint8Array }[]) passed.read += row.data ? Buffer.from(row.data).length : 0
    return rows as never // those of the database
  })
  vi.spyOn(database, 'atomically').mockImplementation(async (steps, one) => {
    const before = first
    first = undefined
    await before?.()
    passed.written = Math.max(passed.written, bytesIn(steps.flatMap(({ values }) => values)))
    return atomically(steps, one) as never // what the database answers
  })
}, 120_000)
beforeEach(() => {
  forgetEverything()
  Object.assign(passed, { read: 0, written: 0 })
})

const ask = (method: string, path: string, headers = {}) =>
  askRest(method, path, {
    key: caller.key,
    headers: { 'accept-encoding': 'gzip', ...headers },
    ...(method === 'POST' && { body: {} }),
  })

/** Takes an answer piece by piece; the most that had come out of the database and was not yet in it. */
async function taken(answer: Response): Promise<{ bytes: Buffer; ahead: number }> {
  const pieces: Uint8Array[] = []
  let [out, ahead] = [0, 0]
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    ahead = Math.max(ahead, passed.read - out)
    out += piece.length
    pieces.push(piece)
  }
  return { bytes: Buffer.concat(pieces), ahead }
}

const OWN = ['id', 'name', 'revision', 'viewerUrl', 'createdAt', 'updatedAt', 'copiedFrom']
const rest = (model: object) => Object.fromEntries(Object.entries(model).filter(([key]) => !OWN.includes(key)))
const read = async (id: string) => (await caller.rest('GET', `${MODELS}/${id}`)).json
const indexesOf = async (modelId: string) =>
  (await db().constructModelPart.findMany({ where: { modelId }, select: { ids: true } })).map(({ ids }) => unpackIndex(ids))

describe('a copy', () => {
  it('of a model as it was written leaves the database only to be shown', async () => {
    const answer = await ask('POST', `${MODELS}/${plain}/duplicate`)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(passed.read).toBeLessThan(FEW)
    expect(passed.written).toBeLessThan(PART)
    const { bytes, ahead } = await taken(answer)
    expect(ahead).toBeLessThan(FEW)
    expect(bytes.length).toBeGreaterThan(whole)
    const copy = JSON.parse(gunzipSync(bytes).toString())
    expect(await read(copy.id)).toEqual(copy)
    expect(rest(copy)).toEqual(rest(await read(plain)))
  })

  it('of one that was changed in each part has what is left of them, in new ones, a few at a time', async () => {
    const answer = await ask('POST', `${MODELS}/${edited}/duplicate`, { 'accept-encoding': 'identity' })
    expect(passed.written).toBeGreaterThan(PART)
    expect(passed.written).toBeLessThan(whole / 2)
    const copy = JSON.parse((await taken(answer)).bytes.toString())
    expect(copy.nodes).toHaveLength(BATCHES * IN_BATCH - 2)
    expect(await read(copy.id)).toEqual(copy)
    expect(rest(copy)).toEqual(rest(await read(edited)))
    // What was replaced or taken away there is not here, not even unseen.
    const indexes = await indexesOf(copy.id)
    expect(indexes.flatMap(({ removed }) => removed)).toEqual([])
    expect(indexes.reduce((sum, { lengths }) => sum + lengths.length, 0)).toBe(copy.nodes.length + 1)
  })

  it('that the emptying of the bins meets under way is begun again, whichever of its steps comes next', async () => {
    const nodes = Array.from({ length: 3 }, (_, n) => ({ id: `N${n}`, position: { x: n, y: 0, z: 0 } }))
    const small = await newModel(caller.rest, { name: 'small', nodes })
    let met = 0
    // Each of the transactions in turn, and again: what else the process writes meanwhile (a base of another model) may be the one that is met.
    for (let round = 0; met < 2; round++) {
      expect(round).toBeLessThan(100)
      let left = round % 5
      const empty = async () => {
        if (left-- > 0) first = empty
        else met += await purgeDue() // none where the copy has no row yet, or is shown
      }
      first = empty
      const answer = await ask('POST', `${MODELS}/${small}/duplicate`, { 'accept-encoding': 'identity' })
      first = undefined
      expect(answer.status).toBe(201)
      expect(rest(await answer.json())).toEqual(rest(await read(small)))
    }
    expect(await purgeDue()).toBe(0)
  })

  it('is there whole or not at all: an account without room has no more than before', async () => {
    const before = await heldBy(caller.userId)
    limits.accountBytes = Number(before.bytes) + 1000
    try {
      expect((await ask('POST', `${MODELS}/${plain}/duplicate`)).status).toBe(422)
      expect(await heldBy(caller.userId)).toEqual(before)
    } finally {
      limits.accountBytes = 0
    }
    const listed = (await caller.rest('GET', `${MODELS}?bin=true`)).json.items
    expect(listed).toEqual([])
  })

  it('has one effect for one key, and shows the same again', async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    const copies = [
      await ask('POST', `${MODELS}/${plain}/duplicate`, headers),
      await ask('POST', `${MODELS}/${plain}/duplicate`, headers),
    ]
    const [one, other] = await Promise.all(
      copies.map(async (answer) => {
        const { bytes } = await taken(answer)
        return JSON.parse((answer.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString())
      }),
    )
    expect(other).toEqual(one)
  })
})

it('a download of all data reads a model no faster than it is taken', async () => {
  const answer = await ask('GET', '/api/account/export')
  expect(answer.status).toBe(200)
  const { bytes, ahead } = await taken(answer)
  expect(ahead).toBeLessThan(FEW_FULL)
  expect(bytes.length).toBeGreaterThan(2 * whole)
  const files = unzipSync(bytes)
  for (const id of [plain, edited])
    expect(JSON.parse(new TextDecoder().decode(files[`models/${id}.json`]))).toEqual(await read(id))
})
