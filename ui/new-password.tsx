import { Field } from './field.tsx'

/** A password that is chosen here. `account` tells a password manager whose it is, where no other field of the form does. */
export function NewPassword({ label, error, account }: { label: string; error: string | undefined; account?: string }) {
  return (
    <>
      {account && <input type="text" hidden name="username" autoComplete="username" value={account} readOnly />}
      <Field
        label={label}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={1024}
        hint="At least 10 characters, and none of the most common passwords."
        {...(error && { error })}
      />
    </>
  )
}
