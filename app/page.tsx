import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { ROLES } from '#lib/access/roles.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { callerOfSession } from '#lib/service/authenticate.ts'
import { hasSharedModels, isModelOrder, listedModels, listModels } from '#lib/service/models/list-models.ts'
import { ModelList } from './model-cards.tsx'
import { type Query, session, unconfirmedSession } from './session.ts'
import { Welcome } from './welcome.tsx'

const PAGE = 24
const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

export default async function HomePage({ searchParams }: { searchParams: Promise<Query> }) {
  const who = await session()
  if (!who && (await unconfirmedSession())) redirect('/confirm-email')
  if (!who) return <Welcome />
  const query = await searchParams
  const [q, cursor, sort] = [text(query.q).trim(), text(query.cursor), text(query.sort)]
  const order = isModelOrder(sort) ? sort : 'changed'
  const role = ROLES.find((one) => one === query.role)
  const page = { order, limit: PAGE, ...(q && { q }), ...(cursor && { cursor }), ...(role && { role }) }
  const caller = callerOfSession(who)
  const [{ items, nextCursor }, binned, isSharedWith, view] = await Promise.all([
    listedModels(caller, page),
    listModels(caller, { bin: true, limit: 1 }),
    hasSharedModels(who.userId),
    cookies(),
  ]).catch((error: unknown) => {
    if (error instanceof ModelError) notFound() // a cursor that we did not make
    throw error
  })
  return (
    <ModelList
      models={items}
      nextCursor={nextCursor}
      q={q}
      order={order}
      role={role}
      hasShared={isSharedWith || role !== undefined}
      view={view.get('models')?.value === 'list' ? 'list' : 'cards'}
      isFirstPage={cursor === ''}
      hasBin={binned.items.length > 0}
      you={{ userId: who.userId, email: who.email }}
    />
  )
}
