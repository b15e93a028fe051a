import { readNumber } from '../numbers.ts'
import { endOfString, piecesOf } from './script-lines.ts'
import type { ScriptLanguage } from './script-text.ts'

/**
 * The commands of a flat script, in Tcl or Python. Nothing is run: literals and names that stand for literals are read, and whatever else a
 * statement may be, it is not understood.
 */

/** A word as the file has it, and the number that it stands for. */
export type Word = { text: string; number?: number }
/** `ids`: texts in the remark behind it. `command` is null of what is not understood. */
export type Statement = { line: number; ids: string[]; command: string | null; words: Word[]; text: string }

/** `names`: those of the script that stand for literals. */
export function* statementsOf(text: string, language: ScriptLanguage, names = new Map<string, string>()): Generator<Statement> {
  const read = language === 'py' ? readPython : readTcl
  for (const { line, code, remark } of piecesOf(text, language)) {
    const made = read(code, names)
    if (made !== NOTHING) yield { line, ids: idsIn(remark), ...(made ?? { command: null, words: [] }), text: code.trim() }
  }
}

type Command = { command: string; words: Word[] }
/** A name that now stands for its literal. */
export const SET = 'set'
/** An import, or a remark. */
const NOTHING = Symbol('nothing to do')

/** JSON texts in a remark. */
export function idsIn(remark: string): string[] {
  const found: string[] = []
  for (const [quoted] of remark.matchAll(/"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/g)) {
    try {
      found.push(JSON.parse(quoted))
    } catch {
      return found // a control character in it: no id of ours
    }
  }
  return found
}

/** What ours say of a modulus that follows from another one and Poisson's ratio. */
const SHEAR = {
  py: /^(\w+) = (\w+) \/ \(2 \* \(1 \+ ([^()]+)\)\)$/,
  tcl: /^set (\w+) \[expr \{\$(\w+) \/ \(2 \* \(1 \+ ([^()]+)\)\)\}\]$/,
} as const

const defined = (name: string): Command => ({ command: SET, words: [{ text: name }] })

function defineShear(code: string, language: ScriptLanguage, names: Map<string, string>): Command | null {
  const [, name, of, ratio] = SHEAR[language].exec(code) ?? []
  const [modulus, nu] = [readNumber(names.get(of ?? '') ?? ''), readNumber(ratio ?? '')]
  if (name === undefined || modulus === undefined || nu === undefined) return null
  names.set(name, String(modulus / (2 * (1 + nu))))
  return defined(name)
}

function readPython(code: string, names: Map<string, string>): Command | typeof NOTHING | null {
  // What is indented is the body of something: whether it is run, and how often, nobody can say who does not run it.
  if (/^[ \t]/.test(code)) return null
  const text = code.trim()
  if (/^(?:import|from)\s/.test(text)) {
    const [, alias] = /^import openseespy\.opensees as (\w+)$/.exec(text) ?? []
    if (alias !== undefined) names.set(`${alias}.`, '')
    return NOTHING
  }
  if (/^(?:'''|""")/.test(text)) return NOTHING
  const [, name, literal] = /^([A-Za-z_]\w*)\s*=\s*([^=\s]\S*)$/.exec(text) ?? []
  if (name !== undefined && literal !== undefined) {
    if (literal !== 'None' && readNumber(literal) === undefined && !/^(['"])[^'"\\]*\1$/.test(literal)) return null
    names.set(name, literal)
    return defined(name)
  }
  const shear = defineShear(text, 'py', names)
  if (shear) return shear
  const opening = text.indexOf('(')
  const [, module, command] = /^([A-Za-z_]\w*\.)?([A-Za-z_]\w*)\s*$/.exec(text.slice(0, Math.max(0, opening))) ?? []
  if (command === undefined || !text.endsWith(')')) return null
  if (module !== undefined && module !== 'ops.' && !names.has(module)) return null
  const words = splitArguments(text.slice(opening + 1, -1))
  if (!words) return null
  return { command, words: words.map((one) => pythonWord(one, names)) }
}

/** At commas; null where a bracket closes what none has opened, or a list is spliced in. */
function splitArguments(text: string): string[] | null {
  const found: string[] = []
  let [from, depth] = [0, 0]
  for (let offset = 0; offset < text.length; offset++) {
    const one = text[offset]!
    if (one === "'" || one === '"') offset = endOfString(text, offset, one) - 1
    else if ('([{'.includes(one)) depth++
    else if (')]}'.includes(one) && --depth < 0) return null
    else if (one === ',' && depth === 0) {
      found.push(text.slice(from, offset).trim())
      from = offset + 1
    }
  }
  const last = text.slice(from).trim()
  if (last !== '') found.push(last)
  return depth !== 0 || found.some((one) => one.startsWith('*')) ? null : found
}

function pythonWord(text: string, names: ReadonlyMap<string, string>): Word {
  const plain = /^(['"])([^'"\\]*)\1$/.exec(text)?.[2]
  if (plain !== undefined) return { text: plain }
  return wordOf(text, names.get(text))
}

function wordOf(text: string, standsFor: string | undefined): Word {
  const number = readNumber(standsFor ?? text)
  return number === undefined ? { text } : { text, number }
}

function readTcl(code: string, names: Map<string, string>): Command | typeof NOTHING | null {
  const text = code.trim()
  if (text.startsWith('#')) return NOTHING
  const shear = defineShear(text, 'tcl', names)
  if (shear) return shear
  const words = splitWords(text)
  const [command, ...others] = words ?? []
  if (command === undefined || !/^[A-Za-z_][\w:]*$/.test(command)) return null
  if (command === SET) {
    const [name, literal, more] = others
    if (name === undefined || literal === undefined || more !== undefined || /[[$]/.test(literal)) return null
    names.set(name, literal)
    return defined(name)
  }
  if (others.some((one) => one.startsWith('['))) return null
  return {
    command,
    words: others.map((one) => (/^\$\w+$/.test(one) ? wordOf(one, names.get(one.slice(1))) : wordOf(one, undefined))),
  }
}

/** At blanks, with what stands in quotes, braces or brackets as one; null where one of them stays open. */
function splitWords(text: string): string[] | null {
  const words: string[] = []
  let offset = 0
  while (offset < text.length) {
    if (/\s/.test(text[offset]!)) {
      offset++
      continue
    }
    const end = endOfTclWord(text, offset)
    if (end === null) return null
    const word = text.slice(offset, end)
    words.push(/^".*"$|^\{.*\}$/s.test(word) ? word.slice(1, -1) : word)
    offset = end
  }
  return words
}

function endOfTclWord(text: string, from: number): number | null {
  if (text[from] === '"') return endOfString(text, from, '"')
  let depth = 0
  let position = from
  for (; position < text.length && (depth > 0 || !/\s/.test(text[position]!)); position++) {
    if ('{['.includes(text[position]!)) depth++
    else if ('}]'.includes(text[position]!)) depth--
  }
  return depth === 0 ? position : null
}
