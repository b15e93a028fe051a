'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { ViewerSession } from '../session/session.ts'
import { KIND_NAMES } from '../worker/elements.ts'
import styles from './hover-card.module.css'
import { useStore } from './use-store.ts'

type Place = { x: number; y: number; isRight: boolean }

/** What is under the cursor, beside it: id, label, ends and section; of a bubble or a mark what it stands for. The status line says the same to those who see no cursor. */
export function HoverCard({ session }: { session: ViewerSession }) {
  const hovered = useStore(session.view, (state) => state.hovered)
  const mark = useStore(session.view, (state) => state.mark)
  const isMeasuring = useStore(session.view, (state) => state.measuring !== null)
  const [place, setPlace] = useState<Place | null>(null)
  const [says, setSays] = useState<{ key: string; text: string } | null>(null)
  const key = hovered && `${hovered.kind} ${hovered.id}`

  useEffect(() => {
    const follow = ({ target, clientX, clientY, pointerType, buttons }: PointerEvent) => {
      const picture = pointerType === 'mouse' && buttons === 0 && target instanceof HTMLCanvasElement ? target : null
      const box = picture?.getBoundingClientRect()
      setPlace(box ? { x: clientX - box.left, y: clientY - box.top, isRight: clientX - box.left > box.width - 280 } : null)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerdown', follow)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerdown', follow)
    }
  }, [])
  useEffect(() => {
    if (!hovered || !key) return
    let isCurrent = true
    void session.model
      .ask('list', { kind: hovered.kind, from: hovered.index, count: 1 })
      .then(([item]) => isCurrent && setSays({ key, text: item?.text ?? '' }))
    return () => {
      isCurrent = false
    }
  }, [hovered, key, session])

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
  if (!hovered || isMeasuring || says?.key !== key) return null
  return (
    <Card place={place}>
      <strong>
        {KIND_NAMES[hovered.kind][0]} <bdi>{hovered.id}</bdi>
      </strong>
      {says?.text && <bdi>{says.text}</bdi>}
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
