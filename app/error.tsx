'use client'

import { Button, ButtonLink } from './_ui/button.tsx'
import styles from './_ui/message.module.css'

/** `digest` names the error in the log of the service; in production the message itself stays there. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className={styles.message}>
      <h1>This page failed</h1>
      <p className="muted">
        The service hit an error of its own. Nothing was lost that was saved before.
        {error.digest && (
          <>
            {' '}
            Its number in the server’s log: <code>{error.digest}</code>
          </>
        )}
      </p>
      <div className={styles.row}>
        <Button look="primary" onClick={reset}>
          Try again
        </Button>
        <ButtonLink href="/">To the start page</ButtonLink>
      </div>
    </main>
  )
}
