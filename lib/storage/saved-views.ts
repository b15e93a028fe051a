import { randomBytes } from 'node:crypto'
import { db, transaction } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Actor, holdModel, note } from '#lib/sharing/rights.ts'
import { announceViews } from './announce.ts'
import { namesOf } from './names.ts'

/**
 * Views of a model that somebody wants to be looked at again: the viewer's query with a name and a picture. They are no revisions, and
 * what they name may be gone from the model since. One of them may be what the model opens with.
 */

export type SavedView = {
  id: string
  name: string
  query: string
  isFirst: boolean
  author: { id: string; name: string | null }
  createdAt: Date
  changedAt: Date
}

export type ViewFields = { name: string; query: string; picture?: Uint8Array<ArrayBuffer> | null }

/** `gone`: the model or the view is. */
type Gone = 'gone'

const WITHOUT_PICTURE = {
  ...{ id: true, name: true, query: true, isFirst: true },
  ...{ authorId: true, createdAt: true, changedAt: true },
} as const
type Row = Omit<SavedView, 'author'> & { authorId: string }

async function toViews(rows: readonly Row[]): Promise<SavedView[]> {
  const names = await namesOf(rows.map(({ authorId }) => authorId))
  return rows.map((row) => viewOf(row, names.get(row.authorId)))
}

async function toView(row: Row): Promise<SavedView> {
  return viewOf(row, (await namesOf([row.authorId])).get(row.authorId))
}

const viewOf = ({ authorId, ...row }: Row, name: string | null | undefined): SavedView => ({
  ...row,
  author: { id: authorId, name: name ?? null },
})

/** In the order in which they were made. */
export async function listViews(modelId: string): Promise<SavedView[]> {
  return toViews(
    await db().savedView.findMany({
      where: { modelId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: WITHOUT_PICTURE,
    }),
  )
}

/** What the model opens with, as the viewer's query; null where nobody has chosen. */
export async function firstViewOf(modelId: string): Promise<string | null> {
  const first = await db().savedView.findFirst({ where: { modelId, isFirst: true }, select: { query: true } })
  return first?.query ?? null
}

export async function pictureOfView(
  modelId: string,
  id: string,
): Promise<{ picture: Uint8Array | null; isFirst: boolean; changedAt: Date } | undefined> {
  const where = { modelId_id: { modelId, id } }
  const select = { picture: true, isFirst: true, changedAt: true }
  return (await db().savedView.findUnique({ where, select })) ?? undefined
}

/** `too_many`: the model has as many as it may. */
export async function makeView(modelId: string, caller: Actor, fields: ViewFields): Promise<SavedView | 'too_many' | Gone> {
  const time = new Date()
  const row = { id: `vw_${randomBytes(9).toString('base64url')}`, authorId: caller.userId, createdAt: time, changedAt: time }
  const made = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId, 'viewSeq'))) return 'gone'
    if ((await tx.savedView.count({ where: { modelId } })) >= limits.savedViews) return 'too_many'
    await note(tx, modelId, caller, 'view.made', { view: row.id, name: fields.name })
    return tx.savedView.create({ data: { modelId, ...row, ...fields }, select: WITHOUT_PICTURE })
  })
  if (typeof made === 'string') return made
  announceViews(modelId)
  return toView(made)
}

/** By its author alone: `forbidden` for anybody else. What is not given stays. */
export async function changeView(
  modelId: string,
  id: string,
  caller: Actor,
  fields: Partial<ViewFields>,
): Promise<SavedView | 'forbidden' | Gone> {
  const where = { modelId_id: { modelId, id } }
  const changed = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId, 'viewSeq'))) return 'gone'
    const before = await tx.savedView.findUnique({ where, select: { authorId: true } })
    if (!before) return 'gone'
    if (before.authorId !== caller.userId) return 'forbidden'
    return tx.savedView.update({ where, data: { ...fields, changedAt: new Date() }, select: WITHOUT_PICTURE })
  })
  if (typeof changed === 'string') return changed
  announceViews(modelId)
  return toView(changed)
}

/** By its author, or whoever may delete what others have made. */
export async function deleteView(
  modelId: string,
  id: string,
  caller: Actor,
  mayOthers: boolean,
): Promise<'done' | 'forbidden' | Gone> {
  const where = { modelId_id: { modelId, id } }
  const done = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId, 'viewSeq'))) return 'gone'
    const before = await tx.savedView.findUnique({ where, select: { authorId: true, name: true } })
    if (!before) return 'gone'
    if (before.authorId !== caller.userId && !mayOthers) return 'forbidden'
    await tx.savedView.delete({ where })
    await note(tx, modelId, caller, 'view.deleted', { view: id, name: before.name })
    return 'done'
  })
  if (done === 'done') announceViews(modelId)
  return done
}

/** Null: the model opens as any does. */
export async function setFirstView(modelId: string, caller: Actor, id: string | null): Promise<'done' | Gone> {
  const done = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId, 'viewSeq'))) return 'gone'
    const chosen = id === null ? null : await tx.savedView.findUnique({ where: { modelId_id: { modelId, id } } })
    if (id !== null && !chosen) return 'gone'
    if (chosen?.isFirst) return 'done'
    await tx.savedView.updateMany({ where: { modelId, isFirst: true }, data: { isFirst: false } })
    if (id !== null) await tx.savedView.update({ where: { modelId_id: { modelId, id } }, data: { isFirst: true } })
    await note(tx, modelId, caller, 'view.first', { view: id, name: chosen?.name ?? null })
    return 'done'
  })
  if (done === 'done') announceViews(modelId)
  return done
}

/** The views of a model go along with a copy, whose owner is their author there. `onlyFirst`: no others. */
export const copyViews = (from: string, to: string, authorId: string, onlyFirst: boolean): Step => ({
  sql: `INSERT INTO "SavedView" ("modelId", "id", "name", "query", "picture", "isFirst", "authorId", "createdAt", "changedAt")
    SELECT CAST($1 AS TEXT), "id", "name", "query", "picture", "isFirst", CAST($2 AS TEXT), "createdAt", "changedAt"
    FROM "SavedView" WHERE "modelId" = $3${onlyFirst ? ' AND "isFirst" = TRUE' : ''}`,
  values: [to, authorId, from],
})
