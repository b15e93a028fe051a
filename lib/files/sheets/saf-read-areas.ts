import type { ViewerArea } from '#lib/schema/schema.ts'
import { readNumber } from '../numbers.ts'
import { polylineOf } from './saf-curves.ts'
import type { SafImport } from './saf-import.ts'
import type { RowStatus, SafRow } from './saf-sheets.ts'

/** Surfaces as areas, with the edges of the file for what lies along them. */
export function readAreas(saf: SafImport): void {
  const { sheets, model, report, edgesOf } = saf
  sheets.read('StructuralSurfaceMember', (row): RowStatus => {
    const name = row.text('name')
    if (name === undefined || edgesOf.has(name)) {
      report.note('dropped', name === undefined ? 'line_not_understood' : 'duplicate_row', {
        example: `area ${name ?? row.number}`,
      })
      return 'dropped'
    }
    const loop = loopOf(saf, row, `area ${name}`)
    if (!loop) return 'dropped'
    edgesOf.set(name, loop.edges)
    const id = model.idOf('areas', name)
    const area: ViewerArea = { id, nodeIds: loop.nodeIds, ...fieldsOf(saf, row, id) }
    if (model.add('areas', area)) return 'taken'
    report.note('dropped', 'duplicate_row', { example: `area ${id}` })
    return 'dropped'
  })
}

function fieldsOf({ model, report, size, axes }: SafImport, { text, list, value }: SafRow, id: string): Partial<ViewerArea> {
  const example = `area ${id}`
  const [kind, material, plane] = [text('type'), text('material'), text('systemplaneat')?.toLowerCase()]
  const thicknesses = list('thickness').flatMap((one) => readNumber(one.split('|').at(-1) ?? '') ?? [])
  if (thicknesses.length > 1) report.note('guessed', 'thickness_averaged', { example })
  const thickness = size(thicknesses.reduce((sum, one) => sum + one, 0) / Math.max(1, thicknesses.length))
  const isDown = axes.turn([0, 0, 1])[2] === -1
  const point = plane === 'top' ? (isDown ? 'BOTTOM' : 'TOP') : plane === 'bottom' ? (isDown ? 'TOP' : 'BOTTOM') : undefined
  const behaviour = text('behaviorinanalysis') ?? text('behaviourinanalysis')
  const isStandard = behaviour === undefined || /^(isotropic|standard)$/i.test(behaviour)
  if (!isStandard) report.note('kept', 'behaviour', { example })
  if ((value('lcsrotation') ?? 0) !== 0) report.note('dropped', 'area_axes', { example })
  if ((value('eccentricityez') ?? value('analysiseccentricityz') ?? 0) !== 0)
    report.note('dropped', 'area_eccentricity', { example })
  return {
    ...(kind !== undefined && { kind }),
    ...(material !== undefined && { materialId: model.idOf('materials', material) }),
    ...(point && { cardinalPoint: point }),
    ...(thickness > 0 && { thickness }),
    ...(!isStandard && { source: { behaviour } }),
  }
}

/** The nodes of a closed outline, and where each of its edges begins and ends. */
function loopOf(saf: SafImport, { list }: SafRow, example: string): { nodeIds: string[]; edges: [string, string][] } | null {
  const { model, report } = saf
  const nodes = list('nodes').map((node) => model.idOf('nodes', node))
  if (nodes.some((node) => !model.has('nodes', node))) {
    report.note('dropped', 'reference_missing', { example })
    return null
  }
  const segments = list('edges')
  const isStraight = segments.every((word) => /^line$/i.test(word))
  const [first] = nodes
  const chain = first === undefined ? [] : isStraight ? nodes : polylineOf(saf, example, [...nodes, first], segments)
  if (!chain) return null
  const nodeIds = chain.length > 1 && chain.at(-1) === chain[0] && !isStraight ? chain.slice(0, -1) : [...chain]
  if (nodeIds.length < 3) {
    report.note('dropped', 'area_shape', { example })
    return null
  }
  return { nodeIds, edges: nodes.map((node, k) => [node, nodes[(k + 1) % nodes.length]!]) }
}

export function readOpenings(saf: SafImport): void {
  const { sheets, model, report } = saf
  sheets.read('StructuralSurfaceMemberOpening', (row): RowStatus => {
    const example = `opening ${row.text('name') ?? row.number}`
    const area = model.get('areas', model.idOf('areas', row.text('2dmember') ?? ''))
    if (!area) {
      report.note('dropped', 'opening_without_area', { example })
      return 'dropped'
    }
    const loop = loopOf(saf, row, example)
    if (!loop) return 'dropped'
    area.openingNodeIds = [...(area.openingNodeIds ?? []), loop.nodeIds]
    return 'taken'
  })
}
