import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { consentFor } from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { type Query, session } from '../../session.ts'
import styles from './consent.module.css'
import { Decision } from './decision.tsx'
import { OtherAccount } from './other-account.tsx'

export const metadata: Metadata = { title: 'Connect an application', referrer: 'no-referrer', robots: { index: false } }

/** Who asks, for whom, where the answer goes, and what is allowed by it: oauth-and-mcp, section 8. Never skipped. */
export default async function ConsentPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { request } = await searchParams
  const handle = typeof request === 'string' ? request : undefined
  const person = await session()
  const shown = await consentFor(handle, person)
  if (shown.is === 'sign_in') redirect(shown.path)
  if (shown.is === 'gone' || !person || handle === undefined) notFound()
  const { clientName, vouched, returnsTo, opensApplication, loopback, borrowedName, mixesAlphabets, scopes, more, formAction } =
    shown.consent

  return (
    <main id="main" className="page page-narrow">
      {/* The form's answer leads to the redirect URI of this very request, so no header for all requests can name it. */}
      <meta httpEquiv="Content-Security-Policy" content={`form-action ${formAction}`} />
      <Decision handle={handle} clientName={clientName} opensApplication={opensApplication} doubtful={borrowedName !== null}>
        <div className={styles.heading}>
          <h1>
            Let <span className={styles.client}>{clientName}</span> use your models?
          </h1>
          <p className="muted">
            Signed in as <strong className={styles.account}>{person.email}</strong>. <OtherAccount handle={handle} />
          </p>
        </div>

        {borrowedName && (
          <Notice tone="danger">
            <strong>This may be an impostor.</strong> It uses the name of {borrowedName}, but it returns to {returnsTo}, which
            does not belong to {borrowedName}.
          </Notice>
        )}
        {mixesAlphabets && (
          <Notice tone="warning">
            The name mixes letters of different alphabets. That is how names are made to look like others.
          </Notice>
        )}

        <div className="card">
          <dl className={styles.facts}>
            <div>
              <dt>Application</dt>
              <dd>
                {clientName} {vouched.by === 'us' && <span className={styles.verified}>known to this service</span>}
                {vouched.by === 'host' && (
                  <span>
                    described by <strong>{vouched.host}</strong>
                  </span>
                )}
                {vouched.by === 'nobody' && <span className={styles.unverified}>not verified</span>}
              </dd>
            </div>
            <div>
              <dt>{opensApplication ? 'Opens' : 'Returns to'}</dt>
              <dd>
                <code>{returnsTo}</code>
                {loopback && ', a program on this computer'}
                {opensApplication && ', the application on this device that this address belongs to'}
              </dd>
            </div>
          </dl>
          <div>
            <h2 className={styles.question}>It will be able to</h2>
            <ul className={styles.scopes}>
              {scopes.map(({ name, title, detail }) => (
                <li key={name}>
                  <strong>{title}</strong>
                  <span className="muted small">{detail}</span>
                  <code className="muted small">{name}</code>
                </li>
              ))}
            </ul>
            {more && <p className="small">{more}</p>}
          </div>
          {vouched.by === 'nobody' && (
            <p className="small muted">
              Nobody has checked who made this application or that its name is true. Go on only if you were just connecting it.
            </p>
          )}
        </div>
        {loopback && (
          <Notice tone="warning">
            Any program on this computer can listen at this address. Allow it only if you started the connection yourself just
            now.
          </Notice>
        )}
      </Decision>
    </main>
  )
}
