import type { Caller } from '#lib/access/caller.ts'
import { gatherForMail } from '#lib/activity/comment-digest.ts'
import { db } from '#lib/db/client.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type CommentAnchor, dayFault, textFault } from '#lib/schema/comment-bodies.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { isElement, piecesOf } from '#lib/schema/named-elements.ts'
import { findPerson, type PersonOfModel, peopleOfModel } from '#lib/sharing/people-of-model.ts'
import { addReply, addThread, type CommentWritten, headOf } from '#lib/storage/comments/add-comment.ts'
import {
  changeComment as changeStored,
  deleteComment as deleteStored,
  resolveThread,
} from '#lib/storage/comments/change-comment.ts'
import type { CommentAuthor } from '#lib/storage/comments/comment-change.ts'
import type { CommentRow } from '#lib/storage/comments/comment-row.ts'
import { addressesIn, encodeMentions } from '#lib/storage/comments/mentions.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { completeAnchor, findElements, judgeAnchor, noElement, noRevision } from './anchors.ts'
import { quoteElements } from './quote-elements.ts'
import { answerThreads, ofModel, rightsTo, type ThreadAnswer } from './thread-answer.ts'

/** What is done with comments, by REST and by tools alike. People, section 12. */

export type CommentInput = {
  text: string
  anchor?: CommentAnchor | undefined
  /** A thread's number, or the id of a comment in it. */
  replyTo?: string | undefined
  assignee?: string | null | undefined
  due?: string | null | undefined
  revision?: number | undefined
}

/** Who writes, and through which door. */
export type Writer = { caller: Caller; door: CommentAuthor['door'] }
/** By REST: in a browser, or otherwise. */
export const writerOf = (caller: Caller): Writer => ({ caller, door: caller.via === 'session' ? 'web' : 'rest' })

/** `warnings`: who was mentioned and not notified, named elements that are not there, and an assignee who can only look. */
export type WrittenComment = { thread: ThreadAnswer; warnings: string[] }

export const noComment = (name: string): Issue => ({
  type: 'reference_not_found',
  loc: ['replyTo'],
  msg: `no comment '${name}' in this model`,
  ctx: { id: name },
})

/** Throws `invalid` with all that is wrong, `not_found` when the model is gone. */
export async function makeComment(model: OpenModel, writer: Writer, input: CommentInput): Promise<WrittenComment> {
  const people = await peopleOfModel(model)
  const { replyTo, anchor, due, revision = model.revision } = input
  const isReply = replyTo !== undefined
  const issues = [
    ...(isReply ? judgeReply(input) : []),
    ...(isReply && !(await headOf(db(), model.id, replyTo)) ? [noComment(replyTo)] : []),
    ...(!isReply && anchor ? await judgeAnchor(model, anchor, Math.max(1, Math.min(revision, model.revision))) : []),
    ...judgePerson(input.assignee, people),
    ...judgeText(input.text),
    ...judgeDay(due),
    ...judgeRevision(revision, model),
  ]
  if (issues.length > 0) throw new ModelError('invalid', issues)
  const { warnings: strangers, ...comment } = await readText(model, input.text, people)
  const assignee = assigneeOf(input.assignee, people)
  const author = authorOf(writer)
  const written = isReply
    ? await addReply(model.id, author, replyTo, { ...comment, revision })
    : await addThread(model.id, author, {
        ...{ ...comment, revision },
        anchor: await completeAnchor(model, anchor ?? {}, revision),
        assigneeId: assignee?.id ?? null,
        due: due ?? null,
      })
  if (written === 'gone') throw new ModelError('not_found')
  if (written === 'nowhere') throw new ModelError('invalid', [noComment(replyTo ?? '')])
  if (written === 'too_many') throw new ModelError('invalid', [isReply ? TOO_MANY_REPLIES() : TOO_MANY_THREADS()])
  return { ...(await answered(model, writer, written)), warnings: [...strangers, ...aboutAssignee(assignee)] }
}

const overLimit = (what: string, limit: number): Issue => ({
  type: 'limit_exceeded',
  loc: [],
  msg: `the ${what}, the limit is ${limit}`,
  ctx: { limit },
})
const TOO_MANY_THREADS = () => overLimit(`model would have ${limits.commentThreads + 1} threads`, limits.commentThreads)
const TOO_MANY_REPLIES = () => overLimit(`thread would have ${limits.commentReplies + 1} replies`, limits.commentReplies)

/** A reply hangs on its thread, and has nothing of a thread's own. */
const judgeReply = ({ anchor, assignee, due }: CommentInput): Issue[] => [
  ...(anchor ? [valueError(['anchor'], 'a reply has no anchor')] : []),
  ...(typeof assignee === 'string' ? [valueError(['assignee'], 'a reply has no assignee')] : []),
  ...(typeof due === 'string' ? [valueError(['due'], 'a reply has no due date')] : []),
]

type People = ReadonlyMap<string, PersonOfModel>

const assigneeOf = (name: string | null | undefined, people: People): PersonOfModel | undefined =>
  typeof name === 'string' ? findPerson(people, name) : undefined

const judgePerson = (name: string | null | undefined, people: People): Issue[] =>
  typeof name !== 'string' || findPerson(people, name) ? [] : [valueError(['assignee'], `${name} has no access to this model`)]

const judgeDay = (due: string | null | undefined): Issue[] => judge('due', due, dayFault)

const judgeText = (text: string | undefined): Issue[] => judge('text', text, textFault)

/** Of a text that was sent. */
function judge(field: string, text: string | null | undefined, faultOf: (text: string) => string | undefined): Issue[] {
  const words = text == null ? undefined : faultOf(text)
  return words === undefined ? [] : [valueError([field], words)]
}

const judgeRevision = (revision: number, model: OpenModel): Issue[] =>
  revision >= 1 && revision <= model.revision ? [] : [noRevision(revision)]

/** Whoever has a role may be assigned; a viewer is told of it, and can do no more than look. */
const aboutAssignee = (person: PersonOfModel | undefined): string[] =>
  person?.role === 'viewer'
    ? [`${person.name ?? 'the assignee'} is a viewer of this model and can neither answer nor resolve: the owner gives roles`]
    : []

/** Of strangers that a text mentions, and of elements that are not there. */
const MOST_WARNED = 20

/** Text as it is stored, who was mentioned without being able to hear of it, and which elements it names that are not there. */
async function readText(
  model: OpenModel,
  written: string,
  people: People,
): Promise<{ text: string; mentions: string[]; warnings: string[] }> {
  const text = await quoteElements(model, written)
  const strangers = addressesIn(text).filter((address) => !findPerson(people, address))
  const encoded = encodeMentions(text, (name) => findPerson(people, name)?.id)
  const warnings = strangers.slice(0, MOST_WARNED).map((address) => `${address} has no access to this model and was not told`)
  const more = strangers.length - warnings.length
  if (more > 0) warnings.push(`and ${more} more, who have no access to this model and were not told`)
  return { ...encoded, warnings: [...warnings, ...(await aboutElements(model, text))] }
}

async function aboutElements(model: OpenModel, text: string): Promise<string[]> {
  const named = piecesOf(text).filter(isElement)
  const { has } = await findElements(model, named)
  const words = named.filter((one) => !has(one)).map((one) => `${one.text} names nothing: ${noElement(one)}`)
  return [...new Set(words)].slice(0, MOST_WARNED)
}

const authorOf = ({ caller, door }: Writer): CommentAuthor => ({ ...caller, door })

export type CommentChangeInput = {
  text?: string | undefined
  assignee?: string | null | undefined
  due?: string | null | undefined
}

/** There is no comment of that name. */
type NoComment = 'nowhere'

/** Text by its author, assignee and due day by who may resolve. What is not given stays. */
export async function changeComment(
  model: OpenModel,
  writer: Writer,
  name: string,
  { text, assignee, due }: CommentChangeInput,
): Promise<WrittenComment | NoComment> {
  const people = await peopleOfModel(model)
  const issues = [...judgePerson(assignee, people), ...judgeText(text), ...judgeDay(due)]
  if (issues.length > 0) throw new ModelError('invalid', issues)
  const comment = text === undefined ? undefined : await readText(model, text, people)
  const isAboutThread = assignee !== undefined || due !== undefined
  const reader = { reader: writer.caller, role: model.role }
  const fields = {
    ...(comment && { text: comment.text, mentions: comment.mentions }),
    ...(assignee !== undefined && { assigneeId: assigneeOf(assignee, people)?.id ?? null }),
    ...(due !== undefined && { due }),
  }
  const written = await changeStored(model.id, name, authorOf(writer), fields, (row) => {
    const isReply = row.number === null
    if (isAboutThread && isReply) throw new ModelError('invalid', judgeReply({ text: '', assignee, due }))
    const { mayChange, mayResolve } = rightsTo(row, reader)
    if (text !== undefined && !mayChange) throw new ModelError('forbidden')
    return !isAboutThread || mayResolve
  })
  if (written === 'nowhere') return written
  const warnings = [...(comment?.warnings ?? []), ...aboutAssignee(assigneeOf(assignee, people))]
  return { ...(await answered(model, writer, required(written, model))), warnings }
}

/** One's own; the owner of a model, signed in or with a key, those of others too. */
export async function deleteComment(model: OpenModel, writer: Writer, name: string): Promise<'done' | 'forbidden' | NoComment> {
  const reader = { reader: writer.caller, role: model.role }
  const deleted = await deleteStored(model.id, name, authorOf(writer), (row) => rightsTo(row, reader).mayDelete)
  if (deleted === 'gone') throw new ModelError('not_found')
  return deleted
}

/** Resolves a thread or opens it again, with a last reply if there is something to say. */
export async function setResolved(
  model: OpenModel,
  writer: Writer,
  name: string,
  { isResolved, text }: { isResolved: boolean; text?: string | undefined },
): Promise<WrittenComment | NoComment> {
  const issues = judgeText(text)
  if (issues.length > 0) throw new ModelError('invalid', issues)
  const comment = text === undefined ? undefined : await readText(model, text, await peopleOfModel(model))
  const reader = { reader: writer.caller, role: model.role }
  const { revision } = model
  const resolution = { isResolved, revision, reply: comment && { ...comment, revision } }
  const allows = (row: CommentRow) => rightsTo(row, reader).mayResolve
  const written = await resolveThread(model.id, name, authorOf(writer), resolution, allows)
  if (written === 'nowhere') return written
  return { ...(await answered(model, writer, required(written, model))), warnings: comment?.warnings ?? [] }
}

/** Throws where the model is gone, or the caller has a role that does not do. */
function required(written: CommentWritten | 'gone' | 'forbidden', { role }: OpenModel): CommentWritten {
  if (written === 'gone') throw new ModelError('not_found')
  if (written === 'forbidden') throw new ModelError('forbidden', [], { role, needs: 'editor' })
  return written
}

async function answered(model: OpenModel, { caller }: Writer, written: CommentWritten): Promise<{ thread: ThreadAnswer }> {
  gatherNotices(model, caller.userId, written)
  const [thread] = await answerThreads(model, [written.thread], ofModel(model, caller))
  if (!thread) throw new Error('a thread has no answer')
  return { thread }
}

/** For the mails that gather what was said. */
function gatherNotices({ id }: OpenModel, by: string, { thread: { number }, notices }: CommentWritten): void {
  for (const { userId, ...notice } of notices) gatherForMail(userId, id, { ...notice, by, number })
}
