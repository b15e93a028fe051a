import type { Tx } from '#lib/db/client.ts'
import { type Actor, holdModel } from '#lib/sharing/rights.ts'

/** Who writes a comment, and through which door. */
export type CommentAuthor = Actor & { door: 'web' | 'rest' | 'mcp' }

export type CommentChange = {
  /** The number of this change. */
  seq: number
  /** The number of the last thread. */
  lastNumber: number
  model: { id: string; name: string; ownerId: string }
}

/**
 * Begins a change of a model's comments: changes come one after another, so that numbers rise without a gap and who asks what changed
 * since a number misses nothing. Undefined when the model is gone or in the bin.
 */
export async function beginChange(tx: Tx, modelId: string): Promise<CommentChange | undefined> {
  if (!(await holdModel(tx, modelId, 'commentSeq'))) return undefined
  const select = { commentSeq: true, commentNumber: true, name: true, ownerId: true } as const
  const { commentSeq, commentNumber, name, ownerId } = await tx.constructModel.findUniqueOrThrow({
    where: { id: modelId },
    select,
  })
  return { seq: commentSeq, lastNumber: commentNumber, model: { id: modelId, name, ownerId } }
}

/**
 * Takes the model's row and changes nothing: what is read next is as whoever came before left it, and may turn out to need no change. A
 * model that is gone is noticed by `beginChange`.
 */
export async function holdComments(tx: Tx, modelId: string): Promise<void> {
  await tx.constructModel.updateMany({ where: { id: modelId }, data: { commentSeq: { increment: 0 } } })
}

/** The client or key that it came through; null: by hand, in a browser. */
export const clientOf = ({ clientName, clientId }: CommentAuthor): string | null => clientName ?? clientId ?? null

/** Who wrote it, as its row has it. */
export const authorColumns = (author: CommentAuthor) => ({
  authorId: author.userId,
  via: author.door,
  client: clientOf(author),
})
