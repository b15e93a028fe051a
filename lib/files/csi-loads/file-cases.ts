import type { Combination, CombinationTerm } from '#lib/schema/loads.ts'
import type { FileToRead } from '../file-to-read.ts'

/**
 * Load cases and combinations of CSI's programs. A load pattern is a load case of ours. A linear static case that is one pattern is that pattern;
 * another one is a sum of patterns, so a combination. Cases of other kinds are left out, and the combinations with them.
 */

type Reading = Pick<FileToRead, 'model' | 'report'>
/** `rows`: how many of its table say it, which are dropped together. */
export type StaticCase = { terms: CombinationTerm[]; name: string | undefined; rows: number; isWrong: boolean }
/** What a combination of the file may name, by name. */
export type NamedTerms = Map<string, CombinationTerm>
/** `type`: undefined of one that a model has no place for. */
export type FileCombination = {
  type: 'add' | 'envelope' | undefined
  parts: { name: string; factor: number }[]
  name: string | undefined
  rows: number
}

export function addStaticCases(reading: Reading, cases: ReadonlyMap<string, StaticCase>, table: string): NamedTerms {
  const { model } = reading
  const named: NamedTerms = new Map()
  for (const [name, { terms, name: title, rows, isWrong }] of cases) {
    const id = model.idOf('loadCases', name)
    const own = terms.length === 1 && terms[0]?.caseId === id && terms[0].factor === 1 ? model.get('loadCases', id) : undefined
    if (own) {
      if (title !== undefined) own.name = title
      named.set(name, { caseId: id })
      continue
    }
    const combinationId = model.idOf('combinations', name)
    const sum: Combination = { id: combinationId, ...(title !== undefined && { name: title }), terms }
    if (!isWrong && terms.length > 0 && model.add('combinations', sum)) named.set(name, { combinationId })
    else drop(reading, table, rows)
  }
  return named
}

/** Rows that were taken turn out to say what a model has no place for. */
function drop({ report }: Reading, table: string, rows: number): void {
  const count = report.table(table)
  count.taken -= rows
  count.dropped += rows
  report.note('dropped', 'loads', { count: rows, place: table })
}

const DEEPEST = 100

/** A combination of what is left out is left out, as is a sum of an envelope and one that contains itself. */
export function addCombinations(
  reading: Reading,
  combinations: ReadonlyMap<string, FileCombination>,
  cases: NamedTerms,
  table: string,
): void {
  const { model } = reading
  const states = new Map<string, 'open' | 'taken' | 'dropped'>()
  const take = (name: string, depth = 0): boolean => {
    const state = states.get(name)
    if (state !== undefined) return state === 'taken' // one that is open contains itself
    const one = combinations.get(name)
    if (!one || depth > DEEPEST) return false
    states.set(name, 'open')
    const terms = one.parts.map(({ name: part, factor }): CombinationTerm | undefined => {
      const known = cases.get(part)
      if (known) return { ...known, factor }
      const isFit = take(part, depth + 1) && !(one.type === 'add' && combinations.get(part)?.type === 'envelope')
      return isFit ? { combinationId: model.idOf('combinations', part), factor } : undefined
    })
    const whole = terms.filter((term) => term !== undefined)
    const combination: Combination = {
      id: model.idOf('combinations', name),
      ...(one.name !== undefined && { name: one.name }),
      ...(one.type === 'envelope' && { type: one.type }),
      terms: whole,
    }
    const isWhole = one.type !== undefined && whole.length > 0 && whole.length === terms.length
    const isTaken = isWhole && model.add('combinations', combination)
    states.set(name, isTaken ? 'taken' : 'dropped')
    if (!isTaken) drop(reading, table, one.rows)
    return isTaken
  }
  for (const name of combinations.keys()) take(name)
}
