import type { Diagram } from '#lib/drawing/results/force-diagram.ts'
import type { LoadUnits } from '#lib/model/load/load-text.ts'
import type { Colouring, FoundElement } from '../../worker/elements.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import type { ResultInks } from './result-inks.ts'

/** What is shown of an analysis. */

export type ResultShow = Diagram | 'deflected' | 'reactions' | 'ratio' | 'drift' | 'displacement'

/** `case`: a load case, combination, `mode 1` or `mechanism 1`; null: the first. `show` is a `ResultShow`, or what an address says. */
export type ResultsView = { case: string | null; show: string }

/** What the picture draws over the model. */
export type DrawnResults = {
  placed: PlacedResults
  /** Of the earlier one of two revisions. */
  older: PlacedResults | null
  show: ResultShow
  /** Motions are drawn so many times larger. */
  scale: number
  /** `play`: to and fro; `both`: as far one way as the other, for motions without a sign. */
  motion: 'still' | 'both' | 'play'
  /** The model has changed since. */
  isStale: boolean
  /** What is known of an element: of a frame at the station that is nearest to a place of the picture, else of its node. */
  textAt: (element: FoundElement, x: number, y: number) => string | null
  /** What forces, moments and motions are in. */
  units: Pick<LoadUnits, 'force' | 'moment' | 'length'>
}

/** What the lines over the model mean. */
export type LegendKeys = { keys: readonly { ink: keyof ResultInks; label: string }[]; note: string }

export type ResultsState = {
  drawn: DrawnResults | null
  /** Frames and areas in the colours of results; null: in those of the view. */
  colouring: (Colouring & { title: string }) | null
  /** What is drawn over the model, for the legend. */
  legend: LegendKeys | null
  /** Most of the diagram points at the eye from where the camera is. */
  isEdgeOn: boolean
}

export const NO_RESULTS: ResultsState = { drawn: null, colouring: null, legend: null, isEdgeOn: false }
