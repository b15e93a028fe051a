import { least, most } from './extremes.ts'
import type { ViewerModel } from './schema.ts'
import { areaKind, shellAxes } from './shell-axes.ts'
import { type Vec, vec } from './vector.ts'

/** `id`: of its grid line. */
export type Storey = { id: string | null; label: string; elevation: number }

/** The Z grids; of a model without any, the elevations where something lies level. */
export function storeysOf(model: ViewerModel): Storey[] {
  const levels = (model.gridLines ?? []).filter(({ axis }) => axis === 'Z')
  if (levels.length) {
    const taken = new Set<string>()
    return levels
      .map(({ id, label, coordinate }) => {
        const wanted = label || String(coordinate)
        const unique = taken.has(wanted) ? `${wanted} (${id})` : wanted
        taken.add(unique)
        return { id, label: unique, elevation: coordinate }
      })
      .sort((a, b) => a.elevation - b.elevation)
  }
  const tolerance = storeyTolerance(model)
  const height = new Map(model.nodes.map(({ id, position }) => [id, position.z]))
  /** The highest of what lies nearly level, so that all of it belongs to its storey. */
  const level = new Map<number, number>()
  const count = (z: number) => {
    const step = Math.round(z / tolerance)
    level.set(step, Math.max(level.get(step) ?? z, z))
  }
  for (const { startNodeId, endNodeId } of model.frames ?? []) {
    const [a, b] = [height.get(startNodeId), height.get(endNodeId)]
    if (a !== undefined && b !== undefined && Math.abs(a - b) < tolerance) count(Math.max(a, b))
  }
  for (const { nodeIds } of model.areas ?? []) {
    const all = nodeIds.map((id) => height.get(id) ?? Number.NaN)
    if (most(all, Number) - least(all, Number) < tolerance) count(most(all, Number))
  }
  // More levels than a tower has are the slopes of a shell, not storeys.
  if (level.size > 150) return []
  return [...level.values()]
    .sort((a, b) => a - b)
    .map((elevation) => ({ id: null, label: `z = ${Number(elevation.toPrecision(6))}`, elevation }))
}

/** A thousandth of the height: what lies nearer together is one level. */
export function storeyTolerance(model: ViewerModel) {
  const height = model.bounds.max.z - model.bounds.min.z
  return height > 0 && Number.isFinite(height) ? height / 1000 : 1e-6
}

/** Says of an elevation whether a floor lies there, or two beams: with all their nodes within `tolerance` of it. */
export function carriesFloor(model: ViewerModel, tolerance: number): (elevation: number) => boolean {
  const place = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  const placesOf = (ids: readonly string[]) => ids.map((id) => place.get(id)).filter((at) => at !== undefined)
  /** The lowest and the highest node of what is nearly level. */
  const spans = (all: readonly (readonly Vec[])[]) =>
    all.flatMap((places): (readonly [number, number])[] => {
      const [low, high] = [least(places, ([, , z]) => z), most(places, ([, , z]) => z)]
      return high - low <= 2 * tolerance ? [[low, high]] : []
    })
  const floors = (model.areas ?? [])
    .map(({ kind, nodeIds }) => ({ kind, places: placesOf(nodeIds) }))
    .filter(({ kind, places }) => areaKind(kind, shellAxes(places)) === 'floor')
  const [slabs, beams] = [
    spans(floors.map(({ places }) => places)),
    spans((model.frames ?? []).map(({ startNodeId, endNodeId }) => placesOf([startNodeId, endNodeId]))),
  ]
  return (elevation) => {
    const isThere = ([low, high]: readonly [number, number]) => low >= elevation - tolerance && high <= elevation + tolerance
    if (slabs.some(isThere)) return true
    const one = beams.findIndex(isThere)
    return one >= 0 && beams.findLastIndex(isThere) > one
  }
}
