'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** A moment, or a day, in the reader's own time zone; in UTC until the browser has taken over. */
export function When({ at, isDay = false }: { at: string | Date; isDay?: boolean }) {
  const date = new Date(at)
  const iso = date.toISOString()
  const text = useSyncExternalStore(
    never,
    () => date.toLocaleString(undefined, { dateStyle: 'medium', ...(!isDay && { timeStyle: 'short' }) }),
    () => (isDay ? iso.slice(0, 10) : `${iso.slice(0, 16).replace('T', ' ')} UTC`),
  )
  return (
    <time dateTime={iso} title={iso}>
      {text}
    </time>
  )
}
