'use client'

import { type CallResult, unreachable } from '#ui/call.ts'
import { readDemo } from '../_files/demo-file.ts'
import { CopyToMine } from '../_share/copy-to-mine.tsx'
import { createModel } from '../create-model.ts'

/** The building as a model of one's own, which can be changed. */
export function CopyDemo(about: { name: string; isSignedIn: boolean }) {
  return <CopyToMine {...about} page="/demo" copy={copyDemo} />
}

async function copyDemo(): Promise<CallResult<{ id: string }>> {
  const body = await readDemo().catch(() => null)
  return body ? createModel(await body.text()) : unreachable
}
