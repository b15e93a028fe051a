import type { Caller } from '#lib/access/caller.ts'
import { type Role, toRole } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'
import { readCounts } from '#lib/model/changes.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { elementsIn } from '#lib/schema/schema.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { listModels, type ModelListItem } from './models.ts'
import { lastChanges, type RevisionItem } from './revisions.ts'

/** The list of models as its page shows it: in an order that a person chose, with who changed each last. */

const ORDERS = ['changed', 'name', 'size'] as const
export type ModelOrder = (typeof ORDERS)[number]
export const isModelOrder = (text: string): text is ModelOrder => isOneOf(ORDERS, text)

type LastChange = Pick<RevisionItem, 'user' | 'via' | 'client'>
/** `lastChange` is absent where somebody has just written a newer one. */
export type ListedModel = ModelListItem & { lastChange?: LastChange }

/** `role`: on which the models are opened; any where it is not said. */
type ModelListOptions = { order: ModelOrder; limit: number; cursor?: string; q?: string; role?: Role }

/** Throws `invalid` for a cursor that is none of ours. */
export async function listedModels(
  caller: Caller,
  { order, ...page }: ModelListOptions,
): Promise<{ items: ListedModel[]; nextCursor: string | null }> {
  const { items, nextCursor } = order === 'changed' ? await listModels(caller, page) : await sorted(caller, order, page)
  const changes = await lastChanges(items)
  return {
    items: items.map((item) => {
      const lastChange = changes.get(item.id)
      return { ...item, ...(lastChange && { lastChange }) }
    }),
    nextCursor,
  }
}

/** Whether others have let this person in anywhere. */
export const hasSharedModels = async (userId: string): Promise<boolean> =>
  (await db().collaborator.findFirst({ where: { userId }, select: { modelId: true } })) !== null

/** An account holds 10,000 models at most; beyond, those that were changed longest ago are left out of such an order. */
const MOST = 10_000

/** Names are put in order here, as the databases differ on it: for that all of them are read, without what else a list shows. */
async function sorted(
  caller: Caller,
  order: Exclude<ModelOrder, 'changed'>,
  { limit, cursor, q = '', role }: Omit<ModelListOptions, 'order'>,
) {
  const after = cursor === undefined ? undefined : readPlace(cursor)
  const wanted = q.normalize('NFC').toLowerCase()
  const { userId } = caller
  const collaborations =
    role === 'owner'
      ? []
      : await db().collaborator.findMany({ where: { userId, ...(role && { role }) }, select: { modelId: true, role: true } })
  const roles = new Map(collaborations.map(({ modelId, role }) => [modelId, toRole(role)]))
  const rows = await db().constructModel.findMany({
    where: {
      deletedAt: null,
      OR: [...(role === undefined || role === 'owner' ? [{ ownerId: userId }] : []), { id: { in: [...roles.keys()] } }],
    },
    orderBy: { updatedAt: 'desc' },
    select: { id: true, name: true, counts: true },
    take: MOST,
  })
  const places = rows
    .filter(({ name }) => name.normalize('NFC').toLowerCase().includes(wanted))
    .map(({ id, name, counts }): Place => [order === 'name' ? name : elementsIn(readCounts(counts)), id])
    .sort(inOrder)
  const from = after ? places.findIndex((place) => inOrder(place, after) > 0) : 0
  const page = from === -1 ? [] : places.slice(from, from + limit)
  const last = page.at(-1)
  return {
    items: await itemsOf(
      userId,
      page.map(([, id]) => id),
      roles,
    ),
    nextCursor: last && from + limit < places.length ? writePlace(last) : null,
  }
}

async function itemsOf(
  userId: string,
  ids: string[],
  roles: ReadonlyMap<string, ReturnType<typeof toRole>>,
): Promise<ModelListItem[]> {
  const rows = await db().constructModel.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: {
      ...{ id: true, name: true, ownerId: true, counts: true, bounds: true, units: true },
      ...{ revision: true, createdAt: true, updatedAt: true },
    },
  })
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = known.get(id)
    const role = row?.ownerId === userId ? 'owner' : roles.get(id)
    if (!row || !role) return [] // deleted within this moment
    const { ownerId: _, counts, bounds, units, ...rest } = row
    const parsed = {
      counts: readCounts(counts),
      bounds: JSON.parse(bounds),
      units: units === null ? undefined : JSON.parse(units),
    }
    return [{ ...rest, role, ...parsed }]
  })
}

/** A name or a number of elements, and the model's id. */
type Place = readonly [key: string | number, id: string]

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Names from A, sizes from the largest. */
function inOrder([a, one]: Place, [b, other]: Place): number {
  const by = typeof a === 'number' && typeof b === 'number' ? b - a : names.compare(String(a), String(b))
  return by || (one < other ? -1 : one > other ? 1 : 0)
}

const writePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function readPlace(cursor: string): Place {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if ((typeof key === 'string' || typeof key === 'number') && typeof id === 'string') return [key, id]
  } catch {
    // told below
  }
  throw new ModelError('invalid', [{ ...valueError(['cursor'], 'unknown cursor'), at: 'query' }])
}
