import { LOAD_AXES, LOAD_SPREADS, LOAD_TYPES } from '#lib/schema/load-words.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import { keyed } from '#lib/values/object-keys.ts'
import { STRIDE } from '#lib/values/steps.ts'
import type { Whole } from '#lib/values/whole.ts'

/** Loads as columns. `type`, `axes` and `spread`: places in their lists of words, plus 1. */
export type LoadColumns = {
  count: number
  loadCase: Whole
  node: Whole
  frame: Whole
  area: Whole
  type: Whole
  axes: Whole
  spread: Whole
  /** Null of what no load says. */
  numbers: Record<LoadNumber, Float64Array | null>
}

const SIZES = ['at', 'from', 'to', 'temperature'] as const
const VECTORS = ['force', 'forceEnd', 'moment', 'displacement', 'rotation', 'gradient', 'span'] as const
const AXES = ['x', 'y', 'z'] as const

type Size = (typeof SIZES)[number]
type Component = `${(typeof VECTORS)[number]}.${keyof LoadVector}`
/** Fields that are a number, and components of those that have some. */
export type LoadNumber = Size | Component

const PARTS = VECTORS.map((field) => ({ field, components: AXES.map((axis) => ({ name: `${field}.${axis}` as const, axis })) }))
export const LOAD_NUMBERS: readonly LoadNumber[] = [
  ...SIZES,
  ...PARTS.flatMap(({ components }) => components.map(({ name }) => name)),
]
/** Fields that have components: one without any stands in no column. */
export const isLoadVector = (field: string) => VECTORS.some((vector) => vector === field)

/** By the kinds that a load names. */
type ByNamed<T> = Record<'loadCases' | 'nodes' | 'frames' | 'areas', T>

export function* columnsOfLoads(
  loads: readonly Load[],
  places: ByNamed<{ placeOf: (id: string | null | undefined) => number }>,
): Generator<void, LoadColumns> {
  const count = loads.length
  const column = () => new Uint32Array(count)
  const [loadCase, node, frame, area] = [column(), column(), column(), column()]
  const [type, axes, spread] = [new Uint8Array(count), new Uint8Array(count), new Uint8Array(count)]
  const numbers = keyed(LOAD_NUMBERS, (): Float64Array | null => null)
  const say = (name: LoadNumber, k: number, value: number | null | undefined) => {
    if (value == null) return
    numbers[name] ??= new Float64Array(count).fill(Number.NaN)
    numbers[name][k] = value
  }
  for (let k = 0; k < count; k++) {
    const load = loads[k]!
    loadCase[k] = places.loadCases.placeOf(load.caseId)
    node[k] = places.nodes.placeOf(load.nodeId)
    frame[k] = places.frames.placeOf(load.frameId)
    area[k] = places.areas.placeOf(load.areaId)
    if (load.type) type[k] = LOAD_TYPES.indexOf(load.type) + 1
    if (load.axes) axes[k] = LOAD_AXES.indexOf(load.axes) + 1
    if (load.spread) spread[k] = LOAD_SPREADS.indexOf(load.spread) + 1
    for (const size of SIZES) say(size, k, load[size])
    for (const { field, components } of PARTS) {
      const vector: LoadVector | null | undefined = load[field]
      if (vector) for (const { name, axis } of components) say(name, k, vector[axis])
    }
    if (k % STRIDE === STRIDE - 1) yield
  }
  return { count, loadCase, node, frame, area, type, axes, spread, numbers }
}

/** Of a load what its columns say. */
export function loadAt(loads: LoadColumns, k: number, id: string, name: ByNamed<(place: number) => string>): Load {
  const load: Load = { id, caseId: name.loadCases(loads.loadCase[k]!) }
  if (loads.node[k]) load.nodeId = name.nodes(loads.node[k])
  if (loads.frame[k]) load.frameId = name.frames(loads.frame[k])
  if (loads.area[k]) load.areaId = name.areas(loads.area[k])
  const [type, axes, spread] = [LOAD_TYPES[loads.type[k]! - 1], LOAD_AXES[loads.axes[k]! - 1], LOAD_SPREADS[loads.spread[k]! - 1]]
  if (type) load.type = type
  if (axes) load.axes = axes
  if (spread) load.spread = spread
  const said = (number: LoadNumber): number | undefined => {
    const value = loads.numbers[number]?.[k] ?? Number.NaN
    return Number.isNaN(value) ? undefined : value
  }
  for (const size of SIZES) {
    const value = said(size)
    if (value !== undefined) load[size] = value
  }
  for (const { field, components } of PARTS) {
    let vector: LoadVector | null = null
    for (const { name: component, axis } of components) {
      const value = said(component)
      if (value === undefined) continue
      vector ??= {}
      vector[axis] = value
    }
    if (vector) load[field] = vector
  }
  return load
}
