import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import styles from './settings.module.css'

type ShownOnceProps = Omit<ComponentProps<typeof Dialog>, 'isWide'> & { value: string; copyLabel: string }

/** What a form has made, to copy: a key or an id. The children say what it is for. */
export function ShownOnce({ value, copyLabel, children, ...dialog }: ShownOnceProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <code className={styles.secret} data-testid="made">
        {value}
      </code>
      <DialogActions>
        <CopyButton text={value} label={copyLabel} />
        <Button look="primary" onClick={dialog.onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
