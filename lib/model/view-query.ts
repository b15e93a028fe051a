import type { Vec } from './shape/vector.ts'

/**
 * Where a view of a model is seen from and cut, as the address of the viewer has it. Places are in model axes and units, as the model's
 * lengths stood when the view was made.
 */

export type ViewCamera = {
  position: Vec
  target: Vec
  /** Pixels of a unit length; of a parallel view only, else 0. */
  zoom: number
}

/** As low and high of each axis; null is open. */
export type ViewSection = {
  low: [number | null, number | null, number | null]
  high: [number | null, number | null, number | null]
}

/** `x,y,z` of the eye, then of what it looks at, then the zoom of a parallel view; null for what is none. */
export function readCamera(text: string | null): ViewCamera | null {
  const numbers = (text ?? '').split(',').map(Number)
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return null
  const [px = 0, py = 0, pz = 0, tx = 0, ty = 0, tz = 0, zoom = 0] = numbers
  return { position: [px, py, pz], target: [tx, ty, tz], zoom: zoom > 0 ? zoom : 0 }
}

/** The three low sides, then the three high ones; an empty one is open. Null for what is none. */
export function readSection(text: string | null): ViewSection | null {
  const sides = text?.split(',').map((side) => (side === '' || !Number.isFinite(Number(side)) ? null : Number(side)))
  if (sides?.length !== 6) return null
  const [a = null, b = null, c = null, d = null, e = null, f = null] = sides
  return { low: [a, b, c], high: [d, e, f] }
}

export const sectionText = ({ low, high }: ViewSection): string =>
  [...low, ...high].map((side) => (side === null ? '' : Number(side.toPrecision(12)))).join(',')
