import { type ReactNode, useEffect, useState } from 'react'
import { LONG_MS } from '../session/create-request.ts'
import type { LiveState } from '../session/live-model.ts'
import type { ViewerSession } from '../session/session.ts'
import { Ended } from './later.tsx'
import styles from './model-view.module.css'
import { StateBox } from './state-box.tsx'
import { useStore } from './use-store.ts'

type Props = {
  session: ViewerSession
  canDraw: boolean
  /** The graphics card was taken away; `onRedraw` begins anew on another canvas. */
  isLost: boolean
  onRedraw: () => void
  empty: ReactNode
  whenShut: ReactNode
}

/** Why there is no picture, or none that is the model as it is. */
export function States({ session, canDraw, isLost, onRedraw, empty, whenShut }: Props) {
  const { status, progress, trouble, ended, drawn, missing, pinned } = useStore(session.model.state, (state) => state)
  const counts = drawn?.summary.counts
  const isLong = useLong(status === 'loading' && missing === null ? progress : null)
  return (
    <>
      {!ended && status === 'loading' && missing !== null && (
        <StateBox title={`There is no revision ${missing} in this model`} isAlert>
          <button type="button" onClick={() => session.view.set({ revision: null, compare: null })}>
            Show the newest
          </button>
        </StateBox>
      )}
      {!ended && status === 'loading' && missing === null && (
        <StateBox
          title="Loading the model…"
          actions={
            isLong && (
              <button type="button" onClick={() => void session.model.reload()}>
                Try again
              </button>
            )
          }
        >
          {progressText(progress)}{' '}
          {isLong && (progress.received ? 'Nothing more has come for a while.' : 'There is no answer yet.')}
        </StateBox>
      )}
      {!ended && status === 'failed' && (
        <StateBox title="The model could not be loaded" isAlert>
          {troubleText(trouble)} It is tried again by itself.{' '}
          <button type="button" onClick={() => void session.model.reload()}>
            Try now
          </button>
        </StateBox>
      )}
      {ended && <Ended session={session} ended={ended} whenShut={whenShut} />}
      {!canDraw && (
        <StateBox title="This browser cannot draw in 3D">
          WebGL 2 is off or missing. The outline on the left lists the whole model; to see the picture, turn on hardware
          acceleration or use another browser.
        </StateBox>
      )}
      {isLost && (
        <StateBox title="The connection to the graphics card was lost" isAlert>
          The picture comes back with it, or can be drawn anew from what is here.{' '}
          <button type="button" onClick={onRedraw}>
            Draw again
          </button>
        </StateBox>
      )}
      {status === 'ready' && pinned === null && counts && !counts.node && !counts.gridLine && (
        <section className={styles.beginning} aria-label="An empty model">
          <p className={styles.stateTitle}>An empty model</p>
          <p className="muted">What is added appears here as it comes.</p>
          {empty}
        </section>
      )}
    </>
  )
}

function troubleText(trouble: LiveState['trouble']): string {
  if (trouble === null) return 'There is no connection to the server.'
  if (trouble === 'unreadable') return 'What the server sent could not be read.'
  if (trouble === 'stopped') return 'The part of the viewer that reads it has stopped.'
  return `The server could not answer (${trouble}).`
}

/** It has been the same for long. */
function useLong(now: object | null): boolean {
  const [long, setLong] = useState<object | null>(null)
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => setLong(now), LONG_MS)
    return () => clearTimeout(timer)
  }, [now])
  return now !== null && long === now
}

const progressText = ({ received, isParsing }: LiveState['progress']) =>
  isParsing ? 'Making the picture' : received ? `${(received / 1048576).toFixed(1)} MB received` : ''
