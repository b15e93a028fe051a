import { readUnits } from '#lib/model/units.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { fileValue } from './file-refused.ts'
import { unitsDisagree } from './units-disagree.ts'

/** What is wrong with the units that a file states: that they cannot be read, or that others were sent for it. `loc` is their place. */
export function unitsIssue(own: string, sent: string | undefined, loc: Issue['loc']): Issue | undefined {
  if (!readUnits({ current: own }).length) return fileValue(loc, `'${own.slice(0, 64)}' has no readable length unit`)
  return sent === undefined ? undefined : unitsDisagree(own, sent)
}
