import { keysOf } from '#lib/values/object-keys.ts'
import { areSameDimensions } from '../measure/dimensions.ts'
import type { ViewerSession } from '../session.ts'
import { showView, wasUncut } from './show-view.ts'
import { withoutTime } from './time.ts'
import { cameraNow } from './view-scale.ts'
import type { ViewState } from './view-state.ts'
import { readView, writeView } from './view-text.ts'

/** The address follows this long after the view has come to rest. */
const REST_MS = 350

export const queryOf = (session: Pick<ViewerSession, 'rig' | 'firstCamera' | 'view'>, state: ViewState): string => {
  const query = writeView(state, cameraNow(session, state.scaled)).toString()
  return query && `?${query}`
}

/** All of it but the camera. */
const viewQuery = (state: ViewState) => writeView(state, null).toString()

/** What an address says, as far as it is told here. */
export function readHere(host: ViewerSession['host'], query: string): ReturnType<typeof readView> {
  const read = readView(new URLSearchParams(query))
  return host.can.has('history') ? read : { ...read, state: withoutTime(read.state) }
}

/**
 * Keeps the view in the address. Dragging the camera replaces the entry, everything else adds one, so that Back undoes it;
 * `read`: what the address says when somebody went back, `apply` brings its selection home.
 */
export function followAddress(session: ViewerSession, apply: (read: ReturnType<typeof readView>, done: () => void) => void) {
  const { view, model } = session
  const { address } = session.host
  let applied = address.read()
  let writing: ReturnType<typeof setTimeout> | undefined
  /** A step that is not in the address yet. */
  let pending: { isJump: boolean } | null = null

  function writeSoon(how: 'push' | 'replace', step?: { isJump: boolean }) {
    if (how === 'push' && step) pending = { isJump: step.isJump || pending?.isJump === true }
    stopWriting()
    if (!session.isDragging) writing = setTimeout(() => flush(view.get()), REST_MS)
  }
  function stopWriting() {
    clearTimeout(writing)
    writing = undefined
  }
  function flush(state: ViewState) {
    stopWriting()
    if (!model.state.get().drawn) return
    const search = queryOf(session, state)
    if (search !== applied) address.write(search, pending ? 'push' : 'replace')
    applied = search
    pending = null
    session.publish()
  }
  const stopListening = address.back((query) => {
    if (query === applied) return
    applied = query
    // A step that it has overtaken is not written over where it went.
    pending = null
    stopWriting()
    const read = readHere(session.host, applied)
    // What follows from going back is no step of its own.
    const forget = () => {
      pending = null
    }
    showView(session, read, 'back')
    apply(read, forget)
    forget()
    stopWriting()
  })

  const stop = view.subscribe((state, before) => {
    const { hovered, boxing, side, mark, levelsAt, measuring, isChaining, refused, snap, walking, split, ghost, ...addressed } =
      state
    const changed = keysOf(addressed).filter((key) => addressed[key] !== before[key])
    // What the address does not tell is no step: an Escape that finds nothing selected.
    if (!changed.length || viewQuery(state) === viewQuery(before)) return
    // What a revision moved is nobody's step.
    if (addressed.scaled !== before.scaled) return writeSoon('replace')
    if (changed.join() === 'dimensions' && areSameDimensions(addressed.dimensions, before.dimensions)) return writeSoon('replace')
    if (wasUncut(before)) return writeSoon('replace')
    // A slider that is drawn along is one step; anything else that follows quickly is one more.
    if (pending && changed.join() !== 'section') flush(before)
    writeSoon('push', { isJump: false })
  })

  return {
    isWritten: () => writing === undefined,
    rested: () => writeSoon('replace'),
    jumped() {
      // It has not set out yet: what it did before is a step of its own.
      if (pending?.isJump) flush(view.get())
      writeSoon('push', { isJump: true })
    },
    close() {
      stop()
      stopWriting()
      stopListening()
    },
  }
}
