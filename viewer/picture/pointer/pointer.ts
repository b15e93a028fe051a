import { attempt } from '../../session/attempt.ts'
import { select } from '../../session/selection.ts'
import { fitAll, flyTo } from '../../session/view/navigate.ts'
import { stopWalking } from '../../session/view/walk-mode.ts'
import { MARKS, WALKING } from '../later.ts'
import type { Box } from './box-select.ts'
import { sectionDragging } from './drag-section.ts'
import type { Pointing } from './hit.ts'
import { hovering } from './hover.ts'
import { click, pressing } from './press.ts'

/** Seconds; the controls divide by them. */
const AN_INSTANT = 1e-3

/**
 * What a mouse, a pen or a finger does on the canvas besides moving the camera: hover, click to select (with Ctrl, Cmd or
 * Shift to add), drag with Shift to select a box (to the right: what lies inside; to the left: what it touches), double-click
 * to fly there; a click on a grid bubble opens its elevation. A long touch adds to the selection.
 */
export function listenToPointer(pointing: Pointing, drawBox: (box: Box | null) => void): () => void {
  const { element, rig, session, stageNow } = pointing
  const [hover, dragging, press] = [hovering(pointing), sectionDragging(pointing), pressing(pointing, drawBox)]
  const walker = walkerHere(pointing)
  const report = (work: Promise<unknown>) => void attempt(session, work)

  const place = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top] as const
  }
  const isHere = ({ target }: Event) => target instanceof Node && element.contains(target)
  const cancel = () => {
    const walk = walker.now()
    if (walk) return walk.cancel()
    dragging.letGo(false)
    press.cancel()
  }
  const down = (event: PointerEvent) => {
    const [x, y] = place(event)
    const walk = walker.now()
    if (walk) return walk.down(event, x)
    // A second finger pans and zooms, whatever the first was about to do.
    if (press.isOn() && !event.isPrimary) return cancel()
    const reach = event.pointerType === 'touch' ? 24 : 13
    const handle = (event.button === 0 && MARKS.now()?.handleAt(rig, stageNow(), x, y, reach)) || null
    if (handle) dragging.take(handle, event.pointerId, x, y)
    else press.begin(event, x, y)
  }
  const move = (event: PointerEvent) => {
    const [x, y] = place(event)
    const walk = walker.now()
    if (walk && event.buttons !== 0) return walk.move(event)
    if (dragging.isOn()) return dragging.to(x, y)
    if (!press.drag(x, y) && event.buttons === 0) hover.over(x, y, event.shiftKey)
  }
  const up = (event: PointerEvent) => {
    const [x, y] = place(event)
    const walk = walker.now()
    if (walk) {
      if (walk.up(event))
        report(click(pointing, x, y, { isTouch: event.pointerType === 'touch', isHeld: false, adds: event.shiftKey }))
    } else if (dragging.isOn()) dragging.letGo(true)
    else report(press.end(event, x, y))
  }
  // A double click means what its first click found. The properties that this one opens move the picture, so that something else
  // may lie under the second, or lie there themselves. One whose first was on something that went away with it is none of the picture's.
  let [isFirstHere, isSecondHere] = [false, false]
  const count = (event: Event) => {
    ;[isFirstHere, isSecondHere] = [isSecondHere, isHere(event)]
  }
  const double = async () => {
    // Of a chain that is measured the second press is the end; who walks goes nowhere by a jump.
    if (!isFirstHere || session.view.get().measuring || walker.now()) return
    const { before, last } = press.found()
    const meant = await (isSecondHere ? before : last)
    if (!meant) return fitAll(session)
    select(session, [meant])
    await flyTo(session, [meant])
  }
  const leave = () => {
    hover.leave()
    if (!dragging.isOn()) session.view.set({ hovered: null, side: null, mark: null })
  }
  const shift = (event: KeyboardEvent) => event.key === 'Shift' && hover.hold(event.type === 'keydown')
  const takeBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging.isOn()) return
    event.stopImmediatePropagation()
    dragging.letGo(false)
  }

  const listening = new AbortController()
  const { signal } = listening
  // Before the camera's own listeners, which ask whether they are enabled.
  element.addEventListener('pointerdown', down, { capture: true, signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', cancel, { signal })
  element.addEventListener('pointerleave', leave, { signal })
  window.addEventListener('pointerdown', count, { capture: true, signal })
  window.addEventListener('dblclick', () => report(double()), { signal })
  // After a finger or a button was let go the controls, which listen to the document, hear no drag until they are updated: where no
  // picture is drawn in between, the next gesture was lost.
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => rig.controls.update(AN_INSTANT), { signal })
  window.addEventListener('keydown', takeBack, { capture: true, signal })
  window.addEventListener('keydown', shift, { signal })
  window.addEventListener('keyup', shift, { signal })
  // What moves the camera leaves nothing where it was.
  rig.controls.addEventListener('control', hover.leave)
  return () => {
    listening.abort()
    rig.controls.removeEventListener('control', hover.leave)
    dragging.letGo(false)
    walker.stop()
  }
}

/** Who walks, while somebody does. */
function walkerHere(pointing: Pointing) {
  const { session } = pointing
  let walk: ReturnType<typeof import('../camera/walk.ts')['walking']> | null = null
  let isOver = false
  const stop = session.view.subscribe(({ walking }) => {
    if (!walking || walk) return
    const begun = WALKING.bring().then(({ walking }) => {
      if (!isOver) walk ??= walking(pointing)
    })
    begun.catch(() => stopWalking(session, 'back'))
    void attempt(session, begun)
  })
  return {
    now: () => (walk?.isOn() ? walk : null),
    stop() {
      isOver = true
      stop()
      walk?.stop()
    },
  }
}
