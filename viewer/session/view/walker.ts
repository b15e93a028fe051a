import { add, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'

/** Somebody who walks through a model: pure, of what is held and of the ground. Places are about the scene's origin. */

/** `feet`: where they stand; `height`: of what the eye is carried above, which follows the feet; angles in radians. */
export type Walker = { feet: Vec; height: number; turn: number; tilt: number }

/** What is held down: ahead and aside from -1 to 1, turning to the left in the same way. */
export type WalkKeys = { ahead: number; aside: number; turn: number; isRunning: boolean }
export const NOTHING_HELD: WalkKeys = { ahead: 0, aside: 0, turn: 0, isRunning: false }

/** In the model's unit of length, a second each: how high the eye is, what is climbed, how fast it goes. */
export type Gait = { eye: number; climb: number; walk: number; run: number }

/** The highest surface of a floor at a place, at most as high as `below`; null where there is none. */
export type Ground = (point: Vec, below: number) => number | null

export type Surroundings = { up: Vec; gait: Gait; ground: Ground /** Where there is no floor. */; lowest: number }

const METRES = { eye: 1.7, climb: 0.6, walk: 1.4, run: 4 }
/** Of a storey, where nobody knows how long a unit is. */
const EYE_OF_STOREY = 0.55
/** Radians a second by key; and as far up and down as one looks. */
const TURN = Math.PI / 3
const MOST_TILT = (85 * Math.PI) / 180
/** Seconds until most of a step's height is taken, so that stairs are no jolt. */
const SMOOTH = 0.09

/** `metres`: of a unit of length; `storey`: a usual height of one, in the model's unit. */
export function gaitOf(metres: number | null, storey: number): Gait {
  const unitOf = metres !== null ? 1 / metres : (EYE_OF_STOREY * storey) / METRES.eye
  return { eye: METRES.eye * unitOf, climb: METRES.climb * unitOf, walk: METRES.walk * unitOf, run: METRES.run * unitOf }
}

/** Two level unit vectors, `across` to the left of `along` seen from above. */
export function levelAxes(up: Vec): { along: Vec; across: Vec } {
  const along: Vec = Math.abs(up[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0]
  return { along, across: cross(up, along) }
}

const ahead = (turn: number, up: Vec): Vec => {
  const { along, across } = levelAxes(up)
  return add(scale(along, Math.cos(turn)), scale(across, Math.sin(turn)))
}

export const eyeOf = ({ feet, height }: Walker, { up, gait }: Pick<Surroundings, 'up' | 'gait'>): Vec =>
  add(feet, scale(up, height + gait.eye - dot(feet, up)))

export const lookOf = ({ turn, tilt }: Walker, up: Vec): Vec =>
  add(scale(ahead(turn, up), Math.cos(tilt)), scale(up, Math.sin(tilt)))

/** What is grabbed stays under the pointer: angles by which the picture was dragged, to the left and downward. */
export const looked = (walker: Walker, left: number, down: number): Walker => ({
  ...walker,
  turn: walker.turn - left,
  tilt: Math.min(MOST_TILT, Math.max(-MOST_TILT, walker.tilt + down)),
})

/**
 * After so many seconds. The way is gone in pieces shorter than a step is deep, whatever the time between two pictures: a floor
 * within what is climbed is stepped on, a higher one stops the way, and beyond an edge one stands on what is below.
 */
export function walked(walker: Walker, held: WalkKeys, seconds: number, { up, gait, ground, lowest }: Surroundings): Walker {
  const turn = walker.turn + held.turn * TURN * seconds
  const front = ahead(turn, up)
  const way = add(scale(front, held.ahead), scale(cross(front, up), held.aside))
  const part = Math.min(1, Math.hypot(...way))
  const far = part * (held.isRunning ? gait.run : gait.walk) * seconds
  const direction = unit(way)
  let { feet } = walker
  const pieces = direction ? Math.ceil(far / (gait.climb / 4)) : 0
  for (let k = 0; direction && k < pieces; k++) {
    const next = stoodOn(add(feet, scale(direction, far / pieces)), dot(feet, up), { up, gait, ground, lowest })
    if (!next) break
    feet = next
  }
  const now = dot(feet, up)
  const difference = (walker.height - now) * Math.exp(-seconds / SMOOTH)
  return { ...walker, feet, turn, height: Math.abs(difference) < gait.eye / 2000 ? now : now + difference }
}

/** The same place with the feet on its floor; null: that is too high to be climbed. `from`: the height one comes from. */
function stoodOn(point: Vec, from: number, { up, gait, ground, lowest }: Surroundings): Vec | null {
  const floor = Math.max(ground(point, from + gait.eye) ?? lowest, lowest)
  return floor > from + gait.climb ? null : add(point, scale(up, floor - dot(point, up)))
}

export const isStill = (walker: Walker, held: WalkKeys, up: Vec) =>
  held.ahead === 0 && held.aside === 0 && held.turn === 0 && walker.height === dot(walker.feet, up)

/** Of a box how far beyond its sides one starts who comes from outside, in eye heights. */
const BEFORE = 3

/**
 * Where somebody begins who has looked from `eye` along `look`: below the eye where that is in the model, else on the ground in front
 * of it, turned to its middle.
 */
export function beginAt(eye: Vec, look: Vec, { low, high }: { low: Vec; high: Vec }, around: Surroundings): Walker {
  const { up, gait, ground, lowest } = around
  const { along, across } = levelAxes(up)
  const side = (axis: Vec): [number, number] => {
    const [a, b] = [dot(low, axis), dot(high, axis)]
    return [Math.min(a, b), Math.max(a, b)]
  }
  const inside = (axis: Vec, beyond: number) => {
    const [least, most] = side(axis)
    return Math.min(most + beyond, Math.max(least - beyond, dot(eye, axis)))
  }
  const isIn = [along, across, up].every((axis) => Math.abs(inside(axis, 0) - dot(eye, axis)) < gait.climb)
  const beyond = isIn ? 0 : BEFORE * gait.eye
  const place = add(scale(along, inside(along, beyond)), scale(across, inside(across, beyond)))
  const from = isIn ? dot(eye, up) : lowest + gait.climb
  const height = Math.max(ground(add(place, scale(up, from)), from) ?? lowest, lowest)
  const feet = add(place, scale(up, height))
  const middle = scale(add(low, high), 0.5)
  const toward = isIn ? look : subtract(middle, feet)
  const turn = Math.atan2(dot(toward, across), dot(toward, along))
  return { feet, height, turn, tilt: 0 }
}

/** On the next floor above or below, where there is one at this place; `levels`: heights of the storeys. */
export function onNextFloor(
  walker: Walker,
  by: 1 | -1,
  levels: readonly number[],
  { up, gait, ground }: Surroundings,
): Walker | null {
  const now = dot(walker.feet, up)
  const sorted = levels.filter((level) => by * (level - now) > gait.climb).sort((a, b) => by * (a - b))
  for (const level of sorted) {
    const floor = ground(walker.feet, level + gait.climb)
    if (floor !== null && by * (floor - now) > gait.climb)
      return { ...walker, feet: add(walker.feet, scale(up, floor - now)), height: floor }
  }
  return null
}
