import { limits } from '#lib/runtime/limits.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Check, isStorable, type Run, reportIssue } from './parse-run.ts'

export const tooDeep = () => `Value error, nested deeper than ${limits.nesting} levels`

export function freeForm(depth: number): Check {
  const walk = anything(depth)
  return (value, run) =>
    isDictionary(value) ? walk(value, run) : reportIssue(run, depth, 'dict_type', 'Input should be a valid dictionary')
}

/** Any JSON whose strings, keys and numbers can be stored; itself, untouched. */
export function anything(depth: number): Check {
  return (value, run) => {
    const before = run.total
    walkJson(value, run, depth)
    return run.total === before ? value : undefined
  }
}

/** Key by key as sent, depth-first. Bounded by itself: callers other than the body reader may not have counted the levels. */
function walkJson(value: unknown, run: Run, depth: number): void {
  if (typeof value === 'string') isStorable(value, run, depth)
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) reportIssue(run, depth, 'finite_number', 'Input should be a finite number')
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= limits.nesting) reportIssue(run, depth, 'value_error', tooDeep(), { error: {} })
    else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        run.path[depth] = i
        walkJson(value[i], run, depth + 1)
      }
    } else {
      for (const key in value) {
        if (!isStorable(key, run, depth)) continue
        run.path[depth] = key
        walkJson((value as Record<string, unknown>)[key], run, depth + 1)
      }
    }
  }
}
