'use client'

import { Button, ButtonLink } from '#ui/button.tsx'
import styles from '#ui/message.module.css'

/** `digest` names the error in the log of the service; in production the message itself stays there. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className={styles.message}>
      <h1>Something went wrong</h1>
      <p className="muted">
        An error occurred on the server. Everything saved before is safe.
        {error.digest && (
          <>
            {' '}
            Error number in the server’s log: <code>{error.digest}</code>
          </>
        )}
      </p>
      <div className={styles.row}>
        <Button look="primary" onClick={reset}>
          Try again
        </Button>
        <ButtonLink href="/">Go to the home page</ButtonLink>
      </div>
    </main>
  )
}
