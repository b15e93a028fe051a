import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './share-dialog.module.css'
import { ROLES } from './share-people.tsx'
import type { Offer } from './use-people.ts'

/** Somebody new is given a role, by address. */
export function Invite({ onGive }: { onGive: (email: string, role: string, message: string) => Promise<boolean> }) {
  const [busy, setBusy] = useState(false)
  return (
    <Form
      onSubmit={async (data, form) => {
        setBusy(true)
        const isInvited = await onGive(
          String(data.get('email')).trim(),
          String(data.get('role')),
          String(data.get('message')).trim(),
        )
        setBusy(false)
        if (isInvited) form.reset()
      }}
    >
      <div className={styles.invite}>
        <Field label="E-mail address" name="email" type="email" required maxLength={254} autoComplete="off" />
        <SelectField label="Role" name="role" defaultValue="viewer">
          {ROLES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <Field label="Message (optional)" name="message" maxLength={500} autoComplete="off" />
        <Button type="submit" look="primary" busy={busy}>
          Invite
        </Button>
      </div>
    </Form>
  )
}

/** How whoever was invited, or was offered the model, hears of it. */
export function Made({ offer }: { offer: Offer }) {
  if (offer.inviteUrl) return <Invitation {...offer} inviteUrl={offer.inviteUrl} />
  if (!offer.mailed) return null
  return (
    <Notice tone="ok">
      An e-mail has been sent to <bdi>{offer.email}</bdi>.
    </Notice>
  )
}

/** The one time that the link is told. */
function Invitation({ email, inviteUrl, mailed }: Offer & { inviteUrl: string }) {
  const whom = <bdi>{email}</bdi>
  return (
    <Notice tone={mailed ? 'ok' : 'info'}>
      <p>
        {mailed === undefined && <>This server does not send e-mail. Send this link to {whom} yourself</>}
        {mailed === false && <>The mail server has not accepted the e-mail to {whom} yet. To be sure, send this link yourself</>}
        {mailed === true && <>An e-mail with a link is on its way to {whom}. You can also send this link yourself</>}; it works
        once, for 14 days, and is not shown again.
      </p>
      <div className={styles.link}>
        <input readOnly value={inviteUrl} aria-label="Invitation link" onFocus={({ target }) => target.select()} />
        <CopyButton text={inviteUrl} />
      </div>
    </Notice>
  )
}
