import { add, dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { stopWalking } from '../../session/view/walk-mode.ts'
import {
  beginAt,
  eyeOf,
  isStill,
  looked,
  lookOf,
  onNextFloor,
  type Surroundings,
  type Walker,
  type WalkKeys,
  walked,
} from '../../session/view/walker.ts'
import type { Stage } from '../elements/stage.ts'
import { lookingUp, type Pointing } from '../pointer/hit.ts'
import { HALF_HEIGHT } from './rays.ts'
import { levelsOf, metresOf, surroundingsOf } from './walk-ground.ts'
import { walkKeys } from './walk-keys.ts'
import { walkTouches } from './walk-touches.ts'

/** The nearest that is drawn while somebody walks, in metres. */
const NEAREST = 0.05
/** Seconds between two pictures that are walked at most. */
const MOST_AT_ONCE = 0.25

/**
 * Walks through the model for as long as the view says so: keys and fingers say where to, the camera stands where the eye is. Draws
 * while something moves, by the time that has passed.
 */
export function walking(pointing: Pointing) {
  const { element, rig, session, stageNow } = pointing
  const { view } = session
  const touches = walkTouches(() => session.redraw())
  const walker = walkerIn(pointing, () => sum(keys.held(), touches.held()))
  const keys = walkKeys({
    began: () => session.redraw(),
    level: walker.step,
    leave: (how) => stopWalking(session, how),
  })
  const begin = () => {
    const coming = lookingUp(pointing)
    const go = () => view.get().walking && setOut()
    if (coming)
      void coming.then(go, go) // without floors one walks on the lowest point
    else setOut()
  }
  const setOut = () => {
    const stage = stageNow()
    if (!stage) return
    rig.controls.enabled = false
    keys.listen()
    rig.setWalk(walker.advance, NEAREST / metresOf(stage))
    walker.begin(stage)
  }
  const end = () => {
    walker.end()
    keys.stop()
    touches.cancel()
    rig.controls.enabled = true
    rig.setWalk(null, null)
    session.rested()
  }
  if (view.get().walking) begin()
  const unsubscribe = view.subscribe((state, before) => {
    if (state.walking && !before.walking) begin()
    else if (!state.walking && before.walking) end()
  })
  return {
    isOn: walker.isOn,
    down(event: PointerEvent, x: number) {
      element.setPointerCapture(event.pointerId)
      touches.down(event, event.pointerType === 'touch' && x < rig.size.width / 2)
    },
    move(event: PointerEvent) {
      const dragged = touches.move(event)
      if (dragged) walker.look(dragged.x, dragged.y)
    },
    /** True after a press that has not moved. */
    up(event: PointerEvent): boolean {
      session.rested()
      return touches.up(event)
    },
    cancel: touches.cancel,
    stop() {
      unsubscribe()
      keys.stop()
    },
  }
}

/** Somebody in the picture, whose eye the camera is. */
function walkerIn(pointing: Pointing, heldNow: () => WalkKeys) {
  const { rig, session, stageNow } = pointing
  let walker: Walker | null = null
  let last: number | null = null
  let origin: Vec = [0, 0, 0]

  const stand = (next: Walker, around: Surroundings) => {
    walker = next
    rig.stand(eyeOf(next, around), lookOf(next, around.up))
    session.redraw()
  }
  return {
    isOn: () => walker !== null,
    begin(stage: Stage) {
      const { position, matrixWorld } = rig.camera3
      const { elements } = matrixWorld
      const { lookups, scene } = stage.drawn
      origin = scene.origin
      const eye: Vec = [position.x, position.y, position.z]
      const ahead: Vec = [-getOrThrow(elements, 8), -getOrThrow(elements, 9), -getOrThrow(elements, 10)]
      const around = surroundingsOf(pointing, stage)
      stand(beginAt(eye, ahead, lookups.now()?.extent.box ?? scene, around), around)
    },
    end() {
      walker = null
      last = null
    },
    /** True while there is more to come. */
    advance(): boolean {
      const stage = stageNow()
      if (!walker || !stage) return false
      const around = surroundingsOf(pointing, stage)
      const before = walker
      const from = shifted(walker, subtract(origin, stage.drawn.scene.origin), around.up)
      origin = stage.drawn.scene.origin
      const held = heldNow()
      const now = performance.now()
      // Nobody has walked while nothing was drawn, and a page that was away does not catch up.
      const next = walked(from, held, last === null ? 0 : Math.min((now - last) / 1000, MOST_AT_ONCE), around)
      const isDone = isStill(next, held, around.up)
      if (next.feet !== before.feet || next.height !== before.height || next.turn !== before.turn) stand(next, around)
      if (isDone && last !== null) session.rested()
      last = isDone ? null : now
      return !isDone
    },
    /** A floor up or down. */
    step(by: 1 | -1) {
      const stage = stageNow()
      if (!walker || !stage) return
      const around = surroundingsOf(pointing, stage)
      const next = onNextFloor(walker, by, levelsOf(stage, around), around)
      if (!next) return
      stand(next, around)
      session.rested()
    },
    /** The picture was dragged by so many pixels. */
    look(x: number, y: number) {
      const stage = stageNow()
      if (!walker || !stage) return
      const angle = (2 * Math.atan(HALF_HEIGHT)) / rig.size.height
      stand(looked(walker, -x * angle, y * angle), surroundingsOf(pointing, stage))
    },
  }
}

/** A revision that lies elsewhere has another origin. */
const shifted = (walker: Walker, by: Vec, up: Vec): Walker =>
  by.every((part) => part === 0) ? walker : { ...walker, feet: add(walker.feet, by), height: walker.height + dot(by, up) }

const sum = (a: WalkKeys, b: WalkKeys): WalkKeys => ({
  ahead: within(a.ahead + b.ahead),
  aside: within(a.aside + b.aside),
  turn: within(a.turn + b.turn),
  isRunning: a.isRunning || b.isRunning,
})
const within = (value: number) => Math.min(1, Math.max(-1, value))
