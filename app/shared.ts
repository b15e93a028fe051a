import { headers } from 'next/headers'
import { cache } from 'react'
import { openShared } from '#lib/service/sharing/open-shared.ts'
import type { WebPlace } from '#viewer/hosts/web-host.ts'

/** What the share link of this page leads to; asked once per request. */
export const sharedBy = cache(async (token: string) => openShared(token, await headers()))

/** Nobody lists such an address, and no other site hears of it. */
export const UNLISTED = { robots: { index: false, follow: false }, referrer: 'no-referrer' } as const

const SHARE_CAN = ['file', 'clipboard', 'views', 'analyse'] as const
const EMBED_CAN = ['views', 'tab', 'analyse'] as const

/** Where the viewer stands that shows what a share link leads to: read-only, without history. */
export function sharedPlace(
  token: string,
  place: 'share' | 'embed',
  { firstView, comments, revision }: { firstView: string | null; comments: boolean; revision: number | null },
): WebPlace {
  const address = `/api/share/${token}`
  return {
    place,
    can: [
      ...(place === 'share' ? SHARE_CAN : EMBED_CAN),
      ...(comments ? (['comments'] as const) : []),
      // One revision has nothing new, and a frame remembers nothing.
      ...(place === 'share' && revision === null ? (['visits'] as const) : []),
    ],
    addresses: {
      model: `${address}/model`,
      events: `${address}/events`,
      check: `${address}/check`,
      revisions: null,
      views: `${address}/views`,
      analyse: `${address}/analyse`,
      comments: comments ? `${address}/comments` : null,
    },
    firstView,
    ...(place === 'embed' && { page: `/share/${token}` }),
  }
}
