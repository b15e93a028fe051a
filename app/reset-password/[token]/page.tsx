import type { Metadata } from 'next'
import Link from 'next/link'
import { opensPassword, userOfToken } from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { ResetForm } from './form.tsx'

export const metadata: Metadata = { title: 'New password', robots: { index: false, follow: false }, referrer: 'no-referrer' }

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const user = await userOfToken(token, 'reset')
  const isFirstProof = user?.wasMailed === true && user.emailVerified === null
  return (
    <main id="main" className="page page-narrow">
      <h1>New password</h1>
      {user && !user.disabledAt && opensPassword(user) ? (
        <div className="card">
          <p>
            For <strong>{user.email}</strong>. Every session and every connected app of the account ends
            {isFirstProof && ', and its API keys and linked logins with them'}.
          </p>
          <ResetForm token={token} email={user.email} keepsKeys={!isFirstProof} />
        </div>
      ) : (
        <Notice tone="warning">
          This link no longer works: it was used, it has expired, or there is a newer one.{' '}
          <Link href="/forgot-password">Get a new link</Link>
        </Notice>
      )}
    </main>
  )
}
