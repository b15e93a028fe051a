'use client'

import { useEffect, useRef } from 'react'
import { elevationText } from '#lib/model/check/drawn-length.ts'
import { heightAt, upAxis } from '#lib/model/display-axes.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ViewerSession } from '../../session/session.ts'
import { isSame } from '../../session/view/drawings.ts'
import { allDrawings, openDrawing } from '../../session/view/navigate.ts'
import { useStore } from '../use-store.ts'
import styles from './level-list.module.css'

/** All levels from the top down, where a mark of the ruler counts those that it does not name; the one in focus is drawn. */
export function LevelList({ session }: { session: ViewerSession }) {
  const point = useStore(session.view, (state) => state.levelsAt)
  return point && <Open session={session} at={point} />
}

function Open({ session, at }: { session: ViewerSession; at: { x: number; y: number } }) {
  const { drawing, units } = useStore(session.view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const before = document.activeElement
    list.current?.querySelector('button')?.focus()
    return () => {
      session.view.set({ mark: null })
      if (before instanceof HTMLElement) before.focus()
    }
  }, [session])
  if (!drawn) return null
  const unit = readUnits(drawn.summary.units).length
  const close = () => session.view.set({ levelsAt: null })
  const { width, height } = session.rig?.size ?? { width: 400, height: 400 }
  const place = {
    left: Math.min(at.x, width - 220),
    top: Math.min(at.y, height - 200),
    maxHeight: height - Math.min(at.y, height - 200) - 12,
  }
  return (
    <ul
      ref={list}
      className={styles.levels}
      style={place}
      aria-label="Levels"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          const level = document.activeElement?.closest('li')
          const next = event.key === 'ArrowDown' ? level?.nextElementSibling : level?.previousElementSibling
          next?.querySelector('button')?.focus()
        } else return
        event.stopPropagation()
      }}
      onBlur={({ relatedTarget }) => !list.current?.contains(relatedTarget) && close()}
    >
      {allDrawings(session)
        [upAxis(drawn.up)].toSorted((a, b) => heightAt(drawn.up, b.at) - heightAt(drawn.up, a.at))
        .map((level) => {
          const show = () => session.view.set({ mark: { says: `Plan at ${level.label}`, drawing: level, elevation: level.at } })
          return (
            <li key={`${level.label} ${level.at}`}>
              <button
                type="button"
                aria-current={isSame(level, drawing)}
                onMouseEnter={show}
                onFocus={show}
                onClick={() => {
                  close()
                  openDrawing(session, level)
                }}
              >
                <span>{level.label}</span>
                <span className="muted">{elevationText(level.at, unit, units)}</span>
              </button>
            </li>
          )
        })}
    </ul>
  )
}
