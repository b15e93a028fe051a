import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { lineNamed as lineIn, linesNamed as linesIn } from './select/names.ts'
import type { Work } from './work.ts'

/** The grid line or level of a name; undefined after telling that there is none, or several. */
export function lineNamed(work: Work, name: string, below: Issue['loc'], axis?: 'Z'): ViewerGridLine | undefined {
  return reportIssuesOf(work, (issues) => lineIn(name, { facts: work.facts, loc: below, issues }, axis))
}

/** The levels of names, stars and ranges, after telling of those that lead nowhere. */
export function levelsNamed(work: Work, names: readonly string[], below: Issue['loc']): ViewerGridLine[] {
  return reportIssuesOf(work, (issues) => linesIn(names, { facts: work.facts, loc: below, issues }, 'Z'))
}

function reportIssuesOf<T>(work: Work, look: (issues: Issue[]) => T): T {
  const issues: Issue[] = []
  const found = look(issues)
  for (const { type, loc, msg, ctx } of issues) work.problem(type, loc, msg, undefined, ctx)
  return found
}
