import { type Colouring, type ElementRef, type FoundElement, refsOf, type Shown } from '../worker/elements.ts'
import type { Dimension } from './dimensions.ts'
import { standing } from './dismissals.ts'
import { latest } from './latest.ts'
import { part } from './part.ts'
import type { PlacedDimension } from './place-dimensions.ts'
import type { ViewerSession } from './session.ts'
import type { ViewState } from './view-state.ts'

/** Most views have no dimensions. */
export const PLACING = part(() => import('./place-dimensions.ts'))

/**
 * What follows from the view: asks the worker what is marked, shown and coloured. `derive` asks for what differs from the view
 * `before`, as far as that is known; `colour` asks for the colours alone.
 */
export function deriving(
  { model, view, derived, dismissals }: Pick<ViewerSession, 'model' | 'view' | 'derived' | 'dismissals'>,
  isClosed: () => boolean,
) {
  let placing: ReturnType<typeof import('./place-dimensions.ts')['placingDimensions']> | null = null
  const place = async (wanted: ViewState['dimensions']): Promise<{ placed: PlacedDimension[]; moved: Dimension[] | null }> => {
    if (wanted.length === 0) return { placed: [], moved: null }
    const { placingDimensions } = await PLACING.bring()
    placing ??= placingDimensions(model)
    return placing(wanted)
  }
  const [selected, hidden, isolated, shown, dimensions, colouring] = [
    latest<FoundElement[]>(isClosed),
    latest<FoundElement[]>(isClosed),
    latest<FoundElement[] | null>(isClosed),
    latest<Shown | null>(isClosed),
    latest<Awaited<ReturnType<typeof place>>>(isClosed),
    latest<Colouring>(isClosed),
  ]
  const drawnBy = (refs: readonly ElementRef[]) => model.ask('drawnBy', { refs: refsOf(refs) })
  const colour = ({ colourBy, findingCode }: ViewState) => {
    const { compared } = derived.get()
    if (compared?.state === 'compared')
      return colouring(Promise.resolve(compared.colouring), (answer) => derived.set({ colouring: answer }))
    const findings = standing(derived.get().findings ?? [], dismissals.get().by)
      .map(({ finding }) => finding)
      .filter(({ code }) => !findingCode || code === findingCode)
    return colouring(model.ask('colours', { by: colourBy, findings }), (answer) => derived.set({ colouring: answer }))
  }

  const derive = (state: ViewState, before: Partial<ViewState>) => {
    if (!model.state.get().drawn) return
    if (state.selected !== before.selected) {
      // Drawn things are marked at once; only sections, materials and members must be looked up.
      const areDrawn = state.selected.every(
        ({ kind }) => kind === 'frame' || kind === 'area' || kind === 'node' || kind === 'support',
      )
      void selected(areDrawn ? Promise.resolve(state.selected) : drawnBy(state.selected), (answer) =>
        derived.set({ selected: answer }),
      )
    }
    if (state.hidden !== before.hidden) void hidden(drawnBy(state.hidden), (answer) => derived.set({ hidden: answer }))
    if (state.isolated !== before.isolated)
      void isolated(state.isolated ? model.ask('isolated', { refs: refsOf(state.isolated) }) : Promise.resolve(null), (answer) =>
        derived.set({ isolated: answer }),
      )
    if (state.filters !== before.filters) {
      const isOpen = Object.values(state.filters).every((values) => !values?.length)
      void shown(isOpen ? Promise.resolve(null) : model.ask('shown', { out: state.filters }), (answer) =>
        derived.set({ shown: answer }),
      )
    }
    if (state.dimensions !== before.dimensions)
      void dimensions(place(state.dimensions), ({ placed, moved }) => {
        derived.set({ dimensions: placed })
        if (moved && view.get().dimensions === state.dimensions) view.set({ dimensions: moved })
      })
    if (state.colourBy !== before.colourBy || state.findingCode !== before.findingCode) void colour(state)
  }
  derived.subscribe((state, before) => {
    if (state.compared !== before.compared && model.state.get().drawn) void colour(view.get())
  })
  return { derive, colour }
}
