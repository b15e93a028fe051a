import type { Vec } from '#lib/geometry/vector.ts'
import type { Colouring, ElementRef, FoundElement, Shown } from '../worker/elements.ts'
import { standing } from './dismissals.ts'
import { latest } from './latest.ts'
import type { Derived, ViewerSession } from './session.ts'
import type { ViewState } from './view-state.ts'

const refsOf = (refs: readonly ElementRef[]) => refs.map(({ kind, id }) => ({ kind, id }))

/**
 * What follows from the view: asks the worker what is marked, shown and coloured. `derive` asks for what differs from the view
 * `before`, as far as that is known; `colour` asks for the colours alone.
 */
export function deriving(
  { model, derived, dismissals }: Pick<ViewerSession, 'model' | 'derived' | 'dismissals'>,
  isClosed: () => boolean,
) {
  const [selected, hidden, isolated, shown, measured, colouring] = [
    latest<FoundElement[]>(isClosed),
    latest<FoundElement[]>(isClosed),
    latest<FoundElement[] | null>(isClosed),
    latest<Shown | null>(isClosed),
    latest<Derived['measured']>(isClosed),
    latest<Colouring>(isClosed),
  ]
  const drawnBy = (refs: readonly ElementRef[]) => model.ask('drawnBy', { refs: refsOf(refs) })
  const placesOf = async (refs: ElementRef[]): Promise<{ nodes: FoundElement[]; points: Vec[] }> => {
    const nodes = await model.ask('find', { refs })
    return { nodes, points: await model.ask('points', { nodes: nodes.map(({ index }) => index) }) }
  }
  const colour = ({ colourBy, findingCode }: ViewState) => {
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
    if (state.measuring !== before.measuring)
      void measured(state.measuring ? placesOf(refsOf(state.measuring)) : Promise.resolve(null), (answer) =>
        derived.set({ measured: answer }),
      )
    if (state.colourBy !== before.colourBy || state.findingCode !== before.findingCode) void colour(state)
  }
  return { derive, colour }
}
