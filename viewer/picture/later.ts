import { part } from '../session/part.ts'
import type { ViewerSession } from '../session/session.ts'
import { PICKING } from './pointer/picking-part.ts'

/** What only a press, a menu or a few addresses ask for. It is fetched once the first picture stands: by then there may be no network. */

export const MARKS = part(() => import('./marks/marks.ts'))
/** The ruler of levels and the bubbles of grid lines: from the second picture on. */
export const GRID = part(() => import('./marks/grid-marks.ts'))
export const WALKING = part(() => import('./camera/walk.ts'))
export const SHEETS = part(() => import('./take-picture.ts'))

/** Loads and results over the model, which few people look at: fetched when they are first drawn. */
export const STATICS = part(() => import('./statics/statics-marks.ts'))

export const PARTS = [GRID, MARKS, PICKING, WALKING, SHEETS]

export const hasStatics = ({ loads, results }: Pick<ViewerSession, 'loads' | 'results'>) =>
  loads.get().shown !== null || results.get().drawn !== null

/** There is something that `MARKS` draw. */
export const hasMarks = ({ view, derived }: Pick<ViewerSession, 'view' | 'derived'>) =>
  view.get().section !== null || view.get().dimensions.length > 0 || derived.get().dimensions.length > 0
