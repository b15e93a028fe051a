import { cross, unit, type Vec } from '#lib/model/shape/vector.ts'

export type CameraAxes = { right: Vec; up: Vec; toward: Vec }

/** Right, up and toward the eye, of a camera that looks from `toward` with `up` upward on screen. */
export function cameraAxes(toward: Vec, up: Vec): CameraAxes {
  const right = unit(cross(up, toward)) ?? unit(cross(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], toward)) ?? [1, 0, 0]
  return { right, up: cross(toward, right), toward }
}

export const corners = ({ low, high }: { low: Vec; high: Vec }): Vec[] =>
  Array.from({ length: 8 }, (_, k): Vec => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]])
