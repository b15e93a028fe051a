import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load } from '#lib/schema/loads.ts'
import { forcesIn, loadsByCase } from '../load/load-forces.ts'
import type { Vec } from '../shape/vector.ts'
import { digits, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import type { Structure } from './structure.ts'

/** Loads that lift or push where those of their case should weigh. */

/** Natures whose loads weigh down. */
const DOWNWARD: readonly string[] = ['dead', 'superdead', 'live', 'roof', 'snow']

const DIRECTION_FIX = 'Z points up, so loads that weigh have z below 0'

export function* loadsUpward(structure: Structure): Iterable<RuleFinding> {
  const { model } = structure
  const forceOf = forcesIn(model)
  for (const { one, loads } of loadsByCase(model)) {
    if ((one.selfWeight ?? 0) < 0) {
      yield {
        severity: 'warning',
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
        fix: `${DIRECTION_FIX}: mend their direction, or the nature of the case.`,
      }
    else if (up > 1e-9 * size) {
      const isAll = !one.selfWeight && forces.every((force) => force[2] >= 0)
      yield {
        ...(isAll && { severity: 'warning' as const }),
        message: `The loads of case ${named(one.id)} (${one.nature}) act upward: their sum along Z is +${digits(up)}`,
        elements: [{ kind: 'loadCase', id: one.id }],
        fix: `${DIRECTION_FIX}: mend their signs, or the nature of the case.`,
      }
    } else yield* loadsAgainst(structure, { id: one.id, nature: one.nature ?? '', loads, forces })
  }
}

type Weighing = { id: string; nature: string; loads: readonly Load[]; forces: readonly Vec[] }

/**
 * Single ones that lift or push in a case whose loads weigh. Loads of nodes may be couples, and local ones the pressure of what is held; what
 * pushes at a frame that is loaded downward too is its share of the same thing, as the side thrust of a crane.
 */
function* loadsAgainst(structure: Structure, { id, nature, loads, forces }: Weighing): Iterable<RuleFinding> {
  const weighs = new Set(loads.flatMap((load, i) => (forces[i]![2] < 0 ? [load.frameId ?? load.areaId ?? ''] : [])))
  const judged = loads.map((load, i) => ({ load, force: forces[i]! })).filter(({ load }) => isSpread(load))
  const rises = judged.filter(({ force }) => force[2] > 0)
  const lies = risesNowhere(structure)
  const pushes = judged.filter(
    ({ load, force: [x, y, z] }) =>
      z === 0 && Math.hypot(x, y) > 0 && lies(load) && !weighs.has(load.frameId ?? load.areaId ?? ''),
  )
  const found = [
    { some: 2 * rises.length < loads.length ? rises : [], how: 'upward' },
    { some: pushes, how: 'sideways' },
  ]
  for (const { some, how } of found) {
    if (some.length === 0) continue
    const ids = some.map(({ load }) => load.id)
    yield {
      message: `${plural(ids.length, 'load')} of case ${named(id)} (${nature}) ${ids.length === 1 ? 'acts' : 'act'} ${how}, where the others weigh: ${listed(ids)}`,
      elements: refs('load', ids),
      fix: `${DIRECTION_FIX}: mend these, or give them a case of their own.`,
    }
  }
}

const isSpread = (load: Load): boolean =>
  load.axes !== 'local' && load.nodeId == null && ['distributed', 'pressure', 'point'].includes(typeOfLoad(load))

/** Sine of ten degrees. */
const LYING = Math.sin(Math.PI / 18)

/** Whether what a load is on lies: a beam or a slab. */
function risesNowhere({ frames, areas, positions }: Structure): (load: Load) => boolean {
  const nodesOf = new Map<string, readonly number[]>([
    ...frames.map(({ id, start, end }) => [`frame ${id}`, [start, end]] as const),
    ...areas.map(({ id, outline }) => [`area ${id}`, outline] as const),
  ])
  return ({ frameId, areaId }) => {
    const nodes = nodesOf.get(frameId == null ? `area ${areaId}` : `frame ${frameId}`) ?? []
    const across = (k: 0 | 1 | 2) => {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const node of nodes) {
        low = Math.min(low, positions[node]![k])
        high = Math.max(high, positions[node]![k])
      }
      return high - low
    }
    return across(2) <= LYING * Math.hypot(across(0), across(1))
  }
}
