import type { Finding } from '#lib/schema/schema.ts'
import type { Change, ViewerHost } from '../viewer-host.ts'
import { type ElementRef, type FoundElement, refsOf } from '../worker/elements.ts'
import type { Places } from '../worker/questions.ts'
import { commentsAt } from './comments/comments-state.ts'
import { comparing } from './comparison.ts'
import { createRequest } from './create-request.ts'
import { deriving } from './derive.ts'
import { loadDismissals } from './findings/dismissals.ts'
import { openLiveModel } from './live-model.ts'
import { matchSelection, without } from './match-selection.ts'
import { NO_RESULTS } from './results/results-state.ts'
import type { Derived, DrawnLoads, ViewerSession } from './session.ts'
import { createStore } from './store.ts'
import { followTheme } from './theme.ts'
import { trackPending } from './track-pending.ts'
import { followAddress, queryOf, readHere } from './view/address.ts'
import { isFitted } from './view/move-camera.ts'
import { cutDrawings } from './view/show-view.ts'
import { shownRevision } from './view/time.ts'
import { followScale } from './view/view-scale.ts'
import { createView, type View, type ViewState } from './view/view-state.ts'
import { followWayUp } from './view/way-up.ts'

/** What follows from a model before there is one. */
export const NOTHING_YET: Derived = {
  selected: [],
  hidden: [],
  isolated: null,
  shown: null,
  colouring: null,
  changed: [],
  dimensions: [],
  findings: null,
  notShown: null,
  missed: null,
  gone: [],
  wayUp: null,
  compared: null,
  olderShown: null,
}

type BesideModel = Extract<Change, { type: 'views' | 'comments' }>

/** Whether something beside the revisions has changed, which who shows it then asks for anew. Of the line one hears before there is a session. */
function isBesideModel(session: () => ViewerSession, change: Change): change is BesideModel {
  if (change.type === 'views') session().viewsChanged.set(({ count }) => ({ count: count + 1 }))
  else if (change.type === 'comments') session().comments.set(({ count }) => ({ count: count + 1 }))
  else return false
  return true
}

/** One open viewer: the live model, the view, and what follows from both. Lives outside React; `close` gives everything back. */
export function openSession(host: ViewerHost): ViewerSession {
  const { theme, stop } = followTheme()
  const first = readHere(host, host.address.read())
  // A link to dimensions opens where their numbers are.
  const view = createView({ ...first.state, measuring: first.state.dimensions?.at(-1)?.of ?? null })
  const waits = trackPending(() => session.publish())
  const wanted = wanting(view, first.selected)
  const engine = host.engine((progress) => model.state.set({ progress }))
  const model = openLiveModel({
    ask: engine.ask,
    wake: engine.wake,
    load: host.load,
    changes: (listener) =>
      host.changes((change) => {
        if (!isBesideModel(() => session, change)) listener(change)
      }),
    pinned: shownRevision(view.get()),
    wanted: () => wanted.ask(),
    begin: waits.begin,
    isFitted: () => isFitted(session),
  })
  const derived = createStore<Derived>({ ...NOTHING_YET })
  const checked = createRequest<Finding[]>(model)
  let isClosed = false

  const session: ViewerSession = {
    host,
    model,
    view,
    derived,
    dismissals: createStore({ by: {} }),
    checked,
    following: [],
    viewsChanged: createStore({ count: 0 }),
    comments: createStore(commentsAt(host.address.read())),
    ...nothingDrawn(),
    theme,
    rig: null,
    firstCamera: first.camera,
    firstMove: null,
    movesBegun: 0,
    say: () => {},
    redraw: () => {},
    picture: null,
    pictureNow: null,
    fetchPicture: null,
    stood: createStore<{ once: boolean }>({ once: false }),
    pending: waits,
    isIdle: () =>
      !waits.isAny() &&
      address.isWritten() &&
      !session.isDragging &&
      derived.get().changed.length === 0 &&
      (view.get().colourBy !== 'finding' || derived.get().findings !== null || checked.state.get().request.face === 'failed'),
    address: () => queryOf(session, view.get()),
    publish: () => {},
    isPosing: false,
    isDragging: false,
    markAt: () => null,
    rested() {
      address.rested()
      session.rests.set(({ count }) => ({ count: count + 1 }))
    },
    rests: createStore({ count: 0 }),
    jumped: () => address.jumped(),
    close() {
      isClosed = true
      following.close()
      compared.close()
      checked.ask(null)
      address.close()
      stop()
      model.close()
      engine.close()
    },
  }
  followScale(session)
  cutDrawings(session)
  const following = follow(session, wanted, () => isClosed)
  followWayUp(session, () => isClosed)
  const compared = comparing(session)
  session.following = [...following.all, compared.left]
  const address = followAddress(session, (read, done) => {
    if (model.state.get().drawn === null) return wanted.instead(read.selected)
    following.find(read.selected, (selected) => {
      view.set({ selected })
      done()
    })
  })
  return session
}

const nothingDrawn = () => ({
  loads: createStore<DrawnLoads>({ shown: null }),
  results: createStore(NO_RESULTS),
})

/** How long what a revision brought stays lit. */
export const LIT_MS = 2600

/** What the reading of a revision is to find in it. `first`: what the address selects, until there is a model. */
function wanting(view: View, first: ElementRef[]) {
  let waiting: ElementRef[] | null = first
  let requestedView = view.get()
  let requestedRefs: ElementRef[] | null = null
  return {
    /** Somebody went back or forward before there was a model. */
    instead(refs: ElementRef[]) {
      waiting = refs
    },
    ask() {
      requestedView = view.get()
      requestedRefs = waiting
      const { selected, hidden, isolated, up } = requestedView
      return { selected: refsOf(waiting ?? selected), hidden: refsOf(hidden), isolated: isolated && refsOf(isolated), up }
    },
    /** Of what was asked for, what the view still is; `later`: what was selected since; `gone`: what the revision does not have. */
    take({ requested: refs, selected: found }: Places) {
      const now = view.get()
      const first = waiting
      waiting = null
      const begun = (target: ElementRef[]) =>
        target === requestedRefs
          ? { remaining: found, later: [], gone: without(refs, found) }
          : { remaining: [], later: target, gone: [] }
      const { remaining, later, gone } = first ? begun(first) : matchSelection(now.selected, refs, found)
      return {
        remaining,
        later,
        gone,
        isHiddenSame: now.hidden === requestedView.hidden,
        isIsolatedSame: now.isolated === requestedView.isolated,
      }
    },
  }
}

/** What follows from the view and from each new revision. */
function follow(session: ViewerSession, wanted: ReturnType<typeof wanting>, isClosed: () => boolean) {
  const { host, model, view, derived, checked } = session
  const { derive, colour, all, close } = deriving(session)
  const found = createRequest<FoundElement[]>(model)
  let fading: ReturnType<typeof setTimeout> | undefined
  view.subscribe(derive)
  const turn = ({ up }: ViewState) => model.turn(up).catch((error: unknown) => !isClosed() && console.error(error))
  view.subscribe((state, before) => state.up !== before.up && void turn(state))
  session.results.subscribe((state, before) => state.colouring !== before.colouring && colour(view.get()))
  session.dismissals.subscribe(() => view.get().colourBy === 'finding' && colour(view.get()))

  const find = (refs: readonly ElementRef[], use: (answer: FoundElement[]) => void) =>
    found.ask(() => model.ask('find', { refs: refsOf(refs) }), use)
  /** Scene and places belong together: nothing is marked where it was in the revision before. */
  const place = (places: Places) => {
    const { remaining, later, gone, isHiddenSame, isIsolatedSame } = wanted.take(places)
    view.set({ selected: remaining, hovered: null })
    const { hidden, isolated } = view.get()
    derived.set({
      ...(gone.length && { gone }),
      ...(remaining.length === places.selected.length && { selected: places.marked }),
      ...(isHiddenSame && { hidden: places.hidden }),
      ...(isIsolatedSame && { isolated: places.isolated }),
    })
    derive(view.get(), { selected: remaining, ...(isHiddenSame && { hidden }), ...(isIsolatedSame && { isolated }) })
    if (later.length)
      find(later, (answer) => view.get().selected === remaining && view.set({ selected: [...remaining, ...answer] }))
  }
  const check = () =>
    checked.ask(
      (signal) => host.check(model.state.get().pinned ?? undefined, signal),
      (findings) => {
        if (derived.get().findings === null) loadDismissals(session) // asked of the browser's storage, which may take its time
        derived.set({ findings })
        if (view.get().colourBy === 'finding') colour(view.get())
      },
    )
  view.subscribe(({ colourBy }, before) => {
    const isNew = colourBy === 'finding' && before.colourBy !== 'finding'
    if (isNew && derived.get().findings === null && model.state.get().drawn) check()
  })
  model.state.subscribe((state, before) => {
    if (!state.drawn || state.drawn === before.drawn) return
    const { changed, places, up } = state.drawn
    if (up !== view.get().up) void turn(view.get())
    // The same revision, turned: what goes by its axes is asked for anew.
    if (state.drawn.scene.nodes === before.drawn?.scene.nodes) {
      const { selected, hidden, isolated } = view.get()
      return derive(view.get(), { selected, hidden, isolated })
    }
    place(places)
    if (changed.length) {
      derived.set({ changed })
      clearTimeout(fading)
      fading = setTimeout(() => derived.set({ changed: [] }), LIT_MS)
    }
    if (host.checks === 'always' || view.get().colourBy === 'finding') check()
    else derived.set({ findings: null })
  })
  return {
    find,
    all: [...all, found],
    close() {
      clearTimeout(fading)
      close()
      found.ask(null)
    },
  }
}
