import { type Colouring, type ElementRef, type FoundElement, refsOf, type VisibilityMasks } from '../worker/elements.ts'
import { createRequest } from './create-request.ts'
import { standing } from './findings/dismissals.ts'
import type { Dimension } from './measure/dimensions.ts'
import type { PlacedDimension } from './measure/place-dimensions.ts'
import { part } from './part.ts'
import type { ViewerSession } from './session.ts'
import type { ViewState } from './view/view-state.ts'

/** Most views have no dimensions. */
export const PLACING = part(() => import('./measure/place-dimensions.ts'))

/**
 * What follows from the view: asks the worker what is marked, shown and coloured. `derive` asks for what differs from the view
 * `before`, as far as that is known; `colour` asks for the colours alone.
 */
export function deriving({
  model,
  view,
  derived,
  dismissals,
  results,
}: Pick<ViewerSession, 'model' | 'view' | 'derived' | 'dismissals' | 'results'>) {
  let placing: ReturnType<typeof import('./measure/place-dimensions.ts')['placingDimensions']> | null = null
  const place = async (wanted: ViewState['dimensions']): Promise<{ placed: PlacedDimension[]; moved: Dimension[] | null }> => {
    if (wanted.length === 0) return { placed: [], moved: null }
    const { placingDimensions } = await PLACING.bring()
    placing ??= placingDimensions(model)
    return placing(wanted)
  }
  const selected = createRequest<FoundElement[]>(model)
  const hidden = createRequest<FoundElement[]>(model)
  const isolated = createRequest<FoundElement[] | null>(model)
  const shown = createRequest<VisibilityMasks | null>(model)
  const dimensions = createRequest<Awaited<ReturnType<typeof place>>>(model)
  const colouring = createRequest<Colouring>(model)
  const drawnBy = (refs: readonly ElementRef[]) => model.ask('drawnBy', { refs: refsOf(refs) })
  const colour = ({ colourBy, findingCode }: ViewState) => {
    const { compared } = derived.get()
    const use = (answer: Colouring) => derived.set({ colouring: answer })
    const own = results.get().colouring
    if (own && own.frames.length === model.state.get().drawn?.scene.frames.count) return colouring.ask(async () => own, use)
    if (compared?.state === 'compared') return colouring.ask(async () => compared.colouring, use)
    const findings = standing(derived.get().findings ?? [], dismissals.get().by)
      .map(({ finding }) => finding)
      .filter(({ code }) => !findingCode || code === findingCode)
    colouring.ask(() => model.ask('colours', { by: colourBy, findings }), use)
  }

  const derive = (state: ViewState, before: Partial<ViewState>) => {
    if (!model.state.get().drawn) return
    if (state.selected !== before.selected) {
      // Drawn things are marked at once; only sections, materials and members must be looked up.
      const areDrawn = state.selected.every(
        ({ kind }) => kind === 'frame' || kind === 'area' || kind === 'node' || kind === 'support',
      )
      selected.ask(
        async () => (areDrawn ? state.selected : drawnBy(state.selected)),
        (answer) => derived.set({ selected: answer }),
      )
    }
    if (state.hidden !== before.hidden)
      hidden.ask(
        () => drawnBy(state.hidden),
        (answer) => derived.set({ hidden: answer }),
      )
    const { isolated: alone, filters } = state
    if (alone !== before.isolated)
      isolated.ask(
        async () => alone && model.ask('isolated', { refs: refsOf(alone) }),
        (answer) => derived.set({ isolated: answer }),
      )
    if (filters !== before.filters) {
      const isOpen = Object.values(filters).every((values) => !values?.length)
      shown.ask(
        async () => (isOpen ? null : model.ask('shown', { out: filters })),
        (answer) => derived.set({ shown: answer }),
      )
    }
    if (state.dimensions !== before.dimensions)
      dimensions.ask(
        () => place(state.dimensions),
        ({ placed, moved }) => {
          derived.set({ dimensions: placed })
          if (moved && view.get().dimensions === state.dimensions) view.set({ dimensions: moved })
        },
      )
    if (state.colourBy !== before.colourBy || state.findingCode !== before.findingCode) colour(state)
  }
  derived.subscribe((state, before) => {
    if (state.compared !== before.compared && model.state.get().drawn) colour(view.get())
  })
  const all = [selected, hidden, isolated, shown, dimensions, colouring]
  return { derive, colour, all, close: () => all.forEach((one) => void one.ask(null)) }
}
