import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AnotherAccount } from '../models/[model_id]/access.tsx'
import { session, unconfirmedSession } from '../session.ts'
import { AskConfirmation } from '../settings/profile/address.tsx'

export const metadata: Metadata = { title: 'Confirm your address', robots: { index: false, follow: false } }

/** For an account that can do nothing before its address is proved. */
export default async function MustConfirmPage() {
  if (await session()) redirect('/')
  const who = (await unconfirmedSession()) ?? redirect('/sign-in')
  return (
    <main id="main" className="page page-narrow">
      <h1>Confirm your address</h1>
      <div className="card">
        <p>
          A mail with a link is on its way to <strong>{who.email}</strong>. Open it in this browser: once the address is
          confirmed, the account is yours to use.
        </p>
        <AskConfirmation email={who.email} />
        <div>
          <AnotherAccount />
        </div>
      </div>
    </main>
  )
}
