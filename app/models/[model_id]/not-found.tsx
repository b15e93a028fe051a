import type { Metadata } from 'next'
import Link from 'next/link'
import styles from '#ui/message.module.css'
import { session } from '../../session.ts'
import { NoAccessHere } from './no-access.tsx'

export const metadata: Metadata = { title: 'Not found' }

/** One page for a model that does not exist and for one that this account may not open: which of the two is nobody's business. */
export default async function ModelNotFound() {
  const who = await session()
  return (
    <main id="main" className={styles.message}>
      <h1>Model not found</h1>
      <p className="muted">
        {who && (
          <>
            You are signed in as <strong>{who.email}</strong>.{' '}
          </>
        )}
        There is no such model, or this account may not open it.
      </p>
      {who && <NoAccessHere />}
      <Link href="/">Go to the home page</Link>
    </main>
  )
}
