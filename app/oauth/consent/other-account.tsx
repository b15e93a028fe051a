'use client'

import { useState } from 'react'
import { call } from '#ui/call.ts'
import styles from './consent.module.css'

/** Signs out and asks for this page again, which then asks for a sign-in and comes back to the same request. */
export function OtherAccount({ handle }: { handle: string }) {
  const [failed, setFailed] = useState<string>()

  async function leave() {
    const left = await call('POST', '/api/account/sign-out')
    if (left.ok) window.location.assign(`/oauth/consent?request=${encodeURIComponent(handle)}`)
    else setFailed(left.message)
  }

  return (
    <>
      <button type="button" className={styles.link} onClick={leave}>
        Use another account
      </button>
      {failed && <span role="alert"> {failed}</span>}
    </>
  )
}
