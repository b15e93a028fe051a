import { db } from '#lib/db/client.ts'
import { activityOf } from '#lib/sharing/rights.ts'
import type { CommentAuthor } from './comment-change.ts'

/** In the log of the model: who has taken its comments elsewhere. */
export async function noteBcfExport(modelId: string, author: CommentAuthor, detail: { threads: number }): Promise<void> {
  await db().modelActivity.create({ data: activityOf(modelId, author, 'comment.exported', detail, author.door) })
}
