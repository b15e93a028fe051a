import type { Metadata } from 'next'
import { ButtonLink } from '#ui/button.tsx'
import styles from '#ui/message.module.css'

export const metadata: Metadata = { title: 'Not found' }

/** One page for what does not exist and for what somebody else owns: which of the two is nobody's business. */
export default function NotFound() {
  return (
    <main id="main" className={styles.message}>
      <h1>Page not found</h1>
      <p className="muted">There is no such page or model, or it belongs to another account.</p>
      <ButtonLink href="/" look="primary">
        Go to the home page
      </ButtonLink>
    </main>
  )
}
