import { ButtonLink } from '#ui/button.tsx'
import styles from '#ui/message.module.css'

/** One page for a request that is unknown, decided, expired or another person's: which it was is nobody's business. */
export default function RequestGone() {
  return (
    <main id="main" className={styles.message}>
      <h1>This request is no longer valid</h1>
      <p className="muted">
        It was answered already, waited for more than half an hour, or belongs to another session. Go back to the application and
        connect again.
      </p>
      <div className={styles.row}>
        <ButtonLink href="/settings/apps">Your connected apps</ButtonLink>
        <ButtonLink href="/">Your models</ButtonLink>
      </div>
    </main>
  )
}
