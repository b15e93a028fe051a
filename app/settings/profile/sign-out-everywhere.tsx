import { ActButton } from '#ui/act-button.tsx'
import styles from '../settings.module.css'

export function SignOutEverywhere() {
  return (
    <div className={styles.row}>
      <ActButton
        look="danger"
        label="Sign out everywhere"
        title="Sign out everywhere?"
        action="Sign out everywhere"
        method="DELETE"
        path="/api/account/sign-ins"
        then="/sign-in"
      >
        Every session and every connected app ends at once. You sign in again here.
      </ActButton>
    </div>
  )
}
