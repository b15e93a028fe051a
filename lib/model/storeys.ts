import type { ViewerModel } from '#lib/schema/schema.ts'
import { familyOfPlace } from './column-roles.ts'
import { columnsOf, type ModelColumns, outlineOf } from './columns.ts'
import { labelOf } from './shape/shell-axes.ts'
import { readUnits } from './units.ts'

/** `id`: of its grid line. */
export type Storey = { id: string | null; label: string; elevation: number }

/** The Z grids; of a model without any, the elevations where something lies level, a storey's height apart at least. */
export const storeysOf = (model: ViewerModel): Storey[] => storeysAtGrid(model) ?? levelStoreys(columnsOf(model))
export const storeysIn = (model: ModelColumns): Storey[] => storeysAtGrid(model.head) ?? levelStoreys(model)

function storeysAtGrid({ gridLines = [] }: Pick<ViewerModel, 'gridLines'>): Storey[] | null {
  const levels = gridLines.filter(({ axis }) => axis === 'Z')
  if (levels.length === 0) return null
  const taken = new Set<string>()
  return levels
    .map(({ id, label, coordinate }) => {
      const wanted = label || id
      const unique = taken.has(wanted) ? `${wanted} (${id})` : wanted
      taken.add(unique)
      return { id, label: unique, elevation: coordinate }
    })
    .sort((a, b) => a.elevation - b.elevation)
}

function levelStoreys(model: ModelColumns): Storey[] {
  const { head, nodes, frames, areas } = model
  const tolerance = storeyTolerance(head)
  const heightAt = (node: number) => nodes.z[node - 1] ?? Number.NaN
  /** The highest of what lies nearly level, so that all of it belongs to its storey. */
  const level = new Map<number, number>()
  const count = (z: number) => {
    const step = Math.round(z / tolerance)
    level.set(step, Math.max(level.get(step) ?? z, z))
  }
  for (let k = 0; k < frames.count; k++) {
    const [a, b] = [heightAt(frames.start[k]!), heightAt(frames.end[k]!)]
    if (Math.abs(a - b) < tolerance) count(Math.max(a, b))
  }
  for (let k = 0; k < areas.count; k++) {
    let [low, high] = [Infinity, -Infinity]
    const outline = areas.first[k]!
    for (let i = areas.loop[outline]!; i < areas.loop[outline + 1]!; i++) {
      const z = heightAt(areas.node[i]!)
      low = Math.min(low, z)
      high = Math.max(high, z)
    }
    if (high - low < tolerance) count(high)
  }
  // More levels than a tower has are the slopes of a shell, not storeys.
  if (level.size > 150) return []
  const least = Math.max(tolerance, leastStorey(model, tolerance))
  const storeys: number[] = []
  for (const elevation of [...level.values()].sort((a, b) => b - a)) {
    const above = storeys.at(-1)
    if (above === undefined || above - elevation >= least) storeys.push(elevation)
  }
  return storeys.reverse().map((elevation) => ({ id: null, label: `z = ${Number(elevation.toPrecision(6))}`, elevation }))
}

/** Levels nearer together, in metres, are steps of one floor or rings of a lattice: nobody stands between them. */
const LEAST_STOREY = 0.5
/** Of what the frames between levels rise, where no unit says how large a person is. */
const OF_A_RISE = 1 / 4

function leastStorey({ head, nodes, frames }: ModelColumns, tolerance: number): number {
  const unit = readUnits(head.units).length
  if (unit) return LEAST_STOREY / unit.metres
  const rises: number[] = []
  for (let k = 0; k < frames.count; k++) {
    const rise = Math.abs(nodes.z[frames.start[k]! - 1]! - nodes.z[frames.end[k]! - 1]!)
    if (rise >= tolerance) rises.push(rise)
  }
  return OF_A_RISE * (rises.sort((a, b) => a - b)[rises.length >> 1] ?? 0)
}

/** A thousandth of the height: what lies nearer together is one level. One node far above makes no level of a storey's height. */
export function storeyTolerance({ bounds, units }: Pick<ViewerModel, 'bounds' | 'units'>) {
  const height = bounds.max.z - bounds.min.z
  const unit = readUnits(units).length
  const most = unit ? LEAST_STOREY / unit.metres : Infinity
  return height > 0 && Number.isFinite(height) ? Math.min(height / 1000, most) : 1e-6
}

/** Says of an elevation whether a floor lies there, or two beams: with all their nodes within `tolerance` of it. */
export function carriesFloor(model: ModelColumns, tolerance: number): (elevation: number) => boolean {
  const { nodes, frames, areas } = model
  /** The lowest and the highest node of what is nearly level. */
  type Span = readonly [low: number, high: number]
  const [slabs, beams]: [Span[], Span[]] = [[], []]
  const add = (spans: Span[], heights: readonly number[]) => {
    let [low, high] = [Infinity, -Infinity]
    for (const z of heights) [low, high] = [Math.min(low, z), Math.max(high, z)]
    if (heights.length > 0 && high - low <= 2 * tolerance) spans.push([low, high])
  }
  const labels = areas.labels.map(labelOf)
  for (let k = 0; k < areas.count; k++) {
    const outline = outlineOf(model, k)
    const family = familyOfPlace(model, k, labels, () => outline)
    if (family !== 'floor' && family !== 'roof') continue
    add(
      slabs,
      outline.map(([, , z]) => z),
    )
  }
  for (let k = 0; k < frames.count; k++) {
    const [a, b] = [nodes.z[frames.start[k]! - 1], nodes.z[frames.end[k]! - 1]]
    add(beams, a === undefined ? (b === undefined ? [] : [b]) : b === undefined ? [a] : [a, b])
  }
  return (elevation) => {
    const isThere = ([low, high]: Span) => low >= elevation - tolerance && high <= elevation + tolerance
    if (slabs.some(isThere)) return true
    return beams.findLastIndex(isThere) > beams.findIndex(isThere)
  }
}
