import type { E2kReading } from '../csi/e2k-reading.ts'
import type { E2kRow } from '../csi/e2k-rows.ts'
import type { RowStatus } from '../csi/s2k-tables.ts'
import { addCombinations, addStaticCases, type FileCombination, type NamedTerms, type StaticCase } from './file-cases.ts'
import { natureOf } from './load-words.ts'

/** Load patterns, linear static cases and combinations. ETABS before 2013 has its patterns as `LOADCASE … SELFWEIGHT` and no cases. */
export function readE2kCases(reading: E2kReading): void {
  reading.each('LOADPATTERN', (row) => addPattern(reading, row))
  readCombinations(reading, readStaticCases(reading))
}

export function dropLoads({ report }: E2kReading, { keyword }: E2kRow): RowStatus {
  report.note('dropped', 'loads', { place: keyword })
  return 'dropped'
}

function addPattern(reading: E2kReading, row: E2kRow): RowStatus {
  const { model } = reading
  const [name, type, selfWeight] = [row.at(0), row.get('TYPE'), row.number('SELFWEIGHT') ?? 0]
  if (!name) return dropLoads(reading, row)
  const id = model.idOf('loadCases', name)
  const fields = { ...(type !== undefined && { nature: natureOf(type) }), ...(selfWeight !== 0 && { selfWeight }) }
  return model.add('loadCases', { id, ...fields }) ? 'taken' : reading.duplicate(`load pattern ${id}`)
}

function readStaticCases(reading: E2kReading): NamedTerms {
  const { model } = reading
  const cases = new Map<string, StaticCase>()
  reading.each('LOADCASE', (row) => {
    const name = row.at(0)
    if (!name) return dropLoads(reading, row)
    if (row.get('SELFWEIGHT') !== undefined) return addPattern(reading, row)
    const known = cases.get(name)
    const [type, pattern] = [row.get('TYPE'), row.get('LOADPAT')]
    if (!known) {
      const isLinear = /^linear static$/i.test(type ?? '') && /^(?:preset|zero|none)?$/i.test(row.get('INITCOND') ?? '')
      if (!isLinear) return dropLoads(reading, row)
      cases.set(name, { terms: [], name: undefined, rows: 1, isWrong: false })
      return 'taken'
    }
    const caseId = model.idOf('loadCases', pattern ?? '')
    if (pattern === undefined || !model.has('loadCases', caseId)) {
      if (row.get('SF') !== undefined) known.isWrong = true
      return dropLoads(reading, row)
    }
    known.terms.push({ caseId, factor: row.number('SF') ?? 1 })
    known.rows++
    return 'taken'
  })
  const named = addStaticCases(reading, cases, 'LOADCASE')
  if (cases.size === 0) for (const { id } of model.all('loadCases')) named.set(id, { caseId: id })
  return named
}

const TYPES = new Map<string, FileCombination['type']>([
  ...(['linear add', 'add'] as const).map((word) => [word, 'add'] as const),
  ...(['envelope', 'enve'] as const).map((word) => [word, 'envelope'] as const),
])
/** Keys of what a combination is of. */
const PARTS = ['LOADCASE', 'LOADCOMBO', 'LOAD', 'COMBO', 'CASE', 'SPEC'] as const

function readCombinations(reading: E2kReading, cases: NamedTerms): void {
  const combinations = new Map<string, FileCombination>()
  reading.each('COMBO', (row) => {
    const name = row.at(0)
    if (!name) return dropLoads(reading, row)
    const type = row.get('TYPE')
    const part = PARTS.map((key) => row.get(key)).find((one) => one !== undefined)
    if (type === undefined && part === undefined) {
      reading.report.note('dropped', 'design', { place: row.keyword })
      return 'dropped'
    }
    const one = combinations.get(name) ?? { type: undefined, parts: [], name: undefined, rows: 0 }
    combinations.set(name, one)
    one.rows++
    if (type !== undefined) one.type = TYPES.get(type.toLowerCase())
    if (part !== undefined) one.parts.push({ name: part, factor: row.number('SF') ?? 1 })
    return 'taken'
  })
  addCombinations(reading, combinations, cases, 'COMBO')
}
