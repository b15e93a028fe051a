import { useCallback, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type CallResult, call } from '#ui/call.ts'
import { Notice } from '#ui/notice.tsx'
import { LinkMade, type MadeLink, NewLink } from './new-share-link.tsx'
import styles from './share-dialog.module.css'
import { type Link, ShareLink } from './share-link.tsx'

/** The links by which others see the model without an account, for its owner: part of the Share dialog. */
export function ShareLinks({ modelId }: { modelId: string }) {
  const model = `/api/construct-models/${encodeURIComponent(modelId)}`
  const path = `${model}/share-links`
  const [revision, setRevision] = useState<number>()
  const [links, setLinks] = useState<CallResult<{ items: Link[] }>>()
  const [made, setMade] = useState<MadeLink>()
  const [refused, setRefused] = useState<Extract<CallResult<never>, { ok: false }>>()
  const [isNew, setNew] = useState(false)
  const [busy, setBusy] = useState(false)

  const read = useCallback(async () => setLinks(await call<{ items: Link[] }>('GET', path)), [path])
  useEffect(() => void read(), [read])

  async function act<T>(method: string, address: string, body?: unknown): Promise<CallResult<T>> {
    setBusy(true)
    const done = await call<T>(method, address, body)
    setBusy(false)
    setRefused(done.ok ? undefined : done)
    await read()
    return done
  }

  async function begin() {
    const present = await call<{ items: { revision: number }[] }>('GET', `${model}/revisions?limit=1`)
    setRevision(present.ok ? present.body.items[0]?.revision : undefined)
    setNew(true)
    setMade(undefined)
    setRefused(undefined)
  }

  async function make(link: object) {
    const done = await act<MadeLink>('POST', path, link)
    if (!done.ok) return
    setMade(done.body)
    setNew(false)
  }

  const fields = refused?.fields ?? {}
  return (
    <section className={styles.part} aria-labelledby="share-links">
      <h3 id="share-links">Links</h3>
      <p className={styles.note}>Everyone with the link sees the whole model and can copy it. No account is needed.</p>
      {made && <LinkMade key={made.id} made={made} />}
      {links && !links.ok && <Notice tone="danger">{links.message}</Notice>}
      {refused && Object.keys(fields).length === 0 && <Notice tone="danger">{refused.message}</Notice>}
      {links?.ok && links.body.items.length > 0 && (
        <ul className={styles.people} aria-label="Links to this model">
          {links.body.items.map((link) => (
            <ShareLink key={link.id} link={link} busy={busy} act={(method, body) => act(method, `${path}/${link.id}`, body)} />
          ))}
        </ul>
      )}
      {isNew ? (
        <NewLink revision={revision} busy={busy} fields={fields} onMake={make} onCancel={() => setNew(false)} />
      ) : (
        <div>
          <Button onClick={begin}>New link</Button>
        </div>
      )}
    </section>
  )
}
