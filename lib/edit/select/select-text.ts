import { KINDS } from '#lib/schema/kinds.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/**
 * Selections as people type them: `role:column storey:"Level 3" -on:A,D length:5..`. The words are those of the language, a minus leaves out;
 * the whole language is JSON, which is taken too.
 */

const LISTS: Readonly<Record<string, string>> = {
  ...{ kind: 'kinds', kinds: 'kinds', id: 'ids', ids: 'ids', label: 'label', role: 'role', section: 'section' },
  ...{
    material: 'material',
    member: 'member',
    run: 'run',
    storey: 'storey',
    level: 'storey',
    on: 'on',
    between: 'between',
    bay: 'bay',
    case: 'case',
  },
}
const RANGES = ['length', 'area', 'thickness', 'mass', 'x', 'y', 'z']
const AMOUNTS = ['length', 'area', 'thickness', 'mass']
const SWITCHES = ['released', 'unused', 'unsupported', 'all']
const WORDS = [...Object.keys(LISTS), ...RANGES, ...SWITCHES]

const BEGINS = new RegExp(`^\\s*(?:\\{|-?(?:${WORDS.join('|')}):)`, 'i')
const VALUE = '(?:"[^"]*"|[^\\s,"]+)'
const CONDITION = new RegExp(`\\s*(-?)(${WORDS.join('|')}):(${VALUE}(?:,${VALUE})*)(?=\\s|$)`, 'iy')

/** Whether a text is meant as a selection, not as a name to look for. */
export const isSelection = (text: string): boolean => BEGINS.test(text)

/** What it selects, as an object that nobody has judged yet; or what cannot be read of it. */
export function selectionOf(text: string): { select: unknown } | { problem: string } {
  if (text.trimStart().startsWith('{')) {
    try {
      return { select: JSON.parse(text) }
    } catch {
      return { problem: 'this is no whole JSON yet: {"role":["column"],"on":["A"]}' }
    }
  }
  const select: Record<string, unknown> = {}
  const not: Record<string, unknown> = {}
  let offset = 0
  while (offset < text.trimEnd().length) {
    CONDITION.lastIndex = offset
    const [whole, minus, word, value] = CONDITION.exec(text) ?? []
    if (whole === undefined || word === undefined || value === undefined)
      return { problem: `write conditions such as role:column storey:"Level 3" here: ${text.slice(offset).trim()}` }
    offset += whole.length
    const problem = lay(minus ? not : select, word.toLowerCase(), value)
    if (problem) return { problem }
  }
  if (Object.keys(not).length > 0) {
    select.not = not
    if (Object.keys(select).length === 1) select.all = true
  }
  return { select }
}

function lay(into: Record<string, unknown>, word: string, value: string): string | undefined {
  const values = [...value.matchAll(/"([^"]*)"|[^,"]+/g)].map(([bare, quoted]) => quoted ?? bare)
  const list = LISTS[word]
  if (list) {
    const before = into[list]
    into[list] = [...(Array.isArray(before) ? before : []), ...values.map((one) => (list === 'kinds' ? kindOf(one) : one))]
    return undefined
  }
  if (SWITCHES.includes(word)) {
    into[word] = !/^(no|false)$/i.test(value)
    return undefined
  }
  const range = rangeOf(value)
  if (!range) return `a range is 5..7, 5.. or ..7, not ${value}`
  if (AMOUNTS.includes(word)) into[word] = range
  else into.box = { ...(isDictionary(into.box) && into.box), [word]: range }
  return undefined
}

/** `frame` for `frames`. */
function kindOf(word: string): string {
  const many = word.endsWith('s') ? word : `${word}s`
  return KINDS.find((kind) => kind.toLowerCase() === many.toLowerCase()) ?? many
}

function rangeOf(text: string): (number | null)[] | undefined {
  const [from, to, ...more] = text.includes('..') ? text.split('..') : [text, text]
  const ends = [from, to].map((end) => (end === '' ? null : Number(end)))
  return more.length > 0 || ends.some((end) => Number.isNaN(end)) || ends.every((end) => end === null) ? undefined : ends
}
