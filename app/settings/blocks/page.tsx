import type { Metadata } from 'next'
import Link from 'next/link'
import { listBlocks } from '#lib/service/sharing/blocks.ts'
import { ActButton } from '#ui/act-button.tsx'
import { When } from '#ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import styles from '../settings.module.css'

export const metadata: Metadata = { title: 'Blocked accounts' }

export default async function BlocksPage() {
  const { userId } = await sessionOrSignIn('/settings/blocks')
  const blocks = await listBlocks(userId)
  return (
    <>
      <h1>Blocked accounts</h1>
      <p className="muted">
        They cannot share models with you, invite you, offer you a model or ask you for access, and are not told why. Block an
        account <Link href="/notifications">behind the bell</Link>, beside what it sent you.
      </p>
      {blocks.length === 0 ? (
        <div className="card">
          <p>You have blocked nobody.</p>
        </div>
      ) : (
        <ul className={styles.list}>
          {blocks.map(({ userId: id, name, at }) => {
            const who = name ?? 'Somebody'
            return (
              <li key={id}>
                <div>
                  <bdi>
                    <strong>{who}</strong>
                  </bdi>
                  <br />
                  <span className="muted small">
                    Blocked <When at={at} />
                  </span>
                </div>
                <ActButton
                  label="Unblock"
                  name={who}
                  title={`Unblock ${who}?`}
                  action="Unblock"
                  method="DELETE"
                  path={`/api/account/blocks/${encodeURIComponent(id)}`}
                >
                  From now on they can share with you, invite you and ask you again. What they sent in the meantime does not come.
                </ActButton>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
