import { part } from '../../session/part.ts'

/** Comes behind the first picture, with where all lies: until then nothing is under a place. */
export const PICKING = part(() => import('./picking.ts'))
