'use client'

import { useCallback, useEffect, useState } from 'react'
import { type Analysed, analyse, comparedRevision, SCREENING } from '../../session/results/analysis.ts'
import { NO_RESULTS } from '../../session/results/results-state.ts'
import type { ViewerSession } from '../../session/session.ts'
import { countText } from '../../worker/elements.ts'
import panel from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { CaseShown } from './case-shown.tsx'
import { Mechanisms, Refused } from './no-results.tsx'
import styles from './results.module.css'
import { SummaryFigures } from './summary-figures.tsx'

/** Models with fewer frames are analysed at once, and anew with each revision. */
const FEW_FRAMES = 5000

/** Does it stand, and how far does it move: the analysis of the revision that is shown. */
export function ResultsPanel({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const before = useStore(session.derived, () => comparedRevision(session))
  const frames = drawn?.scene.frames.count ?? 0
  const now = drawn?.scene.nodes ?? null
  /** The model that the question is about, by what is replaced with each revision. */
  const [asked, setAsked] = useState<object | null>(null)
  useEffect(() => {
    if (now && frames < FEW_FRAMES) setAsked(now)
  }, [now, frames])
  useEffect(() => {
    session.view.set(({ results }) => ({ results: results ?? { case: null, show: 'deflected' } }))
    return () => {
      session.results.set(NO_RESULTS)
      session.redraw()
    }
  }, [session])
  const question = useCallback(
    (signal: AbortSignal) => {
      void [asked, before] // of each anew
      return analyse(session, signal)
    },
    [session, asked, before],
  )
  const request = useRequest(session, asked && question)
  const isStale = asked !== now
  const words = `Analysing ${countText(frames, 'frame')}…`
  return (
    <>
      <p className={styles.banner}>{SCREENING}</p>
      <div className={panel.layers}>
        {request.face === 'nothing' && <NotAsked frames={frames} onAsk={() => setAsked(now)} />}
        {request.face === 'answer' && isStale && <Stale answer={request.answer} onAsk={() => setAsked(now)} />}
        <RequestResult request={request} busy={words}>
          {(answer) => (
            <div className={isStale ? styles.stale : undefined}>
              <Outcome session={session} answer={answer} isStale={isStale} />
            </div>
          )}
        </RequestResult>
      </div>
    </>
  )
}

function Outcome({ session, answer, isStale }: { session: ViewerSession; answer: Analysed; isStale: boolean }) {
  if (answer.state === 'refused') return <Refused session={session} issues={answer.issues} />
  const { summary } = answer
  return (
    <>
      {summary.stands === 'yes' ? (
        <p className={styles.message} role="status">
          <strong>It stands</strong> <span className="muted">as far as this analysis tells: no mechanism, all load carried.</span>
        </p>
      ) : (
        <Mechanisms session={session} summary={summary} />
      )}
      {summary.stands === 'yes' && <SummaryFigures session={session} summary={summary} />}
      <CaseShown session={session} summary={summary} isStale={isStale} />
      {summary.notes && summary.notes.length > 0 && (
        <details className={panel.facet}>
          <summary>Notes</summary>
          <ul className={styles.list}>
            {summary.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function NotAsked({ frames, onAsk }: { frames: number; onAsk: () => void }) {
  return (
    <p className={styles.message}>
      {countText(frames, 'frame')} were not analysed yet.{' '}
      <button type="button" className={panel.small} onClick={onAsk}>
        Analyse
      </button>
    </p>
  )
}

function Stale({ answer, onAsk }: { answer: Analysed; onAsk: () => void }) {
  const revision = answer.state === 'done' ? answer.summary.revision : answer.revision
  return (
    <p className={styles.message} role="status">
      of revision {revision} ·{' '}
      <button type="button" className={panel.small} onClick={onAsk}>
        Analyse again
      </button>
    </p>
  )
}
