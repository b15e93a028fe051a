'use client'

import { useEffect, useRef } from 'react'
import type { Vec } from '#lib/geometry/vector.ts'
import type { ViewName } from './camera-rig.ts'
import styles from './orientation-cube.module.css'
import type { ViewerSession } from './session.ts'

const FACES: readonly (readonly [ViewName, string, string])[] = [
  ['plan', 'Top', styles.top as string],
  ['below', 'Bottom', styles.bottom as string],
  ['front', 'Front', styles.front as string],
  ['back', 'Back', styles.back as string],
  ['left', 'Left', styles.left as string],
  ['right', 'Right', styles.right as string],
]

/** Turns with the camera; a press on a face looks at it. X is to the right of Front, Y goes back, Z is up. */
export function OrientationCube({ session }: { session: ViewerSession }) {
  const cube = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let asked = 0
    let last = ''
    const turn = () => {
      asked = requestAnimationFrame(turn)
      const { rig } = session
      if (!rig || !cube.current) return
      // CSS has x to the right, y down and z toward the eye: the columns are where the model's X, -Z and -Y go.
      const e = rig.camera3.matrixWorldInverse.elements
      const column = (k: number, sign: number): Vec => [
        sign * (e[4 * k] as number),
        -sign * (e[4 * k + 1] as number),
        sign * (e[4 * k + 2] as number),
      ]
      const matrix = [column(0, 1), column(2, -1), column(1, -1)]
        .map((part) => [...part, 0].map((value) => value.toFixed(4)).join())
        .join()
      if (matrix === last) return
      last = matrix
      cube.current.style.transform = `matrix3d(${matrix},0,0,0,1)`
    }
    turn()
    return () => cancelAnimationFrame(asked)
  }, [session])
  return (
    <div className={styles.place}>
      <div ref={cube} className={styles.cube}>
        {FACES.map(([view, name, face]) => (
          <button
            key={view}
            type="button"
            className={`${styles.face} ${face}`}
            aria-label={`Look at the ${name.toLowerCase()}`}
            onClick={() => session.rig?.look(view)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}
