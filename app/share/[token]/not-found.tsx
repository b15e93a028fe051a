import { ButtonLink } from '#ui/button.tsx'
import styles from '#ui/message.module.css'

/** One page for a link that is unknown, was revoked, has expired, or whose model was deleted: which of them is nobody's business. */
export default function DeadLink() {
  return (
    <main id="main" className={styles.message}>
      <h1>This link no longer works</h1>
      <p className="muted">Ask whoever sent it for a new one.</p>
      <ButtonLink href="/">Go to the home page</ButtonLink>
    </main>
  )
}
