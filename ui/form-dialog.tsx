import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'

/** `action`: on the button that sends the form; `refusal`: what no field says. */
type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'closesByButtonOnly'> &
  Pick<ComponentProps<typeof Button>, 'look' | 'busy'> &
  Pick<ComponentProps<typeof Form>, 'onSubmit'> & { action: string; refusal: string | undefined }

/** A form in a dialog: its fields, what was refused, *Cancel* and the action. */
export function FormDialog({ action, look = 'primary', busy = false, refusal, onSubmit, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <Form onSubmit={onSubmit}>
        {children}
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <DialogActions>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" look={look} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
