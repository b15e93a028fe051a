import { inUnit, LENGTH_UNITS, type LengthUnit, readLength, readUnits } from '#lib/model/units.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { FRAME_ROLES } from '#lib/schema/roles.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import type { JsonSchema } from '../tools/json-schema.ts'
import { type Background, isInSelection, jsonIn, valueAt } from './background.ts'
import { isProfile } from './fix-profile.ts'
import { sectionTypeFix } from './fix-section.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'
import { decimal, quantityOf } from './quantity.ts'
import { meantBy, roleMeant } from './synonyms.ts'

/** Where lengths stand: in elements, in selections and in the verbs of an edit. */
const LENGTHS = new Set([
  ...['position', 'radius', 'coordinate', 'sectionOffset', 'thickness', 'dimensions', 'polygon', 'length'],
  ...['box', 'move', 'by', 'about', 'outward', 'every', 'tolerance'],
])
const isLength = (loc: Issue['loc']) =>
  loc.some((step) => LENGTHS.has(String(step))) || (loc.includes('mirror') && loc.at(-1) === 'at')

const ANGLES = ['rotation', 'angle', 'turn']

export function numberFix(loc: Issue['loc'], value: unknown, { lengths }: Background): Fix {
  if (typeof value !== 'string') return 'send a number'
  const text = value.trim()
  const computed = loc[0] === 'repeat' ? computedFix(loc, text, lengths) : undefined
  if (computed) return computed
  if (loc[0] === 'repeat' && !text.includes('{') && /^[\w.()]+(\s*[-+*/%]\s*[\w.()]+)+$/.test(text))
    return sendValue(loc, `{${text}}`)
  if (/^[+-]?\d+,\d+$/.test(text)) {
    const number = decimal(text)
    if (number !== undefined) return sendValue(loc, number)
    return `${JSON.stringify(value)} may be ${Number(text.replace(',', '.'))} or ${Number(text.replace(',', ''))}: send the one that is meant`
  }
  const degrees = ANGLES.some((name) => loc.includes(name))
    ? /^([+-]?\d+(?:\.\d+)?)\s*(?:°|deg(?:rees?)?)$/i.exec(text)?.[1]
    : undefined
  if (degrees !== undefined) return sendValue(loc, Number(degrees))
  const kilograms = loc.at(-1) === 'mass' ? kilogramsIn(text) : undefined
  if (kilograms !== undefined) return sendValue(loc, kilograms, 'masses are in kg')
  const read = isLength(loc) ? quantityOf(text) : undefined
  if (!read) return /^[+-]?[\d.]+\s*\S/.test(text) ? 'send the number alone, in the units of the model' : 'send a number'
  if (lengths) return sendValue(loc, Number(inUnit(read, lengths)))
  const { ft, in: inch, m, mm } = LENGTH_UNITS
  const pair = ['ft', 'in'].includes(read.unit.unit) ? [ft, inch] : [m, mm]
  const readings = pair.map((unit) => `${inUnit(read, unit)} if lengths are in ${unit.unit}`)
  return `the model's units name no length: send ${readings.join(', ')}`
}

/** `${6*i}`, `{6*i} m`: an expression in other braces, or with a unit behind it. */
function computedFix(loc: Issue['loc'], text: string, lengths: LengthUnit | undefined): Fix | undefined {
  const [, expression, word = ''] = /^\$?\{([^{}]+)\}\s*([a-z'"]*)$/i.exec(text) ?? []
  if (expression === undefined) return undefined
  if (word === '') return text.startsWith('$') ? sendValue(loc, `{${expression}}`) : undefined
  const unit = isLength(loc) ? readLength(word) : undefined
  if (!unit || !lengths) return undefined
  const factor = Number(inUnit({ value: 1, unit }, lengths))
  return sendValue(loc, factor === 1 ? `{${expression}}` : `{(${expression})*${factor}}`)
}

const KILOGRAMS: Readonly<Record<string, number | undefined>> = { kg: 1, g: 0.001, t: 1000, to: 1000, ton: 1000, tonne: 1000 }

/** `5 t`, `500 kg`: masses are in kg whatever units the model has. */
function kilogramsIn(text: string): number | undefined {
  const [, number = '', word = ''] = /^(\+?\d+(?:[.,]\d+)?)\s*([a-z]+?)s?$/i.exec(text) ?? []
  const [factor, mass] = [KILOGRAMS[word.toLowerCase()], decimal(number)]
  return factor === undefined || mass === undefined ? undefined : Number((mass * factor).toPrecision(12))
}

/** What was sent where an object should be, as that object. */
export function objectFix(loc: Issue['loc'], value: unknown, wanted: JsonSchema | undefined, sent: unknown): Fix {
  if (loc.at(-1) === 'restraints') return restraintsFix(loc, value)
  if (loc.at(-1) === 'units') return unitsFix(loc, value)
  if (loc.length === 1 && loc[0] === 'ids' && Array.isArray(value)) return idsFix(value, sent)
  const highlighted = loc[0] === 'highlight' ? valueAt(sent, ['highlight']) : undefined
  if (Array.isArray(highlighted) && highlighted.every((one) => typeof one === 'string'))
    return sendValue(['highlight'], { ids: highlighted })
  if (typeof value === 'string' && value.trimStart().startsWith('{')) {
    const read = jsonIn(value)
    const words = 'send an object: the object itself, not its text'
    return isDictionary(read) ? sendValue(loc, read, words) : words
  }
  const properties = isDictionary(wanted?.properties) ? Object.keys(wanted.properties) : []
  const numbers =
    typeof value === 'string'
      ? value
          .trim()
          .split(/\s*[,;\s]\s*/)
          .map(Number)
      : []
  if (numbers.length === 3 && numbers.every(Number.isFinite) && properties.join('') === 'xyz')
    return sendValue(loc, { x: numbers[0], y: numbers[1], z: numbers[2] })
  if (Array.isArray(value) && value.length === properties.length && value.every((item) => typeof item !== 'object'))
    return sendValue(loc, Object.fromEntries(properties.map((key, i) => [key, value[i]])))
  if (typeof value === 'string' && properties.join() === 'kind,id') {
    const kind = isDictionary(wanted?.properties) && isDictionary(wanted.properties.kind) ? wanted.properties.kind.enum : []
    return `send {"kind": …, "id": ${JSON.stringify(value)}}; kind is ${Array.isArray(kind) ? kind.join(', ') : 'that of the element'}`
  }
  const required = Array.isArray(wanted?.required) ? wanted.required.map(String) : []
  if (typeof value === 'string' && required.length === 1 && required[0] === 'id' && loc[0] === 'ops')
    return sendValue(loc, { id: value })
  return properties.length > 0 ? `send an object with ${properties.slice(0, 12).join(', ')}` : 'send an object'
}

/** Units in a word or a list; a word that names none says nothing. */
function unitsFix(loc: Issue['loc'], value: unknown): Fix {
  const text = Array.isArray(value) ? value.join(', ') : value
  if (typeof text === 'string' && readUnits({ current: text }).length) return sendValue(loc, unitsIn(text))
  return 'name them: {"length": …, "force": …}, or {"current": …} with all of them in one text'
}

/** Ids of one kind, which stands beside them. */
function idsFix(ids: readonly unknown[], sent: unknown): Fix {
  const { kind, kinds = kind } = isDictionary(sent) ? sent : {}
  const named = Array.isArray(kinds) && kinds.length === 1 ? kinds[0] : kinds
  const found = KINDS.find((one) => one === named || one === `${named}s`)
  if (!found) return 'ids by kind: {"frames": […], "nodes": […]}'
  const key = isDictionary(sent) && 'kind' in sent ? 'kind' : 'kinds'
  return { patches: replaceKeys([], [key], { ids: { [found]: ids } }) }
}

/** All of them in one text, as other programs write them. */
export const unitsIn = (text: string) => ({ current: text })

const HELD = new Set<unknown>([true, 1, 'true', '1'])
const NOT_HELD = new Set<unknown>([false, 0, 'false', '0'])

/** The short form that is nearest to what was sent, and follows from it. */
export function restraintsFix(at: Issue['loc'], value: unknown): Fix {
  const loc = at.slice(0, at.lastIndexOf('restraints') + 1)
  if (Array.isArray(value) && value.length === 6 && value.every((one) => HELD.has(one) || NOT_HELD.has(one)))
    return sendValue(loc, value.map((one) => (HELD.has(one) ? '1' : '0')).join(''))
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (/^[01]{6}$/.test(text)) return sendValue(loc, text)
  if (/^[fr]{6}$/i.test(text)) {
    const fixed = [...text.toUpperCase()].map((letter) => (letter === 'F' ? '1' : '0')).join('')
    const free = [...fixed].map((digit) => (digit === '1' ? '0' : '1')).join('')
    return `say 1 for held and 0 for free in the order u1 u2 u3 r1 r2 r3: "${fixed}" if F means fixed, "${free}" if F means free`
  }
  if (/^hinged?$/i.test(text)) return sendValue(loc, 'pinned')
  if (/roll/i.test(text)) return '["u3"] holds Z only, ["u2","u3"] rolls along X, ["u1","u3"] along Y'
  return '"fixed", "pinned", "free", or six digits: 1 held, 0 free, in the order u1 u2 u3 r1 r2 r3'
}

/** Words for section types that are not the specification's. */
const SECTION_WORDS: [RegExp, string][] = [
  [
    /^(i|h|w|wf|ipe|ipn|he[abm]?|hd|ub|uc|s|m|hp)([ _-]?\d.*|[ _-]?(shape|section|beam|profile))?$|wide.?flange|i.?beam|h.?beam/i,
    'i_wide_flange',
  ],
  [/^(pipe|chs|tube|round|circ|circle|circular|cylinder)/i, 'pipe'],
  [/^(rect|box|rhs|shs|hss|square|solid|bar)/i, 'rectangular'],
  [/^(c|u|upn|upe|uap|pfc|mc)([ _-]?\d.*)?$|channel/i, 'channel'],
  [/^(l|rsa|angle)([ _-]?\d.*)?|angle/i, 'angle'],
  [/shell|slab|wall|plate|deck|membrane/i, 'shell'],
]

/** What groups are by, asked of `by`. */
const GROUPS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  ['kind', 'role', 'section', 'material', 'member', 'storey', 'grid', 'case'].map((one) => [one, one]),
)

/** A role among kinds. */
function roleFix(loc: Issue['loc'], role: string): Fix {
  const select = loc.slice(0, loc.lastIndexOf('kinds'))
  return {
    patches: replaceKeys(select, ['kinds'], { role: [role] }),
    words: `that is a role: "role": ["${role}"] in place of kinds`,
  }
}

/** `duplicates`: the codes of which it is a word. */
function codesOf(text: string, allowed: readonly string[]): string[] {
  const stem = text.toLowerCase().replace(/s$/, '')
  return stem.length < 4 ? [] : allowed.filter((code) => code.split('_').some((word) => word.startsWith(stem)))
}

/** `millimetres`, `sqft`; and which units there are: each length once, with its powers. */
function unitFix(loc: Issue['loc'], text: string, allowed: readonly string[]): Fix {
  const [, power = '', name = text] = /^(?:(sq|cu)(?:uare|bic)?\.?\s*)?(.*)$/i.exec(text.trim()) ?? []
  const length = readLength(name)?.unit
  const exponent = { s: '2', c: '3' }[power.charAt(0).toLowerCase()] ?? ''
  const near =
    allowed.find((one) => one.toLowerCase() === text.toLowerCase() || one === `${length}${exponent}`) ??
    meantBy(text, allowed) ??
    nearestIds([text], allowed).get(text)
  if (near) return sendValue(loc, near)
  const lengths = allowed.filter((one) => allowed.includes(`${one}2`))
  const others = allowed.filter((one) => !lengths.includes(one.replace(/\d$/, '')))
  const masses = others.filter((one) => one !== 'l')
  return readUnits({ force: text }).force
    ? `${text} is a force; masses are in ${masses.join(', ')}`
    : lengths.length > 0
      ? `${lengths.join(', ')}, these with 2 or 3, or ${others.join(', ')}`
      : `send one of ${allowed.join(', ')}`
}

export function literalFix(
  loc: Issue['loc'],
  value: unknown,
  wanted: JsonSchema | undefined,
  { expected }: Record<string, unknown>,
  sent: unknown,
): Fix | undefined {
  // A long list is not in the schema.
  const named = [...String(expected ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  const allowed = Array.isArray(wanted?.enum) ? wanted.enum.map(String) : named
  const text = typeof value === 'string' ? value : ''
  if (loc[0] === 'unit') return unitFix(loc, text, allowed)
  if (allowed.includes('i_wide_flange') && isProfile(text)) {
    const words = `send profile ${JSON.stringify(text)} and leave out type`
    return { patches: replaceKeys(loc.slice(0, -1), loc.slice(-1), { profile: text }), words }
  }
  const shape = allowed.includes('i_wide_flange') ? sectionTypeFix(loc, text.trim(), sent) : undefined
  if (shape) return shape
  const role = loc.includes('kinds') && isInSelection(loc) ? roleMeant(text) : undefined
  if (role !== undefined) return roleFix(loc, role)
  if (loc.length === 1 && loc[0] === 'by' && Object.hasOwn(GROUPS, text))
    return { patches: replaceKeys([], ['by'], { groupBy: [GROUPS[text]] }), words: `send "groupBy": ["${GROUPS[text]}"]` }
  const near =
    allowed.find((word) => word.toLowerCase() === text.toLowerCase().replaceAll(/[\s-]/g, '_')) ??
    meantBy(text, allowed) ??
    (allowed.includes('i_wide_flange') ? SECTION_WORDS.find(([words]) => words.test(text.trim()))?.[1] : undefined) ??
    nearestIds([text], allowed).get(text)
  if (near) return sendValue(loc, near)
  const isOfFrames = roleMeant(text)
  if (allowed.includes('frame') && isOfFrames !== undefined)
    return sendValue(loc, isOneOf(FRAME_ROLES, isOfFrames) ? 'frame' : 'area')
  if (loc.join() === 'format' && allowed.includes('saf'))
    return /^(pdf|png|svg|jpe?g|picture)$/i.test(text)
      ? 'render_model draws it; sheets to print are made in the viewer'
      : 'what reads none of these of its own reads saf, ifc or dxf'
  const codes = loc[0] === 'codes' ? codesOf(text, allowed) : []
  if (codes.length > 0)
    return sendValue(
      ['codes'],
      [valueAt(sent, ['codes'])].flat().flatMap((one, i) => (i === loc[1] ? codes : [one])),
    )
  const listed = text
    .split(loc.at(-2) === 'by' && /^[xyz]+$/i.test(text) ? '' : /\s*[,;+&/]\s*|\s+and\s+/)
    .map((one) => one.toLowerCase())
  if (listed.length > 1 && loc.at(-1) === 0 && listed.every((one) => allowed.includes(one)))
    return sendValue(loc.slice(0, -1), listed)
  return allowed.length > 0 ? `send one of ${allowed.join(', ')}` : undefined
}
