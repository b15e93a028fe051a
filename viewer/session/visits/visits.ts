import { grouped } from '#lib/values/count-text.ts'
import { joinWords } from '#lib/values/join-words.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { countText, type ElementKind } from '../../worker/elements.ts'
import type { CommentReply, CommentThread } from '../comments/comments-state.ts'
import type { ViewerSession } from '../session.ts'

/**
 * What is new since this reader was here last: of somebody with an account the service knows, of who comes by a link this browser
 * remembers what there was.
 */

/** In words, each empty where nothing of its kind is new. */
export type VisitNews = {
  at: string
  /** The revision that was seen then. */
  revision: number
  changed: string
  said: string
}

/** As the server answers it. */
type Visit = {
  at: string | null
  revision: number | null
  revisions: { count: number; people: string[]; added: number; changed: number; removed: number }
  comments: { threads: number; replies: number; resolved: number; people: string[] }
}

/** What a browser remembers of a model that a link shows. */
export type Remembered = { at: string; revision: number; commentSeq: number; counts: Partial<Record<ElementKind, number>> }

/** Null: nothing is new, or it is the first visit. */
export async function readNews(session: ViewerSession, signal: AbortSignal): Promise<VisitNews | null> {
  if (session.host.place === 'page') return newsOfVisit(await session.host.ask<Visit>('read_visit', {}, signal))
  const { drawn } = session.model.state.get()
  const remembered = readRemembered(session.host.setting(nameOf(session)))
  if (!remembered || !drawn) return null
  const { at, revision, counts, commentSeq } = remembered
  const now = drawn.summary
  const changed = (now.revision ?? 0) > revision ? countsChanged(revision, now.revision ?? 0, counts, now.counts) : ''
  const said = session.host.can.has('comments') ? saidSince(await threadsSince(session, commentSeq, signal), at) : ''
  return changed || said ? { at, revision, changed, said } : null
}

/** From now on only what comes later is new. */
export async function keepVisit(session: ViewerSession): Promise<void> {
  if (session.host.place === 'page') {
    await session.host.ask('keep_visit', {})
    return
  }
  const { drawn } = session.model.state.get()
  if (!drawn) return
  const { revision, counts } = drawn.summary
  const page = session.host.can.has('comments')
    ? await session.host.ask<{ seq: number }>('list_comments', { limit: 1 })
    : { seq: 0 }
  const now: Remembered = { at: new Date().toISOString(), revision: revision ?? 0, commentSeq: page.seq, counts }
  session.host.setting(nameOf(session), JSON.stringify(now))
}

/** One a model, so that all its links are one visit. */
const nameOf = ({ model }: ViewerSession) => `visit-${model.state.get().drawn?.summary.id ?? ''}`

/** What nobody wrote like this is no visit. */
export function readRemembered(text: string | null): Remembered | null {
  if (!text) return null
  try {
    const { at, revision, commentSeq, counts } = JSON.parse(text)
    const isRead =
      typeof at === 'string' &&
      !Number.isNaN(Date.parse(at)) &&
      Number.isInteger(revision) &&
      Number.isInteger(commentSeq) &&
      typeof counts === 'object'
    return isRead ? { at, revision, commentSeq, counts: counts ?? {} } : null
  } catch {
    return null
  }
}

const threadsSince = async ({ host }: ViewerSession, since: number, signal: AbortSignal) =>
  (await host.ask<{ items: (CommentThread | { deleted: true })[] }>('list_comments', { since, limit: 200 }, signal)).items

export function newsOfVisit({ at, revision, revisions, comments }: Visit): VisitNews | null {
  if (at === null || revision === null) return null
  const { count, added, changed, removed } = revisions
  const sums = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const elements = sums.flatMap(([sum, word]) => (sum > 0 ? `${grouped(sum)} ${word}` : [])).join(', ')
  const news = {
    ...{ at, revision },
    changed: count === 0 ? '' : `${countOf(count, 'revision')}${byText(revisions.people)}${elements && `: ${elements}`}`,
    said: saidText(comments),
  }
  return news.changed || news.said ? news : null
}

const countOf = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

const byText = (people: readonly string[]): string => (people.length === 0 ? '' : ` by ${joinWords(people)}`)

function saidText({ threads, replies, resolved, people }: Visit['comments']): string {
  const words = [
    threads > 0 && `${grouped(threads)} new comment${threads === 1 ? '' : 's'}`,
    replies > 0 && `${grouped(replies)} ${replies === 1 ? 'reply' : 'replies'}`,
    resolved > 0 && `${grouped(resolved)} resolved`,
  ].filter(Boolean)
  return words.length > 0 ? words.join(', ') + byText(people) : ''
}

/** By how much there is more or less of each kind: a link tells no history. */
export function countsChanged(
  from: number,
  to: number,
  before: Remembered['counts'],
  now: Readonly<Partial<Record<ElementKind, number>>>,
): string {
  const differences = entriesOf(now).flatMap(([kind, count]) => {
    const more = count - (before[kind] ?? count)
    return more === 0 ? [] : `${countText(Math.abs(more), kind)} ${more > 0 ? 'more' : 'fewer'}`
  })
  return `revision ${from} became ${to}${differences.length > 0 ? `: ${differences.join(', ')}` : ''}`
}

const isThread = (item: CommentThread | { deleted: true }): item is CommentThread => 'replies' in item

/** What of these threads was said or resolved after a moment. */
export function saidSince(items: readonly (CommentThread | { deleted: true })[], at: string): string {
  const threads = items.filter(isThread)
  const isNew = ({ createdAt }: Pick<CommentReply, 'createdAt'>) => createdAt > at
  const made = threads.filter(isNew)
  const replies = threads.flatMap((thread) => thread.replies).filter(isNew)
  const resolved = threads.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt > at)
  const people = [
    ...[...made, ...replies].map(({ author }) => author.name),
    ...resolved.map(({ resolvedBy }) => resolvedBy?.name),
  ]
  return saidText({
    ...{ threads: made.length, replies: replies.length, resolved: resolved.length },
    people: [...new Set(people.flatMap((name) => name ?? []))].slice(0, 5),
  })
}
