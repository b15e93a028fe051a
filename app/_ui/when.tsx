'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** A moment in the reader's own time zone; in UTC until the browser has taken over. */
export function When({ at }: { at: string | Date }) {
  const date = new Date(at)
  const iso = date.toISOString()
  const text = useSyncExternalStore(
    never,
    () => date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
    () => `${iso.slice(0, 16).replace('T', ' ')} UTC`,
  )
  return (
    <time dateTime={iso} title={iso}>
      {text}
    </time>
  )
}
