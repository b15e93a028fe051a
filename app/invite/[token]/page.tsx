import type { Metadata } from 'next'
import { env } from '#lib/runtime/env.ts'
import { opensSignUp } from '#lib/service/accounts/sign-in.ts'
import { readInvitation } from '#lib/service/sharing/invitations.ts'
import { shownName } from '#lib/values/display-name.ts'
import { ButtonLink } from '#ui/button.tsx'
import styles from '#ui/message.module.css'
import { When } from '#ui/when.tsx'
import { session } from '../../session.ts'
import { Answer } from './answer.tsx'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer', robots: { index: false, follow: false } }

const WORDS = {
  owner: 'to own it',
  editor: 'as an editor: you can change the model',
  commenter: 'as a commenter: you can look and comment',
  viewer: 'as a viewer: you can look',
}

/** Who invites to which model, and as what. The link is the secret, so another address may accept as well. */
export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const who = await session()
  const offer = await readInvitation(token, who)
  if (!offer) {
    return (
      <main id="main" className={styles.message}>
        <h1>This invitation is no longer valid</h1>
        <p className="muted">It was used, withdrawn, or has expired. Ask whoever sent it for a new one.</p>
        <ButtonLink href="/" look="primary">
          Go to the home page
        </ButtonLink>
      </main>
    )
  }
  const { modelName, role, kind, invitedBy, message, expiresAt } = offer
  const here = `/invite/${token}`
  return (
    <main id="main" className={styles.message}>
      <h1>
        <bdi>{shownName(modelName)}</bdi>
      </h1>
      <p>
        <bdi>{invitedBy ?? 'Somebody'}</bdi> {kind === 'transfer' ? 'offers you this model,' : 'invites you to this model,'}{' '}
        {WORDS[role]}.
      </p>
      {message && (
        <blockquote dir="auto" className="muted">
          {message}
        </blockquote>
      )}
      <p className="muted">
        Good until <When at={expiresAt} isDay />, once.
      </p>
      {who ? (
        who.userId === offer.ownerId ? (
          <p>
            You are signed in as <strong>{who.email}</strong>, and this model is yours. Send the link to whom it is for.
          </p>
        ) : (
          <>
            <p>
              You are signed in as <strong>{who.email}</strong>.
            </p>
            <Answer token={token} email={who.email} />
          </>
        )
      ) : (
        <div className={styles.row}>
          <ButtonLink href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`} look="primary">
            Sign in
          </ButtonLink>
          {(opensSignUp() || env.GUESTS === 'on') && (
            <ButtonLink href={`/sign-up?callbackUrl=${encodeURIComponent(here)}`}>Sign up</ButtonLink>
          )}
        </div>
      )}
    </main>
  )
}
