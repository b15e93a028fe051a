import { directionOf, type Vec } from '#lib/model/shape/vector.ts'

/** Unit vectors from the target to the eye, Z up; in the order of their keys, from 0. */
export const VIEWS = {
  overview: directionOf([-1, -1.45, 0.95]),
  iso: directionOf([-1, -1, 1]),
  plan: [0, 0, 1],
  front: [0, -1, 0],
  right: [1, 0, 0],
  back: [0, 1, 0],
  left: [-1, 0, 0],
  below: [0, 0, -1],
} as const satisfies Record<string, Vec>
export type ViewName = keyof typeof VIEWS

/** The overview is seen in perspective, all others are drawings: parallel, with every length of a direction at one scale. */
export const VIEW_NAMES: Record<ViewName, string> = {
  overview: 'Overview',
  iso: 'Isometric',
  plan: 'Plan',
  front: 'Front',
  right: 'Right',
  back: 'Back',
  left: 'Left',
  below: 'From below',
}
