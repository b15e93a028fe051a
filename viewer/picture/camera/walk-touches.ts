import { NOTHING_HELD, type WalkKeys } from '../../session/view/walker.ts'
import { STILL } from '../pointer/hit.ts'

/** Pixels from where a finger came down until it is full speed, and until it runs. */
const FULL = 60
const RUNS = 110

type Finger = { x0: number; y0: number; x: number; y: number; moves: boolean; isStill: boolean }

/** Fingers and the mouse of somebody who walks: one that came down on the left moves like a stick, all others look. */
export function walkTouches(began: () => void) {
  const fingers = new Map<number, Finger>()
  const stick = () => [...fingers.values()].find(({ moves }) => moves)
  return {
    down({ pointerId, clientX: x, clientY: y }: PointerEvent, moves: boolean) {
      fingers.set(pointerId, { x0: x, y0: y, x, y, moves, isStill: true })
    },
    /** How far the picture is dragged. */
    move({ pointerId, clientX, clientY }: PointerEvent): { x: number; y: number } | null {
      const finger = fingers.get(pointerId)
      if (!finger) return null
      const [x, y] = [clientX - finger.x, clientY - finger.y]
      finger.isStill &&= Math.hypot(clientX - finger.x0, clientY - finger.y0) <= STILL
      Object.assign(finger, { x: clientX, y: clientY })
      if (finger.moves) began()
      return finger.moves || finger.isStill ? null : { x, y }
    },
    up({ pointerId }: PointerEvent): boolean {
      const finger = fingers.get(pointerId)
      fingers.delete(pointerId)
      return finger?.isStill === true
    },
    cancel: () => fingers.clear(),
    held(): WalkKeys {
      const finger = stick()
      if (!finger || finger.isStill) return NOTHING_HELD
      const [x, y] = [finger.x - finger.x0, finger.y - finger.y0]
      return { ahead: limited(-y / FULL), aside: limited(x / FULL), turn: 0, isRunning: Math.hypot(x, y) > RUNS }
    },
  }
}

const limited = (value: number) => Math.min(1, Math.max(-1, value))
