import type { Hit } from '#lib/geometry/pick/pick.ts'
import { unasked } from '../../session/attempt.ts'
import { MARKS } from '../later.ts'
import { found, hitAt, lookingUp, type Pointing, REACH } from './hit.ts'

/** Says what the pointer is on: a handle of the section box, a mark beside the model, what would be measured to, an element. */
export function hovering(pointing: Pointing) {
  const { element, rig, session, stageNow } = pointing
  const { view } = session
  let newest = 0
  let last: { x: number; y: number; isHeld: boolean } | null = null

  const snapOver = (x: number, y: number, isHeld: boolean): Omit<Hit, 'distance' | 'point'> | null => {
    const meant = MARKS.now()?.snapUnder(pointing, x, y, REACH.mouse, isHeld) ?? null
    if (meant || view.get().snap) view.set({ snap: meant?.shown ?? null })
    return meant?.on ?? null
  }
  const over = async (x: number, y: number, isHeld: boolean) => {
    const mine = ++newest
    last = { x, y, isHeld }
    const coming = lookingUp(pointing)
    if (coming) {
      await coming.catch(unasked)
      if (mine !== newest) return
    }
    const handle = MARKS.now()?.handleAt(rig, stageNow(), x, y, 13) ?? null
    const mark = handle ? null : session.markAt(x, y)
    const { hovered, boxing, side, mark: before, measuring } = view.get()
    const isFree = !handle && !mark
    const on = isFree ? (measuring ? snapOver(x, y, isHeld) : hitAt(pointing, x, y)) : null
    if (!isFree && view.get().snap) view.set({ snap: null })
    element.style.cursor = handle ? 'grab' : boxing || measuring ? 'crosshair' : on || mark ? 'pointer' : ''
    if (handle?.axis !== side?.axis || handle?.which !== side?.which) view.set({ side: handle })
    if (mark?.says !== before?.says || mark?.more !== before?.more) view.set({ mark })
    const isGhost = on !== null && 'isOlder' in on && on.isOlder === true
    if (isGhost) {
      if (hovered) view.set({ hovered: null })
      return
    }
    if (on?.kind === hovered?.kind && on?.index === hovered?.index) return
    const now = await found(pointing, on).catch(unasked)
    if (mine === newest) view.set({ hovered: now })
  }
  return {
    over: (x: number, y: number, isHeld: boolean) => void over(x, y, isHeld),
    /** Shift was pressed or let go where the pointer stands. */
    hold(isHeld: boolean) {
      if (last && last.isHeld !== isHeld && view.get().measuring) void over(last.x, last.y, isHeld)
    },
    /** What is still asked for counts no more. */
    leave() {
      newest++
      last = null
      if (view.get().snap) view.set({ snap: null })
    },
  }
}
