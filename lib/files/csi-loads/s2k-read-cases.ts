import type { S2kReading } from '../csi/s2k-reading.ts'
import type { RowStatus, S2kRow } from '../csi/s2k-tables.ts'
import { addCombinations, addStaticCases, type FileCombination, type NamedTerms, type StaticCase } from './file-cases.ts'
import { natureOf } from './load-words.ts'

/** Load patterns, linear static cases and combinations. */
export function readCases(reading: S2kReading): void {
  readPatterns(reading)
  readCombinations(reading, readStaticCases(reading))
}

export function dropLoads({ report }: S2kReading, { table }: S2kRow): RowStatus {
  report.note('dropped', 'loads', { place: table })
  return 'dropped'
}

function readPatterns(reading: S2kReading): void {
  const { model } = reading
  reading.each('LOAD PATTERN DEFINITIONS', (row) => {
    const name = row.get('LoadPat')
    if (!name) return dropLoads(reading, row)
    const [designType, selfWeight] = [row.get('DesignType'), row.number('SelfWtMult') ?? 0]
    const id = model.idOf('loadCases', name)
    const nature = designType === undefined ? {} : { nature: natureOf(designType) }
    if (!model.add('loadCases', { id, ...nature, ...(selfWeight !== 0 && { selfWeight }) }))
      return reading.duplicate(`load pattern ${id}`)
    return 'taken'
  })
}

const CASES = 'LOAD CASE DEFINITIONS'

function readStaticCases(reading: S2kReading): NamedTerms {
  const { model } = reading
  const cases = new Map<string, StaticCase>()
  reading.each(CASES, (row) => {
    const [name, type] = [row.get('Case'), row.get('Type')]
    const isLinear = /^lin(?:ear )?static$/i.test(type ?? '') && /^(?:zero|none)?$/i.test(row.get('InitialCond') ?? '')
    if (!name || !isLinear) return dropLoads(reading, row)
    if (cases.has(name)) return reading.duplicate(`load case ${name}`)
    cases.set(name, { terms: [], name: row.get('Notes'), rows: 1, isWrong: false })
    return 'taken'
  })
  reading.each('CASE - STATIC 1 - LOAD ASSIGNMENTS', (row) => {
    const one = cases.get(row.get('Case') ?? '')
    if (!one) return dropLoads(reading, row)
    const pattern = row.get('LoadName')
    const caseId = pattern ? model.idOf('loadCases', pattern) : ''
    if (/^load pattern$/i.test(row.get('LoadType') ?? 'Load pattern') && model.has('loadCases', caseId)) {
      one.terms.push({ caseId, factor: row.number('LoadSF') ?? 1 })
      return 'taken'
    }
    one.isWrong = true
    return dropLoads(reading, row)
  })
  return addStaticCases(reading, cases, CASES)
}

const COMBINATIONS = 'COMBINATION DEFINITIONS'
const TYPES = new Map<string, FileCombination['type']>([['linear add', 'add'], ['envelope', 'envelope']]) // biome-ignore format: a line

/** Rows of one name run on; the first says the type. */
function readCombinations(reading: S2kReading, cases: NamedTerms): void {
  const combinations = new Map<string, FileCombination>()
  reading.each(COMBINATIONS, (row) => {
    const [name, part] = [row.get('ComboName'), row.get('CaseName')]
    row.get('CaseType')
    if (!name || part === undefined) return dropLoads(reading, row)
    const known = combinations.get(name)
    const type = TYPES.get((row.get('ComboType') ?? '').toLowerCase())
    const one = known ?? { type, parts: [], name: row.get('Notes'), rows: 0 }
    combinations.set(name, one)
    one.rows++
    one.parts.push({ name: part, factor: row.number('ScaleFactor') ?? 1 })
    return 'taken'
  })
  addCombinations(reading, combinations, cases, COMBINATIONS)
}
