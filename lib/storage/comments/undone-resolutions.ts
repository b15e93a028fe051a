import { type Tx, transaction } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { announceComments } from '../announce.ts'
import { beginChange } from './comment-change.ts'
import type { CommentRow } from './comment-row.ts'

/**
 * Threads whose resolution is not in the model any more, since the revision that it came with was undone. They are open again without a
 * write, and resolved again where it is brought back: what a revision shows never changes, so both follow from the log.
 */

/** By the revision that threads were resolved with, the one that undid it. */
export type UndoneResolutions = ReadonlyMap<number, number>

const NONE: UndoneResolutions = new Map()

type Reader = Pick<Tx, 'comment' | 'constructModel' | 'constructModelRevision'>

/** As of a revision; of the present one when absent. */
export async function undoneResolutions(tx: Reader, modelId: string, atRevision?: number): Promise<UndoneResolutions> {
  const jumps = await jumpsBehind(tx, modelId, atRevision)
  const earliest = jumps.at(-1)
  if (!earliest) return NONE
  const rows = await tx.comment.findMany({
    where: { modelId, resolvedAt: { not: null }, deletedAt: null, resolvedRevision: { gt: earliest.to } },
    distinct: ['resolvedRevision'],
    select: { resolvedRevision: true },
  })
  return new Map(
    rows.flatMap(({ resolvedRevision: revision }) => {
      const jump = jumps.find(({ from, to }) => revision !== null && revision > to && revision < from)
      return jump && revision !== null ? [[revision, jump.from] as const] : []
    }),
  )
}

/** From the revision back: each restored one on the way, and the one that it brought back. What lies between them is undone. */
async function jumpsBehind(tx: Reader, modelId: string, atRevision?: number): Promise<{ from: number; to: number }[]> {
  const upTo = atRevision === undefined ? {} : { revision: { lte: atRevision } }
  const restored = await tx.constructModelRevision.findMany({
    where: { modelId, restoredFrom: { not: null }, ...upTo },
    orderBy: { revision: 'desc' },
    select: { revision: true, restoredFrom: true },
  })
  const jumps: { from: number; to: number }[] = []
  let place = Infinity
  for (const { revision: from, restoredFrom: to } of restored) {
    if (from > place || to === null) continue
    jumps.push({ from, to })
    place = to
  }
  return jumps
}

/** Of a resolved thread that is open again since that was undone: as one that somebody opened again. */
export function asOpened<Row extends CommentRow>(row: Row, undone: UndoneResolutions): Row & { undoneIn: number | null } {
  const undoneIn = row.resolvedAt && row.resolvedRevision !== null ? undone.get(row.resolvedRevision) : undefined
  if (undoneIn === undefined) return { ...row, undoneIn: null }
  return { ...row, ...opened(row), undoneIn }
}

/** The columns of a thread that is opened again. */
export const opened = ({ resolvedAt, resolvedBy, resolvedClient }: CommentRow) => ({
  ...{ resolvedAt: null, resolvedBy: null, resolvedClient: null, resolvedRevision: null },
  wasResolved: resolvedAt && JSON.stringify({ at: resolvedAt, by: resolvedBy, client: resolvedClient }),
})

/**
 * After a restored revision: threads that it opened or resolved again have changed, for who asks what has. The numbers of those that are
 * open again. The model is restored already, whatever becomes of this.
 */
export async function followRestore(
  modelId: string,
  { before, revision }: { before: number; revision: number },
): Promise<number[]> {
  if (revision === before) return []
  let hasChanged = false
  const reopened = await transaction(async (tx) => {
    hasChanged = false
    const [then, now] = [await undoneResolutions(tx, modelId, before), await undoneResolutions(tx, modelId, revision)]
    const moved = [...new Set([...then.keys(), ...now.keys()])].filter((one) => then.has(one) !== now.has(one))
    if (moved.length === 0) return []
    const change = await beginChange(tx, modelId)
    if (!change) return []
    hasChanged = true
    const where = { modelId, deletedAt: null, resolvedAt: { not: null }, resolvedRevision: { in: moved } }
    const rows = await tx.comment.findMany({ where, select: { id: true, number: true, resolvedRevision: true } })
    await tx.comment.updateMany({ where, data: { seq: change.seq, modifiedAt: new Date() } })
    return rows.flatMap(({ number, resolvedRevision }) => (now.has(resolvedRevision ?? 0) ? (number ?? []) : []))
  }).catch((error: unknown) => {
    log.warn('threads were not noted to be open again', { modelId, revision, error })
    return []
  })
  if (hasChanged) announceComments(modelId)
  return reopened.sort((a, b) => a - b)
}
