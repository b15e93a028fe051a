'use client'

import { useSyncExternalStore } from 'react'
import { Notice } from './notice.tsx'

const never = () => () => {}

/**
 * Browsers do not say where a request comes from on plain http outside this machine, so there a session counts at APP_URL only.
 * Who opens the service at another such address should hear that before anything is refused.
 */
export function AddressCheck({ appUrl }: { appUrl: string }) {
  const here = useSyncExternalStore(
    never,
    () => (window.isSecureContext ? appUrl : window.location.origin),
    () => appUrl,
  )
  if (here === appUrl) return null
  return (
    <Notice tone="warning">
      This service is set up for {appUrl} and refuses every change made at {here}. Open it there, or set APP_URL to {here}.
    </Notice>
  )
}
