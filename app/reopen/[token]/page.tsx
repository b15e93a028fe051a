import type { Metadata } from 'next'
import Link from 'next/link'
import { goesAt, isClosed } from '#lib/service/accounts/account.ts'
import { userOfToken } from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { When } from '#ui/when.tsx'
import { Reopen } from './reopen.tsx'

export const metadata: Metadata = { title: 'Closed account', robots: { index: false, follow: false }, referrer: 'no-referrer' }

export default async function ReopenPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const user = await userOfToken(token, 'reopen')
  return (
    <main id="main" className="page page-narrow">
      <h1>This account is closed</h1>
      {user?.closedAt && isClosed(user) ? (
        <div className="card">
          <p>
            <strong>{user.email}</strong> was closed on <When at={user.closedAt} isDay />. On{' '}
            <When at={goesAt(user.closedAt)} isDay /> it will be deleted permanently, with its models.
          </p>
          <Reopen token={token} />
        </div>
      ) : (
        <Notice tone="warning">
          This link no longer works. <Link href="/sign-in">Sign in again</Link>
        </Notice>
      )}
    </main>
  )
}
