import { z } from 'zod'
import type { Reader } from '#lib/access/caller.ts'
import { may, type Role } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { AnchorElement, SketchShape } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS } from '#lib/schema/comment-words.ts'
import { Vector3 } from '#lib/schema/schema.ts'
import { pointIn, type StoredComment, type StoredThread } from '#lib/storage/comments/comment-row.ts'
import { decodeMentions } from '#lib/storage/comments/mentions.ts'
import { headerAt } from '#lib/storage/log/log.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { goneKey, removedIn } from '#lib/storage/read/removed-in.ts'
import { comparisonOf, findElements } from './anchors.ts'

/** Threads as somebody is answered who may read them. People, section 12. */

const Person = z.object({ id: z.string().nullable(), name: z.string().nullable() })

const comment = {
  id: z.string(),
  threadId: z.string(),
  revision: z.int().describe('The revision that its author saw'),
  author: Person.describe('Without id and name: the account was deleted'),
  via: z.string().describe('web, rest or mcp'),
  client: z.string().nullable().optional().describe('The app or key that it came through'),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime().nullable(),
  deleted: z.boolean(),
  text: z.string().nullable().describe('Null where it was deleted and has replies'),
  mentions: z.array(Person),
  mayChange: z.boolean().optional().describe('Whether the caller may; absent behind a link'),
  mayDelete: z.boolean().optional(),
}

export const CommentReply = z.object(comment).meta({ id: 'CommentReply' })

export const CommentThread = z
  .object({
    ...comment,
    number: z.int(),
    status: z.enum(['open', 'resolved']),
    seq: z.int().describe('Of its last change'),
    anchor: z.object({
      elements: z.array(
        AnchorElement.extend({
          exists: z.boolean().describe('Whether it is in the present revision'),
          removedIn: z.int().optional().describe('The revision in which it went, where it is not'),
        }),
      ),
      point: Vector3.nullable(),
      view: z.string().nullable(),
      viewport: z.object({ width: z.number(), height: z.number() }).nullable(),
      sketch: z.array(SketchShape),
      comparison: z
        .object({ from: z.int(), to: z.int() })
        .nullable()
        .describe('The revisions that its view compares, from: the earlier one as a rule; null behind a link'),
      state: z
        .enum(['whole', 'partly', 'orphaned', 'free'])
        .describe('How many of its elements are there: all, some, none; free: it names none'),
    }),
    assignee: Person.nullable(),
    due: z.string().nullable(),
    resolvedAt: z.iso.datetime().nullable(),
    resolvedBy: Person.nullable(),
    resolvedClient: z.string().nullable().optional().describe('The app or key that it was resolved through'),
    wasResolved: z
      .object({
        at: z.iso.datetime(),
        by: Person,
        client: z.string().nullable().optional(),
        undoneIn: z.int().nullable().describe('The revision that undid what resolved it; null where somebody opened it again'),
      })
      .nullable()
      .describe('How a thread that is open again had been resolved'),
    mayResolve: z.boolean().optional(),
    url: z.url(),
    replies: z.array(CommentReply),
  })
  .meta({ id: 'CommentThread' })

export type ThreadAnswer = z.input<typeof CommentThread>
type ReplyAnswer = z.input<typeof CommentReply>

/** Who is answered, and what of the model they see. */
export type ThreadReader = {
  reader: Reader
  role: Role
  /** What an address of a thread begins with. */
  url: string
  /** The revision that a link shows; elements are judged there. */
  revision?: number
}

export const ofModel = (model: OpenModel, reader: Reader): ThreadReader => ({
  reader,
  role: model.role,
  url: `${env.APP_URL}/models/${encodeURIComponent(model.id)}`,
})

const isApp = ({ via }: Reader) => via === 'oauth'

/** Who may do what to a comment; by a share link nobody may do anything. */
export function rightsTo(
  row: { authorId: string | null; assigneeId?: string | null },
  { reader, role }: Pick<ThreadReader, 'reader' | 'role'>,
): { mayChange: boolean; mayDelete: boolean; mayDeleteOthers: boolean; mayResolve: boolean } {
  const userId = reader.via === 'link' ? undefined : reader.userId
  const isOwn = userId !== undefined && row.authorId === userId
  const mayComment = may(role, 'comment')
  const mayDeleteOthers = may(role, 'own') && !isApp(reader)
  const isTheirs = isOwn || (userId !== undefined && row.assigneeId === userId)
  return {
    mayChange: isOwn && mayComment,
    mayDelete: (isOwn && mayComment) || mayDeleteOthers,
    mayDeleteOthers,
    mayResolve: may(role, 'write') || (mayComment && isTheirs),
  }
}

export type People = ReadonlyMap<string, { name: string | null; email: string }>

const peopleIn = (threads: readonly StoredThread[]): string[] =>
  threads.flatMap(({ replies, ...thread }) => [
    ...[thread, ...replies].flatMap(({ authorId, mentions }) => [authorId ?? [], ...mentions].flat()),
    ...[thread.assigneeId ?? [], thread.resolvedBy ?? [], thread.wasResolved?.by ?? []].flat(),
  ])

export const findPeople = (threads: readonly StoredThread[]): Promise<People> => peopleById(peopleIn(threads))

export async function peopleById(ids: readonly string[]): Promise<People> {
  const users = await db().user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, email: true },
  })
  return new Map(users.map((user) => [user.id, user]))
}

/** In their order. */
export async function answerThreads(
  model: OpenModel,
  threads: readonly StoredThread[],
  to: ThreadReader,
): Promise<ThreadAnswer[]> {
  const people = await findPeople(threads)
  const elements = threads.flatMap(({ anchor }) => anchor.elements)
  const revision = to.revision ?? model.revision
  const { has } = await findElements(model, elements, revision)
  const gone = elements.filter((element) => !has(element)).map(({ kind, id }) => ({ kind: ANCHOR_KINDS[kind], id }))
  const revisions = await removedIn({ id: model.id, revision }, gone)
  const { scaled } = revision === model.revision ? model : ((await headerAt(model.id, revision)) ?? model)
  const wentIn = ({ kind, id }: AnchorElement) => revisions.get(goneKey({ kind: ANCHOR_KINDS[kind], id }))
  return threads.map((thread) => answerThread(thread, { ...to, people, scaled, has, wentIn }))
}

type Answering = ThreadReader & {
  people: People
  /** The lengths of the model that is shown. */
  scaled: number
  has(element: AnchorElement): boolean
  wentIn(element: AnchorElement): number | undefined
}

function answerThread(thread: StoredThread, to: Answering): ThreadAnswer {
  const { number, seq, due, assigneeId, resolvedAt, resolvedBy, resolvedClient, wasResolved, anchor } = thread
  const { foreign: _, ...shown } = anchor
  const elements = anchor.elements.map((element) => {
    const exists = to.has(element)
    const revision = exists ? undefined : to.wentIn(element)
    return { ...element, exists, ...(revision !== undefined && { removedIn: revision }) }
  })
  const isByLink = to.reader.via === 'link'
  const { mayResolve } = rightsTo(thread, to)
  return {
    ...answerComment(thread, to),
    ...{ number, seq, due, status: resolvedAt ? 'resolved' : 'open' },
    anchor: {
      ...shown,
      point: pointIn(anchor.point, to.scaled),
      elements,
      state: stateOf(elements),
      comparison: isByLink ? null : comparisonOf(anchor.view),
    },
    assignee: assigneeId === null ? null : personOf(assigneeId, to),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: resolvedBy === null ? null : personOf(resolvedBy, to),
    wasResolved: wasResolved && {
      ...{ at: wasResolved.at, by: wasResolved.by === null ? { id: null, name: null } : personOf(wasResolved.by, to) },
      ...(!isByLink && { client: wasResolved.client }),
      undoneIn: isByLink ? null : wasResolved.undoneIn,
    },
    ...(!isByLink && { resolvedClient, mayResolve }),
    url: `${to.url}?comment=${number}`,
    replies: thread.replies.map((reply) => answerComment(reply, to)),
  }
}

function answerComment(comment: StoredComment, to: Answering): ReplyAnswer {
  const { id, threadId, revision, authorId, authorName, via, client, createdAt, changedAt, text, mentions } = comment
  const isByLink = to.reader.via === 'link'
  const { mayChange, mayDelete } = rightsTo(comment, to)
  return {
    ...{ id, threadId, revision, via, ...(!isByLink && { client }) },
    author: authorId === null ? { id: null, name: importedName(authorName, to) } : personOf(authorId, to),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
    deleted: text === null,
    text: text === null ? null : decodeMentions(text, mentions, (userId) => mentionOf(userId, to)),
    mentions: mentions.map((userId) => personOf(userId, to)),
    ...(!isByLink && { mayChange: mayChange && text !== null, mayDelete: mayDelete && text !== null }),
  }
}

/** Whose account is gone has neither; behind a link people have names alone. */
function personOf(userId: string, { people, reader }: Answering): z.input<typeof Person> {
  const person = people.get(userId)
  if (!person) return { id: null, name: null }
  return { id: reader.via === 'link' ? null : userId, name: person.name }
}

type Seeing = Pick<ThreadReader, 'role' | 'reader'>

const seesAddresses = ({ role, reader }: Seeing) => reader.via !== 'link' && may(role, 'write')

/** Programs write addresses as authors: what stands before the @ for who may not see addresses. */
export const importedName = (name: string | null, to: Seeing): string | null =>
  name === null || seesAddresses(to) ? name : name.replaceAll(/@[^\s@()<>]+/g, '')

/** The address for who may see addresses. */
export function mentionOf(userId: string, to: Seeing & Pick<Answering, 'people'>): string {
  const person = to.people.get(userId)
  if (!person) return 'Deleted account'
  return seesAddresses(to) ? person.email : (person.name ?? 'somebody')
}

function stateOf(elements: readonly { exists: boolean }[]): 'whole' | 'partly' | 'orphaned' | 'free' {
  if (elements.length === 0) return 'free'
  const count = elements.filter(({ exists }) => exists).length
  if (count === elements.length) return 'whole'
  return count === 0 ? 'orphaned' : 'partly'
}
