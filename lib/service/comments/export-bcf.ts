import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { attachmentHeader, fileNameOf } from '#lib/files/file-name.ts'
import { readUnits } from '#lib/model/units.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { StoredAnchor, StoredComment, StoredThread } from '#lib/storage/comments/comment-row.ts'
import { decodeMentions } from '#lib/storage/comments/mentions.ts'
import { noteBcfExport } from '#lib/storage/comments/note-export.ts'
import { threadsFrom } from '#lib/storage/comments/threads.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { MB } from '#lib/values/bytes.ts'
import { type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { prepareModelInput } from '../whole-model.ts'
import { revisionSeen } from './anchors.ts'
import { findPeople, importedName, mentionOf, ofModel, type People } from './thread-answer.ts'
import type { Writer } from './write-comment.ts'

/** Comments as a file of the BIM Collaboration Format: written on a thread, with a picture of each view. People, section 14. */

export const BcfQuery = z.object({
  status: z.enum(['open', 'resolved', 'all']).optional().describe('All when absent'),
  from: z.int().min(1).optional().describe('The number of the first thread in the file'),
})
export type BcfQuery = z.output<typeof BcfQuery>

export type CommentToWrite = { id: string; at: string; author: string; text: string; changedAt: string | null }
export type ThreadToWrite = {
  id: string
  number: number
  /** That its author saw. */
  revision: number
  isResolved: boolean
  author: string
  createdAt: string
  modifiedAt: string | null
  due: string | null
  assignee: string | null
  url: string
  anchor: Omit<StoredAnchor, 'sketch'> & { sketch: SketchShape[] }
  /** The first one is the thread's own, where its id is; without those that were deleted. */
  comments: CommentToWrite[]
}
/** `pictures`: by the ids of their threads. */
export type BcfToWrite = { model: PackedModel; threads: ThreadToWrite[]; pictures: ReadonlyMap<string, Uint8Array> }

export const WRITE_BCF = task<BcfToWrite, { bytes: Uint8Array }>('write_bcf', {
  ...{ class: 'read', seconds: 300, label: 'The BCF file' },
})

/** What threads are pinned to, of the model as their authors saw it: as many pictures as come within `ms`, at least one. */
export type ViewsToDraw = { model: PackedModel; anchors: ThreadToWrite['anchor'][]; longest: number; ms: number }
export const DRAW_VIEWS = task<ViewsToDraw, Uint8Array[]>('draw_views', {
  ...{ class: 'read', seconds: 60, label: 'The pictures of the BCF file' },
})

/** Of a file. */
const MOST_THREADS = 1000
const AT_ONCE = 100
const MOST_PICTURES = 200
/** Pictures are drawn for so long: a thread that works for half a minute is taken away when others wait. The rest go without. */
const DRAWING_MS = 20_000
/** The longer side in pixels, by how many pictures there are. */
const longestSide = (count: number): number => (count <= 20 ? 1500 : 900)
/** Characters of all texts and sketches of a file: long threads come in several files. */
const MOST_TEXT = 32 * MB

export type BcfFile = {
  bytes: Uint8Array
  headers: Record<string, string>
  threads: number
  /** The number of the first thread that the file has no room for. */
  next: number | null
}

/** Throws `invalid` of a model whose places cannot be said in metres. */
export async function exportComments(
  model: OpenModel,
  { caller, door }: Writer,
  { status = 'all', from = 1 }: BcfQuery,
  request: WorkRequest,
): Promise<BcfFile> {
  if (!readUnits(model.units ?? {}).length)
    throw new ModelError('invalid', [
      {
        type: 'unit_unknown',
        loc: [],
        msg: 'the model has no readable length unit, BCF is in metres',
        ctx: { unit: model.units?.length ?? null },
      },
    ])
  const { threads, next } = await readThreads(model.id, { status, from })
  const people = await findPeople(threads)
  const toWrite = threads.map((thread) =>
    writable(thread, { people, role: model.role, reader: caller, url: ofModel(model, caller).url, newest: model.revision }),
  )
  const pictures = await drawPictures(model, toWrite, request)
  const { bytes } = await work(WRITE_BCF, request, prepareModelInput(model, undefined, { threads: toWrite, pictures }).whole)
  await noteBcfExport(model.id, { ...caller, door }, { threads: threads.length })
  return {
    bytes,
    threads: threads.length,
    next,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachmentHeader(fileNameOf(model.name, model.id, 'bcf')),
    },
  }
}

/** By the ids of the threads. One revision after another, so that one model at a time is held. */
async function drawPictures(
  model: OpenModel,
  threads: readonly ThreadToWrite[],
  request: WorkRequest,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>()
  const longest = longestSide(threads.length)
  const shown = threads.slice(0, MOST_PICTURES)
  let ms = DRAWING_MS
  for (const revision of new Set(shown.map((thread) => thread.revision))) {
    if (ms <= 0) break
    const some = shown.filter((thread) => thread.revision === revision)
    const options = { anchors: some.map(({ anchor }) => anchor), longest, ms }
    const { whole } = prepareModelInput(model, revision === model.revision ? undefined : revision, options)
    let since = performance.now()
    const drawn = await work(DRAW_VIEWS, request, () => {
      since = performance.now() // not before its turn
      return whole()
    })
    ms -= performance.now() - since
    for (const [index, picture] of drawn.entries()) pictures.set(some[index]!.id, picture)
  }
  return pictures
}

async function readThreads(
  modelId: string,
  { status, from }: { status: NonNullable<BcfQuery['status']>; from: number },
): Promise<{ threads: StoredThread[]; next: number | null }> {
  const threads: StoredThread[] = []
  let text = 0
  for (let next: number | null = from; next !== null; ) {
    const page: Awaited<ReturnType<typeof threadsFrom>> = await threadsFrom(modelId, { status, from: next, limit: AT_ONCE })
    for (const thread of page.threads) {
      text += [thread, ...thread.replies].reduce((sum, comment) => sum + (comment.text?.length ?? 0), 0)
      text += JSON.stringify(thread.anchor.sketch).length
      if (threads.length >= MOST_THREADS || (threads.length > 0 && text > MOST_TEXT)) return { threads, next: thread.number }
      threads.push(thread)
    }
    next = page.next
  }
  return { threads, next: null }
}

type Reading = Parameters<typeof mentionOf>[1] & { people: People; reader: Caller; url: string; newest: number }

function writable(thread: StoredThread, reading: Reading): ThreadToWrite {
  const { id, number, anchor, assigneeId, due, createdAt, modifiedAt, resolvedAt } = thread
  return {
    ...{ id, number, due, anchor, isResolved: resolvedAt !== null },
    revision: Math.min(revisionSeen(thread), reading.newest),
    author: authorOf(thread, reading),
    createdAt: createdAt.toISOString(),
    modifiedAt: modifiedAt?.toISOString() ?? null,
    assignee: assigneeId === null ? null : personOf(assigneeId, reading),
    url: `${reading.url}?comment=${number}`,
    comments: [thread, ...thread.replies].flatMap((comment) => writableComment(comment, reading)),
  }
}

function writableComment(comment: StoredComment, reading: Reading): CommentToWrite[] {
  const { id, text, mentions, createdAt, changedAt } = comment
  if (text === null) return []
  return [
    {
      id,
      at: createdAt.toISOString(),
      author: authorOf(comment, reading),
      text: decodeMentions(text, mentions, (userId) => mentionOf(userId, reading)),
      changedAt: changedAt?.toISOString() ?? null,
    },
  ]
}

const personOf = (userId: string, reading: Reading): string => mentionOf(userId, reading)

/** The address for who may see addresses; an app writes in the name of its person. */
function authorOf({ authorId, authorName, via, client }: StoredComment, reading: Reading): string {
  if (authorId === null) return importedName(authorName, reading) ?? 'Deleted account'
  const name = personOf(authorId, reading)
  return via === 'mcp' ? `${name} (${client ?? 'an AI client'})` : name
}
