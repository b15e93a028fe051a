import { digits, type ElementRef, type Found, firstElements, named, plural, refs } from './check-found.ts'
import { disjointSets } from './disjoint-sets.ts'
import { DIRECTIONS } from './restraints.ts'
import { singularValues } from './singular-values.ts'
import { nodeId, type Structure } from './structure.ts'
import {
  AXES,
  AXIS_NAMES,
  AXIS_VECTORS,
  add,
  cross,
  distance,
  dot,
  length,
  scale,
  scaledToUnit,
  subtract,
  type Vec,
} from './vector.ts'

/** Whether the supports hold the structure as a rigid body. Conventions, section 10: parts, rank. */

/** A set of nodes connected by frames and areas; nothing else connects. */
export type Part = { first: number; nodes: number[]; frames: number[]; areas: number[] }

/** In the order of their first nodes. */
export function partsOf({ positions, frames, areas }: Structure): Part[] {
  const sets = disjointSets(positions.length)
  for (const { start, end } of frames) sets.join(start, end)
  for (const { outline, openings } of areas) {
    for (const node of [outline, ...openings].flat()) sets.join(outline[0] ?? node, node)
  }
  const parts = new Map<number, Part>()
  const partAt = (node: number) => {
    const root = sets.find(node)
    const part: Part = parts.get(root) ?? { first: root, nodes: [], frames: [], areas: [] }
    parts.set(root, part)
    return part
  }
  frames.forEach(({ start }, i) => {
    partAt(start).frames.push(i)
  })
  areas.forEach(({ outline }, i) => {
    if (outline[0] !== undefined) partAt(outline[0]).areas.push(i)
  })
  for (let node = 0; node < positions.length; node++) parts.get(sets.find(node))?.nodes.push(node)
  return [...parts.values()].sort((a, b) => a.first - b.first)
}

function elementsOf({ frames, areas }: Structure, part: Part): ElementRef[] {
  return firstElements([
    ...refs(
      'frame',
      part.frames.slice(0, 100).map((i) => frames[i]!.id),
    ),
    ...refs(
      'area',
      part.areas.slice(0, 100).map((i) => areas[i]!.id),
    ),
  ])
}

function sizeOf(part: Part): string {
  return [
    ...(part.frames.length > 0 ? [plural(part.frames.length, 'frame')] : []),
    ...(part.areas.length > 0 ? [plural(part.areas.length, 'area')] : []),
  ].join(' and ')
}

export function* disconnectedParts(structure: Structure, parts: Part[]): Iterable<Found> {
  const weight = (part: Part) => part.frames.length + part.areas.length
  const largest = parts.reduce<Part | undefined>((best, part) => (best && weight(best) >= weight(part) ? best : part), undefined)
  for (const part of parts) {
    if (part === largest) continue
    yield {
      message: `${sizeOf(part)} around node ${named(nodeId(structure, part.first))} ${weight(part) === 1 ? 'is' : 'are'} not connected to the rest of the structure`,
      elements: elementsOf(structure, part),
      fix: 'Connect the part by a common node, split what it rests on at its nodes, or move it to a model of its own.',
    }
  }
}

export function* noSupports({ model, frames, areas }: Structure): Iterable<Found> {
  if (frames.length + areas.length === 0 || (model.supports?.length ?? 0) > 0) return
  yield {
    message: 'The structure has no support at all',
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: 'Add supports at the nodes that rest on the ground.',
  }
}

export function* multipleSupports({ model, supports, ...structure }: Structure): Iterable<Found> {
  const byNode = new Map<number, string[]>()
  for (const { id, node } of supports) {
    const there = byNode.get(node)
    if (there) there.push(id)
    else byNode.set(node, [id])
  }
  for (const [node, ids] of [...byNode].sort(([a], [b]) => a - b)) {
    if (ids.length < 2) continue
    const id = nodeId({ ...structure, model, supports }, node)
    yield {
      message: `Node ${named(id)} has ${ids.length} supports; a direction is held if one of them holds it`,
      elements: [{ kind: 'node', id }, ...refs('support', ids)],
      fix: 'Keep one support with all the restraints that are meant.',
    }
  }
}

export function* supportsWithoutRestraint({ model }: Structure): Iterable<Found> {
  for (const { id, nodeId, restraints } of model.supports ?? []) {
    const stated = Object.values(restraints ?? {})
    if (stated.includes(true)) continue
    const unknown = DIRECTIONS.filter((direction) => (restraints?.[direction] ?? null) === null).length
    yield {
      message: `Support ${named(id)} at node ${named(nodeId)} holds nothing${unknown > 0 ? `: ${plural(unknown, 'direction')} not stated` : ''}`,
      elements: [{ kind: 'support', id }],
      fix: 'State the restraints that hold (true), or remove the support; springs may stay unstated.',
    }
  }
}

const NONE: Vec = [0, 0, 0]

/** Below this share of the largest, a singular value counts as zero. */
const ZERO = 1e-6

export function* unstableParts(structure: Structure, parts: Part[]): Iterable<Found> {
  const { model, supports } = structure
  if ((model.supports?.length ?? 0) === 0) return
  const supportsAt = new Map<number, typeof supports>()
  for (const support of supports) {
    const there = supportsAt.get(support.node)
    if (there) there.push(support)
    else supportsAt.set(support.node, [support])
  }
  const isPlane = isPlaneModel(structure)
  for (const part of parts) {
    const holding = part.nodes.flatMap((node) => supportsAt.get(node) ?? [])
    const held = hold(structure, part, holding, false)
    if (held.rank === 6) continue
    const isHeldByUnstated = hold(structure, part, holding, true).rank === 6
    const where =
      parts.length > 1 ? `The part of ${sizeOf(part)} around node ${named(nodeId(structure, part.first))}` : 'The structure'
    const how = held.rank === 0 ? 'is held by nothing' : `can move as a whole: it is free to ${joined(held.free)}`
    const why = isHeldByUnstated
      ? '; held only if the restraints that are not stated hold, as springs do'
      : isPlane
        ? '; all nodes lie in one plane, so this may be a plane structure'
        : ''
    yield {
      severity: isHeldByUnstated || isPlane ? 'warning' : 'error',
      message: `${where} ${how}${why}`,
      elements: firstElements([
        ...refs(
          'support',
          holding.map(({ id }) => id),
        ),
        ...elementsOf(structure, part),
      ]),
      fix: isHeldByUnstated
        ? 'State the restraints (true or false), or make sure that the springs are in the analysis model.'
        : isPlane
          ? 'Analyse it in its plane only, or add supports that hold it out of its plane.'
          : `${parts.length > 1 ? 'Connect it to the rest (what lies on a frame is joined to it when that frame is split there), or add' : 'Add'} supports or restraints to hold it${held.rank === 0 ? '' : ' against this'}: three pinned nodes not in a line, or one fixed node, are enough.`,
    }
  }
}

function isPlaneModel({ positions, isUsed, tolerance }: Structure): boolean {
  const [first, ...others] = positions.filter((_, i) => isUsed[i])
  return !first || AXES.some((k) => others.every((p) => Math.abs(p[k] - first[k]) <= tolerance))
}

type Hold = { rank: number; free: string[] }

/** The rank of the part's restraints, nulls taken for true or false, and the motions left in words. */
function hold(structure: Structure, part: Part, holding: Structure['supports'], nullHolds: boolean): Hold {
  if (holding.length === 0) return { rank: 0, free: [] }
  const { positions, model } = structure
  const points = part.nodes.map((node) => positions[node]!)
  const c = scale(
    points.reduce((sum, p) => add(sum, p)),
    1 / points.length,
  )
  const ℓ = points.reduce((most, p) => Math.max(most, distance(p, c)), 0) || 1
  const rows = holding.flatMap(({ ordinal, node }) => {
    const restraints = model.supports?.[ordinal]?.restraints
    const arm = scale(subtract(positions[node]!, c), 1 / ℓ)
    return DIRECTIONS.flatMap((direction, k) => {
      if (!(restraints?.[direction] ?? nullHolds)) return []
      const a = AXIS_VECTORS[k % 3]!
      const [force, moment] = k < 3 ? [a, cross(arm, a)] : [NONE, a]
      return [[...force, ...moment]]
    })
  })
  const singular = singularValues(rows, 6)
  const largest = singular[0]?.value ?? 0
  const rank = singular.filter(({ value }) => value > ZERO * largest).length
  return {
    rank,
    free: freeMotions(singular.slice(rank).map(({ vector }) => vector)).map((motion) => inWords(motion, c, ℓ, structure)),
  }
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
  const turning = combined.filter(({ turns }) => turns)
  // The turns left are orthogonal, so a direction among them is a sum of shares.
  const turns = directions(turning.map(({ turn }) => scaledToUnit(turn)).filter((turn) => turn !== null)).map((turn): Motion => {
    const shares = turning.map((motion) => dot(turn, motion.turn) / dot(motion.turn, motion.turn))
    const move = blend(
      shares,
      turning.map(({ move }) => move),
    )
    // Slides may be added at will: take away what only they explain.
    const rest = slides.reduce((left, slide) => subtract(left, scale(slide, dot(left, slide))), move)
    return { move: rest, turn }
  })
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
    const rest = chosen.reduce((left, v) => subtract(left, scale(v, dot(left, v))), b)
    const next = length(rest) > 1e-6 ? scaledToUnit(rest) : null
    if (next) chosen.push(next)
  }
  return chosen
}

function inWords({ move, turn }: Motion, c: Vec, ℓ: number, structure: Structure): string {
  if (turn === NONE) return `slide along ${direction(move)}`
  // The points that the motion leaves on the axis: w × t from c, where w has length 1; what is left along it is a screw.
  const through = add(c, scale(cross(turn, move), ℓ))
  const places = through.map((part, k) => {
    const at = part / structure.scale + structure.origin[k]!
    return digits(Math.abs(at) * structure.scale < 1e-9 * structure.diagonal ? 0 : at)
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

function joined(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}
