'use client'

import { signIn } from 'next-auth/react'
import { Button } from '#ui/button.tsx'
import styles from './providers.module.css'

type Provider = { id: string; name: string }
type ProvidersProps = { providers: Provider[]; after: string; verb?: string; look?: 'primary' | 'secondary' }

/** The other ways in; nothing when none is set up. `verb`: "Link" on the profile page. Forms, so that they lead there without script too. */
export function Providers({ providers, after, verb = 'Continue with', look = 'secondary' }: ProvidersProps) {
  return providers.map(({ id, name }) => (
    <form
      key={id}
      method="post"
      action={`/api/auth/signin/${id}`}
      className={styles.provider}
      onSubmit={(event) => {
        event.preventDefault()
        void signIn(id, { callbackUrl: after })
      }}
    >
      <input type="hidden" name="callbackUrl" value={after} />
      <Button type="submit" look={look}>
        {verb} {name}
      </Button>
    </form>
  ))
}
