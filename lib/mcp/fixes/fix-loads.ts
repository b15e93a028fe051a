import type { Issue } from '#lib/schema/model-error.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { type Background, pointIn, valueAt } from './background.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'

/** Combinations and loads in the forms in which other programs write them. */

export function loadFix(issue: Issue, background: Background): Fix | undefined {
  return termsFix(issue, background) ?? targetFix(issue, background) ?? forceFix(issue, background)
}

/** `{"G":1.35,"Q":1.5}`, `[["G",1.35]]`, `[{"case":"G","factor":1.35}]`, `"1.35G+1.5Q"` */
function termsFix({ loc }: Issue, { sent, exists }: Background): Fix | undefined {
  const index = loc.lastIndexOf('terms')
  if (index < 0) return undefined
  const term = valueAt(sent, loc.slice(0, index + 2))
  if (isDictionary(term) && term.caseId != null && term.combinationId != null)
    return 'a term names one: leave out caseId or combinationId'
  if (isDictionary(term) && loc.at(-1) === 'caseId' && typeof term.caseId === 'string' && exists?.('combinations', term.caseId)) {
    const { caseId: combinationId } = term
    const words = `${JSON.stringify(combinationId)} is a combination: "combinationId" in place of "caseId"`
    return { patches: replaceKeys(loc.slice(0, -1), ['caseId'], { combinationId }), words }
  }
  const at = loc.slice(0, index)
  const combination = valueAt(sent, at)
  const value = valueAt(sent, [...at, 'terms']) ?? inTwoLists(combination)
  const toTerm = (id: string, factor: number) =>
    exists?.('combinations', id) && !exists('loadCases', id) ? { combinationId: id, factor } : { caseId: id, factor }
  const terms = termsIn(value, toTerm)
  if (!terms || JSON.stringify(terms) === JSON.stringify(value))
    return loc.length <= index + 2 ? 'terms is a list of {caseId, factor}, or {combinationId, factor}' : undefined
  const lists = isDictionary(combination) && combination.terms === undefined ? Object.keys(combination) : []
  const gone = ['cases', 'loadCases', 'factors', 'formula', 'expression'].filter((key) => lists.includes(key))
  return { patches: replaceKeys(at, gone, { terms }), words: `terms is a list: ${JSON.stringify(terms)}` }
}

const TARGETS = ['nodeId', 'frameId', 'areaId']
const TARGET_OF: Readonly<Record<string, string | undefined>> = { pressure: 'areaId', distributed: 'frameId', point: 'frameId' }

/** A load on several things, or on none: its type, or what there is of that id, may say on which. */
function targetFix({ loc, msg }: Issue, background: Background): Fix | undefined {
  if (!msg.endsWith('give one of nodeId, frameId, areaId')) return undefined
  const load = valueAt(background.sent, loc)
  const own = TARGETS.filter((one) => isDictionary(load) && load[one] != null)
  if (!isDictionary(load) || own.length === 0)
    return (
      (isDictionary(load) && elsewhereFix(loc, load, background)) || 'add "nodeId", "frameId" or "areaId": what the load is on'
    )
  const target = TARGET_OF[String(load.type)]
  const gone = own.filter((one) => one !== target)
  const words = `leave out ${own.join(' or ')}; a load on each is two loads`
  return gone.length < own.length ? { patches: replaceKeys(loc, gone, {}), words } : words
}

const ELSEWHERE = /^(element|member|target|object)(_?id)?$/i
const KIND_OF_TARGET = { nodeId: 'nodes', frameId: 'frames', areaId: 'areas' } as const

/** `"elementId": "B1"`, of which kind there is one with this id. */
export function elsewhereFix(loc: Issue['loc'], load: Dictionary, { exists }: Background): Fix | undefined {
  const key = Object.keys(load).find((one) => ELSEWHERE.test(one))
  const id = key === undefined ? undefined : load[key]
  if (key === undefined || typeof id !== 'string') return undefined
  const [field, another] = entriesOf(KIND_OF_TARGET).flatMap(([name, kind]) => (exists?.(kind, id) ? [name] : []))
  if (field === undefined || another !== undefined) return `rename '${key}': "nodeId", "frameId" or "areaId"`
  const read = load.force === undefined ? forceIn(load) : undefined
  const { force, gone = [] } = read ?? {}
  const values = { [field]: id, ...(force && { force }) }
  return { patches: replaceKeys(loc, [key, ...gone], values), words: `send ${JSON.stringify(values)}` }
}

/** `{"cases":["G","Q"],"factors":[1.35,1.5]}` */
function inTwoLists(combination: unknown): unknown {
  if (!isDictionary(combination)) return undefined
  const { cases = combination.loadCases, factors, formula = combination.expression } = combination
  if (cases === undefined && isDictionary(factors)) return factors
  if (cases === undefined && factors === undefined) return formula
  if (!Array.isArray(cases) || !Array.isArray(factors) || cases.length !== factors.length) return undefined
  return cases.map((id, i) => [id, factors[i]])
}

type ToTerm = (id: string, factor: number) => Dictionary

function termsIn(value: unknown, toTerm: ToTerm): Dictionary[] | undefined {
  if (typeof value === 'string') return sumIn(value, toTerm)
  if (isDictionary(value)) return byName(value, toTerm) ?? (TERM_KEYS.some((key) => key in value) ? [value] : undefined)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const terms = value.map((one): Dictionary[] | undefined => {
    if (typeof one === 'string') return sumIn(one, toTerm)
    if (Array.isArray(one)) {
      const [a, b] = one
      if (one.length !== 2) return undefined
      if (typeof a === 'string' && typeof b === 'number') return [toTerm(a, b)]
      return typeof a === 'number' && typeof b === 'string' ? [toTerm(b, a)] : undefined
    }
    return isDictionary(one) ? (byName(one, toTerm) ?? [renamedTerm(one)]) : undefined
  })
  return terms.every((one) => one !== undefined) ? terms.flat() : undefined
}

const TERM_KEYS = ['caseId', 'combinationId', 'factor']
const TERM_WORDS: readonly [RegExp, string][] = [
  [/^(load)?case(id)?$|^lc$|^load$|^pattern$|^name$|^id$/i, 'caseId'],
  [/^(load)?comb(o|ination)?(id)?$/i, 'combinationId'],
  [/^(load)?factor$|^coef(f|ficient)?$|^gamma$|^scale(factor)?$|^multiplier$|^value$|^sf$/i, 'factor'],
]

const renamedTerm = (term: Dictionary): Dictionary =>
  Object.fromEntries(
    Object.entries(term).map(([key, one]) => {
      const name = TERM_KEYS.includes(key) ? key : TERM_WORDS.find(([words]) => words.test(key))?.[1]
      return [name === undefined || (name !== key && name in term) ? key : name, one]
    }),
  )

/** Factors by the names of their cases. */
function byName(value: Dictionary, toTerm: ToTerm): Dictionary[] | undefined {
  const entries = Object.entries(value)
  const isTerm = entries.some(([key, one]) => typeof one !== 'number' || TERM_WORDS.some(([words]) => words.test(key)))
  if (entries.length === 0 || isTerm) return undefined
  return entries.map(([id, factor]) => toTerm(id, Number(factor)))
}

/** `1.35G + 1.5*Q - W` */
function sumIn(text: string, toTerm: ToTerm): Dictionary[] | undefined {
  const terms: Dictionary[] = []
  const pattern = /\s*([+-]?)\s*(?:(\d+(?:\.\d+)?)\s*[*x·×]?\s*)?([A-Za-z_][\w.]*)\s*/y
  while (pattern.lastIndex < text.length) {
    const isFirst = pattern.lastIndex === 0
    const [, sign, factor = '1', id] = pattern.exec(text) ?? []
    if (id === undefined || (sign === '' && !isFirst)) return undefined
    terms.push(toTerm(id, Number(factor) * (sign === '-' ? -1 : 1)))
  }
  return terms.length === 0 ? undefined : terms
}

const FORCES: Readonly<Record<string, string>> = { fx: 'x', fy: 'y', fz: 'z', qx: 'x', qy: 'y', qz: 'z', x: 'x', y: 'y', z: 'z' }
const SIZES = ['value', 'magnitude', 'pressure', 'size', 'q', 'w', 'p', 'f', 'load', 'intensity']

/** A load whose size stands flat, or as one number and a direction. */
function forceFix({ loc, type, msg }: Issue, { sent }: Background): Fix | undefined {
  const verb = loc.indexOf('load')
  const isStray = type === 'extra_forbidden' && verb >= 0 && loc.length === verb + 2
  const at = loc.at(-1) === 'force' || isStray ? loc.slice(0, -1) : loc
  const load = valueAt(sent, at)
  if (!isDictionary(load)) return undefined
  if (loc.at(-1) === 'force') return scalarForce(loc, load)
  const needed = /^Value error, an? \w+ load needs (\w+)(?: or (\w+))?$/.exec(msg)?.slice(1) ?? (isStray ? ['force'] : [])
  if (needed.length === 0) return undefined
  const words = `add ${needed.flatMap((field) => (field === undefined ? [] : (WHAT[field] ?? field))).join(' or ')}`
  if (!needed.includes('force')) return words
  if (isStray && ![...flatOf(load), ...SIZES, 'direction', 'dir'].includes(String(loc.at(-1)))) return undefined
  if (load.force !== undefined) return undefined
  const read = forceIn(load)
  const size = SIZES.find((key) => typeof load[key] === 'number')
  if (!read && isStray && size !== undefined)
    return `force is {x, y, z}; say which in place of "${size}": ${waysOf(Number(load[size]))}`
  if (!read) return words
  const { force, gone } = read
  return { patches: replaceKeys(at, gone, { force }), words: `send "force": ${JSON.stringify(force)}` }
}

const flatOf = (load: Dictionary) =>
  Object.keys(load).filter((key) => Object.hasOwn(FORCES, key.toLowerCase()) && typeof load[key] === 'number')

/** The force that stands flat, or as a size and a direction, and the keys that said it. */
function forceIn(load: Dictionary): { force: Dictionary; gone: string[] } | undefined {
  const flat = flatOf(load)
  if (flat.length > 0)
    return { force: Object.fromEntries(flat.map((key) => [String(FORCES[key.toLowerCase()]), load[key]])), gone: flat }
  const key = SIZES.find((one) => typeof load[one] === 'number')
  const size = key === undefined ? undefined : Number(load[key])
  const axis = size === undefined ? undefined : axisIn(load.direction ?? load.dir, size)
  if (key === undefined || size === undefined || !axis) return undefined
  return { force: { [axis.name]: size * axis.sign }, gone: [key, ...['direction', 'dir'].filter((one) => one in load)] }
}

const WHAT: Readonly<Record<string, string>> = {
  force: '"force": an object with x, y or z (down is a negative z)',
  moment: '"moment": an object with x, y or z',
  displacement: '"displacement": an object with x, y or z',
  rotation: '"rotation": an object with x, y or z, in radians',
  temperature: '"temperature": the rise',
  gradient: '"gradient": an object with x or y',
}

/** `"Z"`, `"-z"`, `"global Z"`; of a size with a sign words such as down do not say whether it is said twice. */
function axisIn(direction: unknown, size: number): { name: string; sign: number } | undefined {
  if (size > 0 && typeof direction === 'string' && /^(gravity|down(wards?)?)$/i.test(direction.trim()))
    return { name: 'z', sign: -1 }
  const [, sign, name] = /^(?:global\s*)?([+-]?)\s*([xyz])$/i.exec(typeof direction === 'string' ? direction.trim() : '') ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), sign: sign === '-' ? -1 : 1 }
}

/** One number in place of components. */
function scalarForce(loc: Issue['loc'], load: Dictionary): Fix | undefined {
  const { force } = load
  const point = pointIn(force)
  if (point) return sendValue(loc, point)
  if (typeof force !== 'number') return undefined
  const axis = axisIn(load.direction ?? load.dir, force)
  if (axis) {
    const gone = ['direction', 'dir'].filter((key) => key in load)
    return { patches: replaceKeys(loc.slice(0, -1), gone, { force: { [axis.name]: force * axis.sign } }) }
  }
  return `force is {x, y, z}; say which: ${waysOf(force)}`
}

const waysOf = (force: number) => `{"z":${force}}, {"x":${force}} or {"y":${force}}; down is a negative z`
