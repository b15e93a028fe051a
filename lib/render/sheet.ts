import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import type { Camera } from './camera.ts'
import type { DrawnModel } from './drawn-model.ts'
import type { Image } from './png.ts'
import type { Sight } from './sight.ts'

/** One tile of a picture: what is drawn, from where, onto which pixels. */
export type Sheet = {
  drawn: DrawnModel
  camera: Camera
  view: Sight['seen']
  image: Image
  unit: LengthUnit | undefined
  /** Pixels for one of those that sizes of marks are given in: letters are so large in every picture that they can be read. */
  px: number
  /** Cap height of letters. */
  letter: number
  /** Where the tile begins below the title of the picture. */
  top: number
  /** Whether the camera looks at a part of what is drawn, and lines run out of the tile. */
  isZoomed: boolean
  /** Around the bodies and faces that are drawn. */
  box: Box
  /** Pixels to the left of the drawing that loads take. */
  beside: number
  /** Where names of levels, values of loads and results stand. */
  taken: Rect[]
}

/** Cap height where `px` is 1. */
export const LETTER = 7.5

/** Letters, with what hangs below the line, are 12 pixels high in a picture 1024 wide, and never less than 10. */
export const pxOf = (width: number): number => (0.75 * Math.max(10, Math.round((12 * width) / 1024))) / LETTER

/** Where a point lies in the picture, in pixels, and how deep. */
export function pixel({ camera }: Pick<Sheet, 'camera'>, p: Vec): { x: number; y: number; depth: number } | null {
  const out = new Float64Array(3)
  return camera.project(p[0], p[1], p[2], out, 0) ? { x: out[0]!, y: out[1]!, depth: out[2]! } : null
}

/** Longest name of a bubble or level, in letter heights; longer ones are shortened, since the structure needs the width. */
export const LONGEST_NAME = 16
