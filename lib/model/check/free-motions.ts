import { DIRECTIONS } from '#lib/schema/restraints.ts'
import {
  AXES,
  AXIS_NAMES,
  AXIS_VECTORS,
  type Axis,
  add,
  cross,
  distance,
  dot,
  length,
  scale,
  scaledToUnit,
  subtract,
  type Vec,
} from '../shape/vector.ts'
import { coordinate, digits } from './check-finding.ts'
import { passedOn, type releasedMotions } from './end-joints.ts'
import { singularValues } from './singular-values.ts'
import type { Structure } from './structure.ts'

/** How supports hold a rigid body, and the motions that they leave free. Conventions, section 10: rank. */

const NONE: Vec = [0, 0, 0]

/** Below this share of the largest, a singular value counts as zero. */
const ZERO = 1e-6

type Hold = { rank: number; free: string[] }

/** The rank of the restraints on these nodes, which are one body, nulls taken for true or false, and the motions left in words. */
export function hold(
  structure: Structure,
  nodes: readonly number[],
  holding: Structure['supports'],
  nullHolds: boolean,
  released: ReturnType<typeof releasedMotions> = new Map(),
): Hold {
  if (holding.length === 0) return { rank: 0, free: [] }
  const { rows, c, ℓ } = restraintsOn(structure, nodes, holding, nullHolds, released)
  const { rank, singular } = rankOf(rows, 6)
  return {
    rank,
    free: freeMotions(singular.slice(rank).map(({ vector }) => vector)).map((motion) => inWords(motion, c, ℓ, structure)),
  }
}

/** Whether they hold the body as a plane structure across an axis: against what stays in the plane, as a frame, or all that leaves it, as a grid. */
export function holdsAsPlane(across: Axis, ...on: Parameters<typeof restraintsOn>): boolean {
  const { rows } = restraintsOn(...on)
  const along = AXES.filter((k) => k !== across)
  const motions = [
    [...along, 3 + across],
    [across, ...along.map((k) => 3 + k)],
  ]
  return motions.some(
    (columns) =>
      rankOf(
        rows.map((row) => columns.map((column) => row[column]!)),
        3,
      ).rank === 3,
  )
}

function rankOf(rows: number[][], columns: number) {
  const singular = singularValues(rows, columns)
  const largest = singular[0]?.value ?? 0
  return { singular, rank: singular.filter(({ value }) => value > ZERO * largest).length }
}

/** A row for each restraint, about the middle of the nodes and in the distance of the farthest. */
function restraintsOn(
  { positions, model }: Structure,
  nodes: readonly number[],
  holding: Structure['supports'],
  nullHolds: boolean,
  released: ReturnType<typeof releasedMotions> = new Map(),
) {
  const points = nodes.map((node) => positions[node]!)
  const c = scale(
    points.reduce((sum, p) => add(sum, p)),
    1 / points.length,
  )
  const ℓ = points.reduce((most, p) => Math.max(most, distance(p, c)), 0) || 1
  const rows = holding.flatMap(({ ordinal, node }) => {
    const { restraints, stiffness } = model.supports?.[ordinal] ?? {}
    const arm = scale(subtract(positions[node]!, c), 1 / ℓ)
    const held = DIRECTIONS.flatMap((direction, k) => {
      const restraint = restraints?.[direction]
      return restraint || (stiffness?.[direction] ?? 0) > 0 || (restraint == null && nullHolds) ? [k] : []
    })
    return (released.get(node) ?? [[]]).flatMap((motions) =>
      passedOn(held, motions).map(([x = 0, y = 0, z = 0, u = 0, v = 0, w = 0]) => {
        const force: Vec = [x, y, z]
        return [...force, ...add(cross(arm, force), [u, v, w])]
      }),
    )
  })
  return { rows, c, ℓ }
}

/** u(p) = move + turn × (p - c)/ℓ, where the turn has length 1; or else the move, and the turn is `NONE`. */
type Motion = { move: Vec; turn: Vec }

/**
 * Splits the motions left free, an orthonormal basis in any directions, into those that an engineer names: slides along the
 * global axes where they are among them, then turns about axes parallel to the global ones, then what is left.
 */
function freeMotions(basis: number[][]): Motion[] {
  const motions = basis.map(([x = 0, y = 0, z = 0, u = 0, v = 0, w = 0]): Motion => ({ move: [x, y, z], turn: [u, v, w] }))
  // Combinations of the basis: by their turns' singular values, the ones without a turn are the slides.
  const byTurn = singularValues(
    AXIS_VECTORS.map((a) => motions.map(({ turn }) => dot(turn, a))),
    motions.length,
  )
  const combined = byTurn.map(({ value, vector }) => ({
    turns: value > ZERO,
    move: blend(
      vector,
      motions.map(({ move }) => move),
    ),
    turn: blend(
      vector,
      motions.map(({ turn }) => turn),
    ),
  }))
  const slides = directions(
    combined
      .filter(({ turns }) => !turns)
      .map(({ move }) => scaledToUnit(move))
      .filter((move) => move !== null),
  )
  const rotations = combined.filter(({ turns }) => turns)
  // The turns left are orthogonal, so a direction among them is a sum of shares.
  const turns = directions(rotations.map(({ turn }) => scaledToUnit(turn)).filter((turn) => turn !== null)).map(
    (turn): Motion => {
      const shares = rotations.map((motion) => dot(turn, motion.turn) / dot(motion.turn, motion.turn))
      const move = blend(
        shares,
        rotations.map(({ move }) => move),
      )
      // Slides may be added at will: take away what only they explain.
      const remainder = slides.reduce((left, slide) => subtract(left, scale(slide, dot(left, slide))), move)
      return { move: remainder, turn }
    },
  )
  return [...slides.map((move) => ({ move, turn: NONE })), ...turns]
}

function blend(shares: readonly number[], vectors: readonly Vec[]): Vec {
  return vectors.reduce((sum, v, i) => add(sum, scale(v, shares[i]!)), NONE)
}

/** Another orthonormal basis of the same directions, with global axes wherever they are among them. */
function directions(basis: Vec[]): Vec[] {
  const chosen: Vec[] = []
  const within = (v: Vec) => basis.reduce((sum, b) => sum + dot(v, b) ** 2, 0)
  for (const axis of AXIS_VECTORS) if (within(axis) > 1 - 1e-9) chosen.push(axis)
  for (const b of basis) {
    if (chosen.length === basis.length) break
    const remainder = chosen.reduce((left, v) => subtract(left, scale(v, dot(left, v))), b)
    const next = length(remainder) > 1e-6 ? scaledToUnit(remainder) : null
    if (next) chosen.push(next)
  }
  return chosen
}

function inWords({ move, turn }: Motion, c: Vec, ℓ: number, structure: Structure): string {
  if (turn === NONE) return `slide along ${direction(move)}`
  // The points that the motion leaves on the axis: w × t from c, where w has length 1; what is left along it is a screw.
  const through = add(c, scale(cross(turn, move), ℓ))
  const places = through.map((part, k) => {
    const position = part / structure.scale + structure.origin[k]!
    return coordinate(structure, Math.abs(position) * structure.scale < 1e-9 * structure.diagonal ? 0 : position)
  })
  const line = AXIS_VECTORS.findIndex((a) => Math.abs(dot(a, turn)) > 1 - 1e-9)
  const where =
    line >= 0
      ? `at ${AXIS_NAMES.flatMap((name, k) => (k === line ? [] : [`${name} = ${places[k]}`])).join(', ')}`
      : `through (${places.join(', ')})`
  const screw = Math.abs(dot(move, turn)) > ZERO ? ' while sliding along it' : ''
  return `turn about the line along ${direction(turn)} ${where}${screw}`
}

/** Of a vector of length 1. */
function direction(v: Vec): string {
  const line = AXIS_VECTORS.findIndex((a) => Math.abs(dot(a, v)) > 1 - 1e-9)
  if (line >= 0) return AXIS_NAMES[line]!
  const shares = v.map((share) => (Math.abs(share) < 1e-6 ? 0 : share))
  const sign = (shares.find((share) => share !== 0) ?? 1) < 0 ? -1 : 1
  return `(${shares.map((share) => digits(sign * share, 3)).join(', ')})`
}
