import { callerOfSession } from '#lib/access/caller.ts'
import { listModels } from '#lib/storage/models.ts'
import { ModelList } from './model-list.tsx'
import { type Query, session } from './session.ts'
import { Welcome } from './welcome.tsx'

const PAGE = 25
const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

export default async function HomePage({ searchParams }: { searchParams: Promise<Query> }) {
  const who = await session()
  if (!who) return <Welcome />
  const query = await searchParams
  const [q, cursor] = [text(query.q).trim(), text(query.cursor)]
  const { items, nextCursor } = await listModels(callerOfSession(who), {
    limit: PAGE,
    ...(q && { q }),
    ...(cursor && { cursor }),
  })
  return <ModelList models={items} nextCursor={nextCursor} q={q} isFirstPage={cursor === ''} />
}
