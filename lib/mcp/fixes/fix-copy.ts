import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { pointIn, valueAt } from './background.ts'
import { type Fix, sendValue } from './patch.ts'

/** Copies as other programs write them: arrays, a number of steps, one distance. */

const AXIS = /^d?([xyz])$/i

/** `{"z":3.5,"n":2}`, `{"dx":6}`: how far stands in `by`, how often in `times`. */
export function copyFix(loc: Issue['loc'], sent: unknown): Fix | undefined {
  const index = loc.lastIndexOf('copy')
  const at = loc.slice(0, index + 1)
  const copy = valueAt(sent, at)
  if (index < 0 || loc.length > index + 2 || (loc.length === index + 1 && !Array.isArray(copy))) return undefined
  const meant = copyIn(copy)
  if (typeof meant !== 'string') return meant && sendValue(at, meant, 'by: how far, times: how often')
  return loc.at(-1) === 'by' ? meant : 'as said of by'
}

/** A copy in the words of others; words where it is not said which way. */
export function copyIn(sent: unknown): Record<string, unknown> | string | undefined {
  const copy = Array.isArray(sent) ? { vector: sent } : sent
  if (!isDictionary(copy) || copy.by !== undefined) return undefined
  const { n, count, copies, number, times = n ?? count ?? copies ?? number, ...rest } = copy
  const { distance, offset, spacing, vector, delta, translation, ...flat } = rest
  const ways = [distance, offset, spacing, vector, delta, translation]
  const way = ways.map((one) => pointIn(one) ?? one).find(isDictionary)
  const along = Object.entries(way ?? flat).filter(([key]) => AXIS.test(key))
  const by = Object.fromEntries(along.map(([key, far]) => [key.replace(AXIS, '$1').toLowerCase(), far]))
  const others = Object.fromEntries(Object.entries(flat).filter(([key]) => !AXIS.test(key)))
  const often = times !== undefined && { times }
  if (Object.keys(by).length > 0) return { by, ...often, ...others }
  const far = ways.find((one) => typeof one === 'number')
  return far === undefined
    ? undefined
    : `say which way: "copy": ${JSON.stringify({ by: { x: far }, ...often })}, or y or z in place of x`
}
