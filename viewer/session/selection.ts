import type { Scene } from '#lib/geometry/scene.ts'
import { type ElementKind, type ElementRef, type FoundElement, keyOf, refsOf } from '../worker/elements.ts'
import type { ViewerSession } from './session.ts'
import { flyTo } from './view/navigate.ts'

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

/**
 * The elements at these places of a scene. Null: another scene has come meanwhile, in which other elements lie there. The worker answers
 * about the model that it read last, and a picture still shows the one before for a while.
 */
export async function foundAt(
  { model }: Pick<ViewerSession, 'model'>,
  scene: Pick<Scene, 'nodes'>,
  places: readonly { kind: ElementKind; index: number }[],
): Promise<FoundElement[] | null> {
  const ids = await model.ask('idOf', { refs: [...places] })
  if (model.state.get().drawn?.scene.nodes !== scene.nodes) return null
  return places.flatMap((place, k) => (ids[k] == null ? [] : [{ ...place, id: ids[k] }]))
}

/** Everything that wears this colour of the legend. */
export async function selectColour(session: ViewerSession, slot: number) {
  const { colouring } = session.derived.get()
  const { drawn } = session.model.state.get()
  if (!colouring || !drawn) return
  const places = (slots: Uint8Array, kind: 'frame' | 'area') =>
    [...slots.entries()].flatMap(([index, one]) => (one === slot ? [{ kind, index }] : []))
  const all = [...places(colouring.frames, 'frame'), ...places(colouring.areas, 'area')]
  const found = await foundAt(session, drawn.scene, all)
  if (found) select(session, found)
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
