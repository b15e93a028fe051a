import type { Combination, CombinationTerm } from '#lib/schema/loads.ts'
import type { S2kReading } from '../csi/s2k-reading.ts'
import type { RowStatus, S2kRow } from '../csi/s2k-tables.ts'
import { natureOf } from './load-words.ts'

/**
 * A load pattern is a load case of ours. A linear static case that is one pattern is that pattern; another one is a sum of patterns, so a
 * combination. Cases of other kinds are left out, and the combinations with them.
 */
export function readCases(reading: S2kReading): void {
  readPatterns(reading)
  readCombinations(reading, readStaticCases(reading))
}

const LOADS = 'loads' as const

export function dropLoads({ report }: S2kReading, { table }: S2kRow): RowStatus {
  report.note('dropped', LOADS, { place: table })
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

type Gathered = { terms: CombinationTerm[]; notes: string | undefined; rows: number; isWrong: boolean }
/** What a combination of the file may name, by name. */
type NamedTerms = Map<string, CombinationTerm>

const CASES = 'LOAD CASE DEFINITIONS'

function readStaticCases(reading: S2kReading): NamedTerms {
  const { model, report } = reading
  const gathered = new Map<string, Gathered>()
  reading.each(CASES, (row) => {
    const [name, type] = [row.get('Case'), row.get('Type')]
    const isLinear = /^lin(?:ear )?static$/i.test(type ?? '') && /^(?:zero|none)?$/i.test(row.get('InitialCond') ?? '')
    if (!name || !isLinear) return dropLoads(reading, row)
    if (gathered.has(name)) return reading.duplicate(`load case ${name}`)
    gathered.set(name, { terms: [], notes: row.get('Notes'), rows: 1, isWrong: false })
    return 'taken'
  })
  reading.each('CASE - STATIC 1 - LOAD ASSIGNMENTS', (row) => {
    const one = gathered.get(row.get('Case') ?? '')
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
  const named: NamedTerms = new Map()
  for (const [name, { terms, notes, isWrong }] of gathered) {
    const id = model.idOf('loadCases', name)
    const own = terms.length === 1 && terms[0]?.caseId === id && terms[0].factor === 1 ? model.get('loadCases', id) : undefined
    if (own) {
      if (notes !== undefined) own.name = notes
      named.set(name, { caseId: id })
      continue
    }
    const combinationId = model.idOf('combinations', name)
    const sum: Combination = { id: combinationId, ...(notes !== undefined && { name: notes }), terms }
    if (!isWrong && terms.length > 0 && model.add('combinations', sum)) {
      named.set(name, { combinationId })
      continue
    }
    moveToDropped(reading, CASES, 1)
    report.note('dropped', LOADS, { place: CASES })
  }
  return named
}

function moveToDropped({ report }: S2kReading, table: string, rows: number): void {
  const count = report.table(table)
  count.taken -= rows
  count.dropped += rows
}

const COMBINATIONS = 'COMBINATION DEFINITIONS'
const TYPES = [['linear add', 'add'], ['envelope', 'envelope']] as const // biome-ignore format: a table
const DEEPEST = 100

function typeOf(said = ''): 'add' | 'envelope' | undefined {
  for (const [word, type] of TYPES) if (word === said.toLowerCase()) return type
  return undefined
}

type GatheredCombination = {
  type: 'add' | 'envelope' | undefined
  parts: { name: string; factor: number }[]
  notes: string | undefined
  rows: number
}

/** Rows of one name run on; the first says the type. */
function readCombinations(reading: S2kReading, cases: NamedTerms): void {
  const { model, report } = reading
  const gathered = new Map<string, GatheredCombination>()
  reading.each(COMBINATIONS, (row) => {
    const [name, part] = [row.get('ComboName'), row.get('CaseName')]
    row.get('CaseType')
    if (!name || part === undefined) return dropLoads(reading, row)
    const known = gathered.get(name)
    const one = known ?? { type: typeOf(row.get('ComboType')), parts: [], notes: row.get('Notes'), rows: 0 }
    gathered.set(name, one)
    one.rows++
    one.parts.push({ name: part, factor: row.number('ScaleFactor') ?? 1 })
    return 'taken'
  })
  const states = new Map<string, 'open' | 'taken' | 'dropped'>()
  const take = (name: string, depth = 0): boolean => {
    const state = states.get(name)
    if (state !== undefined) return state === 'taken' // one that is open contains itself
    const one = gathered.get(name)
    if (!one || depth > DEEPEST) return false
    states.set(name, 'open')
    const terms = one.parts.map(({ name: part, factor }): CombinationTerm | undefined => {
      const known = cases.get(part)
      if (known) return { ...known, factor }
      const isFit = take(part, depth + 1) && !(one.type === 'add' && gathered.get(part)?.type === 'envelope')
      return isFit ? { combinationId: model.idOf('combinations', part), factor } : undefined
    })
    const whole = terms.filter((term) => term !== undefined)
    const combination: Combination = {
      id: model.idOf('combinations', name),
      ...(one.notes !== undefined && { name: one.notes }),
      ...(one.type === 'envelope' && { type: one.type }),
      terms: whole,
    }
    const isTaken = one.type !== undefined && whole.length === terms.length && model.add('combinations', combination)
    states.set(name, isTaken ? 'taken' : 'dropped')
    if (!isTaken) {
      moveToDropped(reading, COMBINATIONS, one.rows)
      report.note('dropped', LOADS, { count: one.rows, place: COMBINATIONS })
    }
    return isTaken
  }
  for (const name of gathered.keys()) take(name)
}
