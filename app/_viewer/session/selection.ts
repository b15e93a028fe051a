import { type ElementRef, type FoundElement, keyOf, refsOf } from '../worker/elements.ts'
import { flyTo } from './navigate.ts'
import type { ViewerSession } from './session.ts'

/** `how`: replace the selection, add to it, or turn these over. */
export function select(session: ViewerSession, elements: readonly FoundElement[], how: 'replace' | 'add' | 'toggle' = 'replace') {
  const { selected } = session.view.get()
  if (how === 'replace') return session.view.set({ selected: [...elements], ghost: null })
  const keys = new Map(selected.map((element) => [keyOf(element), element]))
  for (const element of elements) {
    if (how === 'toggle' && keys.has(keyOf(element))) keys.delete(keyOf(element))
    else keys.set(keyOf(element), element)
  }
  session.view.set({ selected: [...keys.values()], ghost: null })
}

export async function selectByRef(session: ViewerSession, refs: readonly ElementRef[], { fly = false, add = false } = {}) {
  const found = await session.model.ask('find', { refs: refsOf(refs) })
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
