import { HostError, reasonOf } from '../viewer-host.ts'
import type { OlderShown } from '../worker/compare/comparison.ts'
import { type ElementKind, refsOf } from '../worker/elements.ts'
import type { ComparedAnswer } from '../worker/questions.ts'
import { createRequest, type ViewerRequest } from './create-request.ts'
import { select } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { shownRevision } from './view/time.ts'

type KnownComparison = Exclude<ComparedAnswer, { state: 'away' }>

/** Shows the revision that the view asks for, and asks what differs from the one beside it, anew with each revision that comes. */
export function comparing(session: ViewerSession): { left: ViewerRequest<OlderShown | null>; close: () => void } {
  const { host, model, view, derived } = session
  const compared = createRequest<KnownComparison>(model)
  /** For which model, and which revisions, the last question was. */
  let last: readonly unknown[] = []

  const ask = () => {
    const { compare } = view.get()
    const { drawn, pinned } = model.state.get()
    if (!compare) {
      last = []
      compared.ask(null)
      left.ask(null)
      if (derived.get().compared) derived.set({ compared: null, olderShown: null })
      if (view.get().ghost) view.set({ ghost: null })
      return
    }
    // Until the later one is there, nothing is known about it.
    const isThere = drawn !== null && (pinned === null || drawn.summary.revision === pinned)
    const now = isThere ? [drawn.scene.frames, drawn.summary.revision, compare.from] : []
    const isEqual = (from: number) => now.length === last.length && now.slice(from).every((part, k) => part === last[from + k])
    if (isEqual(0)) return
    // A model that is read anew is the same, and so is what is selected of the older one.
    if (!isEqual(1)) view.set({ ghost: null })
    last = now
    derived.set({ compared: { state: 'busy', tryAgain: null }, olderShown: null })
    compared.ask(
      isThere ? async () => read(await model.ask('compare', { source: host.load(compare.from ?? undefined) })) : null,
      take,
    )
  }
  const take = (answer: KnownComparison) => {
    derived.set({ compared: answer })
    leaveOut()
  }
  const left = createRequest<OlderShown | null>(model)
  /** What is hidden, isolated or filtered is so in both. */
  const leaveOut = () => {
    const { hidden, isolated, filters } = view.get()
    const isFiltered = Object.values(filters).some((values) => values?.length)
    const isAll = hidden.length === 0 && isolated === null && !isFiltered
    const wanted = { hidden: refsOf(hidden), isolated: isolated && refsOf(isolated), out: isFiltered ? filters : null }
    const isNothing = isAll || !comparedNow(session)
    left.ask(
      async () => (isNothing ? null : model.ask('olderShown', wanted)),
      (olderShown) => derived.set({ olderShown }),
    )
  }
  const stops = [
    compared.state.subscribe(({ request: now }) => {
      if (now.face === 'busy') derived.set({ compared: { state: 'busy', tryAgain: now.tryAgain } })
      if (now.face === 'failed') derived.set({ compared: { state: 'failed', says: now.says, tryAgain: now.tryAgain } })
    }),
    view.subscribe((state, before) => {
      if (shownRevision(state) !== shownRevision(before)) model.show(shownRevision(state))
      if (state.compare !== before.compare) ask()
      const isSame = state.hidden === before.hidden && state.isolated === before.isolated && state.filters === before.filters
      if (!isSame && comparedNow(session)) leaveOut()
    }),
    model.state.subscribe((state, before) => {
      if (state.drawn === before.drawn) return
      ask()
      // Storeys are others with another way up.
      if (state.drawn?.up !== before.drawn?.up && comparedNow(session)) leaveOut()
    }),
  ]
  ask()
  return {
    left,
    close() {
      for (const stop of stops) stop()
      compared.ask(null)
      left.ask(null)
    },
  }
}

/** Whether there ever was such a revision is an answer; that it could not be read is none. */
function read(answer: ComparedAnswer): KnownComparison {
  if (answer.state === 'away') throw new HostError('offline')
  if (answer.state === 'refused' && answer.status !== 404) throw new HostError(reasonOf(answer.status))
  return answer
}

/** The two revisions, once it is known what differs. */
export function comparedNow({ derived }: Pick<ViewerSession, 'derived'>) {
  const { compared } = derived.get()
  return compared?.state === 'compared' ? compared : null
}

/** The removed parts of the older one stand as ghosts in the newer one. */
export const isOverlaid = (session: Pick<ViewerSession, 'derived' | 'view'>) =>
  comparedNow(session) !== null && session.view.get().how === 'overlay'

/** The picture shows the older one there; `x`: a part of its width. */
export function isOlderAt(session: Pick<ViewerSession, 'derived' | 'view'>, x: number): boolean {
  const { how, split } = session.view.get()
  return comparedNow(session) !== null && (how === 'before' || (how === 'slider' && x < split))
}

/** Back to the newest, or to the old revision that was open before. */
export const leaveComparison = ({ view }: Pick<ViewerSession, 'view'>) => view.set({ compare: null, how: 'overlay' })

/** Space: the earlier one, the later one, one after the other. */
export const turnOver = ({ view }: Pick<ViewerSession, 'view'>) =>
  view.set(({ how }) => ({ how: how === 'before' ? 'after' : 'before' }))

type ElementPlace = { kind: ElementKind; index: number }

/** Looks at an element of the earlier one: as it is where it is still there, else as it was. */
export async function selectOlder(session: ViewerSession, point: ElementPlace, how: 'replace' | 'toggle') {
  const compared = comparedNow(session)
  const older = await session.model.ask('older', { kind: point.kind, index: point.index })
  if (!older || comparedNow(session) !== compared) return
  if (older.place !== null) {
    select(session, [])
    return session.view.set({ ghost: older })
  }
  const found = await session.model.ask('find', { refs: refsOf([older]) })
  select(session, found, how)
}
