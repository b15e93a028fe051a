import type { Metadata } from 'next'
import Link from 'next/link'
import { env } from '#lib/env.ts'

export const metadata: Metadata = { title: 'Forgotten password' }

/** This service sends no mail: who runs it makes the link. */
export default function ForgotPasswordPage() {
  const { ADMIN_CONTACT: contact } = env
  const address = contact && (contact.includes('@') && !contact.includes(':') ? `mailto:${contact}` : contact)
  return (
    <main id="main" className="page page-narrow">
      <h1>Forgotten password</h1>
      <div className="card">
        <p>
          This server sends no mail. Ask {address ? <a href={address}>{contact}</a> : 'whoever runs it'} for a link: it lets you
          set a new password once, within a day.
        </p>
        <p className="muted small">
          The administrator makes it with <code>npm run admin -- reset-link --email</code> and your address.
        </p>
      </div>
      <p>
        <Link href="/sign-in">Back to signing in</Link>
      </p>
    </main>
  )
}
