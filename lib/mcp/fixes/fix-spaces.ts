import type { Issue } from '#lib/schema/model-error.ts'
import { type Fix, replaceKeys } from './patch.ts'

const MOST_SPACES = 50

/** `4@6`: four spaces of 6, as drawings say it. */
export function spacesFix(loc: Issue['loc'], text: string): Fix | undefined {
  const [, times, size] = /^\s*(\d+)\s*@\s*(\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  const [count, by] = [Number(times), Number(size)]
  if (times === undefined || count < 1 || count > MOST_SPACES) return undefined
  const copy = loc.indexOf('copy')
  if (copy >= 0)
    return `"times": ${count}, and "by" says the way: {"x": ${by}}, {"y": ${by}} or {"z": ${by}}, without ${String(loc[copy + 1])}`
  const divide = loc.indexOf('divide')
  if (divide >= 0)
    return { patches: [...replaceKeys(loc.slice(0, divide), [], { divide: { every: by } })], words: `"every": ${by}` }
  const places = Array.from({ length: count + 1 }, (_, i) => Number((i * by).toFixed(9)))
  return loc.includes('for')
    ? `"0..${count}" with {${by}*${String(loc.at(-1))}} where it is used, or the list ${JSON.stringify(places)}`
    : `${count} spaces of ${by}: ${places.join(', ')}`
}
