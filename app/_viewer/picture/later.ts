import { part } from '../session/part.ts'

/** What only a press or a menu asks for. It is fetched once the first picture stands: by then there may be no network. */

export const SNAPPING = part(() => import('./snap.ts'))
export const WALKING = part(() => import('./walk.ts'))
export const SHEETS = part(() => import('./take-picture.ts'))

export const PARTS = [SNAPPING, WALKING, SHEETS]
