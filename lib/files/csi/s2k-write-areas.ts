import type { CsiPlan } from './csi-plan.ts'
import type { S2kCells, TableToWrite } from './s2k-tables.ts'
import { jointRows } from './s2k-write-properties.ts'

/** The tables of areas. */
export function s2kAreaTables(plan: CsiPlan): TableToWrite[] {
  return [
    ['CONNECTIVITY - AREA', connectivityRows(plan)],
    ['AREA SECTION ASSIGNMENTS', sectionRows(plan)],
  ]
}

function* connectivityRows({ file, names }: CsiPlan): Generator<S2kCells, void> {
  for (const { id, nodeIds } of file.model.areas ?? []) {
    const Area = names.nameOf('areas', id)
    for (const row of jointRows(nodeIds.map((node) => names.nameOf('nodes', node)))) yield { Area, ...row }
  }
}

function* sectionRows(plan: CsiPlan): Generator<S2kCells, void> {
  const { file, names } = plan
  for (const area of file.model.areas ?? []) {
    const shell = plan.shellOf(area)
    const isInherited = area.materialId == null || area.materialId === shell?.materialId
    yield {
      ...{ Area: names.nameOf('areas', area.id), Section: shell?.name ?? 'None' },
      MatProp: isInherited ? 'Default' : names.nameOf('materials', area.materialId ?? ''),
    }
  }
}
