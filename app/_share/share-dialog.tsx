'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Role } from '#lib/access/roles.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './share-dialog.module.css'
import { Invite, Made } from './share-invite.tsx'
import { ShareLinks } from './share-links.tsx'
import { AccessRequests, People } from './share-people.tsx'
import { usePeople } from './use-people.ts'

export type You = { userId: string; email: string }

export type ShareProps = {
  model: { id: string; name: string }
  /** Of whoever looks. */
  role: Role
  you: You
}

/** Who has access to a model; its owner gives and takes it here. */
export function ShareDialog({ model, role, you, onClose }: ShareProps & { onClose: () => void }) {
  const router = useRouter()
  const { people, made, failed, ...actions } = usePeople(model.id)
  const isOwner = role === 'owner'

  async function leave() {
    if (!(await actions.take(you.email))) return
    onClose()
    router.push('/')
    router.refresh()
  }

  return (
    <Dialog title={`Share “${model.name}”`} isWide onClose={onClose}>
      {isOwner && <Invite onGive={actions.give} />}
      {made && <Made offer={made} />}
      {failed && <Notice tone="danger">{failed}</Notice>}
      {people && !people.ok && <Notice tone="danger">{people.message}</Notice>}
      {people?.ok && isOwner && <AccessRequests requests={people.body.requests} onAnswer={actions.answer} />}
      <section className={styles.part} aria-labelledby="share-people">
        <h3 id="share-people">Who has access</h3>
        {!people && <p className="muted">Loading…</p>}
        {people?.ok && <People people={people.body.items} youId={you.userId} isOwner={isOwner} actions={actions} />}
      </section>
      {isOwner && <ShareLinks modelId={model.id} />}
      {isOwner && <Transfer onOffer={actions.offer} />}
      {(isOwner || role === 'editor') && (
        <p>
          <a href={`/models/${encodeURIComponent(model.id)}/activity`}>Activity of this model</a>
        </p>
      )}
      <DialogActions>
        {!isOwner && <Leave onLeave={leave} />}
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Transfer({ onOffer }: { onOffer: (email: string) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  return (
    <details className={styles.part}>
      <summary>Transfer ownership</summary>
      <Form
        onSubmit={async (data) => {
          setBusy(true)
          await onOffer(String(data.get('email')).trim())
          setBusy(false)
        }}
      >
        <p className="muted">The new owner must accept. You stay as an editor; people and links stay as they are.</p>
        <div className={styles.invite}>
          <Field label="E-mail address of the new owner" name="email" type="email" required maxLength={254} autoComplete="off" />
          <Button type="submit" busy={busy}>
            Offer the model
          </Button>
        </div>
      </Form>
    </details>
  )
}

/** Asked once more: only the owner can bring them back. */
function Leave({ onLeave }: { onLeave: () => Promise<void> }) {
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!isSure) return <Button onClick={() => setSure(true)}>Leave this model</Button>
  return (
    <Button
      look="danger"
      busy={busy}
      onClick={async () => {
        setBusy(true)
        await onLeave()
        setBusy(false)
      }}
    >
      Leave: only its owner can give you access again
    </Button>
  )
}
