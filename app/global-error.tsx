'use client'

import ErrorPage from './error.tsx'
import './globals.css'

/** When the layout itself fails, as it does without a database: the same words without the header. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Structural Model Service</title>
        <ErrorPage {...props} />
      </body>
    </html>
  )
}
