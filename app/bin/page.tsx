import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { limits } from '#lib/runtime/limits.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { callerOfSession } from '#lib/service/authenticate.ts'
import { listModels, type ModelListItem } from '#lib/service/models/list-models.ts'
import { shownName } from '#lib/values/display-name.ts'
import { countsText } from '#ui/counts-text.ts'
import { When } from '#ui/when.tsx'
import { DoneNotice } from '../done.tsx'
import { ModelTable } from '../model-table.tsx'
import styles from '../models.module.css'
import { type Query, sessionOrSignIn } from '../session.ts'
import { BinActions } from './bin-actions.tsx'

export const metadata: Metadata = { title: 'Bin' }

const PAGE = 25

export default async function BinPage({ searchParams }: { searchParams: Promise<Query> }) {
  const who = await sessionOrSignIn('/bin')
  const { cursor } = await searchParams
  const page = { bin: true, limit: PAGE, ...(typeof cursor === 'string' && { cursor }) }
  const { items, nextCursor } = await listModels(callerOfSession(who), page).catch((error: unknown) => {
    if (error instanceof ModelError) notFound() // a cursor that we did not make
    throw error
  })
  return (
    <main id="main" className="page">
      <div className={styles.head}>
        <h1>Bin</h1>
        <Link href="/">Your models</Link>
      </div>
      <p className="muted">{binDaysText(limits.binDays)}</p>
      <DoneNotice>
        {items.length > 0 ? <Table models={items} /> : <p className={styles.empty}>Nothing is in the bin.</p>}
        {(cursor || nextCursor) && (
          <nav aria-label="Pages" className={styles.pages}>
            {cursor && <Link href="/bin">First page</Link>}
            {nextCursor && <Link href={{ pathname: '/bin', query: { cursor: nextCursor } }}>Deleted earlier</Link>}
          </nav>
        )}
      </DoneNotice>
    </main>
  )
}

function binDaysText(days: number): string {
  if (days === 0) return 'Models are deleted permanently at once: this service has no bin.'
  return `Deleted models stay here for ${days} ${days === 1 ? 'day' : 'days'}, with all their revisions. Only you can see and restore them.`
}

function Table({ models }: { models: ModelListItem[] }) {
  return (
    <ModelTable
      caption="Deleted models, last deleted first"
      columns={[{ title: 'Deleted' }, { title: 'Deleted permanently' }]}
      rows={models.map(({ id, name, counts, deletedAt, purgeAt }) => {
        const days = [deletedAt, purgeAt].map((time) => time && <When key={time.getTime()} at={time} isDay />)
        return {
          id,
          name: (
            <>
              <bdi>{shownName(name)}</bdi>
              <p className={styles.counts}>{countsText(counts)}</p>
            </>
          ),
          summary: (
            <>
              Deleted {days[0]}
              <br />
              Deleted permanently {days[1]}
            </>
          ),
          cells: days,
          actions: <BinActions id={id} name={shownName(name)} />,
        }
      })}
    />
  )
}
