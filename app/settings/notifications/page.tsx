import type { Metadata } from 'next'
import Link from 'next/link'
import { mailsOf, NOTIFICATION_DAYS } from '#lib/service/accounts/notifications.ts'
import { sendsMail } from '#lib/service/accounts/sign-in.ts'
import { sessionOrSignIn } from '../../session.ts'
import { MailChoice } from './mail-choice.tsx'

export const metadata: Metadata = { title: 'Notifications' }

export default async function NotificationSettingsPage() {
  const { userId, email } = await sessionOrSignIn('/settings/notifications')
  return (
    <>
      <h1>Notifications</h1>
      <p className="muted">
        What others do that concerns you appears <Link href="/notifications">behind the bell</Link> for {NOTIFICATION_DAYS} days.
      </p>
      <section className="card" aria-labelledby="mail">
        <h2 id="mail">By mail</h2>
        {sendsMail() ? (
          <MailChoice email={email} wanted={await mailsOf(userId)} />
        ) : (
          <p>This server does not send e-mail. Open them with the bell in the header.</p>
        )}
      </section>
    </>
  )
}
