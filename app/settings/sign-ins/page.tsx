import type { Metadata } from 'next'
import { browserName, listSignIns } from '#lib/service/accounts/account.ts'
import { ActButton } from '#ui/act-button.tsx'
import { When } from '#ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import styles from '../settings.module.css'

export const metadata: Metadata = { title: 'Sessions' }

export default async function SignInsPage() {
  const { userId, signInId } = await sessionOrSignIn('/settings/sign-ins')
  const signIns = await listSignIns(userId)
  return (
    <>
      <h1>Sessions</h1>
      <p className="muted">Browsers that are signed in to this account. A session ends by itself 30 days after signing in.</p>
      <ul className={styles.list}>
        {signIns.map(({ id, userAgent, address, createdAt, lastSeenAt }) => {
          const name = browserName(userAgent)
          return (
            <li key={id}>
              <div>
                <strong title={userAgent ?? undefined}>{name}</strong>{' '}
                {id === signInId && <span className={styles.badge}>this browser</span>}
                <br />
                <span className="muted small">
                  {address && `${address}, `}signed in <When at={createdAt} />, last seen <When at={lastSeenAt} />
                </span>
              </div>
              <ActButton
                label="End"
                name={`${name}${address ? `, ${address}` : ''}`}
                title="End this session?"
                action="End the session"
                method="DELETE"
                path={`/api/account/sign-ins/${id}`}
                then={id === signInId ? '/sign-in' : undefined}
              >
                {id === signInId ? 'You sign out of this browser.' : `${name} is signed out at once.`}
              </ActButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
