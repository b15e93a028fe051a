import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { revisionPieces } from '#lib/schema/comment-words.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { callerOfSession } from '#lib/service/authenticate.ts'
import { firstWords } from '#lib/service/comments/first-words.ts'
import { listModelActivity, type ModelActivity } from '#lib/service/revisions/revisions.ts'
import { shownName } from '#lib/values/display-name.ts'
import { activityWords, throughWords } from '#ui/activity-words.ts'
import { ButtonLink } from '#ui/button.tsx'
import { commentOf, foldComments, numberOf, runWords } from '#ui/fold-comments.ts'
import { When } from '#ui/when.tsx'
import { type Query, sessionOrSignIn } from '../../../session.ts'
import { idOf, modelFor } from '../model-for.ts'
import styles from './activity.module.css'

export const metadata: Metadata = { title: 'Activity of the model' }

type Props = { params: Promise<{ model_id: string }>; searchParams: Promise<Query> }

const PAGE = 50

/** Who did what with the model: for its owner and editors. */
export default async function ModelActivityPage({ params, searchParams }: Props) {
  const id = await idOf(params)
  const here = `/models/${encodeURIComponent(id)}/activity`
  const who = await sessionOrSignIn(here)
  const model = await modelFor(id, 'write')
  if (!model) notFound()
  const { cursor } = await searchParams
  const page = { limit: PAGE, ...(typeof cursor === 'string' && { cursor }) }
  const { items, nextCursor } = await listModelActivity(model, page).catch((error: unknown) => {
    if (error instanceof ModelError) notFound() // a cursor that we did not make
    throw error
  })
  const excerpts = await firstWords(
    model,
    callerOfSession(who),
    items.flatMap((item) => commentOf(item) ?? []),
  )
  const line = (item: ModelActivity) => <Line item={item} model={model} excerpt={excerpts.get(commentOf(item) ?? '')} />
  return (
    <main id="main" className="page">
      <h1>Activity</h1>
      <p className="muted">
        Who did what with{' '}
        <Link href={`/models/${encodeURIComponent(id)}`}>
          <bdi>{shownName(model.name)}</bdi>
        </Link>
        : what was written and said, and who was given access. Its owner and editors see this.
      </p>
      <ol className={styles.list}>
        {foldComments(items).map((item) =>
          'run' in item ? <Run key={item.run[0]?.id} run={item.run} line={line} /> : <li key={item.id}>{line(item)}</li>,
        )}
      </ol>
      <nav aria-label="Pages" className={styles.pages}>
        {page.cursor && <ButtonLink href={here}>Latest</ButtonLink>}
        {nextCursor && <ButtonLink href={`${here}?cursor=${encodeURIComponent(nextCursor)}`}>Older</ButtonLink>}
        <a href={`/api/construct-models/${encodeURIComponent(id)}/activity?format=csv&limit=200`}>Download as a table (CSV)</a>
      </nav>
    </main>
  )
}

/** Lines about comments one after another, which unfold. */
function Run({ run, line }: { run: readonly ModelActivity[]; line: (item: ModelActivity) => ReactNode }) {
  const { about, did, by } = runWords(run)
  const [latest] = run
  return (
    <li>
      <details className={styles.run}>
        <summary>
          <strong>{about}</strong>: {did}
          <span className={`${styles.by} ${styles.runBy}`}>
            <bdi>{by}</bdi>
            {latest && (
              <>
                , <When at={latest.at} />
              </>
            )}
          </span>
        </summary>
        <ol className={styles.list}>
          {run.map((item) => (
            <li key={item.id}>{line(item)}</li>
          ))}
        </ol>
      </details>
    </li>
  )
}

type LineProps = { item: ModelActivity; model: { id: string; revision: number }; excerpt: string | undefined }

function Line({ item, model, excerpt }: LineProps) {
  const viewer = `/models/${encodeURIComponent(model.id)}`
  const number = numberOf(item)
  return (
    <>
      <span>
        <strong>{activityWords(item.action)}</strong>
        {aboutOf(item, viewer)}
        {number !== null && (
          <>
            {' '}
            <Link href={`${viewer}?comment=${number}`}>{number}</Link>
          </>
        )}
        {excerpt !== undefined && (
          <bdi className={styles.excerpt}>
            {revisionPieces(excerpt).map((piece, place) =>
              typeof piece !== 'string' && piece.revision <= model.revision ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text may name the same twice
                <Link key={place} href={`${viewer}?revision=${piece.revision}`}>
                  {piece.text}
                </Link>
              ) : typeof piece === 'string' ? (
                piece
              ) : (
                piece.text
              ),
            )}
          </bdi>
        )}
      </span>
      <span className={styles.by}>
        <bdi>{item.user ? (item.user.name ?? 'Somebody') : 'Nobody'}</bdi>
        {` ${throughWords(item)}`}
        {item.client && (
          <>
            {' '}
            (<bdi>{item.client}</bdi>)
          </>
        )}
        , <When at={item.at} />
      </span>
    </>
  )
}

function aboutOf({ detail: { revision, email, role, name } }: ModelActivity, viewer: string) {
  if (typeof revision === 'number')
    return (
      <>
        , <Link href={`${viewer}?revision=${revision}`}>revision {revision}</Link>
      </>
    )
  return (
    <>
      {typeof email === 'string' && (
        <>
          : <bdi>{email}</bdi>
        </>
      )}
      {typeof role === 'string' && `, ${role}`}
      {typeof name === 'string' && name !== '' && (
        <>
          : <bdi>{name}</bdi>
        </>
      )}
    </>
  )
}
