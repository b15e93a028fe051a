import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ExportReport } from './report.ts'

/** What of a model many formats have no place for, and some have. */
export type Holdable =
  | 'labels'
  | 'gridLines'
  | 'levels'
  | 'members'
  | 'areas'
  | 'openings'
  | 'diaphragms'
  | 'sources'
  | 'metadata'

/** Notes what a format that holds only `held` of these leaves out. */
export function noteLosses({ metadata, ...model }: ViewerModel, report: ExportReport, held: readonly Holdable[]): void {
  const isLost = (what: Holdable) => !held.includes(what)
  const { nodes, frames = [], areas = [], gridLines = [], members = [], materials = [], sections = [], supports = [] } = model
  if (isLost('areas')) for (const { id } of areas) report.note('dropped', 'element_type', { example: `area ${id}` })
  if (isLost('members')) for (const { id } of members) report.note('dropped', 'members', { example: `member ${id}` })
  for (const { id, axis } of gridLines)
    if (isLost(axis === 'Z' ? 'levels' : 'gridLines')) report.note('dropped', 'grid_line', { example: `grid line ${id}` })
  const standing = isLost('areas') ? [] : areas
  for (const { id, openingNodeIds, diaphragmId } of standing) {
    if (isLost('openings')) report.note('dropped', 'opening', { count: openingNodeIds?.length ?? 0, example: `area ${id}` })
    if (isLost('diaphragms') && diaphragmId) report.note('dropped', 'diaphragm', { example: diaphragmId })
  }
  if (isLost('labels'))
    for (const [word, elements] of [['node', nodes], ['frame', frames], ['area', standing]] as const)
      for (const { id, label } of elements) if (label) report.note('dropped', 'labels', { example: `${word} ${id}` }) // biome-ignore format: short
  if (isLost('sources'))
    for (const elements of [nodes, frames, standing, materials, sections, supports])
      for (const { id, source } of elements)
        if (source && Object.keys(source).length > 0) report.note('dropped', 'source', { example: id })
  if (isLost('metadata') && metadata && Object.keys(metadata).length > 0) report.note('dropped', 'metadata')
}
