'use client'

import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { type FoundElement, KIND_NAMES } from '../../worker/elements.ts'
import { RowText } from '../row-text.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import styles from './hover-card.module.css'

type Place = { x: number; y: number; isRight: boolean }
/** So many pixels a card takes on the right of the cursor. */
const ROOM = 300

/** What is under the cursor, beside it: id, label, ends and section; of a bubble or a mark what it stands for. The status line says the same to those who see no cursor. */
export function HoverCard({ session }: { session: ViewerSession }) {
  const hovered = useStore(session.view, (state) => state.hovered)
  const mark = useStore(session.view, (state) => state.mark)
  const isMeasuring = useStore(session.view, (state) => state.measuring !== null)
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    const follow = ({ target, clientX, clientY, pointerType, buttons }: PointerEvent) => {
      const picture = pointerType === 'mouse' && buttons === 0 && target instanceof HTMLCanvasElement ? target : null
      const box = picture?.getBoundingClientRect()
      setPlace(box ? { x: clientX - box.left, y: clientY - box.top, isRight: clientX - box.left > box.width - ROOM } : null)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerdown', follow)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerdown', follow)
    }
  }, [])
  if (!place) return null
  if (mark)
    return (
      <Card place={place}>
        <strong>
          <bdi>{mark.says}</bdi>
        </strong>
        {mark.more && <bdi>{mark.more}</bdi>}
      </Card>
    )
  if (!hovered || isMeasuring) return null
  return <Of key={`${hovered.kind} ${hovered.id}`} session={session} element={hovered} place={place} />
}

/** Comes whole; where its text does not come, with the id alone. */
function Of({ session, element, place }: { session: ViewerSession; element: FoundElement; place: Place }) {
  const { kind, id, index } = element
  const question = useCallback(() => session.model.ask('list', { kind, from: index, count: 1 }), [session, kind, index])
  const request = useRequest(session, question)
  if (request.face === 'nothing' || (request.face === 'busy' && !request.tryAgain)) return null
  const forces = session.results.get().drawn?.textAt(element, place.x, place.y)
  const row = request.face === 'answer' ? request.answer[0] : undefined
  return (
    <Card place={place}>
      <strong>
        {KIND_NAMES[kind][0]} <bdi>{id}</bdi>
      </strong>
      {row && (row.text || row.line) && (
        <bdi>
          <RowText session={session} row={row} />
        </bdi>
      )}
      {forces && <span>{forces}</span>}
    </Card>
  )
}

function Card({ place: { x, y, isRight }, children }: { place: Place; children: ReactNode }) {
  return (
    <div className={isRight ? `${styles.card} ${styles.left}` : styles.card} style={{ left: x, top: y }} aria-hidden="true">
      {children}
    </div>
  )
}
