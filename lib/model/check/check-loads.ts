import type { Load, LoadCase } from '#lib/schema/loads.ts'
import { DIRECTIONS, type Direction } from '#lib/schema/restraints.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { most } from '#lib/values/extremes.ts'
import { forcesIn, loadsByCase, ownWeight, weightsIn } from '../load/load-forces.ts'
import { length } from '../shape/vector.ts'
import { readUnits } from '../units.ts'
import { asPattern } from '../validate/references.ts'
import { digits, inModelUnit, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Load cases without loads, loads that nothing carries or that are there twice, and such as are in another unit. */

const isEmptyCase = ({ selfWeight }: LoadCase, loads: readonly Load[]) => !selfWeight && !loads.some(isLoading)

/** A load that says how much, and not that it is nothing. */
const isLoading = ({ force, forceEnd, moment, displacement, rotation, temperature, gradient }: Load): boolean =>
  [temperature, ...[force, forceEnd, moment, displacement, rotation, gradient].flatMap((one) => Object.values(one ?? {}))].some(
    Boolean,
  )

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

/** In metres: floors step by less. */
const STEP = 0.3
/** Of a floor's extent in plan: what falls more is no floor. */
const FALL = 1 / 20

/** Diaphragms move as one level, so nodes of two storeys in one hold what stands between them. */
export function* diaphragmsNotLevel(structure: Structure): Iterable<RuleFinding> {
  const { model, positions, nodeOrdinals, tolerance, scale } = structure
  const step = Math.max(tolerance, (STEP / (readUnits(model.units).length?.metres ?? Infinity)) * scale)
  for (const { id, nodeIds } of model.diaphragms ?? []) {
    const nodes = (nodeIds ?? []).map((node) => nodeOrdinals.get(node)).filter((node) => node !== undefined)
    const upward = nodes.toSorted((a, b) => positions[a]![2] - positions[b]![2])
    const rise = (low = 0, high = 0) => positions[high]![2] - positions[low]![2]
    if (upward.length === 0 || rise(upward[0], upward.at(-1)) <= step) continue
    const lowest = new Map<string, number>()
    const upright = upward.flatMap((node) => {
      const place = positions[node]!.slice(0, 2)
        .map((value) => Math.round(value / tolerance))
        .join()
      const below = lowest.get(place) ?? node
      lowest.set(place, below)
      return rise(below, node) > step ? [[below, node]] : []
    })
    const [long, wide] = ([0, 1] as const).map(
      (k) => most(nodes, (node) => positions[node]![k]) + most(nodes, (node) => -positions[node]![k]),
    )
    const [low = 0, high = 0] = upright[0] ?? [upward[0], upward.at(-1)]
    if (upright.length === 0 && rise(low, high) <= FALL * Math.hypot(long ?? 0, wide ?? 0)) continue
    yield {
      message: `The nodes of diaphragm ${named(id)} do not lie at one level: ${named(nodeId(structure, high))} is ${inModelUnit(structure, rise(low, high))} above ${named(nodeId(structure, low))}`,
      elements: [{ kind: 'diaphragm', id }, ...refs('node', [nodeId(structure, low), nodeId(structure, high)])],
      fix: 'Give each level a diaphragm of its own: it holds its nodes to each other, so a column between two of them cannot sway.',
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

const targetOf = ({ nodeId, frameId, areaId }: Load) => nodeId ?? frameId ?? areaId

/** Loads that say the same of one element in one case. `beside`: others, that are told only where one of `loads` is their like. */
export function* equalLoads(loads: readonly Load[], beside: readonly Load[] = []): Iterable<RuleFinding> {
  const own = new Set(loads.map(({ id }) => id))
  const targets = new Set(loads.map(targetOf))
  const equal = new Map<string, Load[]>()
  for (const load of [...beside.filter((one) => !own.has(one.id) && targets.has(targetOf(one))), ...loads]) {
    if (!isLoading(load)) continue
    const content = contentOf(load)
    const there = equal.get(content)
    if (there) there.push(load)
    else equal.set(content, [load])
  }
  for (const [first, ...others] of equal.values()) {
    if (!first || others.length === 0) continue
    const ids = [first, ...others].map(({ id }) => id)
    if (!ids.some((id) => own.has(id))) continue
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

/** So near what an area weighs, as a density of concrete is rounded. */
const SAME_WEIGHT = 0.07

/** Dead loads that press on areas as much as these weigh, where a case counts their own weight by `selfWeight`. */
export function* weightsAgain({ model }: Structure): Iterable<RuleFinding> {
  const { length: long, force: unit } = readUnits(model.units)
  const weighing = (model.loadCases ?? []).filter(({ selfWeight }) => (selfWeight ?? 0) > 0)
  if (!long || !unit || weighing.length === 0) return
  const { ofArea } = weightsIn(model, long.metres)
  const forceOf = forcesIn(model)
  const areas = new Map((model.areas ?? []).map((area) => [area.id, area]))
  for (const { one, loads } of loadsByCase(model)) {
    if (one.nature ? one.nature !== 'dead' : !one.selfWeight) continue
    const pressing = loads.flatMap((load) => {
      const area = areas.get(load.areaId ?? '')
      const down = -forceOf(load)[2] * unit.newtons
      return area && down > 0 ? [{ load, area, down }] : []
    })
    const again = pressing.filter(({ area, down }) => Math.abs(down / (ofArea(area) ?? Number.NaN) - 1) <= SAME_WEIGHT)
    if (again.length === 0 || 2 * again.length < pressing.length) continue
    const ids = again.map(({ load }) => load.id)
    const counts = weighing.some(({ id }) => id === one.id) ? one.id : (weighing[0]?.id ?? '')
    yield {
      message: `${plural(ids.length, 'load')} of case ${named(one.id)} ${ids.length === 1 ? 'presses on its area as much as it weighs' : 'press on their areas as much as these weigh'}, which case ${named(counts)} counts by its selfWeight: ${listed(ids)}`,
      elements: refs('load', ids),
      fix: 'Remove them where they are the own weight; else put them into a case of nature superdead.',
    }
  }
}

/** Factors of own weight: less than the least or more than the most is a density, or g. */
const [LEAST_FACTOR, MOST_FACTOR] = [0.1, 3]

export function* unusualOwnWeights({ model }: Structure): Iterable<RuleFinding> {
  for (const { id, selfWeight } of model.loadCases ?? []) {
    const size = Math.abs(selfWeight ?? 0)
    if (size === 0 || (size >= LEAST_FACTOR && size <= MOST_FACTOR)) continue
    yield {
      message: `Load case ${named(id)} counts the own weight ${digits(selfWeight ?? 0)} times: selfWeight is a factor, and 1 is the own weight`,
      elements: [{ kind: 'loadCase', id }],
      fix: 'Set selfWeight to 1: densities and g are in it.',
    }
  }
}

const [MOST, LEAST] = [100, 0.001]
/** A single load may be less, if it is so many times the next largest too. */
const [ALONE, BESIDE] = [10, 50]

export function* loadsOfOtherSize({ model }: Structure): Iterable<RuleFinding> {
  const { length: long, force: unit } = readUnits(model.units)
  if (!long || !unit || !model.loadCases?.length) return
  const weight = ownWeight(model, weightsIn(model, long.metres))
  if (!weight) return
  const forceOf = forcesIn(model)
  const kN = (newtons: number) => `${digits(newtons / 1000)} kN`
  const fix = `Forces are in ${unit.unit} here, lengths in ${long.unit}: check the numbers, or the units of the model.`
  const sizes: { size: number; id: string; isTold: boolean }[] = []
  for (const { one, loads } of loadsByCase(model)) {
    const each = loads.map((load) => ({ id: load.id, size: length(forceOf(load)) * unit.newtons }))
    const total = each.reduce((sum, { size }) => sum + size, 0)
    const ratio = total / weight
    const isTold = total > 0 && (ratio > MOST || ratio < LEAST)
    for (const load of each) sizes.push({ ...load, isTold })
    if (!isTold) continue
    yield {
      message: `The loads of case ${named(one.id)} are ${digits(ratio, 2)} times the own weight of the structure (${kN(total)} against ${kN(weight)}): they look like another unit`,
      elements: [{ kind: 'loadCase', id: one.id }],
      fix,
    }
  }
  const [largest, next] = sizes.sort((a, b) => b.size - a.size)
  if (!largest || !next?.size || largest.isTold || largest.size <= ALONE * weight || largest.size <= BESIDE * next.size) return
  yield {
    message: `Load ${named(largest.id)} alone is ${digits(largest.size / weight, 2)} times the own weight of the structure (${kN(largest.size)} against ${kN(weight)}), and ${digits(largest.size / next.size, 2)} times the next largest load: it looks like another unit`,
    elements: [{ kind: 'load', id: largest.id }],
    fix,
  }
}
