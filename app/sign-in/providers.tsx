'use client'

import { signIn } from 'next-auth/react'
import { Button } from '../_ui/button.tsx'

type Provider = { id: string; name: string }

/** The other ways in; nothing when none is set up. `verb`: "Link" on the profile page. */
export function Providers({ providers, after, verb = 'Continue with' }: { providers: Provider[]; after: string; verb?: string }) {
  return providers.map(({ id, name }) => (
    <Button key={id} onClick={() => signIn(id, { callbackUrl: after })}>
      {verb} {name}
    </Button>
  ))
}
