'use client'

import { useEffect, useState } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import styles from '../bars/not-shown.module.css'
import { troubleOf } from '../request-result.tsx'

/** That colours, marks or what is left out are not as they were chosen, since nobody has answered what follows from the view. */
export function FollowingBar({ session: { following } }: { session: ViewerSession }) {
  const [request, setRequest] = useState(() => failedOf(following))
  useEffect(() => {
    const look = () => setRequest(failedOf(following))
    look()
    const stops = following.map(({ state }) => state.subscribe(look))
    return () => stops.forEach((stop) => void stop())
  }, [following])
  if (!request) return null
  const { says, tryAgain } = troubleOf(request)
  return (
    <section className={styles.bar} aria-label="Not up to date">
      <p role="alert">The picture does not show all that was chosen. {says}</p>
      {tryAgain && (
        <div className={styles.actions}>
          <button type="button" onClick={tryAgain}>
            Try again
          </button>
        </div>
      )}
    </section>
  )
}

const failedOf = (following: ViewerSession['following']) =>
  following.map(({ state }) => state.get().request).find((request) => troubleOf(request).says) ?? null
