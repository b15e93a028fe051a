import type { z } from 'zod'
import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'

/** `path` is written by parents on the way down and read only when something is wrong; each closure knows its own depth. */
export type Run = {
  path: (string | number)[]
  issues: Issue[]
  total: number
  failed: Set<string>
  onIssue: ((issue: Issue) => void) | undefined
}

/** Gives what is kept, or `undefined` after telling what is wrong. */
export type Check = (value: unknown, run: Run) => unknown

export function reportIssue(run: Run, depth: number, type: string, msg: string, ctx?: Record<string, unknown>): undefined {
  run.total++
  if (!run.onIssue && run.issues.length >= limits.issues) return
  const issue = { type, loc: run.path.slice(0, depth), msg, ...(ctx && { ctx }) }
  if (run.onIssue) run.onIssue(issue)
  else run.issues.push(issue)
}

export const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Text that both databases hold alike. False after telling. */
export function isStorable(value: string, run: Run, depth: number): boolean {
  // Most strings are a few characters long, and a loop over these is cheaper than two calls into the engine.
  if (value.length < 64) {
    let i = 0
    for (; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      if (unit === 0 || (unit & 0xf800) === 0xd800) break
    }
    if (i === value.length) return true
  }
  if (!value.isWellFormed()) {
    reportIssue(run, depth, 'string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string')
    return false
  }
  if (value.includes('\0')) {
    reportIssue(run, depth, 'value_error', 'Value error, NUL (U+0000) is not allowed', { error: {} })
    return false
  }
  return true
}

type Def = z.core.$ZodTypes['_zod']['def']
export type Checks = z.core.$ZodChecks[] | undefined

/** Zod tells a schema's own definition as the least of them; it is one of the public union. */
export const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def
export const checksOf = (def: { checks?: readonly z.core.$ZodCheck[] | undefined }) => def.checks as Checks
