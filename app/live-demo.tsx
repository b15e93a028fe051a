'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './welcome.module.css'

// The viewer's scripts come when they are wanted, and three lives in the browser only.
const DemoPicture = dynamic(() => import('#viewer/demo-picture.tsx'), { ssr: false })

/** Wide enough for two columns, and not on a line that is paid by the byte. */
const WIDE = '(min-width: 60rem)'

/** A picture of the demo building first; then the building itself, to be turned: by itself where there is room, else when pressed. */
export function LiveDemo({ says, children }: { says: string; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false)
  const [isThere, setThere] = useState(false)
  // The same functions at each render: the viewer would be opened anew for others.
  const come = useCallback(() => setThere(true), [])
  const fail = useCallback(() => {
    setWanted(false)
    setThere(false)
  }, [])
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } } // Chromium alone tells
    if (!window.matchMedia(WIDE).matches || connection?.saveData) return
    const idle = window.requestIdleCallback?.(() => setWanted(true), { timeout: 4000 })
    return () => void (idle !== undefined && window.cancelIdleCallback(idle))
  }, [])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // The wheel scrolls the page, as everywhere on it; with Ctrl it zooms.
    const pass = (event: WheelEvent) => event.ctrlKey || event.stopPropagation()
    element.addEventListener('wheel', pass, { capture: true })
    return () => element.removeEventListener('wheel', pass, { capture: true })
  }, [])
  return (
    <figure ref={frame} className={styles.demo}>
      <div className={styles.stage} data-live={isThere || undefined}>
        {children}
        {isWanted && <DemoPicture onThere={come} onFailed={fail} />}
      </div>
      {!isWanted && (
        <div className={styles.turn}>
          <Button onClick={() => setWanted(true)}>Turn it around</Button>
        </div>
      )}
      <figcaption>
        {isThere ? 'The demo building, live: drag to turn it. ' : 'The demo building. '}
        {says}.
      </figcaption>
    </figure>
  )
}
