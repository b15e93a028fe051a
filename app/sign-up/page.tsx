import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { loginProviders } from '#lib/accounts/login-providers.ts'
import { samePath } from '#lib/accounts/same-path.ts'
import { env } from '#lib/env.ts'
import { Notice } from '../_ui/notice.tsx'
import { type Query, session } from '../session.ts'
import { Providers } from '../sign-in/providers.tsx'
import { SignUpForm } from './form.tsx'

export const metadata: Metadata = { title: 'Sign up' }

export default async function SignUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const after = samePath((await searchParams).callbackUrl, env.APP_URL)
  if (await session()) redirect(after)
  return (
    <main id="main" className="page page-narrow">
      <h1>Sign up</h1>
      {env.REGISTRATION === 'open' ? (
        <div className="card">
          <SignUpForm after={after} />
          <Providers providers={loginProviders} after={after} />
        </div>
      ) : (
        <Notice tone="info">Registration is closed. Ask the administrator for an account.</Notice>
      )}
      <p>
        Have an account? <Link href={`/sign-in?callbackUrl=${encodeURIComponent(after)}`}>Sign in</Link>
      </p>
    </main>
  )
}
