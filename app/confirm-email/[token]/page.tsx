import type { Metadata } from 'next'
import Link from 'next/link'
import { userOfToken } from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { AnotherAccount } from '../../models/[model_id]/access.tsx'
import { unconfirmedSession } from '../../session.ts'
import { Confirm } from './confirm.tsx'

export const metadata: Metadata = {
  title: 'Confirm your address',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/** The link alone confirms nothing: programs that look at mail open it, and so may somebody who made no account here. */
export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const [user, who] = await Promise.all([userOfToken(token, 'confirm'), unconfirmedSession()])
  return (
    <main id="main" className="page page-narrow">
      <h1>Confirm your address</h1>
      {!user ? (
        <Notice tone="warning">
          This link no longer works: it was used, it has expired, or there is a newer one.{' '}
          <Link href="/settings/profile">Your profile</Link> says whether your address is confirmed.
        </Notice>
      ) : who?.userId === user.id ? (
        <div className="card">
          <p>
            <strong>{user.email}</strong> is your address. Once it is confirmed, others can share models with it.
          </p>
          <Confirm token={token} />
        </div>
      ) : (
        <div className="card">
          <p>
            {who ? (
              <>
                You are signed in as <strong>{who.email}</strong>. This link is for another account.
              </>
            ) : (
              'Sign in to the account that you made, then confirm its address.'
            )}
          </p>
          {who ? (
            <div>
              <AnotherAccount />
            </div>
          ) : (
            <p>
              <Link href={`/sign-in?callbackUrl=${encodeURIComponent(`/confirm-email/${token}`)}`}>Sign in</Link>
            </p>
          )}
        </div>
      )}
    </main>
  )
}
