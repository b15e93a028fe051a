'use client'

import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { rowBeside, useDone } from '../done.tsx'
import styles from '../models.module.css'

export function BinActions({ id, name }: { id: string; name: string }) {
  const { show } = useDone()
  const [busy, setBusy] = useState(false)
  const [purging, setPurging] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  const path = `/api/construct-models/${id}`
  const beside = () => (actions.current ? rowBeside(actions.current) : undefined)

  async function bringBack() {
    setBusy(true)
    const done = await call('POST', `${path}/undelete`)
    setBusy(false)
    if (done.ok) show({ name, words: 'was restored.', open: `/models/${id}` }, beside())
    else show({ name, words: `could not be restored: ${done.message}`, tone: 'danger' })
  }

  return (
    <div ref={actions} className={styles.actions}>
      <Button busy={busy} onClick={bringBack} aria-label={`Restore: ${name}`}>
        Restore
      </Button>
      <Button onClick={() => setPurging(true)} aria-label={`Delete permanently: ${name}`}>
        Delete permanently
      </Button>
      {purging && (
        <PurgeDialog
          name={name}
          path={`${path}?purge=true`}
          onClose={() => setPurging(false)}
          onGone={() => {
            setPurging(false)
            show({ name, words: 'was deleted permanently.' }, beside())
          }}
        />
      )}
    </div>
  )
}

type PurgeDialogProps = { name: string; path: string; onClose: () => void; onGone: () => void }

function PurgeDialog({ name, path, onClose, onGone }: PurgeDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [isOther, setOther] = useState(false)

  async function submit(data: FormData) {
    setFailed(undefined)
    const isName = String(data.get('name')).trim() === name
    setOther(!isName)
    if (!isName) return
    setBusy(true)
    const done = await call('DELETE', path)
    setBusy(false)
    if (!done.ok && done.status !== 404) return setFailed(done.message) // gone already: what was asked for is so
    onGone()
  }

  return (
    <FormDialog
      title="Delete permanently?"
      action="Delete permanently"
      look="danger"
      busy={busy}
      refusal={failed}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        “<bdi>{name}</bdi>” will be deleted with all its elements and revisions. This cannot be undone.
      </p>
      <Field
        label="Type the name of the model"
        name="name"
        autoComplete="off"
        required
        {...(isOther && { error: 'The model has another name.' })}
      />
    </FormDialog>
  )
}
