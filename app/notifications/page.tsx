import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ModelError } from '#lib/schema/model-error.ts'
import { listNotifications, NOTIFICATION_DAYS, type Notification } from '#lib/service/accounts/notifications.ts'
import { listBlocks } from '#lib/service/sharing/blocks.ts'
import { modelsSharedWith } from '#lib/service/sharing/collaborators.ts'
import { shownName } from '#lib/values/display-name.ts'
import { ActButton } from '#ui/act-button.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { When } from '#ui/when.tsx'
import { type Query, sessionOrSignIn } from '../session.ts'
import { MarkRead } from './mark-read.tsx'
import styles from './notifications.module.css'

export const metadata: Metadata = { title: 'Notifications' }

const PAGE = 50

/** What others did that concerns whoever looks. Having it on the screen is having read it. */
export default async function NotificationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { userId, email } = await sessionOrSignIn('/notifications')
  const { cursor } = await searchParams
  const page = { limit: PAGE, ...(typeof cursor === 'string' && { cursor }) }
  const { items, nextCursor } = await listNotifications(userId, page).catch((error: unknown) => {
    if (error instanceof ModelError) return listNotifications(userId, { limit: PAGE }) // a cursor that we did not make
    throw error
  })
  const shared = await modelsSharedWith(
    userId,
    items.flatMap(({ modelId }) => modelId ?? []),
  )
  const blocked = new Set((await listBlocks(userId)).map((one) => one.userId))
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
            When somebody shares a model with you, asks for access to one of yours, offers you one, or says something that
            concerns you in a comment, it stands here for {NOTIFICATION_DAYS} days.
          </p>
        </div>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id} data-new={item.readAt === null || undefined}>
              <span>
                {item.readAt === null && <span className="visually-hidden">New: </span>}
                <Words {...item} userId={userId} />
                {item.message && (
                  <q dir="auto" className={styles.message}>
                    {item.message}
                  </q>
                )}
              </span>
              <span className="muted small">
                <When at={item.at} />
              </span>
              <Actions
                item={item}
                email={email}
                canLeave={shared.has(item.modelId ?? '')}
                isBlocked={blocked.has(item.by?.id ?? '')}
              />
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

/** What nobody had asked for, and may be refused for good. */
const UNSOLICITED: ReadonlySet<Notification['kind']> = new Set([
  'access.asked',
  'role.given',
  'invitation.made',
  'transfer.offered',
])

type ActionsProps = { item: Notification; email: string; canLeave: boolean; isBlocked: boolean }

/** A model that was shared is left, and who shared it blocked, where one is told of it. */
function Actions({ item: { kind, by, modelId, modelName }, email, canLeave, isBlocked }: ActionsProps) {
  if (!UNSOLICITED.has(kind)) return null
  const model = modelName === null ? 'this model' : shownName(modelName)
  const who = by && (by.name ?? 'Somebody')
  const leaves = kind === 'role.given' && canLeave && modelId !== null
  if (!leaves && (!by || isBlocked)) return isBlocked ? <span className="muted small">Blocked</span> : null
  return (
    <span className={styles.actions}>
      {leaves && (
        <ActButton
          label="Leave"
          name={model}
          title="Leave this model?"
          action="Leave"
          method="DELETE"
          path={`/api/construct-models/${encodeURIComponent(modelId)}/collaborators?email=${encodeURIComponent(email)}`}
        >
          You can no longer open <bdi>{model}</bdi>; only its owner can let you in again.
        </ActButton>
      )}
      {by && who !== null && !isBlocked && (
        <ActButton
          label="Block"
          name={who}
          title={`Block ${who}?`}
          action="Block"
          method="PUT"
          path={`/api/account/blocks/${encodeURIComponent(by.id)}`}
        >
          <bdi>{who}</bdi> can no longer share models with you, invite you or ask you for access, and is not told. Models that are
          shared with you stay until you leave them. Settings lists whom you have blocked.
        </ActButton>
      )}
    </span>
  )
}

function Words({
  kind,
  by,
  client,
  others,
  modelId,
  modelName,
  role,
  offer,
  comment,
  userId,
}: Notification & { userId: string }) {
  const who = (
    <>
      {client !== null && by?.id === userId ? (
        <>
          Your client <bdi className={styles.who}>{client}</bdi>
        </>
      ) : (
        <>
          <bdi className={styles.who}>{by?.name ?? 'Somebody'}</bdi>
          {client !== null && (
            <>
              {' '}
              via <bdi>{client}</bdi>
            </>
          )}
        </>
      )}
      {others > 0 && ` and ${others} ${others === 1 ? 'other' : 'others'}`}
    </>
  )
  const path = modelId === null ? '/' : `/models/${encodeURIComponent(modelId)}`
  const named = (to: string, otherwise = 'a model') => (
    <Link href={to}>
      <bdi>{modelName === null ? otherwise : shownName(modelName)}</bdi>
    </Link>
  )
  const plain = <bdi>{modelName === null ? 'a model' : shownName(modelName)}</bdi>
  const sentence = (did: string) => (
    <>
      {who} {did} <Link href={`${path}?comment=${comment ?? ''}`}>comment {comment}</Link> on {plain}.
    </>
  )
  const words: Record<Notification['kind'], () => ReactNode> = {
    'access.asked': () => (
      <>
        {who} {others > 0 ? 'ask' : 'asks'} for access to {named(path)}. Answer {others > 0 ? 'them' : 'it'} there, under Share.
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
        {who} {others > 0 ? 'have' : 'has'} accepted the invitation to {named(path)}
        {others === 0 && <> and is {AS[role ?? 'viewer']}</>}.
      </>
    ),
    'invitation.declined': () => (
      <>
        {who} {others > 0 ? 'have' : 'has'} declined the invitation to {named(path)}.
      </>
    ),
    'transfer.offered': () => (
      <>
        {who} offers you {named(offer === null ? path : `/invite/${offer}`)}. Accept or decline there.
      </>
    ),
    'comment.assigned': () => sentence('assigned you'),
    'comment.mentioned': () => sentence('mentioned you in'),
    'comment.replied': () => sentence('replied in'),
    'comment.made': () => sentence('made'),
    'comment.resolved': () => sentence('resolved'),
    'transfer.accepted': () => (
      <>
        {who} has accepted {named(path)} and owns it now. You are an editor.
      </>
    ),
  }
  return words[kind]()
}
