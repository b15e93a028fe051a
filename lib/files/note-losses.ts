import { isStraight } from '#lib/model/grid-shapes.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ExportReport } from './report.ts'

/** What of a model many formats have no place for, and some have. */
export type Holdable =
  | 'labels'
  | 'gridLines'
  | 'skewGridLines'
  | 'gridArcs'
  | 'levels'
  | 'members'
  | 'areas'
  | 'openings'
  | 'diaphragms'
  | 'releases'
  | 'tapers'
  | 'endOffsets'
  | 'springs'
  | 'masses'
  | 'loads'
  | 'sources'
  | 'metadata'

/** Notes what a format that holds only `held` of these leaves out, and of roles only the words in `roles`. */
export function noteLosses(
  { metadata, ...model }: ViewerModel,
  report: ExportReport,
  held: readonly Holdable[],
  roles: readonly string[] = [],
): void {
  const isLost = (what: Holdable) => !held.includes(what)
  const { nodes, frames = [], areas = [], gridLines = [], members = [], materials = [], sections = [], supports = [] } = model
  if (isLost('areas')) for (const { id } of areas) report.note('dropped', 'element_type', { example: `area ${id}` })
  if (isLost('members')) for (const { id } of members) report.note('dropped', 'members', { example: `member ${id}` })
  for (const line of gridLines) {
    const what = line.axis === 'Z' ? 'levels' : isStraight(line) ? 'gridLines' : line.arc ? 'gridArcs' : 'skewGridLines'
    if (isLost(what)) report.note('dropped', 'grid_line', { example: `grid line ${line.id}` })
  }
  const standing = isLost('areas') ? [] : areas
  for (const { id, openingNodeIds, diaphragmId } of standing) {
    if (isLost('openings')) report.note('dropped', 'opening', { count: openingNodeIds?.length ?? 0, example: `area ${id}` })
    if (isLost('diaphragms') && diaphragmId) report.note('dropped', 'diaphragm', { example: diaphragmId })
  }
  if (isLost('diaphragms'))
    for (const { id } of model.diaphragms ?? []) report.note('dropped', 'diaphragm', { example: `diaphragm ${id}` })
  if (isLost('releases'))
    for (const { id, releases } of frames) if (hasAny(releases)) report.note('dropped', 'releases', { example: `frame ${id}` })
  if (isLost('tapers'))
    for (const { id, endSectionId } of frames)
      if (endSectionId != null) report.note('dropped', 'taper', { example: `frame ${id}` })
  for (const [word, elements] of [['frame', frames], ['area', standing], ['member', isLost('members') ? [] : members]] as const)
    for (const { id, role } of elements)
      if (role && !roles.includes(role)) report.note('dropped', 'role', { example: `${word} ${id}` }) // biome-ignore format: short
  if (isLost('endOffsets'))
    for (const { id, endSectionOffset } of frames)
      if (endSectionOffset) report.note('dropped', 'offset', { example: `frame ${id}` })
  if (isLost('springs'))
    for (const { id, stiffness } of supports)
      if (hasAny(stiffness)) report.note('dropped', 'spring', { example: `support ${id}` })
  if (isLost('masses')) for (const { id, mass } of nodes) if (mass) report.note('dropped', 'mass', { example: `node ${id}` })
  if (isLost('loads'))
    for (const [word, elements] of [['load case', model.loadCases], ['load', model.loads], ['combination', model.combinations]] as const)
      for (const { id } of elements ?? []) report.note('dropped', 'loads', { example: `${word} ${id}` }) // biome-ignore format: short
  if (isLost('labels'))
    for (const [word, elements] of [['node', nodes], ['frame', frames], ['area', standing]] as const)
      for (const { id, label } of elements) if (label) report.note('dropped', 'labels', { example: `${word} ${id}` }) // biome-ignore format: short
  if (isLost('sources'))
    for (const elements of [nodes, frames, standing, materials, sections, supports])
      for (const { id, source } of elements)
        if (source && Object.keys(source).length > 0) report.note('dropped', 'source', { example: id })
  if (isLost('metadata') && metadata && Object.keys(metadata).length > 0) report.note('dropped', 'metadata')
}

/** Something in it, however deep, that is neither absent nor null, false or 0. */
const hasAny = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasAny) : Boolean(value)
