import type { Rgb } from '#lib/drawing/palette.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Camera } from './camera.ts'
import { HIGHLIGHT, stepBack } from './colours.ts'
import type { DrawnModel } from './drawn-model.ts'
import { FINE, fillTriangle, type Raster } from './raster.ts'

/** What frames, areas and supports are drawn with. `at`: projected points, three numbers each, in samples; used again and again. */
export type Canvas = { drawn: DrawnModel; camera: Camera; raster: Raster; light: (normal: Vec) => number; at: Float64Array }

/** Into samples, from pixels. */
export function project({ camera, at }: Pick<Canvas, 'camera' | 'at'>, p: Vec, to: number, nearer = 0): boolean {
  const isAhead = camera.project(p[0], p[1], p[2], at, to, nearer)
  at[to] = at[to]! * FINE
  at[to + 1] = at[to + 1]! * FINE
  return isAhead
}

/** Unmarked elements step back when others are marked. */
export function stage({ drawn: { marked } }: Canvas, rgb: Rgb, isMarked: boolean): Rgb {
  if (isMarked) return HIGHLIGHT
  return marked.any ? stepBack(rgb) : rgb
}

/** A round dot of so many pixels across about the point at 0. */
export function round({ raster, at }: Canvas, size: number, rgb: Rgb): void {
  const radius = (FINE * size) / 2
  const [x, y, z] = [at[0]!, at[1]!, at[2]!]
  for (let k = 0; k < DOT_SIDES; k++) {
    const [from, to] = [(2 * Math.PI * k) / DOT_SIDES, (2 * Math.PI * (k + 1)) / DOT_SIDES]
    at.set([x, y, z, x + radius * Math.cos(from), y + radius * Math.sin(from), z])
    at.set([x + radius * Math.cos(to), y + radius * Math.sin(to), z], 6)
    fillTriangle(raster, at, 0, 3, 6, rgb)
  }
}
const DOT_SIDES = 10
