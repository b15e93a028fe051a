'use client'

import { addTail, useThree } from '@react-three/fiber'
import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { quietClock } from '../picture/camera/quiet-clock.ts'
import { takeCanvas } from '../picture/canvas.ts'
import { openPicture, type Picture } from '../picture/open-picture.ts'
import type { Box } from '../picture/pointer/box-select.ts'
import { openRenderer } from '../picture/shading/renderer.ts'
import { shadowMap } from '../picture/shading/shadow-map.ts'
import type { ViewerSession } from '../session/session.ts'
import { followDescription } from '../session/view/description.ts'
import { isLarge, isSmooth } from '../session/view/is-large.ts'
import styles from './model-canvas.module.css'
import { ThreeCanvas, useDrawing } from './three-canvas.tsx'
import { useStore } from './use-store.ts'

quietClock()

type Props = {
  session: ViewerSession
  onLost: (isLost: boolean) => void
  /** About how much there will be, known before the model is read. */
  counts: { frames: number; areas: number }
}

/** The picture, the writing over it, and the box of a box selection. Draws only when something has changed. */
export function ModelCanvas({ session, onLost, counts: { frames, areas } }: Props) {
  // A canvas is smooth or not for as long as it stands.
  const antialias = useStore(session.view, (state) => isSmooth(state, isLarge({ frames, areas })))
  const writing = useRef<HTMLCanvasElement>(null)
  const [box, setBox] = useState<Box | null>(null)
  const [label, setLabel] = useState('The model in 3D')
  const keys = useId()
  const open = useCallback(
    (canvas: HTMLCanvasElement) => openRenderer(canvas, antialias, session, { frames, areas }),
    [session, antialias, frames, areas],
  )
  useEffect(() => followDescription(session, setLabel), [session])
  return (
    <div className={styles.stage}>
      <ThreeCanvas
        key={String(antialias)}
        label={label}
        describedBy={keys}
        antialias={antialias}
        take={takeCanvas}
        open={open}
        onLost={onLost}
      >
        <PictureOf session={session} writing={writing} drawBox={setBox} />
      </ThreeCanvas>
      <p id={keys} className="visually-hidden">
        Arrow keys turn it, plus and minus come nearer and go farther, 0 to 7 look from each side, F fits everything. The outline
        lists the same elements as text.
      </p>
      <canvas ref={writing} className={styles.writing} />
      {box && <SelectionBox box={box} />}
    </div>
  )
}

function SelectionBox({ box: { x0, y0, x1, y1 } }: { box: Box }) {
  return (
    <div
      className={x1 >= x0 ? styles.box : `${styles.box} ${styles.touching}`}
      style={{ left: Math.min(x0, x1), top: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) }}
    />
  )
}

type PictureProps = {
  session: ViewerSession
  writing: RefObject<HTMLCanvasElement | null>
  drawBox: (box: Box | null) => void
}

/** The picture in react-three-fiber's loop, from the first scene on; before that nothing is drawn, not even an empty canvas. */
function PictureOf({ session, writing, drawBox }: PictureProps) {
  const hasScene = useStore(session.model.state, (state) => state.drawn !== null)
  const { gl, invalidate, get } = useThree()
  const size = useThree((three) => three.size)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [error, setError] = useState<unknown>(null)
  if (error) throw error
  // In the turn in which the scene came: other effects wait until the page has been painted, which is painted for nothing.
  useLayoutEffect(() => {
    if (!writing.current || !hasScene) return
    const opened = openPicture(session, {
      gl,
      writing: writing.current,
      size: get().size,
      redraw: () => invalidate(),
      isStill: () => get().internal.frames === 0,
      drawBox,
      shadows: shadowMap,
      failed: setError,
    })
    const stop = addTail(opened.rested)
    setPicture(opened)
    return () => {
      stop()
      opened.dispose()
      setPicture(null)
    }
  }, [session, gl, invalidate, get, writing, drawBox, hasScene])
  useEffect(() => picture?.resize(size.width, size.height), [picture, size])
  useDrawing(picture?.draw)
  return picture && <primitive object={picture.root} dispose={null} />
}
