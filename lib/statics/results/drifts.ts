import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { type Storey, storeysOf, storeyTolerance } from '#lib/model/storeys.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'
import { MOTIONS } from '../solver/freedoms.ts'

/** Columns by the storey of their top: how far one end moves in plan from the other. */
export type StoreyColumns = { storey: Storey; columns: Column[] }
type Column = { id: string; foot: number; top: number; height: number }

export function storeyColumns(model: ViewerModel, { frames, nodes, units }: AnalysisModel): StoreyColumns[] {
  const storeys = storeysOf(model)
  const tolerance = storeyTolerance(model)
  const found = new Map<Storey, Column[]>()
  const families = frameFamiliesOf(model)
  for (const { id, ordinal, start, end } of frames) {
    if (families[ordinal] !== 'column') continue
    const [a, b] = [positionOf(nodes, start)[2], positionOf(nodes, end)[2]]
    const [foot, top] = a < b ? [start, end] : [end, start]
    const elevation = (Math.max(a, b) + nodes.middle[2]) / units.metres
    const storey = storeys.find((one) => one.elevation >= elevation - tolerance) ?? storeys.at(-1)
    if (!storey) continue
    const column = { id, foot, top, height: Math.abs(b - a) }
    const list = found.get(storey)
    if (list) list.push(column)
    else found.set(storey, [column])
  }
  return storeys.flatMap((storey) => {
    const columns = found.get(storey)
    return columns ? [{ storey, columns }] : []
  })
}

/** `drift`: over the height; `way`: in m. */
export type Drift = { id: string; drift: number; way: number }

/** The largest of a storey. */
export function driftOf({ columns }: StoreyColumns, motions: Float64Array): Drift {
  let worst: Drift = { id: columns[0]?.id ?? '', drift: 0, way: 0 }
  for (const { id, foot, top, height } of columns) {
    const [a, b] = [foot * MOTIONS, top * MOTIONS]
    const way = Math.hypot(motions[b]! - motions[a]!, motions[b + 1]! - motions[a + 1]!)
    if (way / height > worst.drift) worst = { id, drift: way / height, way }
  }
  return worst
}
