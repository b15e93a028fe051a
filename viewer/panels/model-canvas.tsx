'use client'

import { createRoot } from '@react-three/fiber'
import { useEffect, useId, useRef, useState } from 'react'
import { quietClock } from '../picture/camera/quiet-clock.ts'
import { takeCanvas } from '../picture/canvas.ts'
import type { Box } from '../picture/pointer/box-select.ts'
import { runPicture } from '../picture/run-picture.ts'
import { openRenderer } from '../picture/shading/renderer.ts'
import { shadowMap } from '../picture/shading/shadow-map.ts'
import type { ViewerSession } from '../session/session.ts'
import { followDescription } from '../session/view/description.ts'
import { isLarge, isSmooth } from '../session/view/is-large.ts'
import styles from './model-canvas.module.css'
import { useStore } from './use-store.ts'

quietClock()

type Counts = { frames: number; areas: number }

type Props = {
  session: ViewerSession
  onLost: (isLost: boolean) => void
  /** About how much there will be, known before the model is read. */
  counts: Counts
}

/** The picture, the writing over it, and the box of a box selection. */
export function ModelCanvas({ session, onLost, counts: { frames, areas } }: Props) {
  // A canvas is smooth or not for as long as it stands.
  const antialias = useStore(session.view, (state) => isSmooth(state, isLarge({ frames, areas })))
  const stage = useRef<HTMLDivElement>(null)
  const writing = useRef<HTMLCanvasElement>(null)
  const [box, setBox] = useState<Box | null>(null)
  const [label, setLabel] = useState('The model in 3D')
  const [error, setError] = useState<unknown>(null)
  const lost = useRef(onLost)
  lost.current = onLost
  const keys = useId()
  useEffect(() => followDescription(session, setLabel), [session])
  useEffect(() => {
    if (!stage.current || !writing.current) return
    const place = { stage: stage.current, writing: writing.current, antialias, counts: { frames, areas } }
    return mount(session, place, { drawBox: setBox, lost: (isLost) => lost.current(isLost), failed: setError })
  }, [session, antialias, frames, areas])
  if (error) throw error
  return (
    <div className={styles.stage}>
      <div
        ref={stage}
        className={styles.picture}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move takes the focus, and is a picture all the same
        tabIndex={0}
        aria-label={label}
        aria-describedby={keys}
      />
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

type Place = { stage: HTMLElement; writing: HTMLCanvasElement; antialias: boolean; counts: Counts }
type Listener = { drawBox(box: Box | null): void; lost(isLost: boolean): void; failed(error: unknown): void }

/**
 * A canvas of its own for each time: a context that was given back does not come again. It is a root of react-three-fiber, which has the
 * renderer and the model as its one `<primitive>`, and ends both; the loop is the picture's. Its `Canvas` would bring the whole of three.
 */
function mount(session: ViewerSession, { stage, writing, antialias, counts }: Place, listener: Listener): () => void {
  const canvas = takeCanvas(antialias)
  canvas.style.display = 'block'
  stage.append(canvas)
  const root = createRoot(canvas)
  /** react-three-fiber keeps what it was configured with when the canvas has gone: then nothing of a model may be left in it. */
  const held: { renderer: ReturnType<typeof openRenderer> | null } = { renderer: null }
  let running: ReturnType<typeof runPicture> | null = null
  let hasGone = false
  const open = async () => {
    const renderer = openRenderer(canvas, antialias, session, counts)
    held.renderer = renderer
    await root.configure({ frameloop: 'never', flat: true, gl: () => rendererOf(held), size: NO_SIZE })
    if (hasGone) return
    running = runPicture(
      session,
      { stage, writing, gl: renderer.gl, drawBox: listener.drawBox, shadows: shadowMap },
      {
        opened: (picture) => void root.render(<primitive object={picture.root} dispose={null} />),
        lost: listener.lost,
        failed: listener.failed,
      },
    )
  }
  open().catch(listener.failed)
  return () => {
    hasGone = true
    running?.end()
    held.renderer?.end()
    held.renderer = null
    running = null
    root.unmount()
    canvas.remove()
  }
}

function rendererOf({ renderer }: { renderer: ReturnType<typeof openRenderer> | null }) {
  if (!renderer) throw new Error('the canvas has gone')
  return renderer.gl
}

/** The picture gives the canvas its size, when there is one. */
const NO_SIZE = { width: 0, height: 0, top: 0, left: 0 }
