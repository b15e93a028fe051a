import { isUndrawn } from '#lib/geometry/frame-records.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { type FoundElement, KIND_NAMES, keyOf } from '../../worker/elements.ts'
import type { Why } from '../reasons.ts'
import type { Derived, ViewerSession } from '../session.ts'
import { pointsOf } from './scene-points.ts'
import { isOutside } from './section-box.ts'
import type { ViewState } from './view-state.ts'

type Seen = {
  scene: Scene
  view: Pick<ViewState, 'layers' | 'section' | 'drawing'>
  derived: Pick<Derived, 'hidden' | 'isolated' | 'shown'>
}

/** Asks of one element after another why it is not in the picture: the first reason, or null for one that is. */
export function notShown({ scene, view, derived }: Seen): (element: FoundElement) => Why | null {
  const { layers, section, drawing } = view
  const hidden = new Set(derived.hidden.map(keyOf))
  const isolated = derived.isolated && new Set(derived.isolated.map(keyOf))
  return (element) => {
    const { kind } = element
    if (kind !== 'frame' && kind !== 'area' && kind !== 'node' && kind !== 'support') return null
    const points = pointsOf(scene, element)
    if (isNotDrawn(scene, element) || points.length === 0) return 'undrawn'
    // A node that is meant is drawn without its layer.
    if (kind !== 'node' && !layers[`${kind}s`]) return 'layer'
    if (hidden.has(keyOf(element))) return 'hidden'
    if (isolated && !isolated.has(keyOf(element))) return 'isolated'
    if (derived.shown?.[`${kind}s`][element.index] === 0) return 'filtered'
    if (section && isOutside(section, points, scene.origin)) return drawing ? 'drawing' : 'section'
    return null
  }
}

/** Why this element is not in the picture as it is; null: it is, or there is none yet. */
export function whyNotShown(session: ViewerSession, element: FoundElement): Why | null {
  const drawn = session.model.state.get().drawn
  return drawn ? notShown({ scene: drawn.scene, view: session.view.get(), derived: session.derived.get() })(element) : null
}

/** By its label, or what it is and its id; of several the first. */
export async function nameOf(session: ViewerSession, { kind, id, index }: FoundElement): Promise<string> {
  const plain = `${KIND_NAMES[kind][0]} ${id}`
  if (kind !== 'frame' && kind !== 'area' && kind !== 'node') return plain
  const [label] = await session.model.ask('labels', { kind, indices: [index], what: 'label' })
  return label && label !== id ? label : plain
}

function isNotDrawn(scene: Scene, { kind, index }: FoundElement): boolean {
  if (kind === 'frame') return isUndrawn(scene.frames.records[4 * index + 3] ?? 0)
  const node = kind === 'support' ? scene.supports.nodes[scene.supports.glyphOf[index] ?? -1] : index
  return (kind === 'node' || kind === 'support') && (scene.nodes[4 * (node ?? -1) + 3] ?? -1) < 0
}
