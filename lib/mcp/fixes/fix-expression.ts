import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, valueAt } from './background.ts'
import { type Fix, sendValue } from './patch.ts'

/** Expressions of templates that are written as another language writes them. */

/** Each is a habit of a language, and its spelling here. */
const HABITS: readonly [RegExp, string][] = [
  [/\b(?:Math|math|np|numpy)\.(?=[A-Za-z])/g, ''],
  [/\bPI\b/g, 'pi'],
  [/\b(?:chr|String\.fromCharCode)\(\s*65\s*\+\s*([^()]+)\)/g, 'letter($1)'],
  [/\b(?:str|String)\(([^()]*)\)/g, '$1'],
  [/\.toString\(\)/g, ''],
  [/([A-Za-z_]\w*)\.(?:padStart|zfill|rjust)\(\s*(\d+)[^()]*\)/g, 'pad($1,$2)'],
  [/([A-Za-z_]\w*|\([^()]*\))\.toFixed\(\s*(\d+)\s*\)/g, 'round($1,$2)'],
  [/([A-Za-z_]\w*)\.replace(?:All)?\(/g, 'replace($1,'],
  [/===/g, '=='],
  [/!==/g, '!='],
  // `{i:02d}` of another language.
  [/(?<=[{\s])([A-Za-z_]\w*):0?(\d)d?(?=\})/g, 'pad($1,$2)'],
  [/\$\{/g, '{'],
  [/\$(?=[A-Za-z_])/g, ''],
  [/;/g, ','],
  // A number before a name or a bracket: the sign between them is missing. Exponents of numbers stay.
  [/(?<![\w.])(\d+(?:\.\d+)?)(?=[A-Za-z(])(?![eE][-+]?\d)/g, '$1*'],
]
/** Signs, which are others inside a quoted text. */
const SIGNS: readonly [RegExp, string][] = [
  [/<>/g, '!='],
  [/(?<![=!<>])=(?!=)/g, '=='],
  [/\^/g, '**'],
  [/\s*&&?\s*/g, ' and '],
  [/\s*\|\|?\s*/g, ' or '],
  [/\bAND\b/g, 'and'],
  [/\bOR\b/g, 'or'],
  [/\bNOT\b/g, 'not'],
]

export function expressionFix({ loc }: Issue, value: unknown): Fix | undefined {
  if (typeof value !== 'string' || loc.includes('for')) return undefined
  const turn = /\b(?:Math|math|np|numpy)\.(?:sin|cos|tan)\(/.exec(value)
  if (turn && !/\bpi\b/i.test(value)) return `${value.slice(turn.index).replace(/^\w+\.(\w+).*/s, '$1')} takes degrees here`
  if (value.includes('{{')) return sendValue(loc, value.replaceAll('{{', '{').replaceAll('}}', '}'))
  const isBare = loc.includes('let') || loc.includes('if')
  const mended = isBare ? respelt(value) : value.replaceAll(/\$?\{[^{}]*\}/g, respelt)
  if (mended === value) return CASE.test(value) ? 'nothing changes the case of a text: send it as it is to stand' : undefined
  return sendValue(loc, inDegrees(mended))
}

const CASE = /\b(?:to_?)?(?:upper|lower|capitali[sz]e|title)(?:_?case)?\s*\(/i

const respelt = (expression: string) => {
  const parts = inWordsOf(HABITS, expression).split(/('[^']*'|"[^"]*")/)
  return parts.map((part, i) => (i % 2 === 0 ? inWordsOf(SIGNS, part) : part)).join('')
}

const inWordsOf = (habits: typeof HABITS, expression: string) =>
  habits.reduce((text, [habit, spelling]) => text.replaceAll(habit, spelling), expression)

/** Degrees where radians were meant: a whole turn is 360. */
export function degreesFix(loc: Issue['loc'], value: unknown): Fix | undefined {
  if (typeof value !== 'string') return undefined
  const turned = inDegrees(value)
  return turned === value ? undefined : sendValue(loc, turned)
}

const inDegrees = (text: string) =>
  text.replaceAll(/\b(sin|cos|tan)\(([^()]*)\)/g, (_, name: string, angle: string) => {
    const turned = angle.replaceAll(/\b2\s*\*\s*pi\b/g, '360').replaceAll(/\bpi\b/g, '180')
    return `${name}(${turned})`
  })

/** A name that a template does not know: one that is spelt alike, or one that `let` says only later. */
export function variableFix({ loc, ctx = {} }: Issue, value: unknown, { sent }: Background): Fix | undefined {
  const name = String(ctx.name)
  const place = loc.indexOf('let')
  const lets = place < 0 ? undefined : valueAt(sent, loc.slice(0, place + 1))
  if (isDictionary(lets) && Object.hasOwn(lets, name)) {
    const ordered = inOrder(lets)
    if (!ordered) return `${name} and ${String(loc[place + 1])} need each other: write one of them without the other`
    return sendValue(loc.slice(0, place + 1), ordered, `define '${name}' before '${String(loc[place + 1])}'`)
  }
  const index = loc.indexOf('for')
  const beside = index < 0 ? undefined : valueAt(sent, [...loc.slice(0, index), 'let'])
  if (isDictionary(beside) && Object.hasOwn(beside, name) && typeof value === 'string') {
    const words = `let is computed for each value of the loops: a range cannot use ${name}`
    const number = beside[name]
    return typeof number === 'number'
      ? sendValue(loc, value.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), String(number)), words)
      : words
  }
  const known = Array.isArray(ctx.known) ? ctx.known.map(String) : []
  const near = known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? nearestIds([name], known).get(name)
  if (near === undefined || typeof value !== 'string') return near === undefined ? undefined : `use ${near}`
  return sendValue(loc, value.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'), near), `use ${near}`)
}

/** Variables so that each stands behind those that it needs; undefined where they go in a circle. */
function inOrder(lets: Record<string, unknown>): Record<string, unknown> | undefined {
  const left = new Map(Object.entries(lets))
  const ordered: [string, unknown][] = []
  while (left.size > 0) {
    const next = [...left].find(([name, value]) => ![...left.keys()].some((other) => other !== name && uses(value, other)))
    if (!next) return undefined
    ordered.push(next)
    left.delete(next[0])
  }
  return Object.fromEntries(ordered)
}

const uses = (expression: unknown, name: string) =>
  typeof expression === 'string' && new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(expression)
