import { type KeyboardEvent, useRef, useState } from 'react'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { openView, type SavedView } from '../../session/view/saved-views.ts'
import { type Act, SavedViewActions } from './saved-view-actions.tsx'
import styles from './views-panel.module.css'
import { withoutOrigin } from './without-origin.ts'

type Props = { session: ViewerSession; views: readonly SavedView[]; act: Act; say: (text: string) => void }

/** With their pictures. Arrows step from one to the next. */
export function SavedViewList({ session, views, act, say }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const show = async (view: SavedView) => {
    setOpen(view.id)
    say(await openView(session, view).catch((error: unknown) => `It could not be shown whole. ${reasonText(error)}`))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : views[index + step]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!next) return
    list.current?.querySelectorAll<HTMLElement>('[data-view]')[index + step]?.focus()
    void show(next)
  }
  if (!views.length)
    return (
      <p className="muted">
        {session.host.can.has('comment')
          ? 'None is saved yet. A saved view keeps camera, selection, colours and cuts for everybody who may open the model.'
          : 'None is saved yet.'}
      </p>
    )
  return (
    <ul ref={list} className={styles.list} aria-label="Saved views">
      {views.map((view, index) => (
        <li key={view.id} data-open={open === view.id}>
          <button
            type="button"
            data-view
            className={styles.view}
            aria-current={open === view.id}
            onClick={() => void show(view)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {/* A picture of the service, which scales none. */}
            {/* biome-ignore lint/performance/noImgElement: see above */}
            <img src={withoutOrigin(view.pictureUrl)} alt="" width={96} height={60} loading="lazy" />
            <span>
              <bdi className={styles.name}>{view.name}</bdi>
              <span className="muted">{[view.isFirst && 'first view', view.author?.name].filter(Boolean).join(' · ')}</span>
            </span>
          </button>
          {open === view.id && <SavedViewActions session={session} view={view} act={act} say={say} />}
        </li>
      ))}
    </ul>
  )
}
