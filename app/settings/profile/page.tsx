import type { Metadata } from 'next'
import { limits } from '#lib/runtime/limits.ts'
import { CLOSED_DAYS, countApiKeys, heldBy, profileOf, type StorageUse } from '#lib/service/accounts/account.ts'
import { loginProviders, mayUsePassword, sendsMail } from '#lib/service/accounts/sign-in.ts'
import { GB } from '#lib/values/bytes.ts'
import { grouped } from '#lib/values/count-text.ts'
import { When } from '#ui/when.tsx'
import { AdminContact } from '../../_ui/admin-contact.tsx'
import { sessionOrSignIn } from '../../session.ts'
import { Providers } from '../../sign-in/providers.tsx'
import styles from '../settings.module.css'
import { AskConfirmation } from './address.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'
import { Unlink } from './unlink.tsx'
import { CloseAccount } from './your-data.tsx'

export const metadata: Metadata = { title: 'Profile' }

function inWords({ models, bytes }: StorageUse): string {
  const { accountModels, accountBytes } = limits
  const gigabytes = (value: number) => (value / GB).toLocaleString('en', { maximumFractionDigits: 2 })
  const held = `${grouped(models)}${accountModels > 0 ? ` of ${grouped(accountModels)}` : ''} models`
  const taken = bytes > 0 && bytes < GB / 100 ? 'less than 0.01' : gigabytes(bytes)
  const space = `${taken}${accountBytes > 0 ? ` of ${gigabytes(accountBytes)}` : ''} GB`
  return `This account holds ${held} and takes ${space}; old revisions count.`
}

/** Without a mail server nobody can prove an address but the administrator, and invitations go by link. */
const Unconfirmed = ({ email }: { email: string }) => (
  <>
    <p className="muted small">
      Sharing a model with this address creates an invitation, whose link gives you access. Once the address is confirmed, shared
      models appear at once.
      {!sendsMail() && (
        <>
          {' '}
          This server does not send e-mail: <AdminContact /> can confirm it.
        </>
      )}
    </p>
    {sendsMail() && <AskConfirmation email={email} />}
  </>
)

export default async function ProfilePage() {
  const { userId } = await sessionOrSignIn('/settings/profile')
  const [{ email, isConfirmed, name, createdAt, hasPassword, keepsPassword, logins }, apiKeys] = await Promise.all([
    profileOf(userId),
    countApiKeys(userId),
  ])
  const takesPassword = mayUsePassword({ keepsPassword })
  const nameOf = (provider: string) => loginProviders().find(({ id }) => id === provider)?.name ?? provider
  const unlinked = loginProviders().filter(({ id }) => !logins.some(({ provider }) => provider === id))
  return (
    <>
      <h1>Profile</h1>
      <section className="card" aria-labelledby="account">
        <h2 id="account">Account</h2>
        <p>
          {email}{' '}
          <span className={styles.badge} data-tone={isConfirmed ? undefined : 'warning'}>
            {isConfirmed ? 'confirmed' : 'not confirmed'}
          </span>
          <br />
          <span className="muted small">
            Account since <When at={createdAt} isDay />
          </span>
        </p>
        {!isConfirmed && <Unconfirmed email={email} />}
        <NameForm name={name} />
        <p className="muted small">{inWords(await heldBy(userId))}</p>
      </section>
      {takesPassword && (
        <section className="card" aria-labelledby="password">
          <h2 id="password">Password</h2>
          <p className="muted">A new password ends every session but this one, and every connected app.</p>
          <PasswordForm email={email} hasPassword={hasPassword} apiKeys={apiKeys} />
        </section>
      )}
      {(logins.length > 0 || unlinked.length > 0) && (
        <section className="card" aria-labelledby="logins">
          <h2 id="logins">Other ways to sign in</h2>
          {logins.map(({ provider, ...login }) => (
            <Unlink key={login.id} {...login} provider={nameOf(provider)} account={email} />
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
      <section className="card" aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <p className="muted">
          Profile, models with their revisions, and activity, as a ZIP of JSON and CSV. Twice an hour at most.
        </p>
        <div className={styles.row}>
          <a href="/api/account/export" download="structural-models.zip">
            Download all data
          </a>
        </div>
        <CloseAccount email={email} hasPassword={hasPassword} days={CLOSED_DAYS} />
      </section>
    </>
  )
}
