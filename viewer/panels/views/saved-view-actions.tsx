import { useState } from 'react'
import { attempt } from '../../session/attempt.ts'
import type { ViewerSession } from '../../session/session.ts'
import { copyLink } from '../../session/view/copy-link.ts'
import { type SavedView, viewNow } from '../../session/view/saved-views.ts'
import { viewPicture } from './view-picture.ts'
import styles from './views-panel.module.css'

/** Asks the server for something; whether it was done. */
export type Act = (operation: string, input: object, done: string) => Promise<boolean>

type Props = { session: ViewerSession; view: SavedView; act: Act; say: (text: string) => void }

/** What can be done with the view that is open. */
export function SavedViewActions({ session, view, act, say }: Props) {
  const { id, name, query, isFirst, mayChange, mayDelete } = view
  const [renamed, setRenamed] = useState<string | null>(null)
  const { host } = session
  const instead = 'open the view and copy the address of this page instead'
  const copy = async () => say(await copyLink(session, query && `?${query}`, instead))
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
    <p className={styles.actions}>
      {host.can.has('clipboard') && (
        <button type="button" onClick={() => void copy()}>
          Copy link
        </button>
      )}
      {mayChange && (
        <>
          <button type="button" onClick={() => setRenamed(name)}>
            Rename
          </button>
          <button type="button" title="Keep what is seen now under this name" onClick={() => void attempt(session, anew())}>
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
