import { useState } from 'react'
import { sketchWords } from '#lib/schema/sketch-words.ts'
import { attempt } from '../../session/attempt.ts'
import { anchorNow, writtenText } from '../../session/comments/comments.ts'
import { beginSketch, changeSketching } from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'
import { shownRevision } from '../../session/view/time.ts'
import { useStore } from '../use-store.ts'
import type { ActOnComment } from './act-on-comment.ts'
import { AssigneeAndDue } from './assignee-and-due.tsx'
import styles from './comments-panel.module.css'
import { MentionField } from './mention-field.tsx'
import { comparisonWords, useComparison } from './use-comparison.ts'
import { useMentions } from './use-mentions.ts'

type Props = { session: ViewerSession; act: ActOnComment; onClose: () => void }

/** Begins a thread, pinned to the selection and to the view as it is when it is sent. */
export function CommentForm({ session, act, onClose }: Props) {
  const [text, setText] = useState('')
  const [about, setAbout] = useState({ assignee: '', due: '' })
  const [isMore, setMore] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [whyNot, setWhyNot] = useState('')
  const mentions = useMentions(session, text)
  const selected = useStore(session.view, (state) => state.selected)
  const comparison = useComparison(session)
  const sketching = useStore(session.comments, (state) => state.sketching)
  const sketched = sketchWords(sketching?.sketch.shapes ?? [])
  const close = () => {
    session.comments.set({ sketching: null })
    onClose()
  }
  const send = async () => {
    setBusy(true)
    const { assignee, due } = about
    // What is written meanwhile may take away what the comment is about: its author saw it.
    const revision = shownRevision(session.view.get()) ?? session.model.state.get().drawn?.summary.revision
    const body = {
      ...{ text: mentions.encode(writtenText(text)), anchor: anchorNow(session), assignee: assignee || null, due: due || null },
      ...(revision !== undefined && { revision }),
    }
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
      <MentionField
        value={text}
        rows={3}
        isFirst
        aria-label="Comment"
        placeholder="What is to be said? @ mentions somebody"
        mentions={mentions}
        onChange={setText}
      />
      <p className={styles.about}>{aboutWords(selected, comparison)}</p>
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
      <details className={styles.more} onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
        <summary>Assignee and due day</summary>
        {isMore && <AssigneeAndDue session={session} value={about} onChange={setAbout} />}
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

function aboutWords(selected: readonly { id: string }[], comparison: { from: number; to: number } | null): string {
  if (comparison) return `On ${comparisonWords(comparison)}${selected.length > 0 ? ` and ${namesOf(selected)}` : ''}.`
  if (selected.length === 0) return 'On the view as it is; select elements to pin it to them.'
  return `On ${namesOf(selected)}, with the view as it is.`
}

function namesOf(selected: readonly { id: string }[]): string {
  const named = selected.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = selected.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
