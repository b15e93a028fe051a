'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { Role } from '#lib/access/roles.ts'
import { shownName } from '#lib/values/display-name.ts'
import { ActDialog } from '#ui/act-button.tsx'
import { call, refusalBeside } from '#ui/call.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Dots, Menu } from '#ui/menu.tsx'
import { useCall } from '#ui/use-call.ts'
import { ExportDialog } from './_files/export-button.tsx'
import { ShareDialog } from './_share/share-button.tsx'
import type { You } from './_share/share-dialog.tsx'
import { rowBeside, useDone } from './done.tsx'

type ModelMenuProps = {
  id: string
  /** As it is stored. */
  name: string
  role: Role
  /** Who looks at it. */
  you: You
  /** How long a deleted model can be brought back; 0: not at all. */
  binDays: number
}

/** All that can be done with a model of a list. */
export function ModelMenu({ id, name, role, you, binDays }: ModelMenuProps) {
  const router = useRouter()
  const [dialog, setDialog] = useState<'rename' | 'share' | 'export' | 'delete'>()
  const place = useRef<HTMLDivElement>(null)
  const { show } = useDone()
  const path = `/api/construct-models/${id}`
  const shown = shownName(name)
  const isOwner = role === 'owner'

  /** Not asked once more: it can be taken back. */
  async function intoBin() {
    const beside = place.current ? rowBeside(place.current) : undefined
    const done = await call('DELETE', path)
    if (!done.ok && done.status !== 404) return show({ name: shown, words: `was not deleted: ${done.message}`, tone: 'danger' })
    const words = `was moved to the bin and will be deleted permanently in ${binDays} ${binDays === 1 ? 'day' : 'days'}.`
    show({ name: shown, words, undo: { path: `${path}/undelete`, id, words: 'was restored.' } }, beside)
  }

  async function duplicate() {
    const done = await call<{ name: string }>('POST', `${path}/duplicate`, {})
    if (!done.ok) return show({ name: shown, words: `was not duplicated: ${done.message}`, tone: 'danger' })
    show({ name: shownName(done.body.name), words: 'is yours.' })
    router.refresh()
  }

  return (
    <div ref={place}>
      <Menu
        label={`Actions for ${shown}`}
        items={[
          { label: 'Open', href: `/models/${id}` },
          (isOwner || role === 'editor') && { label: 'Rename', onSelect: () => setDialog('rename') },
          { label: 'Share', onSelect: () => setDialog('share') },
          { label: isOwner ? 'Duplicate' : 'Copy to my models', onSelect: () => void duplicate() },
          { label: 'Export…', onSelect: () => setDialog('export') },
          isOwner && {
            label: 'Delete',
            tone: 'danger',
            onSelect: () => (binDays > 0 ? void intoBin() : setDialog('delete')),
          },
        ]}
      >
        <Dots />
      </Menu>
      {dialog === 'rename' && <RenameDialog id={id} name={name} onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && (
        <ShareDialog model={{ id, name: shown }} role={role} you={you} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'export' && <ExportDialog path={`${path}/export`} name={shown} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <ActDialog
          title="Delete permanently?"
          action="Delete the model"
          method="DELETE"
          path={path}
          onClose={() => setDialog(undefined)}
        >
          “<bdi>{shown}</bdi>” will be deleted with all its elements and revisions. This cannot be undone.
        </ActDialog>
      )}
    </div>
  )
}

function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const router = useRouter()
  const { send, busy, answer, fields } = useCall()

  async function submit(data: FormData) {
    const renamed = await send('PATCH', `/api/construct-models/${id}`, { name: data.get('name') })
    if (!renamed.ok) return
    onClose()
    router.refresh()
  }

  return (
    <FormDialog
      title="Rename the model"
      action="Rename"
      busy={busy}
      refusal={refusalBeside(answer, 'name')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" name="name" defaultValue={name} dir="auto" required maxLength={1000} error={fields.name} />
    </FormDialog>
  )
}
