import { z } from 'zod'
import { may } from '#lib/access/roles.ts'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { Assignee, CommentAnchor, CommentText, DueDay } from '#lib/schema/comment-bodies.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { listComments, readComment, ThreadQuery } from '#lib/service/comments/list-comments.ts'
import { CommentThread, ofModel } from '#lib/service/comments/thread-answer.ts'
import {
  changeComment,
  deleteComment,
  makeComment,
  setResolved,
  type WrittenComment,
  writerOf,
} from '#lib/service/comments/write-comment.ts'
import { REVALIDATED } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused, refuseApps } from '../request-parts.ts'

/** Comments on a model. Who may what: people, sections 1 and 12. */

const COMMENTS = '/api/construct-models/{model_id}/comments'
const COMMENT = `${COMMENTS}/{comment_id}` as const

const DeletedThread = z
  .object({ id: z.string(), threadId: z.string(), number: z.int(), deleted: z.literal(true), seq: z.int() })
  .meta({ id: 'DeletedThread' })

const ThreadList = z
  .object({
    items: z.array(z.union([CommentThread, DeletedThread])).describe('A deleted thread only where `since` asks for changes'),
    nextCursor: z.string().nullable(),
    seq: z.int().describe('Of the last change of the comments'),
  })
  .meta({ id: 'CommentThreadList' })

/** The answer to a write. */
const WrittenThread = CommentThread.extend({
  warnings: z.array(z.string()).optional().describe('Who was mentioned and has no access, an assignee who can only look'),
}).meta({ id: 'WrittenCommentThread' })

const toBody = ({ thread, warnings }: WrittenComment) => ({ ...thread, ...(warnings.length > 0 && { warnings }) })

const noComment = () => new Refused(404, 'Comment not found')

/** Throws 404 where there is none. */
function found<T>(outcome: T | 'nowhere'): T {
  if (outcome === 'nowhere') throw noComment()
  return outcome
}

export const listModelComments = operation({
  id: 'list_comments',
  method: 'GET',
  path: COMMENTS,
  tag: 'Comments',
  summary: 'List comments',
  description:
    'Threads with their replies, the newest first. With `since` those in which anything changed after that `seq`, in the order of the changes, with those deleted meanwhile (for 30 days).',
  needs: 'read',
  query: ThreadQuery,
  answer: ThreadList,
  example: { answer: example.commentThreads },
  run: async ({ caller, model, query }) => json(await listComments(model, ofModel(model, caller), query)),
})

const NewComment = z
  .strictObject({
    text: CommentText,
    anchor: CommentAnchor.optional(),
    replyTo: z.string().max(64).optional().describe('Number or id of a thread: then it is a reply'),
    assignee: Assignee,
    due: DueDay,
    revision: z.int().optional().describe('The revision that its author saw; the present one when absent'),
  })
  .meta({ id: 'NewComment' })

export const makeModelComment = operation({
  id: 'make_comment',
  method: 'POST',
  path: COMMENTS,
  tag: 'Comments',
  summary: 'Comment, or reply',
  description: `Begins a thread, pinned to elements, a point and a view, or replies to one; answers the whole thread. Comments are no revisions. A model has at most ${limits.commentThreads} threads, a thread ${limits.commentReplies} replies.`,
  needs: 'comment',
  body: NewComment,
  status: 201,
  answer: WrittenThread,
  example: { body: example.newComment, answer: example.commentThread },
  async run({ caller, model, body }) {
    const answered = await makeComment(model, writerOf(caller), body)
    const path = COMMENTS.replace('{model_id}', () => encodeURIComponent(model.id))
    const location = { Location: `${env.APP_URL}${path}/${answered.thread.number}` }
    return { ...json(toBody(answered), location), status: 201 }
  },
})

export const readModelComment = operation({
  id: 'read_comment',
  method: 'GET',
  path: COMMENT,
  tag: 'Comments',
  summary: 'Read a comment thread',
  description: 'By its number, or by the id of a comment in it.',
  needs: 'read',
  answer: CommentThread,
  example: { answer: example.commentThread },
  async run({ caller, model, parameters: { comment_id: id } }) {
    return json(found((await readComment(model, caller, id)) ?? 'nowhere'))
  },
})

const CommentChange = z
  .strictObject({ text: CommentText.optional(), assignee: Assignee, due: DueDay })
  .meta({ id: 'CommentChange' })

export const changeModelComment = operation({
  id: 'change_comment',
  method: 'PATCH',
  path: COMMENT,
  tag: 'Comments',
  summary: 'Change a comment',
  description:
    'Its text by its author; assignee and due day by editors, its author and its assignee. What is not given stays; null takes away.',
  needs: 'comment',
  body: CommentChange,
  answer: WrittenThread,
  example: { body: { due: '2026-12-08' }, answer: { ...example.commentThread, due: '2026-12-08' } },
  run: async ({ caller, model, body, parameters: { comment_id: id } }) =>
    json(toBody(found(await changeComment(model, writerOf(caller), id, body)))),
})

export const deleteModelComment = operation({
  id: 'delete_comment',
  method: 'DELETE',
  path: COMMENT,
  tag: 'Comments',
  summary: 'Delete a comment',
  description:
    'A reply, or a thread without replies, goes; a thread with replies keeps its place and reads as deleted. One’s own; the owner of the model, signed in or with an API key, deletes those of others too.',
  needs: 'comment',
  status: 204,
  async run({ caller, model, parameters: { comment_id: id } }) {
    if (found(await deleteComment(model, writerOf(caller), id)) === 'done') return done
    if (may(model.role, 'own')) refuseApps(caller)
    throw new ModelError('forbidden', [], { role: model.role, needs: 'owner' })
  },
})

const LastWord = z.strictObject({ text: CommentText.optional().describe('A last reply') }).meta({ id: 'LastWord' })

const resolved = { ...example.commentThread, status: 'resolved', resolvedAt: '2026-11-21T11:02:00.000Z', resolvedBy: example.ada }

/** Both verbs are idempotent: what is so already stays. */
const statusOperation = (
  verb: 'resolve' | 'reopen',
  summary: string,
  description: string,
  shown: { body: { text: string }; answer: object },
) =>
  operation({
    id: `${verb}_comment`,
    method: 'POST',
    path: `${COMMENT}/${verb}`,
    tag: 'Comments',
    summary,
    description,
    needs: 'comment',
    body: LastWord,
    answer: WrittenThread,
    example: shown,
    run: async ({ caller, model, body: { text }, parameters: { comment_id: id } }) =>
      json(toBody(found(await setResolved(model, writerOf(caller), id, { isResolved: verb === 'resolve', text })))),
  })

export const resolveModelComment = statusOperation(
  'resolve',
  'Resolve a comment thread',
  'By editors, its author and its assignee, with a last reply if there is something to say. A thread that is resolved stays so.',
  { body: { text: 'B1 is IPE 450 now (revision 8).' }, answer: resolved },
)

export const reopenModelComment = statusOperation(
  'reopen',
  'Reopen a comment thread',
  'By editors, its author and its assignee, with a last reply if there is something to say. A thread that is open stays so.',
  { body: { text: 'B1 is IPE 400 again since revision 9.' }, answer: example.commentThread },
)

export const listSharedComments = operation({
  id: 'list_shared_comments',
  method: 'GET',
  path: '/api/share/{token}/comments',
  tag: 'Comments',
  summary: 'List the comments that a share link shows',
  description:
    'As the operation of the model lists them, where the link shows comments, with people’s names and without their ids. A link to one revision shows those made up to it.',
  needs: 'read',
  query: ThreadQuery,
  answer: ThreadList,
  example: { answer: { ...example.commentThreads, items: [example.sharedThread] } },
  async run({ model, link, query }) {
    if (!link.comments) throw new ModelError('not_found') // as if there were no such link
    const { revision } = link
    const to = { reader: link.caller, role: model.role, url: shareUrl(link.token), ...(revision !== null && { revision }) }
    return json(await listComments(model, to, query), { ...REVALIDATED, Vary: 'Accept-Encoding, Cookie' })
  },
})
