import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { env } from '#lib/runtime/env.ts'
import {
  clientWaitingAt,
  guestAddress,
  invitationIn,
  loginProviders,
  opensSignUp,
  samePath,
  takesPasswords,
  whyNotByProvider,
} from '#lib/service/accounts/sign-in.ts'
import { Notice } from '#ui/notice.tsx'
import { type Query, session, unconfirmedSession } from '../session.ts'
import { SignInForm } from './form.tsx'
import { Providers } from './providers.tsx'
import { reason } from './reason.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { callbackUrl, error, by, with: chosen } = await searchParams
  const after = samePath(callbackUrl, env.APP_URL)
  if (await session()) redirect(after)
  if (await unconfirmedSession()) redirect('/confirm-email')
  const isGuest = (await guestAddress(invitationIn(after))) !== null
  const hasForm = takesPasswords() || isGuest || chosen === 'password'
  const here = `callbackUrl=${encodeURIComponent(after)}`
  const failed = typeof error === 'string' ? wordsOf(error, by) : undefined
  const why = await whyHere(after)
  return (
    <main id="main" className="page page-narrow">
      <h1>Sign in</h1>
      {why && <p>{why}</p>}
      {failed && <Notice tone="danger">{failed}</Notice>}
      <div className="card">
        {!takesPasswords() && <Providers providers={loginProviders()} after={after} look="primary" />}
        {hasForm && <SignInForm after={after} />}
        {takesPasswords() && <Providers providers={loginProviders()} after={after} />}
      </div>
      {hasForm ? (
        <p>
          <Link href="/forgot-password">Forgot your password?</Link>
        </p>
      ) : (
        env.GUESTS === 'on' && (
          <p>
            A guest? <Link href={`/sign-in?with=password&${here}`}>Sign in with a password</Link>
          </p>
        )
      )}
      {(opensSignUp() || isGuest) && (
        <p>
          No account yet? <Link href={`/sign-up?${here}`}>Sign up</Link>
        </p>
      )}
    </main>
  )
}

function wordsOf(error: string, by: unknown): string {
  const refused = error === 'RegistrationClosed' ? whyNotByProvider('') : null
  return refused ?? reason(error, loginProviders().find(({ id }) => id === by)?.name)
}

/** What is waited for behind the sign-in, where a page sent its visitor here. */
async function whyHere(after: string) {
  if (after.startsWith('/models/')) return 'Sign in to open this model.'
  if (after.startsWith('/invite/')) return 'Sign in, or sign up, to accept the invitation.'
  const client = await clientWaitingAt(after)
  if (client === null) return null
  return (
    <>
      Sign in to connect <strong dir="auto">{client}</strong> to Structural Model Service.
    </>
  )
}
