'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { keysOf } from '#lib/values/object-keys.ts'
import { attempt } from '../../session/attempt.ts'
import { COMMENT_FILTERS, followThreads, listThreads, showThread, type ThreadPage } from '../../session/comments/comments.ts'
import type { CommentFilter, CommentThread } from '../../session/comments/comments-state.ts'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import type { ActOnComment } from './act-on-comment.ts'
import { BcfFiles } from './bcf-files.tsx'
import { CommentForm } from './comment-form.tsx'
import styles from './comments-panel.module.css'
import { ThreadList } from './thread-list.tsx'

/** What people and apps say about the model, the newest first. */
export function CommentsPanel({ session }: { session: ViewerSession }) {
  const { count, chosen, filter, isWriting, openings } = useStore(session.comments, (state) => state)
  const [message, setMessage] = useState('')
  const [more, setMore] = useState<Omit<ThreadPage, 'seq'> | null>(null)
  const followed = useRef<{ filter: CommentFilter; page: ThreadPage | null }>({ filter, page: null })
  const request = useRequest(
    session,
    useCallback(
      (signal: AbortSignal) => {
        void [count, openings] // somebody has said something, or a thread is opened that may not be listed
        const { page } = followed.current.filter === filter ? followed.current : { page: null }
        setMore(null)
        return followThreads(session, filter, page, signal).then((next) => {
          followed.current = { filter, page: next }
          return next
        })
      },
      [session, filter, count, openings],
    ),
  )
  const first = request.face === 'answer' ? request.answer : null
  const threads = useMemo(() => first && allOf(first, more), [first, more])
  const next = more ? more.nextCursor : (first?.nextCursor ?? null)

  useEffect(() => {
    if (threads) session.comments.set({ shown: threads })
  }, [session, threads])

  useEffect(() => {
    const { linked } = session.comments.get()
    const thread = first?.items.find(({ number }) => number === linked)
    if (first && linked !== null) session.comments.set({ linked: null })
    if (thread) void attempt(session, showThread(session, thread).then(setMessage))
  }, [session, first])

  const act: ActOnComment = async (operation, input, done) => {
    let warnings: string[] = []
    try {
      const answer = await session.host.ask<{ warnings?: string[] } | null>(operation, { ...input })
      warnings = answer?.warnings ?? []
    } catch (error) {
      setMessage(reasonText(error))
      return false
    }
    setMessage([done, ...warnings.map((warning) => `${warning}.`)].join(' '))
    session.comments.set(({ count: before }) => ({ count: before + 1 }))
    return true
  }
  const choose = (thread: CommentThread) => {
    const isOpen = chosen === thread.number
    session.comments.set({ chosen: isOpen ? null : thread.number })
    if (!isOpen) void attempt(session, showThread(session, thread).then(setMessage))
  }
  const readMore = () =>
    next !== null &&
    attempt(
      session,
      listThreads(session, filter, new AbortController().signal, next).then(({ items, nextCursor }) =>
        setMore((before) => ({ items: [...(before?.items ?? []), ...items], nextCursor })),
      ),
    )
  const mayComment = session.host.can.has('comment')
  return (
    <div className={styles.comments}>
      {mayComment &&
        (isWriting ? (
          <CommentForm session={session} act={act} onClose={() => session.comments.set({ isWriting: false })} />
        ) : (
          <button type="button" className={styles.write} onClick={() => session.comments.set({ isWriting: true })}>
            Comment on the selection or the view
          </button>
        ))}
      <label className={styles.filter}>
        <span>Show</span>
        <select value={filter} onChange={({ target }) => session.comments.set({ filter: target.value as CommentFilter })}>
          {keysOf(COMMENT_FILTERS)
            .filter((key) => key !== 'mine' || session.host.place === 'page')
            .map((key) => (
              <option key={key} value={key}>
                {COMMENT_FILTERS[key].label}
              </option>
            ))}
        </select>
      </label>
      <p role="status" className={message ? styles.message : 'visually-hidden'}>
        {message}
      </p>
      <RequestResult request={request} busy="Reading…">
        {() =>
          threads && threads.length === 0 ? (
            <p className={styles.empty}>{EMPTY[filter]}</p>
          ) : (
            <ThreadList session={session} threads={threads ?? []} chosen={chosen} onTurn={choose} act={act} />
          )
        }
      </RequestResult>
      {next !== null && (
        <button type="button" className={styles.write} onClick={readMore}>
          Show more
        </button>
      )}
      <BcfFiles session={session} />
    </div>
  )
}

/** What has stayed in the first page may come with the next, too. */
function allOf({ items }: Pick<ThreadPage, 'items'>, more: Pick<ThreadPage, 'items'> | null): CommentThread[] {
  const isFirst = new Set(items.map(({ id }) => id))
  return [...items, ...(more?.items ?? []).filter(({ id }) => !isFirst.has(id))]
}

const EMPTY: Record<CommentFilter, string> = {
  open: 'No open comments.',
  mine: 'No open comment is assigned to you.',
  due: 'No open comment is due by today.',
  resolved: 'No comment is resolved yet.',
  all: 'Nobody has commented on this model yet.',
}
