'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ActButton } from './_ui/act-button.tsx'
import { Button } from './_ui/button.tsx'
import { type Called, call } from './_ui/call.ts'
import { Dialog, DialogActions } from './_ui/dialog.tsx'
import { Field } from './_ui/field.tsx'
import { Form } from './_ui/form.tsx'
import { Notice } from './_ui/notice.tsx'
import { rowBeside, useDone } from './done.tsx'
import styles from './models.module.css'

type ModelActionsProps = {
  id: string
  name: string
  /** How long a deleted model can be brought back; 0: not at all. */
  binDays: number
}

export function ModelActions({ id, name, binDays }: ModelActionsProps) {
  const [renaming, setRenaming] = useState(false)
  return (
    <div className={styles.actions}>
      <Button onClick={() => setRenaming(true)} aria-label={`Rename: ${name}`}>
        Rename
      </Button>
      {binDays > 0 ? (
        <IntoBin id={id} name={name} binDays={binDays} />
      ) : (
        <ActButton
          label="Delete"
          name={name}
          title={`Delete “${name}”?`}
          deed="Delete the model"
          method="DELETE"
          path={`/api/construct-models/${id}`}
        >
          The model, all its elements and all its revisions go. There is no way back.
        </ActButton>
      )}
      {renaming && <RenameDialog id={id} name={name} onClose={() => setRenaming(false)} />}
    </div>
  )
}

/** Not asked once more: it can be taken back. */
function IntoBin({ id, name, binDays }: ModelActionsProps) {
  const { tell } = useDone()
  const [busy, setBusy] = useState(false)
  const path = `/api/construct-models/${id}`

  async function remove(button: Element) {
    setBusy(true)
    const done = await call('DELETE', path)
    setBusy(false)
    if (!done.ok && done.status !== 404) return tell({ name, words: `was not deleted: ${done.message}`, tone: 'danger' })
    const words = `is in the bin, and goes for good in ${binDays} ${binDays === 1 ? 'day' : 'days'}.`
    tell({ name, words, undo: { path: `${path}/undelete`, id, words: 'is back.' } }, rowBeside(button))
  }

  return (
    <Button busy={busy} onClick={({ currentTarget }) => remove(currentTarget)} aria-label={`Delete: ${name}`}>
      Delete
    </Button>
  )
}

function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const router = useRouter()
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)
  const fields = answer && !answer.ok ? answer.fields : {}

  async function submit(data: FormData) {
    setBusy(true)
    const renamed = await call('PATCH', `/api/construct-models/${id}`, { name: data.get('name') })
    setBusy(false)
    if (!renamed.ok) return setAnswer(renamed)
    onClose()
    router.refresh()
  }

  return (
    <Dialog title="Rename the model" onClose={onClose}>
      <Form onSubmit={submit}>
        <Field label="Name" name="name" defaultValue={name} required maxLength={1000} error={fields.name} />
        {answer && !answer.ok && !fields.name && <Notice tone="danger">{answer.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            Rename
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
