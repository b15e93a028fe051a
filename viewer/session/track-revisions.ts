/** So long a reading may take before it is said that another revision exists. */
const SLOW_MS = 10_000

type State = {
  pinned: number | null
  newest: number
  behind: number | null
  isStopped: boolean
  drawn: { summary: { revision: number | null } } | null
}
type StateChange = Partial<Pick<State, 'newest' | 'behind'>>
type StateStore = { get: () => State; set: (change: (state: State) => StateChange) => void }

/** Which revision is wanted, which was asked for and which was read: whether one is still to be read. */
export function trackRevisions(state: StateStore) {
  /** For which wish the last reading was begun, and the last one that was read; undefined: none yet. */
  let [requestedFor, readFor]: (number | null | undefined)[] = []
  const isBehind = () => {
    const { pinned, newest, drawn } = state.get()
    const shown = drawn?.summary.revision ?? newest
    return (readFor !== undefined && readFor !== pinned) || (pinned === null && newest > shown)
  }
  /** The one that is wanted from now on is drawn already. */
  const isThere = () => {
    const { pinned, isStopped, drawn } = state.get()
    return pinned !== null && isBehind() && !isStopped && drawn?.summary.revision === pinned
  }
  const sayBehind = () => state.set(({ pinned, newest }) => ({ behind: pinned ?? newest }))
  let slow: ReturnType<typeof setTimeout> | undefined
  return {
    isBehind,
    isThere,
    isAny: () => isBehind() || state.get().isStopped || requestedFor !== state.get().pinned,
    sayBehind,
    onRevision: (revision: number) => state.set(({ newest }) => ({ newest: Math.max(newest, revision) })),
    begin(target: number | null) {
      requestedFor = target
      if (state.get().drawn) slow = setTimeout(() => isBehind() && sayBehind(), SLOW_MS)
    },
    done: () => clearTimeout(slow),
    /** Whether it is for another wish than the one before. */
    read(target: number | null): boolean {
      const isAnother = readFor !== target
      readFor = target
      return isAnother
    },
  }
}

/** Loads once at a time; who asks meanwhile has it begun exactly once more, if it is still owed then. `done` hears of the last one. */
export function oneAtATime(load: () => Promise<void>, isOver: () => boolean, isOutdated: () => boolean, done: () => void) {
  let loading: Promise<void> | null = null
  let isStale = false
  return async (): Promise<void> => {
    if (isOver()) return
    if (loading) {
      isStale = true
      return loading
    }
    do {
      isStale = false
      loading = load()
      await loading
    } while (isStale && isOutdated() && !isOver())
    loading = null
    if (!isOver()) done()
  }
}
