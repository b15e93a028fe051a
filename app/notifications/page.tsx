import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ModelError } from '#lib/model/model-error.ts'
import { listNotifications, NOTIFICATION_DAYS, type Notification } from '#lib/notifications.ts'
import { shownName } from '#lib/shown-name.ts'
import { ButtonLink } from '../_ui/button.tsx'
import { When } from '../_ui/when.tsx'
import { type Query, sessionOrSignIn } from '../session.ts'
import { MarkRead } from './mark-read.tsx'
import styles from './notifications.module.css'

export const metadata: Metadata = { title: 'Notifications' }

const PAGE = 50

/** What others did that concerns whoever looks. Having it on the screen is having read it. */
export default async function NotificationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { userId } = await sessionOrSignIn('/notifications')
  const { cursor } = await searchParams
  const page = { limit: PAGE, ...(typeof cursor === 'string' && { cursor }) }
  const { items, nextCursor } = await listNotifications(userId, page).catch((error: unknown) => {
    if (error instanceof ModelError) return listNotifications(userId, { limit: PAGE }) // a cursor that we did not make
    throw error
  })
  return (
    <main id="main" className="page">
      <div className={styles.head}>
        <h1>Notifications</h1>
        <Link href="/settings/notifications">Choose which e-mails you get</Link>
      </div>
      {items.length === 0 ? (
        <div className="card">
          <p>Nothing yet.</p>
          <p className="muted">
            When somebody shares a model with you, asks for access to one of yours, or offers you one, it stands here for{' '}
            {NOTIFICATION_DAYS} days.
          </p>
        </div>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id} data-new={item.readAt === null || undefined}>
              <span>
                {item.readAt === null && <span className="visually-hidden">New: </span>}
                <Words {...item} />
                {item.message && (
                  <q dir="auto" className={styles.message}>
                    {item.message}
                  </q>
                )}
              </span>
              <span className="muted small">
                <When at={item.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <MarkRead ids={items.flatMap(({ id, readAt }) => (readAt === null ? [id] : []))} />
      {(page.cursor || nextCursor) && (
        <nav aria-label="Pages" className={styles.head}>
          {page.cursor && <ButtonLink href="/notifications">Latest</ButtonLink>}
          {nextCursor && <ButtonLink href={`/notifications?cursor=${encodeURIComponent(nextCursor)}`}>Older</ButtonLink>}
        </nav>
      )}
    </main>
  )
}

const AS: Record<string, string> = { editor: 'an editor', commenter: 'a commenter', viewer: 'a viewer', owner: 'its owner' }

function Words({ kind, by, modelId, modelName, role, offer }: Notification) {
  const who = <bdi className={styles.who}>{by?.name ?? 'Somebody'}</bdi>
  const path = modelId === null ? '/' : `/models/${encodeURIComponent(modelId)}`
  const named = (to: string, otherwise = 'a model') => (
    <Link href={to}>
      <bdi>{modelName === null ? otherwise : shownName(modelName)}</bdi>
    </Link>
  )
  const plain = <bdi>{modelName === null ? 'a model' : shownName(modelName)}</bdi>
  const words: Record<Notification['kind'], () => ReactNode> = {
    'access.asked': () => (
      <>
        {who} asks for access to {named(path)}. Answer it there, under Share.
      </>
    ),
    'access.answered': () =>
      role === null ? (
        <>Your request for access to {named(path)} was declined.</>
      ) : (
        <>
          Your request was answered: you are {AS[role]} in {named(path)}.
        </>
      ),
    'role.given': () => (
      <>
        {who} shares {named(path)} with you: you are {AS[role ?? 'viewer']}.
      </>
    ),
    'role.taken': () => <>Your access to {plain} has ended.</>,
    'invitation.made': () => (
      <>
        {who} invites you to {named(offer === null ? path : `/invite/${offer}`)} as {AS[role ?? 'viewer']}. Accept or decline
        there.
      </>
    ),
    'invitation.accepted': () => (
      <>
        {who} has accepted the invitation to {named(path)} and is {AS[role ?? 'viewer']}.
      </>
    ),
    'invitation.declined': () => (
      <>
        {who} has declined the invitation to {named(path)}.
      </>
    ),
    'transfer.offered': () => (
      <>
        {who} offers you {named(offer === null ? path : `/invite/${offer}`)}. Accept or decline there.
      </>
    ),
    'transfer.accepted': () => (
      <>
        {who} has accepted {named(path)} and owns it now. You are an editor.
      </>
    ),
  }
  return words[kind]()
}
