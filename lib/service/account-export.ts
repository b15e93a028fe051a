import { Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import type { Caller } from '#lib/access/caller.ts'
import { logAccountEvent } from '#lib/accounts/account-event.ts'
import { listApiKeys } from '#lib/accounts/api-keys.ts'
import { profileOf } from '#lib/accounts/users.ts'
import { listActivity } from '#lib/activity/account-log.ts'
import { activityTable } from '#lib/activity/activity-table.ts'
import { db } from '#lib/db/client.ts'
import { csvText } from '#lib/http/csv.ts'
import { Sums } from '#lib/http/gzip-segments.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { streamOf } from '#lib/http/stream-of.ts'
import { connectedApps } from '#lib/oauth/connected-apps.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { listBlocks } from '#lib/sharing/blocks.ts'
import { commentsOfAccount } from '#lib/storage/comments/threads.ts'
import { type Layout, layoutOf } from '#lib/storage/index/layout.ts'
import { listModels, openModel } from '#lib/storage/models.ts'
import { deflatedModel } from '#lib/storage/read/model-stream.ts'
import { listRevisions } from '#lib/storage/revisions.ts'
import { listViews } from '#lib/storage/saved-views.ts'

/** All that an account holds, as a ZIP that is made while it is sent: nothing is stored on the way, and of a model a few parts are in memory at a time. */

const PAGE = 200
const DEFLATE = 8

/** Told in the account's log when it begins. */
export async function exportAccount(caller: Caller, headers: HeaderFields): Promise<ReadableStream<Uint8Array>> {
  await logAccountEvent(headers, { userId: caller.userId, action: 'account.export' })
  return streamOf(zipped(caller))
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
  /** A model's parts lie ready as raw deflate, and go into the ZIP as they are (RFC 1951; APPNOTE 4.4.5). */
  const deflated = async function* (filename: string, layout: Layout) {
    const sums = new Sums()
    const entry: ZipInputFile = { filename, compression: DEFLATE, crc: 0, size: 0 }
    zip.add(entry)
    for await (const piece of deflatedModel(layout, sums)) {
      entry.ondata?.(null, piece as Uint8Array<ArrayBuffer>, false) // no shared memory here
      yield
    }
    // Behind the data stands what is known only then (APPNOTE 4.3.9).
    Object.assign(entry, { crc: sums.crc >>> 0, size: sums.length })
    entry.ondata?.(null, new Uint8Array(0), true)
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
      const layout = await layoutOf(id, model.revision)
      if (!layout) continue
      yield* deflated(`models/${id}.json`, layout)
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
  yield* pages('comments.json', '[', ']\n', async (from) => {
    const { items, nextCursor } = await commentsOfAccount(userId, { cursor: from, limit: PAGE })
    return { text: items.map((item) => JSON.stringify(item)).join(',\n'), nextCursor }
  })
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
  const [profile, apiKeys, apps, blocks] = await Promise.all([
    profileOf(userId),
    listApiKeys(userId),
    connectedApps({ userId, sessionVersion }),
    listBlocks(userId),
  ])
  return { profile: { id: userId, ...profile }, apiKeys, connectedApps: apps, blocks }
}
