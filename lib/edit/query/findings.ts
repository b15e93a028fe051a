import { findAll, type Run } from '#lib/model/check/check.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { type Finding, KIND_OF, type ViewerModel } from '#lib/schema/schema.ts'
import { factsOf } from '../select/facts.ts'
import { nothingSelected, select } from '../select/select.ts'
import type { Select } from '../select/select-schema.ts'
import { withCalls } from './finding-calls.ts'

/** The findings of the model check, or those that name a selected element. */

export type FindingsToFind = {
  select?: Select | undefined
  /** One code alone, its findings from that one on. */
  only?: { code: string; first: number } | undefined
  /** All that the model has, where they are known: then there is only to select. */
  known?: Run[] | undefined
}

/** So many of a code and severity are told one by one: models with more are few. */
const USUAL = 500
/** Of one code that is asked for on its own. */
export const STRETCH = 5000

export function findFindings(model: ViewerModel, { select: selector, only, known }: FindingsToFind): Run[] | Issue[] {
  const passes = selector && namingSelected(model, selector)
  if (Array.isArray(passes)) return passes
  if (passes && known && isWhole(known)) return withCalls(model, passing(known, passes))
  return withCalls(model, findAll(model, { only, most: only ? STRETCH : USUAL, passes }))
}

type Passes = (elements: Finding['elements']) => boolean

function namingSelected(model: ViewerModel, selector: Select): Passes | Issue[] {
  const facts = factsOf(model)
  const found = select(facts, selector)
  if ('issues' in found) return found.issues
  if ('emptied' in found) return [nothingSelected(found.emptied)]
  const named = new Map<string, Set<string>>()
  for (const [kind, ordinals] of found.selection) named.set(KIND_OF[kind], new Set(ordinals.map((i) => facts.id(kind, i))))
  return (elements) => elements.some(({ kind, id }) => named.get(kind)?.has(id))
}

/** Whether every finding is told one by one. */
const isWhole = (runs: readonly Run[]): boolean =>
  runs.every(({ count, isCutShort, findings }) => count === findings.length && !isCutShort)

const passing = (runs: readonly Run[], passes: Passes): Run[] =>
  runs.flatMap((run) => {
    const findings = run.findings.filter(({ elements }) => passes(elements))
    return findings.length > 0 ? [{ ...run, findings, count: findings.length }] : []
  })

export type Summary = Record<Finding['severity'], number>

export function summaryOf(runs: readonly Run[]): Summary {
  const summary: Summary = { error: 0, warning: 0, info: 0 }
  for (const { severity, count } of runs) summary[severity] += count
  return summary
}
