import type { CombinationTerm } from '#lib/schema/loads.ts'
import { S2K_NAMES } from '../csi/csi-names.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import type { S2kCells, TableToWrite } from '../csi/s2k-tables.ts'
import { writeNumber } from '../numbers.ts'
import { designTypeOf } from './load-words.ts'

/** Load cases as patterns, each with its linear static case of the same name, and combinations. */
export function caseTables(plan: CsiPlan): TableToWrite[] {
  const { file, names } = plan
  const { loadCases = [], combinations = [] } = file.model
  for (const { id } of loadCases) names.nameOf('loadCases', id)
  // Cases and combinations share their names in the program.
  for (const { id } of combinations)
    names.nameOf('combinations', id, names.has('loadCases', S2K_NAMES.clean(id)) ? `${id} sum`.slice(-S2K_LONGEST) : id)
  const patterns = loadCases.map(({ id, nature, selfWeight }) => ({
    ...{ LoadPat: names.nameOf('loadCases', id), DesignType: designTypeOf(nature) },
    SelfWtMult: writeNumber(selfWeight ?? 0),
  }))
  const cases = loadCases.map(({ id, name, nature }) => ({
    ...{ Case: names.nameOf('loadCases', id), Type: 'LinStatic', InitialCond: 'Zero', DesTypeOpt: 'Prog Det' },
    ...{ DesignType: designTypeOf(nature), AutoType: 'None', RunCase: 'Yes' },
    Notes: notesOf(plan, `load case ${id}`, name),
  }))
  const assignments = loadCases.map(({ id }) => {
    const Case = names.nameOf('loadCases', id)
    return { Case, LoadType: 'Load pattern', LoadName: Case, LoadSF: '1' }
  })
  return [
    ['LOAD PATTERN DEFINITIONS', patterns],
    ['LOAD CASE DEFINITIONS', cases],
    ['CASE - STATIC 1 - LOAD ASSIGNMENTS', assignments],
    ['COMBINATION DEFINITIONS', combinationRows(plan)],
  ]
}

const S2K_LONGEST = 31

/** Undefined where nothing is said. */
function notesOf({ file }: CsiPlan, example: string, name: string | null | undefined): string | undefined {
  if (!name) return undefined
  const notes = S2K_NAMES.clean(name)
  if (notes !== name) file.report.note('dropped', 'labels', { example })
  return notes
}

function combinationRows(plan: CsiPlan): S2kCells[] {
  const { file, names } = plan
  const part = ({ caseId, combinationId }: CombinationTerm) =>
    caseId != null ? names.nameOf('loadCases', caseId) : names.nameOf('combinations', combinationId ?? '')
  return (file.model.combinations ?? []).flatMap(({ id, name, type, terms }) =>
    terms.map((term, i): S2kCells => {
      const first = i === 0 && {
        ...{ ComboType: type === 'envelope' ? 'Envelope' : 'Linear Add', AutoDesign: 'No' },
        Notes: notesOf(plan, `combination ${id}`, name),
      }
      const ComboName = names.nameOf('combinations', id)
      return { ComboName, ...first, CaseName: part(term), ScaleFactor: writeNumber(term.factor ?? 1) }
    }),
  )
}
