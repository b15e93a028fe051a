import { corners } from '#lib/drawing/camera-axes.ts'
import { fitInto } from '#lib/drawing/fit.ts'
import { evenPads } from '#lib/drawing/solve-fit.ts'
import { add, directionOf, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'

/** Where a camera stands and looks, in model axes, Z up. */
export type Look = { eye: Vec; target: Vec }
export type View = 'whole' | 'close'
/** In model axes. */
export type Box = { low: Vec; high: Vec }

/** The picture, and the vertical angle of every camera. */
export const WIDTH = 1280
export const HEIGHT = 720
export const FOV = 35

/** Whole: the building just fills the picture. Close: from some metres off a corner, at half height, along its diagonal. */
export function lookOf({ low, high }: Box, view: View): Look {
  const centre = scale(add(low, high), 0.5)
  if (view === 'close') return { eye: [low[0] - 8, low[1] - 8, centre[2] + 1.7], target: centre }
  const toward = directionOf([-1, -1.45, 0.95])
  const margin = (side: number) => (side * (1 - 1 / 1.1)) / 2
  const [x, y] = [margin(WIDTH), margin(HEIGHT)]
  const content = [{ points: corners({ low, high }).flat(), pads: evenPads(0) }]
  const picture = { width: WIDTH, height: HEIGHT, fov: FOV, isParallel: false }
  const { target, distance } = fitInto(content, toward, [0, 0, 1], picture, { x0: x, y0: y, x1: WIDTH - x, y1: HEIGHT - y })
  return { eye: add(target, scale(toward, distance)), target }
}

/** The eye gone round the target by some degrees. */
export function turned({ eye, target }: Look, degrees: number): Look {
  const [x, y, z] = subtract(eye, target)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return { eye: add(target, [x * cos - y * sin, x * sin + y * cos, z]), target }
}
