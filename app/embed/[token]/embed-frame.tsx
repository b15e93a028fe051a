'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ModelView, type ModelViewProps } from '#viewer/model-view.tsx'
import type { ViewerSession } from '#viewer/session/session.ts'
import styles from './embed.module.css'
import { type FrameHost, speakWithHost } from './frame-host.ts'
import { type FrameLook, readLook, type ThemeWord } from './messages.ts'

type Props = Pick<ModelViewProps, 'name' | 'counts' | 'place'> & {
  /** The sites that may show this frame and speak with it. */
  origins: readonly string[]
  /** Shown until it is pressed, where the page asks for that: browsers keep few 3D pictures at a time. */
  picture: string
}

/** The viewer as another site has it: how it looks is in the address, the rest is said by messages. */
export function EmbedFrame({ name, counts, place, origins, picture }: Props) {
  const [look, setLook] = useState<FrameLook | null>(null)
  const [isStarted, setStarted] = useState(false)
  const host = useRef<FrameHost | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const sites = origins.join(' ')

  useEffect(() => {
    const read = readLook(new URLSearchParams(location.search))
    setTheme(read.theme)
    if (read.isClear) document.documentElement.dataset.background = 'transparent'
    setLook(read)
    const speaking = speakWithHost(sites.split(' '), read.wrong, setTheme)
    host.current = speaking
    return () => speaking.close()
  }, [sites])

  // Taken before the picture hears of it: the page scrolls, unless Ctrl is held.
  const leavesWheel = look?.zoomsByWheel === false
  useEffect(() => {
    const element = frame.current
    if (!leavesWheel || !element) return
    const take = (event: WheelEvent) => {
      if (!event.ctrlKey) event.stopPropagation()
    }
    element.addEventListener('wheel', take, { capture: true, passive: true })
    return () => element.removeEventListener('wheel', take, { capture: true })
  }, [leavesWheel])

  const onSession = useCallback((session: ViewerSession | null) => host.current?.open(session), [])

  if (look?.startsByClick && !isStarted) {
    return (
      <main id="main" className={styles.frame}>
        <button type="button" className={styles.start} onClick={() => setStarted(true)}>
          {/* biome-ignore lint/performance/noImgElement: made for this very size, and asked for with the token */}
          <img src={picture} alt="" />
          <span>
            Open <bdi>{name}</bdi> in 3D
          </span>
        </button>
      </main>
    )
  }
  return (
    <div ref={frame} className={styles.frame}>
      {look && <ModelView name={name} counts={counts} place={place} isBare={!look.hasControls} onSession={onSession} />}
    </div>
  )
}

function setTheme(theme: ThemeWord): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
