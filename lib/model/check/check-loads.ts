import { propertiesOf } from '#lib/profiles/grade.ts'
import type { Load, LoadCase } from '#lib/schema/loads.ts'
import { DIRECTIONS, type Direction } from '#lib/schema/restraints.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { placeOfLoad } from '../load/load-places.ts'
import { loadResultant } from '../load/load-resultant.ts'
import { sectionArea } from '../section/section-area.ts'
import { newell } from '../shape/shell-axes.ts'
import { length, scale, type Vec, vec } from '../shape/vector.ts'
import { readUnits } from '../units.ts'
import { asPattern } from '../validate/references.ts'
import { digits, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Load cases without loads, loads that nothing carries or that are there twice, and such as point the wrong way or are in another unit. */

const GRAVITY = 9.80665

const isEmptyCase = ({ selfWeight }: LoadCase, loads: readonly Load[]) => !selfWeight && !loads.some(isLoading)

/** A load that says how much, and not that it is nothing. */
const isLoading = ({ force, forceEnd, moment, displacement, rotation, temperature, gradient }: Load): boolean =>
  [temperature, ...[force, forceEnd, moment, displacement, rotation, gradient].flatMap((one) => Object.values(one ?? {}))].some(
    Boolean,
  )

function loadsByCase({ loadCases = [], loads = [] }: ViewerModel): { one: LoadCase; loads: Load[] }[] {
  const byCase = new Map<string, Load[]>(loadCases.map(({ id }) => [id, []]))
  for (const load of loads) byCase.get(load.caseId)?.push(load)
  return loadCases.map((one) => ({ one, loads: byCase.get(one.id) ?? [] }))
}

export function* emptyLoadCases({ model }: Structure): Iterable<RuleFinding> {
  for (const { one, loads } of loadsByCase(model)) {
    if (!isEmptyCase(one, loads)) continue
    yield {
      message:
        loads.length === 0
          ? `Load case ${named(one.id)} has no loads, and no self weight`
          : `Load case ${named(one.id)} has no self weight, and its ${plural(loads.length, 'load')} ${loads.length === 1 ? 'says' : 'say'} nothing or 0: ${listed(loads.map(({ id }) => id))}`,
      elements: [
        { kind: 'loadCase', id: one.id },
        ...refs(
          'load',
          loads.map(({ id }) => id),
        ),
      ],
      fix: 'Add its loads, say selfWeight, or remove it.',
    }
  }
}

export function* combinationsOfEmptyCases({ model }: Structure): Iterable<RuleFinding> {
  const empty = new Set(loadsByCase(model).flatMap(({ one, loads }) => (isEmptyCase(one, loads) ? [one.id] : [])))
  for (const { id, terms } of model.combinations ?? []) {
    const named_ = [...new Set(terms.flatMap(({ caseId }) => (caseId != null && empty.has(caseId) ? [caseId] : [])))]
    if (named_.length === 0) continue
    yield {
      message: `Combination ${named(id)} has ${plural(named_.length, 'load case')} without loads: ${listed(named_)}`,
      elements: [{ kind: 'combination', id }, ...refs('loadCase', named_)],
      fix: 'Add the loads of these cases, or take the terms out.',
    }
  }
}

export function* diaphragmsWithoutNodes({
  model,
  isUsed,
  nodeOrdinals,
  diagonal,
  scale: factor,
}: Structure): Iterable<RuleFinding> {
  const tolerance = (1e-4 * diagonal) / factor
  const levels = new Map((model.gridLines ?? []).map((line) => [line.id, line.coordinate]))
  for (const { id, gridLineId, nodeIds } of model.diaphragms ?? []) {
    const level = gridLineId == null ? undefined : levels.get(gridLineId)
    const has =
      level === undefined
        ? (nodeIds ?? []).some((node) => isUsed[nodeOrdinals.get(node) ?? -1] === 1)
        : model.nodes.some(({ position }, i) => isUsed[i] === 1 && Math.abs(position.z - level) <= tolerance)
    if (has) continue
    yield {
      message: `Diaphragm ${named(id)} has no node that frames or areas use`,
      elements: [{ kind: 'diaphragm', id }, ...(gridLineId == null ? [] : refs('gridLine', [gridLineId]))],
      fix: 'Name the level on which the floor lies, or its nodes.',
    }
  }
}

export function* loadsOnUnusedNodes(structure: Structure): Iterable<RuleFinding> {
  const { model, nodeOrdinals, isUsed } = structure
  const byNode = new Map<number, string[]>()
  for (const { id, nodeId: node } of model.loads ?? []) {
    const ordinal = node == null ? undefined : nodeOrdinals.get(node)
    if (ordinal === undefined || isUsed[ordinal] === 1) continue
    const there = byNode.get(ordinal)
    if (there) there.push(id)
    else byNode.set(ordinal, [id])
  }
  for (const [ordinal, ids] of byNode) {
    const node = nodeId(structure, ordinal)
    yield {
      message: `${plural(ids.length, 'load')} on node ${named(node)}, which no frame and no area uses: ${listed(ids)}`,
      elements: [{ kind: 'node', id: node }, ...refs('load', ids)],
      fix: 'Put the load on a node of the structure, or connect the node to it.',
    }
  }
}

/** The directions of a node's loads, as those of a support. */
const LOADED = { force: { x: 'u1', y: 'u2', z: 'u3' }, moment: { x: 'r1', y: 'r2', z: 'r3' } } as const

const heldDirections = ({ supports = [] }: ViewerModel): Map<string, Set<Direction>> => {
  const held = new Map<string, Set<Direction>>()
  for (const { nodeId: node, restraints } of supports) {
    const there = held.get(node) ?? new Set()
    held.set(node, there)
    for (const direction of DIRECTIONS) if (restraints?.[direction]) there.add(direction)
  }
  return held
}

/** Nothing but the support feels what acts where it holds. */
export function* loadsIntoSupports({ model }: Structure): Iterable<RuleFinding> {
  const held = heldDirections(model)
  const byNode = new Map<string, string[]>()
  for (const { id, nodeId: node, force, moment } of model.loads ?? []) {
    const there = node == null ? undefined : held.get(node)
    if (node == null || !there) continue
    const acts = (['x', 'y', 'z'] as const).flatMap((axis) => [
      ...(force?.[axis] ? [LOADED.force[axis]] : []),
      ...(moment?.[axis] ? [LOADED.moment[axis]] : []),
    ])
    if (acts.length === 0 || !acts.every((direction) => there.has(direction))) continue
    byNode.set(node, [...(byNode.get(node) ?? []), id])
  }
  for (const [node, ids] of byNode)
    yield {
      message: `${plural(ids.length, 'load')} on node ${named(node)} ${ids.length === 1 ? 'goes' : 'go'} straight into its support, which holds what they push at: ${listed(ids)}`,
      elements: [{ kind: 'node', id: node }, ...refs('load', ids)],
      fix: 'Put the load on a node that may move, or leave it where only the reaction is asked for.',
    }
}

/** What is said of a load but its id and source, whatever the order of its fields. */
const contentOf = ({ id: _, source: __, ...content }: Load): string =>
  JSON.stringify(content, (_, value: unknown) =>
    isDictionary(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one != null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  )

/** Loads that say the same of one element in one case. */
export function* equalLoads(loads: readonly Load[]): Iterable<RuleFinding> {
  const equal = new Map<string, Load[]>()
  for (const load of loads) {
    if (!isLoading(load)) continue
    const content = contentOf(load)
    const there = equal.get(content)
    if (there) there.push(load)
    else equal.set(content, [load])
  }
  for (const [first, ...others] of equal.values()) {
    if (!first || others.length === 0) continue
    const ids = [first, ...others].map(({ id }) => id)
    const [kind, target] = (
      [
        ['node', first.nodeId],
        ['frame', first.frameId],
        ['area', first.areaId],
      ] as const
    ).find(([, one]) => one != null) ?? ['node', '']
    yield {
      message: `${plural(ids.length, 'load')} of case ${named(first.caseId)} on ${kind} ${named(target ?? '')} are equal: ${listed(ids)}`,
      elements: refs('load', ids),
      fix: 'They add up; keep one of them if one is meant.',
      op: { select: { kinds: ['loads'], ids: others.map(({ id }) => asPattern(id)) }, remove: {} },
    }
  }
}

/** Natures whose loads weigh down. */
const DOWNWARD: readonly string[] = ['dead', 'superdead', 'live', 'roof', 'snow']

export function* loadsUpward({ model }: Structure): Iterable<RuleFinding> {
  const forceOf = forcesIn(model)
  for (const { one, loads } of loadsByCase(model)) {
    if ((one.selfWeight ?? 0) < 0) {
      yield {
        message: `Load case ${named(one.id)} lifts the structure by its own weight: selfWeight is ${digits(one.selfWeight ?? 0)}`,
        elements: [{ kind: 'loadCase', id: one.id }],
        fix: 'selfWeight counts along -Z, so own weight that weighs is above 0: mend its sign.',
      }
      continue
    }
    if (!DOWNWARD.includes(one.nature ?? '')) continue
    const forces = loads.map(forceOf)
    const up = forces.reduce((sum, force) => sum + force[2], 0)
    const size = forces.reduce((sum, force) => sum + Math.abs(force[2]), 0)
    const flat = forces.reduce((sum, [x, y]) => sum + Math.hypot(x, y), 0)
    if (flat > 0 && size <= 1e-9 * flat)
      yield {
        message: `The loads of case ${named(one.id)} (${one.nature}) act along X and Y alone: none of them weighs`,
        elements: [{ kind: 'loadCase', id: one.id }],
        fix: 'Z points up, so loads that weigh have z below 0: mend their direction, or the nature of the case.',
      }
    if (!(up > 1e-9 * size)) continue
    yield {
      message: `The loads of case ${named(one.id)} (${one.nature}) act upward: their sum along Z is +${digits(up)}`,
      elements: [{ kind: 'loadCase', id: one.id }],
      fix: 'Z points up, so loads that weigh have z below 0: mend their signs, or the nature of the case.',
    }
  }
}

const [MOST, LEAST] = [100, 0.001]

export function* loadsOfOtherSize({ model }: Structure): Iterable<RuleFinding> {
  const { length: long, force: unit } = readUnits(model.units)
  if (!long || !unit || !model.loadCases?.length) return
  const weight = ownWeight(model, long.metres)
  if (!weight) return
  const forceOf = forcesIn(model)
  for (const { one, loads } of loadsByCase(model)) {
    const total = loads.reduce((sum, load) => sum + length(forceOf(load)), 0) * unit.newtons
    const ratio = total / weight
    if (total === 0 || (ratio <= MOST && ratio >= LEAST)) continue
    yield {
      message: `The loads of case ${named(one.id)} are ${digits(ratio, 2)} times the own weight of the structure (${digits(total / 1000)} kN against ${digits(weight / 1000)} kN): they look like another unit`,
      elements: [{ kind: 'loadCase', id: one.id }],
      fix: `Forces are in ${unit.unit} here, lengths in ${long.unit}: check the numbers, or the units of the model.`,
    }
  }
}

/** Of each load what it sums up to, in the units of the model. */
function forcesIn(model: ViewerModel): (load: Load) => Vec {
  const ordinals = {
    nodes: new Map(model.nodes.map(({ id }, i) => [id, i])),
    frames: new Map((model.frames ?? []).map(({ id }, i) => [id, i])),
    areas: new Map((model.areas ?? []).map(({ id }, i) => [id, i])),
  }
  const targets = {
    ordinalOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => ordinals[kind].get(id),
    element: (kind: 'frames' | 'areas', ordinal: number) => model[kind]![ordinal]!,
    position: (node: number) => vec(model.nodes[node]!.position),
  } as Parameters<typeof placeOfLoad>[1] // frames for frames, areas for areas
  return (load) => {
    const place = placeOfLoad(load, targets)
    return place ? loadResultant(load, place).force : [0, 0, 0]
  }
}

/** Of frames and areas, in newtons; undefined where that of one is not known. */
function ownWeight(
  { nodes, frames = [], areas = [], sections = [], sectionDefinitions = [], materials = [] }: ViewerModel,
  metres: number,
) {
  const places = new Map(nodes.map(({ id, position }) => [id, vec(position)]))
  const definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
  const faces = new Map(
    sections.map((section) => {
      const face = sectionArea(section, definitions.get(section.id))
      return [section.id, { section, area: typeof face === 'string' ? undefined : face.area }]
    }),
  )
  const densities = new Map(materials.map((material) => [material.id, propertiesOf(material).density]))
  let kilograms = 0
  const pointsOf = (ids: readonly string[]) => ids.flatMap((id) => (places.has(id) ? [places.get(id)] : [])) as Vec[]
  for (const { startNodeId, endNodeId, sectionId, materialId } of frames) {
    const face = faces.get(sectionId ?? '')
    const density = densities.get(materialId ?? face?.section.materialId ?? '')
    const [a, b] = pointsOf([startNodeId, endNodeId])
    if (face?.area === undefined || density === undefined || !a || !b) return undefined
    kilograms += face.area * length([b[0] - a[0], b[1] - a[1], b[2] - a[2]]) * metres ** 3 * density
  }
  for (const { nodeIds, openingNodeIds = [], sectionId, materialId, thickness } of areas) {
    const section = faces.get(sectionId ?? '')?.section
    const density = densities.get(materialId ?? section?.materialId ?? '')
    const thick = thickness ?? section?.thickness
    if (thick == null || density === undefined) return undefined
    const face = (ids: readonly string[]) => length(scale(newell(pointsOf(ids)), 0.5))
    const net = face(nodeIds) - openingNodeIds.reduce((sum, ids) => sum + face(ids), 0)
    kilograms += net * thick * metres ** 3 * density
  }
  return kilograms * GRAVITY
}
