'use client'

import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { isSame, titleOf } from '../session/drawings.ts'
import { drawingGroups, openDrawing } from '../session/navigate.ts'
import { listViews, openView, type SavedView, viewNow } from '../session/saved-views.ts'
import type { ViewerSession } from '../session/session.ts'
import { Asking } from './asking.tsx'
import { reasonText, useAsked } from './use-asked.ts'
import { useStore } from './use-store.ts'
import { viewPicture } from './view-picture.ts'
import styles from './views-panel.module.css'
import { withoutOrigin } from './without-origin.ts'

/** Views that were saved, with their pictures, above the plans and elevations. Arrows step from one to the next. */
export function ViewsPanel({ session }: { session: ViewerSession }) {
  const { count } = useStore(session.viewsChanged, (state) => state)
  const [said, setSaid] = useState('')
  const asked = useAsked(
    session,
    useCallback(
      (signal) => {
        void count // somebody has saved or deleted one
        return listViews(session, signal)
      },
      [session, count],
    ),
  )
  /** Asks the server for something; then the list is asked for anew. Whether it was done. */
  const act = async (operation: string, input: object, done: string) => {
    try {
      await session.host.ask(operation, input)
    } catch (error) {
      setSaid(reasonText(error))
      return false
    }
    setSaid(done)
    session.viewsChanged.set(({ count: before }) => ({ count: before + 1 }))
    return true
  }
  return (
    <div className={styles.views}>
      {session.host.can.has('comment') && <Saving session={session} act={act} say={setSaid} />}
      <p role="status" className={said ? styles.said : 'visually-hidden'}>
        {said}
      </p>
      <Asking asked={asked} busy="Reading…">
        {(views) =>
          // What was just said to be saved is not in the list before.
          views.length === 0 && said ? null : <Saved session={session} views={views} act={act} say={setSaid} />
        }
      </Asking>
      <Drawings session={session} />
    </div>
  )
}

type Act = (operation: string, input: object, done: string) => Promise<boolean>

type SavingProps = { session: ViewerSession; act: Act; say: (text: string) => void }

function Saving({ session, act, say }: SavingProps) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const now = viewNow(session)
    if ('says' in now) return say(now.says)
    setBusy(true)
    const view = { name: name.trim(), query: now.query, picture: await viewPicture(session) }
    if (await act('make_view', view, `“${view.name}” is saved${now.without}`)) setName('')
    setBusy(false)
  }
  return (
    <form
      className={styles.saving}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !isBusy) void save()
      }}
    >
      <input
        value={name}
        maxLength={80}
        placeholder="Name this view"
        aria-label="Name of the view"
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" disabled={!name.trim() || isBusy}>
        Save
      </button>
    </form>
  )
}

type SavedProps = { session: ViewerSession; views: readonly SavedView[]; act: Act; say: (text: string) => void }

function Saved({ session, views, act, say }: SavedProps) {
  const [open, setOpen] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const show = async (view: SavedView) => {
    setOpen(view.id)
    say(await openView(session, view))
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : views[at + step]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!next) return
    list.current?.querySelectorAll<HTMLElement>('[data-view]')[at + step]?.focus()
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
      {views.map((view, at) => (
        <li key={view.id} data-open={open === view.id}>
          <button
            type="button"
            data-view
            className={styles.view}
            aria-current={open === view.id}
            onClick={() => void show(view)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {/* A picture of the service, which scales none. */}
            {/* biome-ignore lint/performance/noImgElement: see above */}
            <img src={withoutOrigin(view.pictureUrl)} alt="" width={96} height={60} loading="lazy" />
            <span>
              <bdi className={styles.name}>{view.name}</bdi>
              <span className="muted">{[view.isFirst && 'first view', view.author?.name].filter(Boolean).join(' · ')}</span>
            </span>
          </button>
          {open === view.id && <Deeds session={session} view={view} act={act} say={say} />}
        </li>
      ))}
    </ul>
  )
}

type DeedsProps = { session: ViewerSession; view: SavedView; act: Act; say: (text: string) => void }

function Deeds({ session, view, act, say }: DeedsProps) {
  const { id, name, query, isFirst, mayChange, mayDelete } = view
  const [renamed, setRenamed] = useState<string | null>(null)
  const { host } = session
  const copyLink = async () => {
    const link = host.address.link(query && `?${query}`)
    const isCopied = link !== null && (await host.copy(link))
    say(isCopied ? 'Link copied' : 'The clipboard is closed: open the view and copy the address of this page instead')
  }
  const rename = async (to: string) => {
    if (!to || to === name || (await act('change_view', { id, name: to }, 'Renamed'))) setRenamed(null)
  }
  const anew = async () => {
    const now = viewNow(session)
    if ('says' in now) return say(now.says)
    const view = { id, query: now.query, picture: await viewPicture(session) }
    await act('change_view', view, `“${name}” is what is seen now${now.without}`)
  }
  if (renamed !== null)
    return (
      <form
        className={styles.saving}
        onSubmit={(event) => {
          event.preventDefault()
          void rename(renamed.trim())
        }}
      >
        <input
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
          autoFocus
          value={renamed}
          maxLength={80}
          aria-label="New name"
          onChange={(event) => setRenamed(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setRenamed(null)
          }}
        />
        <button type="submit">Rename</button>
      </form>
    )
  return (
    <p className={styles.deeds}>
      {host.can.has('clipboard') && (
        <button type="button" onClick={() => void copyLink()}>
          Copy link
        </button>
      )}
      {mayChange && (
        <>
          <button type="button" onClick={() => setRenamed(name)}>
            Rename
          </button>
          <button type="button" title="Keep what is seen now under this name" onClick={() => void anew()}>
            Update
          </button>
        </>
      )}
      {host.can.has('write') && (
        <button
          type="button"
          aria-pressed={isFirst}
          title="What the model opens with, for everybody"
          onClick={() =>
            void act(
              'set_first_view',
              { id: isFirst ? null : id },
              isFirst ? 'The model opens as any does' : `The model opens with “${name}”`,
            )
          }
        >
          First view
        </button>
      )}
      {mayDelete && (
        <button type="button" onClick={() => void act('delete_view', { id }, `“${name}” is deleted`)}>
          Delete
        </button>
      )}
    </p>
  )
}

/** The plans at the levels and the elevations on the grid lines. */
function Drawings({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { drawing, up } = useStore(session.view, (state) => state)
  if (!drawn) return null
  return drawingGroups(session).map(({ name, drawings }) => (
    <section key={name} className={styles.drawings}>
      <h3>{name}</h3>
      <ul>
        {drawings.map((one) => (
          <li key={one.at}>
            <button
              type="button"
              aria-current={drawing !== null && isSame(one, drawing)}
              onClick={() => openDrawing(session, one)}
            >
              {titleOf(one, up)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
