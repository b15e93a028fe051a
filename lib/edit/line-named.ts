import type { Issue } from '#lib/model/model-error.ts'
import type { ViewerGridLine } from '#lib/model/schema.ts'
import { linesNamed } from './names.ts'
import type { Work } from './work.ts'

/** The grid line or level of a name; undefined after telling that there is none, or several. */
export function lineNamed(work: Work, name: string, below: Issue['loc'], axis?: 'Z'): ViewerGridLine | undefined {
  const issues: Issue[] = []
  const [line] = linesNamed([name], 'on', { facts: work.facts, loc: [], issues, kinds: [] }, axis)
  for (const { type, msg, ctx } of issues) work.problem(type, below, msg, undefined, ctx)
  return line
}
