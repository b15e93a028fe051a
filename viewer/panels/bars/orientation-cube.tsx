'use client'

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { toModel } from '#lib/model/display-axes.ts'
import { add, scale, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerSession } from '../../session/session.ts'
import { lookAt, lookFrom } from '../../session/view/navigate.ts'
import { VIEWS, type ViewName } from '../../session/view/standard-views.ts'
import styles from './orientation-cube.module.css'

const FACES: readonly (readonly [ViewName, string])[] = [
  ['plan', 'Top'],
  ['below', 'Bottom'],
  ['front', 'Front'],
  ['back', 'Back'],
  ['left', 'Left'],
  ['right', 'Right'],
]

/** Right and up on each face, as its name is written. */
const FACE_AXES: Record<string, readonly [right: Vec, up: Vec]> = {
  plan: [[1, 0, 0], [0, 1, 0]],
  below: [[1, 0, 0], [0, -1, 0]],
  front: [[1, 0, 0], [0, 0, 1]],
  back: [[-1, 0, 0], [0, 0, 1]],
  left: [[0, -1, 0], [0, 0, 1]],
  right: [[0, 1, 0], [0, 0, 1]],
} // biome-ignore format: a table

const FACE = 52
/** This part of a face on each side is its edge; two of them are a corner. */
const EDGE = 0.24

/** The middle of a face looks at it; an edge or a corner looks along it. From the keyboard it is always the middle. */
function press(session: ViewerSession, view: ViewName, { nativeEvent, detail }: MouseEvent<HTMLButtonElement>) {
  const zone = (position: number) => (detail === 0 ? 0 : position < EDGE * FACE ? -1 : position > (1 - EDGE) * FACE ? 1 : 0)
  const [across, up] = [zone(nativeEvent.offsetX), -zone(nativeEvent.offsetY)]
  const axes = FACE_AXES[view]
  if (!axes || (across === 0 && up === 0)) return lookAt(session, view)
  const direction = unit(add(VIEWS[view], add(scale(axes[0], across), scale(axes[1], up))))
  if (direction) lookFrom(session, direction)
}

/** Turns with the camera; a press on a face looks at it, on an edge or corner along that. X is to the right of Front; with Z up, Y goes back. */
export function OrientationCube({ session }: { session: ViewerSession }) {
  const cube = useRef<HTMLDivElement>(null)
  // A face that is turned away can have the focus, and is not seen: then its name stands below.
  const [focused, setFocused] = useState('')
  useEffect(() => {
    let frame = 0
    let last = ''
    const turn = () => {
      frame = requestAnimationFrame(turn)
      const { rig } = session
      if (!rig || !cube.current) return
      // CSS has x to the right, y down and z toward the eye: the columns are where the display's X, -Z and -Y go.
      const e = rig.camera3.matrixWorldInverse.elements
      const { up } = session.view.get()
      const column = (axis: Vec): Vec => {
        const [x, y, z] = toModel(up, axis)
        const along = (k: number) => x * e[k]! + y * e[4 + k]! + z * e[8 + k]!
        return [along(0), -along(1), along(2)]
      }
      const matrix = [column([1, 0, 0]), column([0, 0, -1]), column([0, -1, 0])]
        .map((part) => [...part, 0].map((value) => value.toFixed(4)).join())
        .join()
      if (matrix === last) return
      last = matrix
      cube.current.style.transform = `matrix3d(${matrix},0,0,0,1)`
    }
    turn()
    return () => cancelAnimationFrame(frame)
  }, [session])
  return (
    <div className={styles.place} data-face={focused}>
      <div ref={cube} className={styles.cube}>
        {FACES.map(([view, name]) => (
          <button
            key={view}
            type="button"
            className={`${styles.face} ${styles[view]}`}
            aria-label={`Look at the ${name.toLowerCase()}`}
            onClick={(event) => press(session, view, event)}
            onFocus={() => setFocused(name)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}
