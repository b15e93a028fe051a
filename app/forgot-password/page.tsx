import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Fragment } from 'react'
import { sendsMail, takesSomePasswords } from '#lib/service/accounts/sign-in.ts'
import { AdminContact } from '../_ui/admin-contact.tsx'
import styles from './forgot-password.module.css'
import { ForgottenForm } from './form.tsx'

export const metadata: Metadata = { title: 'Forgotten password' }

export default function ForgotPasswordPage() {
  if (!takesSomePasswords()) notFound()
  return (
    <main id="main" className="page page-narrow">
      <h1>Forgotten password</h1>
      <div className="card">{sendsMail() ? <ForgottenForm /> : <WithoutMail />}</div>
      <p>
        <Link href="/sign-in">Back to signing in</Link>
      </p>
    </main>
  )
}

const Command = ({ words }: { words: readonly string[] }) => (
  <code className={styles.command}>
    {words.map((word, i) => (
      <Fragment key={word}>
        {i > 0 && ' '}
        <span>{word}</span>
      </Fragment>
    ))}
  </code>
)

const WithoutMail = () => (
  <>
    <p>
      This server does not send e-mail. Ask <AdminContact /> for a link: it lets you set a new password once, within a day.
    </p>
    <p className="muted small">
      The administrator makes it with <Command words={['npm', 'run', 'admin', '-- reset-link', '--email']} /> and your address.
    </p>
  </>
)
