import { type KeyboardEvent, useState } from 'react'
import type { CommentThread } from '../../session/comments/comments-state.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { ActOnComment } from './act-on-comment.ts'
import styles from './comments-panel.module.css'
import { ThreadCard } from './thread-card.tsx'

type Props = {
  session: ViewerSession
  threads: readonly CommentThread[]
  /** The number of the one that is open. */
  chosen: number | null
  onTurn: (thread: CommentThread) => void
  act: ActOnComment
}

/** A line for each thread; Tab leads to one of them, arrows from one to the next. */
export function ThreadList({ session, threads, chosen, onTurn, act }: Props) {
  const [current, setCurrent] = useState<number | null>(null)
  const isListed = (number: number | null) => threads.some((thread) => thread.number === number)
  const inTabOrder = [current, chosen].find(isListed) ?? threads[0]?.number
  return (
    <ol className={styles.list} onKeyDown={(event) => moveAlong(event, () => session.comments.set({ chosen: null }))}>
      {threads.map((thread) => (
        <ThreadCard
          key={thread.id}
          session={session}
          thread={thread}
          isOpen={chosen === thread.number}
          isCurrent={thread.number === inTabOrder}
          onTurn={() => onTurn(thread)}
          onFocus={() => setCurrent(thread.number)}
          act={act}
        />
      ))}
    </ol>
  )
}

/** Arrows go from line to line, Enter opens one, Escape goes back to its line and then closes it. */
function moveAlong(event: KeyboardEvent<HTMLOListElement>, close: () => void): void {
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head]')]
  const index = heads.indexOf(event.target as HTMLElement)
  if (event.key === 'Escape') {
    const head = heads.find((one) => one.closest('[data-state]')?.contains(event.target as Node))
    if (!head || (index !== -1 && head.ariaExpanded === 'false')) return
    if (index === -1) head.focus()
    else close()
  } else {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: heads.length - 1 }[event.key]
    if (index === -1 || to === undefined) return
    heads[Math.min(heads.length - 1, Math.max(0, to))]?.focus()
  }
  event.preventDefault()
  event.stopPropagation()
}
