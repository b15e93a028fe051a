import type { Vec } from './shape/vector.ts'
import type { Up } from './up-axis.ts'

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

/** Beyond it numbers of graphics cards end, no picture comes, and whoever opened the view could not get out of it. */
const FARTHEST = 1e30

/** `x,y,z` of the eye, then of what it looks at, then the zoom of a parallel view; null for what is none. */
export function readCamera(text: string | null): ViewCamera | null {
  const numbers = (text ?? '').split(',').map(Number)
  if (numbers.length < 6 || !numbers.every((number) => Math.abs(number) <= FARTHEST)) return null
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

const UPS = ['y', '-z', '-y'] satisfies Up[]
/** Null: +Z. */
export const readUp = (text: string | null): Up | null => UPS.find((up) => up === text) ?? null

/** Which revisions are looked at. Null stands for the newest, whichever that is. */
export type Comparing = { from: number | null; to: number | null }

export const readRevision = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

/** `5..8`; an end that is missing is the newest. Null for what makes no sense. */
export function readCompare(text: string | null): Comparing | null {
  const [, from, to] = /^(\d*)\.\.(\d*)$/.exec(text ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const ends = { from: readRevision(from), to: readRevision(to) }
  return (from !== '' && ends.from === null) || (to !== '' && ends.to === null) ? null : ends
}

export const compareText = ({ from, to }: Comparing) => `${from ?? ''}..${to ?? ''}`
