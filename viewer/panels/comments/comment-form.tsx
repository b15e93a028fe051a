import { useEffect, useRef, useState } from 'react'
import { sketchWords } from '#lib/schema/sketch-words.ts'
import { attempt } from '../../session/attempt.ts'
import { anchorNow } from '../../session/comments/comments.ts'
import { beginSketch, changeSketching } from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'
import type { ActOnComment } from './act-on-comment.ts'
import styles from './comments-panel.module.css'

const MOST_CHARACTERS = 10_000

type Props = { session: ViewerSession; act: ActOnComment; onClose: () => void }

/** Begins a thread, pinned to the selection and to the view as it is when it is sent. */
export function CommentForm({ session, act, onClose }: Props) {
  const [text, setText] = useState('')
  const [assignee, setAssignee] = useState('')
  const [due, setDue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [whyNot, setWhyNot] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const selected = useStore(session.view, (state) => state.selected)
  const sketching = useStore(session.comments, (state) => state.sketching)
  const sketched = sketchWords(sketching?.sketch.shapes ?? [])
  useEffect(() => field.current?.focus(), [])
  const close = () => {
    session.comments.set({ sketching: null })
    onClose()
  }
  const send = async () => {
    setBusy(true)
    const body = { text: text.trim(), anchor: anchorNow(session), assignee: assignee.trim() || null, due: due || null }
    if (await act('make_comment', body, 'Your comment is there.')) close()
  }
  return (
    <form
      className={styles.form}
      aria-label="New comment"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !isBusy)
          void attempt(
            session,
            send().finally(() => setBusy(false)),
          )
      }}
    >
      <textarea
        ref={field}
        value={text}
        rows={3}
        maxLength={MOST_CHARACTERS}
        aria-label="Comment"
        placeholder="What is to be said? @ and an address mentions somebody"
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles.about}>{aboutWords(selected)}</p>
      <div className={styles.actions}>
        <button
          type="button"
          data-sketch
          aria-pressed={sketching?.isDrawing === true}
          onClick={() =>
            sketching ? changeSketching(session, { isDrawing: !sketching.isDrawing }) : setWhyNot(beginSketch(session))
          }
        >
          {sketching ? 'Change the sketch' : 'Sketch over the view'}
        </button>
        {sketching && (
          <button type="button" onClick={() => session.comments.set({ sketching: null })}>
            Remove it
          </button>
        )}
      </div>
      {(sketched || whyNot) && <p className={styles.about}>{whyNot || `Sketched: ${sketched}.`}</p>}
      <details className={styles.more}>
        <summary>Assignee and due day</summary>
        <label>
          <span>Assignee</span>
          <input
            type="email"
            value={assignee}
            placeholder="Address of somebody with access"
            onChange={({ target }) => setAssignee(target.value)}
          />
        </label>
        <label>
          <span>Due</span>
          <input type="date" value={due} onChange={({ target }) => setDue(target.value)} />
        </label>
      </details>
      <div className={styles.actions}>
        <button type="submit" disabled={!text.trim() || isBusy} className={styles.primary}>
          Comment
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const MOST_NAMED = 3

function aboutWords(selected: readonly { id: string }[]): string {
  if (selected.length === 0) return 'On the view as it is; select elements to pin it to them.'
  const named = selected.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = selected.length - named.length
  return `On ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}, with the view as it is.`
}
