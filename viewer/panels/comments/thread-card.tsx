import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isElement, piecesOf } from '#lib/schema/named-elements.ts'
import { sketchWords } from '#lib/schema/sketch-words.ts'
import { attempt } from '../../session/attempt.ts'
import { isOverdue, showThread, toRefs, writtenText } from '../../session/comments/comments.ts'
import type { CommentReply, CommentThread } from '../../session/comments/comments-state.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { Ago } from '../ago.tsx'
import type { ActOnComment } from './act-on-comment.ts'
import { AssigneeAndDue, type AssigneeAndDueValue } from './assignee-and-due.tsx'
import { ByLine, Via } from './by-line.tsx'
import { CommentText } from './comment-text.tsx'
import styles from './comments-panel.module.css'
import { MentionField } from './mention-field.tsx'
import { comparisonWords } from './use-comparison.ts'
import { useMentions } from './use-mentions.ts'

type Props = {
  session: ViewerSession
  thread: CommentThread
  isOpen: boolean
  /** Tab leads to it. */
  isCurrent: boolean
  onTurn: () => void
  onFocus: () => void
  act: ActOnComment
}

/** A thread in the list: what was said first, and all of it once it is opened. */
export function ThreadCard({ session, thread, isOpen, isCurrent, onTurn, onFocus, act }: Props) {
  const { number, status, text, assignee, due, wasResolved, replies } = thread
  const state = isOverdue(thread) ? 'overdue' : status
  const card = useRef<HTMLLIElement>(null)
  // Opened by its mark or by a link, too.
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li
      ref={card}
      className={styles.thread}
      data-state={state}
      data-orphaned={thread.anchor.state === 'orphaned'}
      data-open={isOpen}
    >
      <button
        type="button"
        data-head
        className={styles.head}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={isOpen}
        onClick={onTurn}
        onFocus={onFocus}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.first}>
          <ByLine comment={thread} />
          <bdi className={styles.text}>{text ?? 'Deleted'}</bdi>
          <span className={styles.by}>
            {status === 'resolved' && (
              <Fact>
                Resolved
                {thread.resolvedBy?.name && (
                  <>
                    {' '}
                    by <bdi>{thread.resolvedBy.name}</bdi>
                  </>
                )}
                <Via client={thread.resolvedClient} />
                {thread.resolvedAt && (
                  <>
                    , <Ago at={thread.resolvedAt} />
                  </>
                )}
              </Fact>
            )}
            {wasResolved && <WasResolved {...wasResolved} />}
            {assignee && (
              <Fact>
                for <bdi>{assignee.name ?? 'somebody'}</bdi>
              </Fact>
            )}
            {due && (
              <Fact>
                due {due}
                {state === 'overdue' && ', overdue'}
              </Fact>
            )}
            {replies.length > 0 && (
              <Fact>
                {replies.length} {replies.length === 1 ? 'reply' : 'replies'}
              </Fact>
            )}
          </span>
        </span>
      </button>
      {isOpen && <ThreadBody session={session} thread={thread} act={act} />}
    </li>
  )
}

/** Of a thread that is open again. */
function WasResolved({ at, by, client, undoneIn }: NonNullable<CommentThread['wasResolved']>) {
  return (
    <Fact>
      Open again: was resolved by <bdi>{by.name ?? 'somebody'}</bdi>
      <Via client={client} />, <Ago at={at} />
      {undoneIn !== null && `, undone in revision ${undoneIn}`}
    </Fact>
  )
}

const Fact = ({ children }: { children: ReactNode }) => <span className={styles.fact}>{children}</span>

function ThreadBody({ session, thread, act }: Pick<Props, 'session' | 'thread' | 'act'>) {
  const { number, status, anchor, wasResolved, replies, mayResolve = false } = thread
  const mayComment = session.host.can.has('comment')
  const isOpen = status === 'open'
  const show = () =>
    void attempt(
      session,
      showThread(session, thread).then((says) => says && session.say(says)),
    )
  const verb = isOpen ? 'resolve_comment' : 'reopen_comment'
  return (
    <div className={styles.body}>
      <Elements session={session} elements={aboutOf(thread)} />
      {wasResolved != null && wasResolved.undoneIn !== null && (
        <p className={styles.by}>
          <CommentText session={session} text={`What resolved it was undone in revision ${wasResolved.undoneIn}.`} />
        </p>
      )}
      {anchor.sketch.length > 0 && (
        <div className={styles.actions}>
          <p className={styles.by}>Sketched over the view: {sketchWords(anchor.sketch)}</p>
          <button type="button" onClick={show}>
            Show the sketch
          </button>
        </div>
      )}
      {anchor.comparison && (
        <div className={styles.actions}>
          <p className={styles.by}>On {comparisonWords(anchor.comparison)}</p>
          {session.host.can.has('history') && (
            <button type="button" onClick={show}>
              Show the comparison
            </button>
          )}
        </div>
      )}
      {mayResolve && <ThreadAbout session={session} thread={thread} act={act} />}
      <OwnActions session={session} comment={thread} act={act} />
      <ol className={styles.replies}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <ByLine comment={reply} />
            <CommentText session={session} text={reply.text ?? 'Deleted'} />
            <OwnActions session={session} comment={reply} act={act} />
          </li>
        ))}
      </ol>
      {mayComment && (
        <ReplyForm
          session={session}
          onSend={(text) => act('make_comment', { text, replyTo: String(number) }, 'Your reply is there.')}
          action={mayResolve ? (isOpen ? 'Resolve' : 'Reopen') : null}
          onAction={(text) =>
            act(verb, { id: number, ...(text && { text }) }, `Comment ${number} is ${isOpen ? 'resolved' : 'open again'}.`)
          }
        />
      )}
    </div>
  )
}

/** Assignee and due day, changed by who may resolve. */
function ThreadAbout({ session, thread, act }: Pick<Props, 'session' | 'thread' | 'act'>) {
  const { number, assignee, due } = thread
  const [value, setValue] = useState<AssigneeAndDueValue | null>(null)
  const now = { assignee: assignee?.id ?? '', due: due ?? '' }
  const isSame = value === null || (value.assignee === now.assignee && value.due === now.due)
  const save = async () => {
    const input = { id: number, assignee: value?.assignee || null, due: value?.due || null }
    if (await act('change_comment', input, 'Saved.')) setValue(null)
  }
  return (
    <details
      className={styles.more}
      open={value !== null}
      onToggle={({ currentTarget }) => setValue((before) => (currentTarget.open ? (before ?? now) : null))}
    >
      <summary>Assignee and due day</summary>
      {value && (
        <form
          className={styles.form}
          aria-label="Assignee and due day"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSame) void save()
          }}
        >
          <AssigneeAndDue session={session} value={value} assigned={assignee} onChange={setValue} />
          <div className={styles.actions}>
            <button type="submit" disabled={isSame} className={styles.primary}>
              Save
            </button>
            <button type="button" onClick={() => setValue(null)}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </details>
  )
}

type AboutElement = CommentThread['anchor']['elements'][number]

const goneWords = ({ removedIn }: AboutElement) =>
  removedIn === undefined ? 'is no longer in the model' : `was removed in revision ${removedIn}`

/** Its own elements, and those that its text names. */
function aboutOf({ anchor, text }: CommentThread): AboutElement[] {
  const isAbout = ({ kind, id }: Pick<AboutElement, 'kind' | 'id'>) =>
    anchor.elements.some((element) => element.kind === kind && element.id === id)
  const named = piecesOf(text ?? '')
    .filter(isElement)
    .filter((piece) => !isAbout(piece))
  const distinct = new Map(named.map(({ kind, id }) => [`${kind} ${id}`, { kind, id, exists: true }]))
  return [...anchor.elements, ...distinct.values()]
}

/** What it is about, each of them a press away; of what is gone, since when. */
function Elements({ session, elements }: { session: ViewerSession; elements: readonly AboutElement[] }) {
  if (elements.length === 0) return null
  return (
    <ul className={styles.elements} aria-label="What it is about">
      {elements.map((element) => (
        <li key={`${element.kind} ${element.id}`}>
          {element.exists ? (
            <button type="button" onClick={() => void attempt(session, selectByRef(session, toRefs([element]), { fly: true }))}>
              <bdi>{element.id}</bdi>
            </button>
          ) : (
            <span className={styles.by}>
              <del>
                <bdi>{element.id}</bdi>
              </del>{' '}
              {goneWords(element)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What one may do to a comment of one's own, and the owner to any. */
function OwnActions({ session, comment, act }: Pick<Props, 'session' | 'act'> & { comment: CommentReply }) {
  const [isChanging, setChanging] = useState(false)
  if (!comment.mayChange && !comment.mayDelete) return null
  if (isChanging) return <ChangeForm session={session} comment={comment} act={act} onClose={() => setChanging(false)} />
  return (
    <div className={`${styles.actions} ${styles.own}`}>
      {comment.mayChange && (
        <button type="button" onClick={() => setChanging(true)}>
          Change
        </button>
      )}
      {comment.mayDelete && (
        <button type="button" onClick={() => void act('delete_comment', { id: comment.id }, 'Deleted.')}>
          Delete
        </button>
      )}
    </div>
  )
}

type ChangeProps = Pick<Props, 'session' | 'act'> & { comment: CommentReply; onClose: () => void }

function ChangeForm({ session, comment, act, onClose }: ChangeProps) {
  const [text, setText] = useState(comment.text ?? '')
  const mentions = useMentions(session, text)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void act('change_comment', { id: comment.id, text: mentions.encode(writtenText(text)) }, 'Saved.').then(
          (isDone) => isDone && onClose(),
        )
      }}
    >
      <MentionField value={text} rows={3} aria-label="Text of the comment" mentions={mentions} onChange={setText} />
      <div className={styles.actions}>
        <button type="submit" disabled={!text.trim()} className={styles.primary}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

type ReplyProps = {
  session: ViewerSession
  onSend: (text: string) => Promise<boolean>
  action: string | null
  onAction: (text: string) => Promise<boolean>
}

/** A reply, which may be the last word. */
function ReplyForm({ session, onSend, action, onAction }: ReplyProps) {
  const [text, setText] = useState('')
  const mentions = useMentions(session, text)
  const [isBusy, setBusy] = useState(false)
  const send = (how: (text: string) => Promise<boolean>) => {
    setBusy(true)
    void how(mentions.encode(writtenText(text)))
      .then((isDone) => isDone && setText(''))
      .finally(() => setBusy(false))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !isBusy) send(onSend)
      }}
    >
      <MentionField value={text} rows={2} aria-label="Reply" placeholder="Reply" mentions={mentions} onChange={setText} />
      <div className={styles.actions}>
        <button type="submit" disabled={!text.trim() || isBusy} className={styles.primary}>
          Reply
        </button>
        {action && (
          <button type="button" disabled={isBusy} onClick={() => send(onAction)}>
            {text.trim() ? `Reply and ${action.toLowerCase()}` : action}
          </button>
        )}
      </div>
    </form>
  )
}
