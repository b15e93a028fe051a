import type { Metadata } from 'next'
import { countApiKeys } from '#lib/accounts/api-keys.ts'
import { loginProviders } from '#lib/accounts/next-auth.ts'
import { profileOf } from '#lib/accounts/users.ts'
import { When } from '../../_ui/when.tsx'
import { sessionOrSignIn } from '../../session.ts'
import { Providers } from '../../sign-in/providers.tsx'
import styles from '../settings.module.css'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'
import { Unlink } from './unlink.tsx'

export const metadata: Metadata = { title: 'Profile' }

export default async function ProfilePage() {
  const { userId } = await sessionOrSignIn('/settings/profile')
  const [{ email, name, createdAt, hasPassword, logins }, apiKeys] = await Promise.all([profileOf(userId), countApiKeys(userId)])
  const nameOf = (provider: string) => loginProviders.find(({ id }) => id === provider)?.name ?? provider
  const unlinked = loginProviders.filter(({ id }) => !logins.some(({ provider }) => provider === id))
  return (
    <>
      <h1>Profile</h1>
      <section className="card" aria-labelledby="account">
        <h2 id="account">Account</h2>
        <p>
          {email}
          <br />
          <span className="muted small">
            Since <When at={createdAt} />
          </span>
        </p>
        <NameForm name={name} />
      </section>
      <section className="card" aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p className="muted">A new password ends every session but this one, and every connected app.</p>
        <PasswordForm email={email} hasPassword={hasPassword} apiKeys={apiKeys} />
      </section>
      {(logins.length > 0 || unlinked.length > 0) && (
        <section className="card" aria-labelledby="logins">
          <h2 id="logins">Other ways to sign in</h2>
          {logins.map(({ id, provider }) => (
            <Unlink key={id} id={id} provider={nameOf(provider)} />
          ))}
          <div className={styles.row}>
            <Providers providers={unlinked} after="/settings/profile" verb="Link" />
          </div>
        </section>
      )}
      <section className="card" aria-labelledby="everywhere">
        <h2 id="everywhere">Sign out everywhere</h2>
        <p className="muted">Ends every session, this one too, and every connected app. API keys stay as they are.</p>
        <SignOutEverywhere />
      </section>
    </>
  )
}
