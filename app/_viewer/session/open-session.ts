import type { Finding } from '#lib/model/schema.ts'
import type { ViewerHost } from '../viewer-host.ts'
import type { ElementRef, FoundElement } from '../worker/elements.ts'
import { keepAddress, queryOf } from './address.ts'
import { awaited } from './awaited.ts'
import { deriving } from './derive.ts'
import { latest } from './latest.ts'
import { openLiveModel } from './live-model.ts'
import type { Derived, ViewerSession } from './session.ts'
import { createStore } from './store.ts'
import { followTheme } from './theme.ts'
import { createView, readView } from './view-state.ts'

const NOTHING_YET: Derived = {
  selected: [],
  hidden: [],
  isolated: null,
  shown: null,
  colouring: null,
  changed: [],
  measured: null,
  findings: null,
}

/** One open viewer: the live model, the view, and what follows from both. Lives outside React; `close` gives everything back. */
export function openSession(host: ViewerHost): ViewerSession {
  const { theme, stop } = followTheme()
  const first = readView(new URLSearchParams(host.address.read()))
  const view = createView(first.state)
  const waits = awaited(() => session.publish())
  const model = openLiveModel(host.addresses, waits)
  const derived = createStore<Derived>({ ...NOTHING_YET })
  let isClosed = false

  const session: ViewerSession = {
    host,
    model,
    view,
    derived,
    theme,
    rig: null,
    firstCamera: first.camera,
    redraw: () => {},
    picture: null,
    awaited: waits,
    isSettled: () =>
      !waits.isAny() &&
      address.isWritten() &&
      !session.isDragging &&
      derived.get().changed.length === 0 &&
      (view.get().colourBy !== 'finding' || derived.get().findings !== null),
    address: () => queryOf(session, view.get()),
    publish: () => {},
    isPosing: false,
    isDragging: false,
    bubbleAt: () => null,
    rested: () => address.rested(),
    jumped: () => address.jumped(),
    close() {
      isClosed = true
      following.close()
      address.close()
      stop()
      model.close()
    },
  }
  const following = follow(session, first.selected, () => isClosed)
  const address = keepAddress(session, (read, done) => following.find(read.selected, done))
  return session
}

const LIT_MS = 2600

/** What follows from the view and from each new revision. `wanted`: what is to be selected once the model is here. */
function follow(session: ViewerSession, wanted: ElementRef[], isClosed: () => boolean) {
  const { host, model, view, derived } = session
  const { derive, colour } = deriving(session, isClosed)
  const [found, checked] = [latest<FoundElement[]>(isClosed), latest<Finding[]>(isClosed)]
  let waiting = wanted
  let fading: ReturnType<typeof setTimeout> | undefined
  view.subscribe(derive)

  const find = (refs: readonly ElementRef[], done: () => void = () => {}) =>
    void found(model.ask('find', { refs: refs.map(({ kind, id }) => ({ kind, id })) }), (answer) => {
      view.set({ selected: answer })
      done()
    })
  model.state.subscribe((state, before) => {
    if (!state.drawn || state.drawn === before.drawn) return
    const { changed } = state.drawn
    const refs = waiting.length ? waiting : view.get().selected
    waiting = []
    // Places have moved; ids have not.
    find(refs, () => view.set({ hovered: null }))
    derive(view.get(), null)
    if (changed.length) {
      derived.set({ changed })
      clearTimeout(fading)
      fading = setTimeout(() => derived.set({ changed: [] }), LIT_MS)
    }
    void checked(host.check(), (findings) => {
      derived.set({ findings })
      if (view.get().colourBy === 'finding') void colour(view.get())
    })
  })
  return { find, close: () => clearTimeout(fading) }
}
