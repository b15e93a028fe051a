import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound, redirect } from 'next/navigation'
import { env } from '#lib/runtime/env.ts'
import {
  guestAddress,
  invitationIn,
  loginProviders,
  openDomains,
  opensSignUp,
  samePath,
  takesPasswords,
  whyClosed,
} from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { type Query, session } from '../session.ts'
import { Providers } from '../sign-in/providers.tsx'
import { SignUpForm } from './form.tsx'

export const metadata: Metadata = { title: 'Sign up' }

export default async function SignUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const after = samePath((await searchParams).callbackUrl, env.APP_URL)
  if (await session()) redirect(after)
  const invitation = invitationIn(after)
  const isGuest = !opensSignUp() && (await guestAddress(invitation)) !== null
  if (!takesPasswords() && !isGuest) notFound()
  return (
    <main id="main" className="page page-narrow">
      <h1>Sign up</h1>
      {opensSignUp() || isGuest ? (
        <div className="card">
          <SignUpForm after={after} invitation={isGuest ? invitation : undefined} domains={isGuest ? null : openDomains()} />
          {env.REGISTRATION !== 'closed' && <Providers providers={loginProviders()} after={after} />}
        </div>
      ) : (
        <>
          <Notice tone="info">{whyClosed()}</Notice>
          {env.REGISTRATION !== 'closed' && (
            <div className="card">
              <Providers providers={loginProviders()} after={after} look="primary" />
            </div>
          )}
        </>
      )}
      <p>
        Have an account? <Link href={`/sign-in?callbackUrl=${encodeURIComponent(after)}`}>Sign in</Link>
      </p>
    </main>
  )
}
