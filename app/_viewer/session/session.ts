import type { Sheet } from '#lib/drawing/sheet.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import type { Finding } from '#lib/model/schema.ts'
import type { CameraRig } from '../picture/camera-rig.ts'
import { type Colouring, type ElementRef, type FoundElement, keyOf, type Shown } from '../worker/elements.ts'
import { type Awaited, awaited } from './awaited.ts'
import type { Drawing } from './drawings.ts'
import { type LiveModel, openLiveModel } from './live-model.ts'
import { flyTo } from './navigate.ts'
import { createStore, type Store } from './store.ts'
import { followTheme, type Theme } from './theme.ts'
import { type Camera, createView, readView, type View, type ViewState, writeView } from './view-state.ts'

/** What the worker answers about the view as it is: which elements are marked, shown and how they are coloured. */
export type Derived = {
  /** The frames, areas, nodes and supports that the selection stands for. */
  selected: FoundElement[]
  hidden: FoundElement[]
  isolated: FoundElement[] | null
  shown: Shown | null
  colouring: Colouring | null
  /** Lit up because a new revision brought them. */
  changed: FoundElement[]
  /** The nodes of the measurement that the model has, and where they lie in it. */
  measured: { nodes: FoundElement[]; points: Vec[] } | null
  findings: Finding[] | null
}

export type ViewerSession = {
  model: LiveModel
  view: View
  derived: Store<Derived>
  theme: Store<Theme>
  /** Null until the canvas stands. */
  rig: CameraRig | null
  /** The camera of the address, for when the canvas stands. */
  firstCamera: Camera | null
  /** Asks the canvas for one more picture. */
  redraw: () => void
  /** The picture as it would be on a sheet. Set by the canvas. */
  picture: ((sheet: Sheet) => Promise<Blob>) | null
  /** What will still change the picture by itself. */
  awaited: Awaited
  /** Nothing of the view waits for anything: what is drawn now stays. */
  isSettled: () => boolean
  /** The view as it is, as the address has it or soon will. */
  address: () => string
  /** Says on the canvas how far the picture is. Set by the canvas. */
  publish: () => void
  /** A picture for a sheet is being drawn: as well as can be, not as soon as can be. */
  isPosing: boolean
  /** The drawing that a grid bubble or level mark at this place of the picture opens. Set by the canvas. */
  bubbleAt: (x: number, y: number) => Drawing | null
  /** The camera has come to rest: the address follows. */
  rested: () => void
  /** A drag is under way: the address waits until it has ended. */
  isDragging: boolean
  /** It was sent somewhere: Back brings it home again. */
  jumped: () => void
  close: () => void
}

const LIT_MS = 2600

/**
 * One open viewer: the live model, the view, and what follows from both. Lives outside React; `close` gives everything back.
 * The address keeps the view: dragging the camera replaces the entry, everything else adds one, so that Back undoes it.
 */
export function openSession(addresses: { model: string; events: string; check: string }): ViewerSession {
  const { theme, stop } = followTheme()
  const first = readView(new URLSearchParams(location.search))
  const view = createView(first.state)
  const waits = awaited(() => session.publish())
  const model = openLiveModel(addresses, waits)
  const derived = createStore<Derived>({
    selected: [],
    hidden: [],
    isolated: null,
    shown: null,
    colouring: null,
    changed: [],
    measured: null,
    findings: null,
  })
  let wanted: ElementRef[] = first.selected
  let isClosed = false
  let writing: ReturnType<typeof setTimeout> | undefined
  let fading: ReturnType<typeof setTimeout> | undefined
  let applied = location.search

  const session: ViewerSession = {
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
      writing === undefined &&
      !session.isDragging &&
      derived.get().changed.length === 0 &&
      (view.get().colourBy !== 'finding' || derived.get().findings !== null),
    address() {
      const query = writeView(view.get(), session.rig?.camera() ?? null).toString()
      return query ? `?${query}` : ''
    },
    publish: () => {},
    isPosing: false,
    isDragging: false,
    bubbleAt: () => null,
    rested: () => writeSoon('replace'),
    jumped() {
      // It has not set out yet: what it did before is a step of its own.
      if (pending?.isJump) flush(view.get())
      writeSoon('push', { isJump: true })
    },
    close() {
      isClosed = true
      clearTimeout(writing)
      clearTimeout(fading)
      window.removeEventListener('popstate', goBack)
      stop()
      model.close()
    },
  }

  /** Keeps only the newest answer to a question that is asked again and again. */
  const latest = <T>() => {
    let asked = 0
    return async (answer: Promise<T>, use: (answer: T) => void) => {
      const mine = ++asked
      try {
        const found = await answer
        if (mine === asked && !isClosed) use(found)
      } catch (error) {
        // The worker ends with the page; while it lives, a failed question must not pass unseen.
        if (!isClosed) console.error(error)
      }
    }
  }
  const [selected, hidden, isolated, shown, measured, colouring, found] = [
    latest<FoundElement[]>(),
    latest<FoundElement[]>(),
    latest<FoundElement[] | null>(),
    latest<Shown | null>(),
    latest<Derived['measured']>(),
    latest<Colouring>(),
    latest<FoundElement[]>(),
  ]
  const derive = (state: ViewState, before: ViewState | null) => {
    if (!model.state.get().drawn) return
    const refsOf = (refs: readonly ElementRef[]) => refs.map(({ kind, id }) => ({ kind, id }))
    const drawnBy = (refs: readonly ElementRef[]) => model.ask('drawnBy', { refs: refsOf(refs) })
    if (state.selected !== before?.selected) {
      // Drawn things are marked at once; only sections, materials and members must be looked up.
      if (state.selected.every(({ kind }) => kind === 'frame' || kind === 'area' || kind === 'node' || kind === 'support'))
        void selected(Promise.resolve(state.selected), (answer) => derived.set({ selected: answer }))
      else void selected(drawnBy(state.selected), (answer) => derived.set({ selected: answer }))
    }
    if (state.hidden !== before?.hidden) void hidden(drawnBy(state.hidden), (answer) => derived.set({ hidden: answer }))
    if (state.isolated !== before?.isolated)
      void isolated(state.isolated ? model.ask('isolated', { refs: refsOf(state.isolated) }) : Promise.resolve(null), (answer) =>
        derived.set({ isolated: answer }),
      )
    if (state.filters !== before?.filters) {
      const isOpen = Object.values(state.filters).every((values) => !values?.length)
      void shown(isOpen ? Promise.resolve(null) : model.ask('shown', { out: state.filters }), (answer) =>
        derived.set({ shown: answer }),
      )
    }
    if (state.measuring !== before?.measuring)
      void measured(state.measuring ? placesOf(refsOf(state.measuring)) : Promise.resolve(null), (answer) =>
        derived.set({ measured: answer }),
      )
    if (state.colourBy !== before?.colourBy) colour(state)
  }
  const placesOf = async (refs: ElementRef[]) => {
    const nodes = await model.ask('find', { refs })
    return { nodes, points: await model.ask('points', { nodes: nodes.map(({ index }) => index) }) }
  }
  const colour = ({ colourBy }: ViewState) => {
    const { findings } = derived.get()
    void colouring(model.ask('colours', { by: colourBy, findings: findings ?? [] }), (answer) =>
      derived.set({ colouring: answer }),
    )
  }

  const check = latest<Finding[]>()
  const askFindings = () =>
    check(
      fetch(addresses.check, { headers: { accept: 'application/json' } }).then(async (response) => {
        if (!response.ok) throw new Error(`the check answered ${response.status}`)
        return ((await response.json()) as { findings: Finding[] }).findings
      }),
      (findings) => {
        derived.set({ findings })
        if (view.get().colourBy === 'finding') colour(view.get())
      },
    )

  model.state.subscribe((state, before) => {
    if (!state.drawn || state.drawn === before.drawn) return
    const { changed } = state.drawn
    const refs = wanted.length ? wanted : view.get().selected
    wanted = []
    // Places have moved; ids have not.
    void found(model.ask('find', { refs: refs.map(({ kind, id }) => ({ kind, id })) }), (answer) =>
      view.set({ selected: answer, hovered: null }),
    )
    derive(view.get(), null)
    if (changed.length) {
      derived.set({ changed })
      clearTimeout(fading)
      fading = setTimeout(() => derived.set({ changed: [] }), LIT_MS)
    }
    void askFindings()
  })

  view.subscribe((state, before) => {
    derive(state, before)
    const { hovered, boxing, side, ...kept } = state
    const changed = Object.entries(kept).flatMap(([key, value]) => (value === before[key as keyof ViewState] ? [] : [key]))
    if (!changed.length) return
    // A slider that is drawn along is one step; anything else that follows quickly is one more.
    if (pending && changed.join() !== 'section') flush(before)
    writeSoon('push', { isJump: false })
  })

  /** A step that is not in the address yet. */
  let pending: { isJump: boolean } | null = null
  function writeSoon(how: 'push' | 'replace', step?: { isJump: boolean }) {
    if (how === 'push' && step) pending = { isJump: step.isJump || pending?.isJump === true }
    stopWriting()
    if (!session.isDragging) writing = setTimeout(() => flush(view.get()), 350)
  }
  function stopWriting() {
    clearTimeout(writing)
    writing = undefined
  }
  function flush(state: ViewState) {
    stopWriting()
    if (!model.state.get().drawn) return
    const query = writeView(state, session.rig?.camera() ?? null).toString()
    const search = query ? `?${query}` : ''
    if (search !== applied) history[pending ? 'pushState' : 'replaceState'](history.state, '', `${location.pathname}${search}`)
    applied = search
    pending = null
    session.publish()
  }

  function goBack() {
    if (location.search === applied) return
    applied = location.search
    const read = readView(new URLSearchParams(location.search))
    view.set({ projection: 'perspective', ...read.state })
    void found(model.ask('find', { refs: read.selected }), (answer) => {
      view.set({ selected: answer })
      pending = null
    })
    if (read.camera) session.rig?.setCamera(read.camera, true)
    else session.rig?.setFirst()
    // What follows from going back is no step of its own.
    pending = null
    stopWriting()
  }
  window.addEventListener('popstate', goBack)
  return session
}

/** `how`: replace the selection, add to it, or turn these over. */
export function select(session: ViewerSession, elements: readonly FoundElement[], how: 'replace' | 'add' | 'toggle' = 'replace') {
  const { selected } = session.view.get()
  if (how === 'replace') return session.view.set({ selected: [...elements] })
  const keys = new Map(selected.map((element) => [keyOf(element), element]))
  for (const element of elements) {
    if (how === 'toggle' && keys.has(keyOf(element))) keys.delete(keyOf(element))
    else keys.set(keyOf(element), element)
  }
  session.view.set({ selected: [...keys.values()] })
}

export async function selectByRef(session: ViewerSession, refs: readonly ElementRef[], { fly = false, add = false } = {}) {
  const found = await session.model.ask('find', { refs: refs.map(({ kind, id }) => ({ kind, id })) })
  select(session, found, add ? 'add' : 'replace')
  if (fly) await flyTo(session, found)
}

/** Everything that wears this colour of the legend. */
export async function selectColour(session: ViewerSession, slot: number) {
  const { colouring } = session.derived.get()
  if (!colouring) return
  const places = (slots: Uint8Array, kind: 'frame' | 'area') =>
    [...slots.entries()].flatMap(([index, one]) => (one === slot ? [{ kind, index }] : []))
  const refs = [...places(colouring.frames, 'frame'), ...places(colouring.areas, 'area')]
  const ids = await session.model.ask('idOf', { refs })
  select(
    session,
    refs.flatMap((ref, k) => (ids[k] == null ? [] : [{ ...ref, id: ids[k] }])),
  )
}

export function hideSelected({ view }: ViewerSession) {
  const { selected, hidden } = view.get()
  if (selected.length) view.set({ hidden: [...hidden, ...selected], selected: [] })
}

export function isolateSelected({ view }: ViewerSession) {
  const { selected } = view.get()
  if (selected.length) view.set({ isolated: selected })
}

export const showAll = ({ view }: ViewerSession) =>
  view.set({ hidden: [], isolated: null, filters: {}, section: null, drawing: null })
