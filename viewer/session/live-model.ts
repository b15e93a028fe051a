import type { AreaGroups } from '#lib/geometry/area-groups.ts'
import type { FrameChunks } from '#lib/geometry/frame-chunks.ts'
import type { FrameSolid } from '#lib/geometry/frame-solid.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { type Change, HostError } from '../viewer-host.ts'
import type { ElementRef, FoundElement } from '../worker/elements.ts'
import type { Ask, LoadAnswer, ModelSummary, Places, Progress } from '../worker/questions.ts'
import type { Source } from '../worker/source.ts'
import { type Lookups, lookupsOf } from './lookups.ts'
import { patience, sparingly } from './patience.ts'
import { createStore, type Store } from './store.ts'
import type { PendingWork } from './track-pending.ts'
import { oneAtATime, trackRevisions } from './track-revisions.ts'

/** What is drawn: replaced as a whole whenever the model has a new revision. `places`: of what was asked for with it. */
export type Drawn = {
  scene: Scene
  /** Of all of it; of what is shown of it at a moment the picture knows. */
  lookups: Lookups
  chunks: FrameChunks
  groups: AreaGroups
  /** Of each body of the scene. */
  solids: FrameSolid[]
  summary: ModelSummary
  changed: FoundElement[]
  places: Places
  /** What its grid, levels and storeys stand along. */
  up: Up | null
}

/** Why there is nothing more to come. `gone`: reading it was refused, and nobody said why. */
export type Ending = { why: 'deleted'; purgeAt: string | null } | { why: 'access' | 'signed_out' | 'gone' }

/** The HTTP status of a failure that is told by one; `unreadable`: no model in what came; `stopped`: the thread that read it has ended. */
export type Trouble = number | 'unreadable' | 'stopped'

export type LiveState = {
  status: 'loading' | 'ready' | 'failed'
  progress: Progress
  drawn: Drawn | null
  /** Why there is nothing yet; null: there is no connection. */
  trouble: Trouble | null
  /** The thread that held the model has ended: another reads it again. */
  isStopped: boolean
  line: 'connecting' | 'live' | 'silent' | 'offline' | 'reconnecting'
  /** Until when what is drawn was known to be the newest; of a line that is not live. */
  knownAt: number
  /** A newer revision than the one that is drawn, or the one that is wanted, which could not be read yet. */
  behind: number | null
  /** The revision that is shown for good; null: the newest, as they come. */
  pinned: number | null
  /** The newest that was heard of or read; 0: none yet. */
  newest: number
  /** A revision was to be shown that there never was. */
  missing: number | null
  /** Nothing is tried again. */
  ended: Ending | null
  /** The reader's role, where it was told since. */
  role: string | null
}

export type LiveModel = {
  state: Store<LiveState>
  ask: Ask
  /** Reads it again now; who has not answered for long is given up. */
  reload: () => Promise<void>
  /** Somebody has waited long for an answer: where nobody is there any more, the model is read anew. */
  wake: () => void
  /** Its grid, levels and storeys along another axis. */
  turn: (up: Up | null) => Promise<void>
  /** Another revision; null: the newest, and all that come. */
  show: (revision: number | null) => void
  close: () => void
}

/** What a live model needs: the thread that knows the model, where to read it, what happens to it, and which places it is to bring. */
type Surroundings = {
  ask: Ask
  wake?: (() => void) | undefined
  load: (revision?: number) => Source
  /** What is shown first. */
  pinned?: number | null
  changes: (listener: (change: Exclude<Change, { type: 'views' | 'comments' }>) => void) => () => void
  wanted: () => {
    selected: readonly ElementRef[]
    hidden: readonly ElementRef[]
    isolated: readonly ElementRef[] | null
    up: Up | null
  }
  begin: PendingWork['begin']
  /** The camera will stand where it sees all of the model, so that the first picture waits for where that lies. */
  isFitted: () => boolean
}

/** Trouble of the server or of too much at once, which passes; any other refusal stays. */
const passes = (status: number) => status >= 500 || status === 408 || status === 429
const endingOf = (status: number): Ending => ({ why: status === 401 ? 'signed_out' : status === 403 ? 'access' : 'gone' })

/** Before anything was read. */
export const NOTHING_READ: LiveState = {
  status: 'loading',
  progress: { received: 0, isParsing: false },
  drawn: null,
  trouble: null,
  isStopped: false,
  line: 'connecting',
  knownAt: 0,
  behind: null,
  pinned: null,
  newest: 0,
  missing: null,
  ended: null,
  role: null,
}

/**
 * The model and its revisions, as they come. What fails is tried again until it works or is refused for good; a picture stays
 * meanwhile.
 */
export function openLiveModel(around: Surroundings): LiveModel {
  const { ask: askThread, wake = () => {}, load: source, pinned: first = null, changes, wanted, begin, isFitted } = around
  const state = createStore<LiveState>({ ...NOTHING_READ, pinned: first, knownAt: Date.now() })
  const ask = askWith(askThread, begin, () => beginAnew())
  const trying = patience()
  const reviving = sparingly()
  const beginAnew = () => {
    if (isOver() || state.get().isStopped) return
    state.set({ isStopped: true })
    reviving.again(() => void read())
  }
  const revisions = trackRevisions(state)
  let isClosed = false
  const isOver = () => isClosed || state.get().ended !== null
  const stopTrying = () => {
    for (const one of [trying, reviving, revisions]) one.done()
  }
  const end = (ended: Ending) => {
    stopTrying()
    state.set({ ended, behind: null })
  }
  const failed = (trouble: Trouble | null) => {
    if (trouble === 'stopped') state.set({ isStopped: true })
    if (!state.get().drawn) state.set({ status: 'failed', trouble })
    else if (revisions.isBehind()) revisions.sayBehind()
    else if (!state.get().isStopped) return // asked only whether it is still there
    if (state.get().line !== 'offline') trying.again(() => void read())
  }
  const load = async (): Promise<void> => {
    try {
      const refs = wanted()
      const target = state.get().pinned
      revisions.begin(target)
      const loaded = revisions.isThere() ? UNCHANGED : await ask('load', { source: source(target ?? undefined), ...refs })
      // Another is wanted by now, and read next. What was loaded is drawn all the same: the thread holds it, and answers about it.
      if (isOver() || (target !== state.get().pinned && loaded.state !== 'loaded')) return
      if (loaded.state === 'away') return failed(null)
      if (loaded.state === 'refused' && passes(loaded.status)) return failed(loaded.status)
      if (loaded.state === 'refused' && (target === null || loaded.status !== 404)) return end(endingOf(loaded.status))
      trying.done()
      const isAnother = revisions.read(target)
      if (loaded.state === 'refused') return state.set({ missing: target, behind: null, isStopped: false })
      if (target === null) state.set({ knownAt: Date.now() })
      if (loaded.state === 'unchanged') return state.set({ behind: null, missing: null })
      state.set({ ...ready, drawn: drawnOf(loaded, isAnother, ask, isFitted) })
      revisions.onRevision(loaded.summary.revision ?? 0)
    } catch (error) {
      if (isOver()) return
      if (isStop(error)) return failed('stopped')
      console.error(error) // no answer can be read like this
      failed('unreadable')
    } finally {
      revisions.done()
    }
  }

  const late = () => {
    if (revisions.isBehind() && state.get().behind === null) failed(null) // what was read is older than what was heard of
  }
  /** A revision that comes while one is read starts exactly one more. */
  const read = oneAtATime(load, isOver, revisions.isAny, late)

  const reload = () => {
    wake()
    return read()
  }

  const show = (revision: number | null) => {
    if (revision === state.get().pinned) return
    state.set({ pinned: revision, missing: null })
    void read()
  }

  const onLine = (now: Line) => {
    if (now === 'offline') trying.done()
    if (isReadDue(state, now)) void read()
  }
  const stop = changes((change) => {
    if (isOver()) return
    if (change.type === 'line') return onLine(change.state)
    if (change.type === 'deleted') return end({ why: 'deleted', purgeAt: change.purgeAt })
    if (change.type === 'signed_out') return end({ why: 'signed_out' })
    if (change.type === 'access') return change.role === null ? end({ why: 'access' }) : state.set({ role: change.role })
    revisions.onRevision(change.revision)
    state.set({ knownAt: Date.now() })
    if (revisions.isBehind() || (!state.get().drawn && state.get().missing === null)) void read()
  })
  void read()

  return {
    state,
    ask,
    reload,
    wake,
    turn: (up) => turn(state, ask, up),
    show,
    close() {
      isClosed = true
      stop()
      stopTrying()
    },
  }
}

async function turn(state: Store<LiveState>, ask: Ask, up: Up | null): Promise<void> {
  const { drawn } = state.get()
  if (!drawn || drawn.up === up) return
  const { grid, storeys } = await ask('turned', { up })
  if (state.get().drawn !== drawn) return // a revision came meanwhile, with an axis of its own
  const { scene, summary } = drawn
  state.set({ drawn: { ...drawn, up, scene: { ...scene, grid }, summary: { ...summary, storeys }, changed: [] } })
}

const UNCHANGED = { state: 'unchanged' } as const satisfies LoadAnswer
const ready = { status: 'ready', trouble: null, isStopped: false, behind: null, missing: null } as const

const isStop = (error: unknown) => error instanceof HostError && error.reason === 'stopped'

/** Nothing is new about a revision that somebody went to. */
function drawnOf(
  { state: _, lookup, ...loaded }: Extract<LoadAnswer, { state: 'loaded' }>,
  isAnother: boolean,
  ask: Ask,
  isFitted: Surroundings['isFitted'],
): Drawn {
  const lookups = lookupsOf(lookup, () => ask('lookup', {}), isFitted())
  return { ...loaded, lookups, ...(isAnother && { changed: [] }) }
}

type Line = Extract<Change, { type: 'line' }>['state']

/** How the line is from now on. True: the model is to be read, since it may be gone, or could not be read while there was no network. */
function isReadDue(state: Store<LiveState>, now: Line): boolean {
  const { line, status, behind, isStopped } = state.get()
  state.set({ line: now === 'connecting' ? 'reconnecting' : now, ...(now === 'live' && { knownAt: Date.now() }) })
  const isBack = line === 'offline' && now !== 'offline'
  // Refused, or not to be made: reading the model tells one that is gone from a server that is away.
  const isRefused = now === 'connecting' && (line === 'connecting' || line === 'reconnecting')
  return isRefused || (isBack && (status === 'failed' || isStopped || behind !== null))
}

/** What is waited for is told, and so is the end of the thread. */
function askWith(askThread: Ask, begin: PendingWork['begin'], stopped: () => void): Ask {
  return async (question, what) => {
    const end = begin()
    try {
      return await askThread(question, what)
    } catch (error) {
      if (isStop(error) && question !== 'load') stopped()
      throw error
    } finally {
      end()
    }
  }
}
