import { Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import type { Caller } from '#lib/access/caller.ts'
import { tell } from '#lib/accounts/account-event.ts'
import { listApiKeys } from '#lib/accounts/api-keys.ts'
import { profileOf } from '#lib/accounts/users.ts'
import { listActivity } from '#lib/audit.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { ModelError } from '#lib/model/model-error.ts'
import { connectedApps } from '#lib/oauth/connected-apps.ts'
import { db } from './db/client.ts'
import { activityTable } from './rest/activity-table.ts'
import { csvText } from './rest/csv.ts'
import { listModels, openModel } from './storage/models.ts'
import { listRevisions } from './storage/revisions.ts'
import { listViews } from './storage/saved-views.ts'
import { readModelGzip } from './storage/viewer-bytes.ts'

/** All that an account holds, as a ZIP that is made while it is sent: nothing is stored on the way, one model is in memory at a time. */

const PAGE = 200

/** Told in the account's log when it begins. */
export async function exportAccount(caller: Caller, headers: HeaderFields): Promise<ReadableStream<Uint8Array>> {
  await tell(headers, { userId: caller.userId, action: 'account.export' })
  const pieces = zipped(caller)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

async function* zipped(caller: Caller): AsyncGenerator<Uint8Array, void> {
  const ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    failed = error
    ready.push(chunk)
  })
  for await (const step of written(caller, zip)) {
    if (failed) throw failed
    void step
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** Writes entry after entry; yields whenever there may be something to send. */
async function* written(caller: Caller, zip: Zip): AsyncGenerator<void, void> {
  const { userId } = caller
  const text = function* (filename: string, pieces: Iterable<string>) {
    const entry = new ZipDeflate(filename)
    zip.add(entry)
    for (const piece of pieces) {
      entry.push(Buffer.from(piece))
      yield
    }
    entry.push(new Uint8Array(0), true)
    yield
  }
  const pages = async function* (filename: string, head: string, tail: string, read: (cursor?: string) => Promise<Page>) {
    const entry = new ZipDeflate(filename)
    zip.add(entry)
    entry.push(Buffer.from(head))
    for (let [cursor, isFirst]: [string | undefined, boolean] = [undefined, true]; ; isFirst = false) {
      const { text: piece, nextCursor } = await read(cursor)
      entry.push(Buffer.from(!isFirst && piece && filename.endsWith('.json') ? `,\n${piece}` : piece))
      yield
      if (nextCursor === null) break
      cursor = nextCursor
    }
    entry.push(Buffer.from(tail), true)
    yield
  }

  yield* text('account.json', [JSON.stringify(await account(userId), null, 1)])
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await listModels(caller, { limit: PAGE, ...(cursor !== undefined && { cursor }) })
    for (const { id, role } of items) {
      if (role !== 'owner') continue
      const model = await openModel(caller, id, 'read').catch(ifGone)
      if (!model) continue
      addGzipped(zip, `models/${id}.json`, (await readModelGzip(model)).chunks)
      yield
      yield* pages(`models/${id}.revisions.json`, '[', ']\n', async (from) => {
        const found = await listRevisions(model, { limit: PAGE, ...(from !== undefined && { cursor: from }) })
        return { text: found.items.map((item) => JSON.stringify(item)).join(',\n'), nextCursor: found.nextCursor }
      })
      const views = await listViews(id)
      if (views.length > 0) yield* text(`models/${id}.views.json`, [JSON.stringify(views, null, 1)])
    }
    if (nextCursor === null) break
    cursor = nextCursor
  }
  let isFirst = true
  yield* pages('activity.csv', '', '', async (from) => {
    const found = await listActivity(userId, { limit: PAGE, cursor: from })
    const [head = [], ...rows] = activityTable(found.items)
    const piece = csvText(isFirst ? [head, ...rows] : rows)
    isFirst = false
    return { text: piece, nextCursor: found.nextCursor }
  })
}

type Page = { text: string; nextCursor: string | null }

const ifGone = (error: unknown): undefined => {
  if (error instanceof ModelError) return undefined // deleted meanwhile
  throw error
}

async function account(userId: string) {
  const { sessionVersion } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { sessionVersion: true } })
  const [profile, apiKeys, apps] = await Promise.all([
    profileOf(userId),
    listApiKeys(userId),
    connectedApps({ userId, sessionVersion }),
  ])
  return { profile: { id: userId, ...profile }, apiKeys, connectedApps: apps }
}

/** Of gzip's ten bytes before and eight behind the deflated data, the latter are what ZIP wants to know (RFC 1952, section 2.3). */
const [HEAD, TAIL] = [10, 8]
const DEFLATE = 8

/** A model lies ready as gzip, and goes into the ZIP as it is: even a large one is not inflated. */
function addGzipped(zip: Zip, filename: string, chunks: readonly Uint8Array[]): void {
  const whole = Buffer.concat(chunks)
  const entry: ZipInputFile = {
    filename,
    compression: DEFLATE,
    crc: whole.readUInt32LE(whole.length - TAIL),
    size: whole.readUInt32LE(whole.length - 4),
  }
  zip.add(entry)
  entry.ondata?.(null, whole.subarray(HEAD, -TAIL), true)
}
