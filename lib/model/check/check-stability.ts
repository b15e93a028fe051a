import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { AXES, type Axis } from '../shape/vector.ts'
import { type ElementRef, firstElements, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { releasedMotions } from './end-joints.ts'
import { hold, holdsAsPlane } from './free-motions.ts'
import { nodeId, type Structure } from './structure.ts'

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

export function* disconnectedParts(structure: Structure, parts: Part[]): Iterable<RuleFinding> {
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

export function* noSupports({ model, frames, areas }: Structure): Iterable<RuleFinding> {
  if (frames.length + areas.length === 0 || (model.supports?.length ?? 0) > 0) return
  yield {
    message: 'The structure has no support at all',
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: 'Add supports at the nodes that rest on the ground.',
  }
}

export function* multipleSupports({ model, supports, ...structure }: Structure): Iterable<RuleFinding> {
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

export function* supportsWithoutRestraint({ model }: Structure): Iterable<RuleFinding> {
  for (const { id, nodeId, restraints, stiffness } of model.supports ?? []) {
    const stated = Object.values(restraints ?? {})
    if (stated.includes(true) || Object.values(stiffness ?? {}).some((spring) => (spring ?? 0) > 0)) continue
    const unknown = DIRECTIONS.filter((direction) => (restraints?.[direction] ?? null) === null).length
    yield {
      message: `Support ${named(id)} at node ${named(nodeId)} holds nothing${unknown > 0 ? `: ${plural(unknown, 'direction')} not stated` : ''}`,
      elements: [{ kind: 'support', id }],
      fix: 'State the restraints that hold (true), or remove the support; springs may stay unstated.',
    }
  }
}

/** `released`: what nodes at supports do not pass on; a mechanism tells its hinges itself, and takes every end as joined. */
export function* unstableParts(
  structure: Structure,
  parts: Part[],
  released = releasedMotions(structure),
): Iterable<RuleFinding> {
  const { model, supports } = structure
  if ((model.supports?.length ?? 0) === 0) return
  const supportsAt = new Map<number, typeof supports>()
  for (const support of supports) {
    const there = supportsAt.get(support.node)
    if (there) there.push(support)
    else supportsAt.set(support.node, [support])
  }
  const planes = planesOf(structure)
  for (const part of parts) {
    const holding = part.nodes.flatMap((node) => supportsAt.get(node) ?? [])
    const held = hold(structure, part.nodes, holding, false, released)
    if (held.rank === 6) continue
    const isHeldByUnstated = hold(structure, part.nodes, holding, true, released).rank === 6
    const isPlane = planes.some((across) => holdsAsPlane(across, structure, part.nodes, holding, true, released))
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
          : `${parts.length > 1 ? 'Connect it to the rest (what lies on a frame or in an area is joined to it when that is divided there), or add' : 'Add'} supports or restraints to hold it${held.rank === 0 ? '' : ' against this'}: three pinned nodes not in a line, or one fixed node, are enough.`,
    }
  }
}

/** The axes across which the whole structure lies in one plane: two where it is a line. */
function planesOf({ positions, isUsed, tolerance }: Structure): readonly Axis[] {
  const [first, ...others] = positions.filter((_, i) => isUsed[i])
  return first ? AXES.filter((k) => others.every((p) => Math.abs(p[k] - first[k]) <= tolerance)) : AXES
}

function joined(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}
