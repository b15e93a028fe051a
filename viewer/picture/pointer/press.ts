import { selectOlder } from '../../session/comparison.ts'
import { awaitPress } from '../../session/measure/measure-mode.ts'
import { select } from '../../session/selection.ts'
import { openDrawing } from '../../session/view/navigate.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { MARKS } from '../later.ts'
import { type Box, selectBox } from './box-select.ts'
import { elementAt, found, hitAt, lookingUp, type Pointing, REACH, STILL } from './hit.ts'

/** A press that lasts longer is no click; of a finger it adds to the selection. */
const LONG_MS = 600

/** A press on the picture: a click, a box, or a drag of the camera. */
export function pressing(pointing: Pointing, drawBox: (box: Box | null) => void) {
  const { rig, session } = pointing
  const { view } = session
  let pressed: { x: number; y: number; at: number; isBox: boolean; pointer: number } | null = null
  /** What the last click and the one before it found. */
  let [before, last] = [NOTHING, NOTHING]

  const end = () => {
    const start = pressed
    pressed = null
    rig.controls.enabled = true
    drawBox(null)
    return start
  }
  return {
    isOn: () => pressed !== null,
    begin(event: PointerEvent, x: number, y: number) {
      const { boxing, measuring } = view.get()
      // While something is measured Shift holds to an axis.
      const isBox = event.button === 0 && (boxing || (event.shiftKey && !measuring && event.pointerType !== 'touch'))
      pressed = { x, y, at: event.timeStamp, isBox, pointer: event.pointerId }
      rig.controls.enabled = !isBox
      if (event.button !== 0 || isBox) return
      const hit = hitAt(pointing, x, y)
      if (hit) rig.orbitAbout(hit.point)
    },
    /** True while a box is drawn. */
    drag(x: number, y: number): boolean {
      if (!pressed?.isBox) return false
      drawBox({ x0: pressed.x, y0: pressed.y, x1: x, y1: y })
      return true
    },
    async end(event: PointerEvent, x: number, y: number) {
      const start = end()
      if (!start || start.pointer !== event.pointerId || event.button !== 0) return
      const isStill = Math.hypot(x - start.x, y - start.y) <= STILL
      if (!isStill && start.isBox)
        return selectBox(pointing, { x0: start.x, y0: start.y, x1: x, y1: y }, event.ctrlKey || event.metaKey)
      const isLong = event.timeStamp - start.at > LONG_MS
      const isTouch = event.pointerType === 'touch'
      if (!isStill || (isLong && !isTouch)) return
      const adds = event.shiftKey || event.ctrlKey || event.metaKey || (isTouch && isLong)
      before = last
      last = click(pointing, x, y, { isTouch, isHeld: event.shiftKey, adds })
      await last
    },
    /** What the click before the last one found, and the last one. */
    found: () => ({ before, last }),
    cancel: end,
  }
}

const NOTHING = Promise.resolve<FoundElement | null>(null)

type Click = { isTouch: boolean; isHeld: boolean; adds: boolean }

/** On a mark it opens the drawing, or selects what it is of; else it measures or selects: the element that was found for it. */
export async function click(
  pointing: Pointing,
  x: number,
  y: number,
  { isTouch, isHeld, adds }: Click,
): Promise<FoundElement | null> {
  const { session } = pointing
  const { view } = session
  const mark = session.markAt(x, y)
  if (mark?.drawing) openDrawing(session, mark.drawing)
  else if (mark?.element) select(session, [mark.element], adds ? 'toggle' : 'replace')
  else if (mark?.levels) view.set({ levelsAt: { x, y } })
  else if (view.get().levelsAt) view.set({ levelsAt: null })
  else if (view.get().measuring) {
    const reach = isTouch ? REACH.touch : REACH.mouse
    const taken = MARKS.bring().then(({ measureAt }) => measureAt(pointing, x, y, reach, isHeld))
    awaitPress(session, taken)
    view.set({ refused: await taken })
  } else {
    await lookingUp(pointing)
    const hit = hitAt(pointing, x, y)
    if (hit?.isOlder) {
      await selectOlder(session, elementAt(pointing.olderNow(), hit), adds ? 'toggle' : 'replace')
      return null
    }
    const element = await found(pointing, hit)
    if (element) select(session, [element], adds ? 'toggle' : 'replace')
    else if (!adds && !hit) select(session, [])
    return element
  }
  return null
}
