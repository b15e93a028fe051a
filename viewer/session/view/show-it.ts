import { type ElementRef, FACETS, type FoundElement, keyOf } from '../../worker/elements.ts'
import type { NotShown, Why } from '../reasons.ts'
import type { ViewerSession } from '../session.ts'
import { type Drawing, slabOf } from './drawings.ts'
import { whyNotShown } from './hidden-reasons.ts'
import { beginMove } from './move-camera.ts'
import { allDrawings, flyTo, openDrawing } from './navigate.ts'
import { pointsOf } from './scene-points.ts'
import { boundsDrawn, isOutside } from './section-box.ts'
import type { ViewState } from './view-state.ts'

/** The drawing that an element lies on, in the direction of the open one: what is cut there is not all beyond it. */
export function drawingOf(session: ViewerSession, element: FoundElement): Drawing | null {
  const drawn = session.model.state.get().drawn
  const { drawing } = session.view.get()
  if (!drawn || !drawing) return null
  const all = allDrawings(session)[drawing.axis]
  const points = pointsOf(drawn.scene, element)
  return all.find((one) => !isOutside(slabOf(one, all, boundsDrawn(drawn), drawn.up), points, drawn.scene.origin)) ?? null
}

export function openDrawingOf(session: ViewerSession, drawing: Drawing) {
  session.derived.set({ notShown: null })
  openDrawing(session, drawing)
}

/** Takes away that one reason, and goes there if it was the last and nobody went elsewhere meanwhile. */
export async function showIt(session: ViewerSession, { elements }: NotShown) {
  const isWanted = beginMove(session)
  const [first] = elements
  const why = first && whyNotShown(session, first)
  const change = why && (await without(session, first, why))
  if (isWanted()) session.derived.set({ notShown: null })
  if (change) session.view.set(change)
  if (isWanted()) await flyTo(session, elements)
}

/** The view without one reason for which an element is not shown. */
async function without(session: ViewerSession, element: FoundElement, why: Why): Promise<Partial<ViewState> | null> {
  const { layers, isolated, filters } = session.view.get()
  const others = (refs: readonly FoundElement[]): ElementRef[] => refs.filter((ref) => keyOf(ref) !== keyOf(element))
  switch (why) {
    case 'undrawn':
      return null
    case 'layer':
      return { layers: { ...layers, [`${element.kind}s`]: true } }
    case 'hidden':
      // It may be hidden as one of many: the rest of them stay so.
      return { hidden: others(session.derived.get().hidden) }
    case 'isolated':
      return { isolated: [...(isolated ?? []), element] }
    case 'filtered': {
      const its = await session.model.ask('facetsOf', element)
      if (!its) return { filters: {} } // a node or support goes with what meets there
      const remaining = FACETS.map((by) => [by, (filters[by] ?? []).filter((value) => value !== its[by])])
      return { filters: Object.fromEntries(remaining) }
    }
    case 'drawing':
      return { drawing: null, section: null }
    case 'section':
      return { section: null }
  }
}
