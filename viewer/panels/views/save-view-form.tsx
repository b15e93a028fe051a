import { useState } from 'react'
import { attempt } from '../../session/attempt.ts'
import type { ViewerSession } from '../../session/session.ts'
import { viewNow } from '../../session/view/saved-views.ts'
import type { Act } from './saved-view-actions.tsx'
import { viewPicture } from './view-picture.ts'
import styles from './views-panel.module.css'

type Props = { session: ViewerSession; act: Act; say: (text: string) => void }

/** Keeps what is seen now under a name. */
export function SaveViewForm({ session, act, say }: Props) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const now = viewNow(session)
    if ('says' in now) return say(now.says)
    setBusy(true)
    const view = { name: name.trim(), query: now.query, picture: await viewPicture(session) }
    if (await act('make_view', view, `“${view.name}” is saved${now.without}`)) setName('')
  }
  return (
    <form
      className={styles.saving}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !isBusy)
          void attempt(
            session,
            save().finally(() => setBusy(false)),
          )
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
