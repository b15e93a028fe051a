import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { loginProviders } from '#lib/accounts/next-auth.ts'
import { samePath } from '#lib/accounts/same-path.ts'
import { env } from '#lib/env.ts'
import { Notice } from '../_ui/notice.tsx'
import { type Query, session } from '../session.ts'
import { SignInForm } from './form.tsx'
import { Providers } from './providers.tsx'
import { reason } from './reason.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error } = await searchParams
  const after = samePath(callbackUrl, env.APP_URL)
  if (await session()) redirect(after)
  const failed = typeof error === 'string' ? reason(error) : undefined
  return (
    <main id="main" className="page page-narrow">
      <h1>Sign in</h1>
      {failed && <Notice tone="danger">{failed}</Notice>}
      <div className="card">
        <SignInForm after={after} />
        <Providers providers={loginProviders} after={after} />
      </div>
      <p>
        <Link href="/forgot-password">Forgot your password?</Link>
      </p>
      {env.REGISTRATION === 'open' && (
        <p>
          No account yet? <Link href={`/sign-up?callbackUrl=${encodeURIComponent(after)}`}>Sign up</Link>
        </p>
      )}
    </main>
  )
}
