import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { env } from '#lib/runtime/env.ts'

/** Where directories look for the operator's privacy policy. */
export default async function PrivacyPage() {
  await connection() // the operator's variable, not the build's
  if (!env.POLICY_URL) notFound()
  redirect(env.POLICY_URL)
}
