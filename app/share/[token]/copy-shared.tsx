'use client'

import { call } from '#ui/call.ts'
import { CopyToMine } from '../../_share/copy-to-mine.tsx'

export function CopyShared({ token, ...about }: { token: string; name: string; isSignedIn: boolean }) {
  return (
    <CopyToMine {...about} page={`/share/${token}`} copy={() => call<{ id: string }>('POST', `/api/share/${token}/copy`, {})} />
  )
}
