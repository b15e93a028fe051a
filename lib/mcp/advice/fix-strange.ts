import { isKind } from '#lib/model/validate/defaults.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, brief, jsonIn, schemaAt, valueAt } from './background.ts'
import { unitsIn } from './fix-value.ts'
import { type Fix, replaceKeys } from './patch.ts'
import { meansTheSame, meantBy } from './synonyms.ts'

/** An argument that there is none of: the ones there are, and the way to what was probably wanted. */
export function strangeFix(
  loc: Issue['loc'],
  value: unknown,
  { sent, schema, tool, styled = (name) => name }: Background,
): Fix | undefined {
  const key = String(loc.at(-1))
  const holder = schemaAt(schema, loc.slice(0, -1))
  const holdsElements = loc.at(-2) === 'add' || loc.at(-2) === 'defaults' || loc.at(-3) === 'repeat'
  const inSet = loc.at(-2) === 'set'
  const named = Object.keys(isDictionary(holder?.properties) ? holder.properties : {})
  const known = [...named, ...(holdsElements ? KINDS : []), ...(inSet ? FIELDS : [])]
  const own = isDictionary(sent) ? sent : {}
  const [edit, add] = [styled('service.edit_model'), styled('service.add_model_elements')]
  if (loc.length === 1 && tool === 'service.create_model' && key === 'modelId') return `to change a model use ${edit} or ${add}`
  if (loc.length === 1 && tool === 'service.add_model_elements' && ['name', 'units'].includes(key))
    return `${edit} {"modelId":${JSON.stringify(own.modelId)},"ops":[${JSON.stringify({ [key]: value })}]}`
  const around = loc.length === 1 ? envelopeFix(own, named) : undefined
  if (around) return around
  if (loc.at(-2) === 'defaults' && FIELDS.includes(key)) return defaultFix(loc.slice(0, -1), key, value, sent)
  const beside = holdsKinds(key, value, named, { at: loc, sent: valueAt(sent, loc.slice(0, -1)) })
  if (beside) return beside
  // Other kinds have such a field: what is selected is not what is to be set.
  if (inSet && FIELDS.includes(key))
    return OF_SECTIONS.includes(key)
      ? `${key} is a field of sections: "select": {"kinds": ["sections"], "ids": […]}, or set sectionId`
      : `select the kind that has ${key}`
  const sentBeside = valueAt(sent, loc.slice(0, -1))
  const at = loc.slice(0, -1)
  const coordinate = inSet ? /^(?:position\.)?([xyz])$/.exec(key)?.[1] : undefined
  if (coordinate !== undefined) {
    const place = isDictionary(sentBeside) && isDictionary(sentBeside.position) ? sentBeside.position : {}
    const position = { ...place, [coordinate]: value }
    const words = `send "set": ${brief({ position })}, or move`
    return { patches: replaceKeys(at, [key], { position }), words }
  }
  const siblings = isDictionary(sentBeside) ? sentBeside : {}
  // A selection is renumbered; the model alone is renamed.
  const meantWords = key === 'rename' && isDictionary(sentBeside) && !('select' in sentBeside) ? ['name'] : known
  const near =
    meantBy(key, meantWords) ??
    known.find((one) => meansTheSame(key, one) || isPlural(key, one)) ??
    nearestIds([key], known).get(key)
  const there = known.length > 0 ? `${loc.length === 1 ? 'arguments' : 'keys'} here: ${known.join(', ')}` : undefined
  // Beams and columns are frames both.
  const rivals = Object.keys(siblings).filter(
    (other) => other !== key && !known.includes(other) && meantBy(other, meantWords) === near,
  )
  if (near !== undefined && rivals.length > 0) return joinedFix(at, [key, ...rivals], near, siblings)
  const isFree = near !== undefined && isDictionary(sentBeside) && !Object.hasOwn(sentBeside, near)
  const renamed = (to: unknown, words: string): Fix =>
    isFree ? { patches: replaceKeys(at, [key], { [near]: to }), words } : words
  if (near === 'units' && typeof value === 'string')
    return renamed(unitsIn(value), `send "units": ${JSON.stringify(unitsIn(value))}`)
  if (near === 'plane' && typeof value === 'string') return renamed(value.toUpperCase(), `rename '${key}': "plane"`)
  if (near) return renamed(value, `rename '${key}': ${JSON.stringify(near)}`)
  if (known.includes('select') && OF_SELECTIONS.test(key)) {
    const condition = { kind: 'kinds', id: 'ids' }[key] ?? key.replace(/^(role|section|material|member|storey|label)s$/, '$1')
    const select = { ...(isDictionary(sentBeside) && isDictionary(sentBeside.select) && sentBeside.select), [condition]: value }
    const words = `send "select": ${brief(select)}`
    return { patches: replaceKeys(at, [key], { select }), words }
  }
  return there
}

/** Several lists that are one here. */
function joinedFix(at: Issue['loc'], keys: readonly string[], near: string, sent: Record<string, unknown>): Fix {
  const inOrder = Object.keys(sent).filter((key) => keys.includes(key))
  const lists = inOrder.map((key) => sent[key])
  const words = `send ${inOrder.join(' and ')} together as ${JSON.stringify(near)}`
  if (!lists.every(Array.isArray) || Object.hasOwn(sent, near)) return words
  return { patches: replaceKeys(at, inOrder, { [near]: lists.flat() }), words }
}

/** A default that does not say of which kind: that of the one kind in the call that has the field. */
function defaultFix(at: Issue['loc'], key: string, value: unknown, sent: unknown): Fix {
  const words = `defaults are by kind: {"frames": {"${key}": …}}`
  const body = valueAt(sent, at.slice(0, -1))
  const kinds = KINDS.filter((kind) => isDictionary(body) && kind in body && Object.hasOwn(ELEMENT_SCHEMAS[kind].shape, key))
  const [kind, another] = kinds
  if (kind === undefined || another !== undefined) return words
  const known = valueAt(sent, [...at, kind])
  return { patches: replaceKeys(at, [key], { [kind]: { ...(isDictionary(known) && known), [key]: value } }), words }
}

/** All that a call takes in one object around it: `{"model": {"name": …, "nodes": […]}}`. */
export function envelopeFix(sent: Record<string, unknown>, named: readonly string[]): Fix | undefined {
  const [key, ...others] = Object.keys(sent).filter((one) => !named.includes(one))
  if (key === undefined || others.length > 0) return undefined
  const inside = typeof sent[key] === 'string' ? jsonIn(sent[key]) : sent[key]
  const keys = isDictionary(inside) ? Object.keys(inside) : []
  if (!isDictionary(inside) || keys.length === 0 || !keys.every((one) => named.includes(one) && !(one in sent))) return undefined
  return { patches: replaceKeys([], [key], inside), words: `send ${keys.join(', ')} without '${key}' around` }
}

const LEVELS = /^(level|levels|storeys?|stories|story|floors)$/i

/** Elements in a place of their own making: in `elements`, beside `add`, or as levels. */
function holdsKinds(key: string, value: unknown, named: readonly string[], { at, sent }: { at: Issue['loc']; sent: unknown }) {
  const holder = at.slice(0, -1)
  if (LEVELS.test(key) && named.includes('gridLines'))
    return 'a level is a grid line: {"id": …, "axis": "Z", "coordinate": its height} in gridLines'
  if (isDictionary(value) && named.includes('nodes') && Object.keys(value).length > 0 && Object.keys(value).every(isKind)) {
    if (isDictionary(sent) && Object.keys(value).some((kind) => kind in sent)) return undefined
    const words = `send ${Object.keys(value).join(', ')} without '${key}' around`
    return { patches: replaceKeys(holder, [key], value), words }
  }
  if (!isKind(key) || !named.includes('add') || !isDictionary(sent)) return undefined
  const kinds = Object.fromEntries(Object.entries(sent).filter(([one]) => isKind(one)))
  return { patches: replaceKeys(holder, Object.keys(kinds), { add: kinds }), words: `send "add": {"${key}": […]}` }
}

/** `node` for `nodes`, `section` for `sectionId`. */
const isPlural = (sent: string, field: string): boolean => field === `${sent}s` || field === `${sent}Id`

/** What elements have that is set by its name. */
const FIELDS = [...new Set(KINDS.flatMap((kind) => Object.keys(ELEMENT_SCHEMAS[kind].shape)))].filter((field) => field !== 'id')

const OF_SECTIONS = ['profile', 'thickness']

const OF_SELECTIONS = /^(kinds?|ids?|roles?|sections?|materials?|members?|storeys?|labels?)$/
