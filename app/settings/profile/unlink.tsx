import { ActButton } from '#ui/act-button.tsx'
import { When } from '#ui/when.tsx'
import styles from '../settings.module.css'

type UnlinkProps = {
  id: string
  provider: string
  issuer: string
  email: string | null
  lastSignInAt: Date | null
  account: string
}

/** A linked login, as whom it says the person is. `account`: the account's own address, which another one may take the place of. */
export function Unlink({ id, provider, issuer, email, lastSignInAt, account }: UnlinkProps) {
  return (
    <div className={styles.row}>
      <span>
        {provider}
        <br />
        <span className="muted small">
          {[email, issuer.replace(/^https?:\/\//, '')].filter(Boolean).join(', ')}
          {lastSignInAt && (
            <>
              {(email || issuer) && ', '}last sign-in <When at={lastSignInAt} />
            </>
          )}
        </span>
      </span>
      {email !== null && email !== account && (
        <ActButton
          label={`Use ${email}`}
          title="Change the address of your account?"
          action="Change the address"
          method="PUT"
          path={`/api/account/logins/${id}/address`}
        >
          {provider} says that your address is {email}. The account’s address is {account}; it becomes {email}.
        </ActButton>
      )}
      <ActButton
        label="Unlink"
        name={provider}
        title={`Unlink ${provider}?`}
        action="Unlink"
        method="DELETE"
        path={`/api/account/logins/${id}`}
      >
        {provider} no longer opens this account.
      </ActButton>
    </div>
  )
}
