import type { ComparedAnswer } from '../worker/answers.ts'
import type { Difference, OlderShown } from '../worker/comparison.ts'
import { type ElementKind, refsOf } from '../worker/elements.ts'
import { latest } from './latest.ts'
import { flyTo } from './navigate.ts'
import { select } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { shownRevision } from './time.ts'

/** Shows the revision that the view asks for, and asks what differs from the one beside it, anew with each revision that comes. */
export function comparing(session: ViewerSession, isClosed: () => boolean): () => void {
  const { host, model, view, derived } = session
  const compared = latest<ComparedAnswer>(isClosed)
  /** For which models the last question was. */
  let asked: readonly unknown[] = []

  const ask = () => {
    const { compare } = view.get()
    const { drawn, pinned } = model.state.get()
    if (!compare) {
      asked = []
      if (derived.get().compared) derived.set({ compared: null, olderShown: null })
      if (view.get().ghost) view.set({ ghost: null })
      return
    }
    // Until the later one is there, nothing is known about it.
    const isThere = drawn !== null && (pinned === null || drawn.summary.revision === pinned)
    const now = isThere ? [drawn.scene.frames, compare.from] : []
    if (now.length === asked.length && now.every((part, k) => part === asked[k])) return
    asked = now
    derived.set({ compared: { state: 'busy' }, olderShown: null })
    view.set({ ghost: null })
    if (isThere)
      void compared(model.ask('compare', { source: host.load(compare.from ?? undefined) }), (answer) => take(answer, now))
  }
  const take = (answer: ComparedAnswer, of: readonly unknown[]) => {
    if (asked !== of) return
    derived.set({ compared: answer })
    leaveOut()
  }
  const left = latest<OlderShown | null>(isClosed)
  /** What is hidden, isolated or filtered is so in both. */
  const leaveOut = () => {
    const { hidden, isolated, filters } = view.get()
    const isFiltered = Object.values(filters).some((values) => values?.length)
    const isAll = hidden.length === 0 && isolated === null && !isFiltered
    const wanted = { hidden: refsOf(hidden), isolated: isolated && refsOf(isolated), out: isFiltered ? filters : null }
    const answer = isAll || !comparedNow(session) ? Promise.resolve(null) : model.ask('olderShown', wanted)
    void left(answer, (olderShown) => derived.set({ olderShown }))
  }
  const stops = [
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
  return () => {
    for (const stop of stops) stop()
  }
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

/** Selects what is still there; what was removed is looked at where it was. Nothing, where the comparison has ended meanwhile. */
export async function flyToDifference(session: ViewerSession, { kind, id, row }: Difference) {
  const compared = comparedNow(session)
  const { now, before } = await session.model.ask('differencePlaces', { row })
  if (comparedNow(session) !== compared) return
  if (before.length > 0) {
    if (session.view.get().how === 'after') session.view.set({ how: 'overlay' })
    select(session, [])
    const [only] = before
    const ghost = only?.id === id && only.kind === kind ? await session.model.ask('older', { kind, index: only.index }) : null
    if (comparedNow(session) !== compared) return
    if (ghost) session.view.set({ ghost })
    return session.rig?.focus(before, true)
  }
  const [itself] = await session.model.ask('find', { refs: [{ kind, id }] })
  if (itself) select(session, [itself])
  if (now.length > 0) await flyTo(session, now)
}

type Placed = { kind: ElementKind; index: number }

/** Looks at an element of the earlier one: as it is where it is still there, else as it was. */
export async function selectOlder(session: ViewerSession, at: Placed, how: 'replace' | 'toggle') {
  const compared = comparedNow(session)
  const older = await session.model.ask('older', { kind: at.kind, index: at.index })
  if (!older || comparedNow(session) !== compared) return
  if (older.place !== null) {
    select(session, [])
    return session.view.set({ ghost: older })
  }
  const found = await session.model.ask('find', { refs: refsOf([older]) })
  select(session, found, how)
}
