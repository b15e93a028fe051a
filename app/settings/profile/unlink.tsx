import { ActButton } from '../../_ui/act-button.tsx'
import styles from '../settings.module.css'

export function Unlink({ id, provider }: { id: string; provider: string }) {
  return (
    <div className={styles.row}>
      <span>{provider}</span>
      <ActButton
        label="Unlink"
        name={provider}
        title={`Unlink ${provider}?`}
        deed="Unlink"
        method="DELETE"
        path={`/api/account/logins/${id}`}
      >
        {provider} no longer opens this account.
      </ActButton>
    </div>
  )
}
