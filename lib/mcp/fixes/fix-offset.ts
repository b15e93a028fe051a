import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Fix, sendValue } from './patch.ts'

/** One number is that along local 2, two are both; which way local 2 points is up to the frame. */
export function offsetFix(loc: Issue['loc'], value: unknown): Fix {
  const words = `${loc.at(-1)} is {x, y}: x along local 3, y along local 2`
  if (isDictionary(value) && Object.keys(value).some((key) => key !== 'x' && key !== 'y')) return `${words}, up in a level beam`
  const [x = 0, y = 0, ...others] = Array.isArray(value) ? value : isDictionary(value) ? [value.x, value.y] : [0, value]
  const isOffset = [x, y].every((one) => typeof one === 'number' || (loc[0] === 'repeat' && typeof one === 'string'))
  return isOffset && others.length === 0 ? sendValue(loc, { x, y }, `${words}; send ${JSON.stringify({ x, y })}`) : words
}
