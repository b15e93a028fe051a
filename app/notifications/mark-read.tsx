'use client'

import { useEffect } from 'react'
import { call } from '#ui/call.ts'

/** Tells the service that these were shown; the page keeps its marks until it is opened anew. */
export function MarkRead({ ids }: { ids: string[] }) {
  const all = ids.join(' ')
  useEffect(() => {
    if (all) void call('POST', '/api/account/notifications/read', { ids: all.split(' ') })
  }, [all])
  return null
}
