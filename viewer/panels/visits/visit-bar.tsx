'use client'

import { useState } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { Tool } from '../bars/toolbar.tsx'
import { picture } from '../use-focus-back.ts'
import { useVisit } from './use-visit.ts'
import styles from './visit-bar.module.css'

const DAY = { day: 'numeric', month: 'short' } as const

/** What others did since one was here last, with ways to see it; never at first, and gone with one press. */
export function VisitBar({ session }: { session: ViewerSession }) {
  const { news, putAside } = useVisit(session)
  const [looked, setLooked] = useState({ changed: false, said: false })
  if (!news) return null
  const isNew = { changed: news.changed !== '' && !looked.changed, said: news.said !== '' && !looked.said }
  const close = () => {
    putAside()
    picture()?.focus()
  }
  /** With the last of it the strip goes. */
  const look = (part: 'changed' | 'said', open: () => void) => {
    open()
    const rest = { ...looked, [part]: true }
    if ((news.changed && !rest.changed) || (news.said && !rest.said)) setLooked(rest)
    else putAside()
  }
  const mayCompare = session.host.can.has('history')
  return (
    <section className={styles.bar} aria-label="Since your last visit" data-closed-by="Put it aside">
      <p role="status">
        <strong>
          Since your last visit, <time dateTime={news.at}>{new Date(news.at).toLocaleDateString('en-GB', DAY)}</time>:
        </strong>{' '}
        <bdi>{[isNew.changed && news.changed, isNew.said && news.said].filter(Boolean).join(' · ')}</bdi>
      </p>
      <div className={styles.actions}>
        {isNew.changed && mayCompare && (
          <button
            type="button"
            onClick={() => look('changed', () => session.view.set({ compare: { from: news.revision, to: null } }))}
          >
            What changed
          </button>
        )}
        {isNew.said && (
          <button
            type="button"
            onClick={() =>
              look('said', () => session.comments.set(({ openings }) => ({ openings: openings + 1, filter: 'all' })))
            }
          >
            What was said
          </button>
        )}
        <Tool icon="close" label="Put it aside" onPress={close} />
      </div>
    </section>
  )
}
