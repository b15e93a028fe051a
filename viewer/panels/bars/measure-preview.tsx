'use client'

import { subtract } from '#lib/model/shape/vector.ts'
import { type Words, wordsIn } from '../../session/measure/dimension-words.ts'
import { begun } from '../../session/measure/measure-mode.ts'
import { legOf } from '../../session/measure/measurement.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { ShownSnap } from '../../session/view/view-state.ts'
import { KIND_NAMES } from '../../worker/elements.ts'
import { useStore } from '../use-store.ts'
import styles from './measure-preview.module.css'

const SNAP_WORDS: Record<ShownSnap['kind'], string> = {
  node: 'Node',
  end: 'End of an edge',
  crossing: 'Crossing of two axes',
  middle: 'Middle',
  foot: 'Foot of the perpendicular',
  grid: 'Grid crossing',
  edge: 'Edge',
  face: 'Face',
  held: 'On the axis',
}

/** What a press would take, before the press: a mark at it, its kind, and the leg to it. The panel says the same to those who see no pointer. */
export function MeasurePreview({ session }: { session: ViewerSession }) {
  const { snap, measuring, hovered, units } = useStore(session.view, (state) => state)
  const placed = useStore(session.derived, (state) => state.dimensions)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  if (!snap || !measuring || !drawn) return null
  const chain = begun(session)
  const last = chain.length > 0 ? placed.at(-1)?.points[chain.length - 1]?.at : null
  const from = last && session.rig ? session.rig.project(subtract(last, drawn.scene.origin)) : null
  const isRight = snap.x > (session.rig?.size.width ?? 0) - 280
  const on = hovered && hovered.kind !== 'node' ? `${KIND_NAMES[hovered.kind][0]} ${hovered.id}` : hovered?.id
  return (
    <div className={styles.over} aria-hidden="true">
      <svg className={styles.lines}>
        <title>What would be measured</title>
        {from && <line x1={from.x} y1={from.y} x2={snap.x} y2={snap.y} />}
        <g transform={`translate(${snap.x} ${snap.y})`}>
          <Mark kind={snap.kind} />
        </g>
      </svg>
      <div className={isRight ? `${styles.card} ${styles.left}` : styles.card} style={{ left: snap.x, top: snap.y }}>
        <span>
          {SNAP_WORDS[snap.kind]}
          {snap.along ? `, along ${snap.along}` : on && ` · ${on}`}
        </span>
        {last && measuring === 'length' && (
          <LegWords leg={legOf(last, snap.at, drawn.up)} words={wordsIn(drawn.summary.units, units)} />
        )}
      </div>
    </div>
  )
}

function LegWords({ leg, words }: { leg: ReturnType<typeof legOf>; words: Words }) {
  return (
    <>
      <strong>{words.length(leg.length)}</strong>
      <span className="muted">{words.delta(leg.delta)}</span>
    </>
  )
}

/** As drawing programs mark them: a square at an end, a triangle in the middle, a cross where lines cross. */
function Mark({ kind }: { kind: ShownSnap['kind'] }) {
  if (kind === 'end') return <path d="M-6 -6H6V6H-6Z" />
  if (kind === 'middle') return <path d="M0 -7L7 6H-7Z" />
  if (kind === 'crossing' || kind === 'grid') return <path d="M-6 -6L6 6M6 -6L-6 6" />
  if (kind === 'foot') return <path d="M-6 -6V6H6M-6 1H-1V6" />
  if (kind === 'edge') return <path d="M-6 -6L6 6M-6 6H6L-6 -6H6Z" />
  if (kind === 'node') return <circle r="6.5" />
  return <path d="M0 -7L7 0L0 7L-7 0Z" />
}
