import { isKind } from '#lib/model/validate/defaults.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, brief, jsonIn, schemaAt, valueAt } from './background.ts'
import { nearField } from './field-names.ts'
import { kindOfAnalysisFix } from './fix-analysis.ts'
import { copyIn } from './fix-copy.ts'
import { pointsFix } from './fix-openings.ts'
import { renameFix } from './fix-selection.ts'
import { unitsIn } from './fix-value.ts'
import { type Fix, replaceKeys } from './patch.ts'
import { meansTheSame, meantBy } from './synonyms.ts'

/** An argument that there is none of: the ones there are, and the way to what was probably wanted. */
export function strangeFix({ loc, msg }: Issue, value: unknown, background: Background): Fix | undefined {
  const { sent, schema, tool, styled = (name) => name } = background
  const key = String(loc.at(-1))
  const holder = schemaAt(schema, loc.slice(0, -1))
  const holdsElements = loc.at(-2) === 'add' || loc.at(-2) === 'defaults' || loc.at(-3) === 'repeat'
  const inSet = loc.at(-2) === 'set'
  const kind = loc[0] === 'defaults' && loc.length === 3 ? loc[1] : undefined
  if (isKind(kind)) return ofKindFix(loc, value, kind)
  const named = Object.keys(isDictionary(holder?.properties) ? holder.properties : {})
  const known = [...named, ...(holdsElements ? KINDS : []), ...(inSet ? FIELDS : [])]
  const own = isDictionary(sent) ? sent : {}
  const [edit, add] = [styled('service.edit_model'), styled('service.add_model_elements')]
  if (loc.length === 1 && tool === 'service.create_model' && key === 'modelId') return `to change a model use ${edit} or ${add}`
  if (loc.length === 1 && tool === 'service.add_model_elements' && ['name', 'units'].includes(key))
    return `${edit} {"modelId":${JSON.stringify(own.modelId)},"ops":[${JSON.stringify({ [key]: value })}]}`
  const ofTool = loc.length === 1 ? toolFix(tool, key, value, styled) : undefined
  if (ofTool !== undefined) return ofTool
  const around = loc.length === 1 ? envelopeFix(own, named) : undefined
  if (around) return around
  if (loc.at(-2) === 'defaults' && FIELDS.includes(key)) return defaultFix(loc.slice(0, -1), key, value, sent)
  const beside = holdsKinds(key, value, named, { at: loc, sent: valueAt(sent, loc.slice(0, -1)) })
  if (beside) return beside
  const ofLine = inSet ? coordinateFix(loc, value, sent) : undefined
  if (ofLine) return ofLine
  // Other kinds have such a field: what is selected is not what is to be set.
  if (inSet && FIELDS.includes(key))
    return OF_SECTIONS.includes(key)
      ? `${key} is a field of sections: "select": {"kinds": ["sections"], "ids": […]}, or set sectionId`
      : (ofSelectedFix(loc, msg, value) ?? `select the kind that has ${key}`)
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
  if (loc[0] === 'ops' && loc.length === 3 && meantBy(key, known) === 'renumber' && isDictionary(value) && !('id' in value))
    return renameFix(loc, value, sent)
  const condition = known.includes('unsupported') ? conditionFix(at, key, value, siblings) : undefined
  if (condition) return condition
  const made = loc.at(-2) === 'mirror' ? planeFix(at, key, value, siblings) : numberedFix(at, key, value, siblings)
  if (made) return made
  // A selection is renumbered; the model alone is renamed.
  const meantWords = key === 'rename' && isDictionary(sentBeside) && !('select' in sentBeside) ? ['name'] : known
  const near =
    (inSet ? nearField(key, FIELDS, 'set') : undefined) ??
    meantBy(key, meantWords) ??
    known.find((one) => !Object.hasOwn(siblings, one) && (meansTheSame(key, one) || isPlural(key, one))) ??
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
  const points = near === 'openingNodeIds' ? pointsFix([...at, near], value, background, key) : undefined
  if (points) return points
  if (near !== undefined && !isFree) return besideFix(at, key, near, siblings)
  if (near === 'units' && typeof value === 'string')
    return renamed(unitsIn(value), `send "units": ${JSON.stringify(unitsIn(value))}`)
  if (near === 'copy' && loc[0] === 'ops') {
    const copy = copyIn(value)
    if (copy) return typeof copy === 'string' ? copy : renamed(copy, `rename '${key}': "copy": ${brief(copy)}`)
  }
  if (near === 'plane' && typeof value === 'string') return renamed(value.toUpperCase(), `rename '${key}': "plane"`)
  if (near)
    return renamed(value, `rename '${key}': ${JSON.stringify(near)}${isKind(near) && lacksIds(value) ? ', each with an id' : ''}`)
  if (known.includes('select') && isKind(key) && Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    const select = { kinds: [key], ids: value }
    if (!('select' in siblings)) return { patches: replaceKeys(at, [key], { select }), words: `send "select": ${brief(select)}` }
  }
  if (known.includes('select') && OF_SELECTIONS.test(key)) {
    const condition = { kind: 'kinds', id: 'ids' }[key] ?? key.replace(/^(role|section|material|member|storey|label)s$/, '$1')
    const select = { ...(isDictionary(sentBeside) && isDictionary(sentBeside.select) && sentBeside.select), [condition]: value }
    const words = `send "select": ${brief(select)}`
    return { patches: replaceKeys(at, [key], { select }), words }
  }
  return there
}

/** What the selected kind calls it: the type of a support is what it holds. */
function ofSelectedFix(loc: Issue['loc'], msg: string, value: unknown): Fix | undefined {
  const kind = KINDS.find((one) => msg.startsWith(`${KIND_WORD[one]}s have no field`))
  const key = String(loc.at(-1))
  const near = kind && nearField(key, Object.keys(ELEMENT_SCHEMAS[kind].shape), KIND_WORD[kind])
  return near && { patches: replaceKeys(loc.slice(0, -1), [key], { [near]: value }), words: `rename '${key}': "${near}"` }
}

/** What one tool is asked for that is in another place of it, or in another tool. */
function toolFix(tool: string | undefined, key: string, value: unknown, styled: (name: string) => string): Fix | undefined {
  switch (tool) {
    case 'service.analyse_model':
      return kindOfAnalysisFix([], key, value)
    case 'service.import_model':
      return /url|link|address|^(path|file(_?name)?)$/i.test(key)
        ? `no addresses are read: call ${styled(tool)} without arguments, PUT the bytes to its uploadUrl; or send "text"`
        : undefined
    case 'service.render_model':
      return resultsFix(key, value)
  }
}

/** A shape or a diagram, asked of a picture. */
function resultsFix(key: string, value: unknown): Fix | undefined {
  const words = 'send "results": {"case": a load case, a combination or "mode 1", "show": "deflected", "m3", …}'
  if (/^mode_?s?(_?shapes?)?$/i.test(key)) {
    const mode = Number(value === true ? 1 : String(value).replace(/^mode\s*/i, ''))
    return Number.isInteger(mode) && mode > 0
      ? { patches: replaceKeys([], [key], { results: { case: `mode ${mode}`, show: 'deflected' } }), words }
      : words
  }
  if (/^(deform(ed|ation)?|deflect(ed|ion)s?|displace(d|ments?))(_?shape)?$/i.test(key) && value === true)
    return { patches: replaceKeys([], [key], { results: { show: 'deflected' } }), words }
  return /^(deform|deflect|displace|diagram|moment|stress|forces|reactions)/i.test(key) ? words : undefined
}

/** What stands under both names: lists are one, and what is said twice goes. */
function besideFix(at: Issue['loc'], key: string, near: string, siblings: Record<string, unknown>): Fix {
  const [own, other] = [siblings[near], siblings[key]]
  if (JSON.stringify(own) === JSON.stringify(other))
    return { patches: [{ at: [...at, key], drop: true }], words: `leave out '${key}'` }
  const words = `say it once, as ${near}`
  const lists = [own, other].map((one) => (typeof one === 'string' ? [one] : one))
  if (!lists.every(Array.isArray)) return words
  return { patches: replaceKeys(at, [key], { [near]: [...new Set(lists.flat())] }), words }
}

/** `{"x": 12}`, `{"about": {"x": 12}}` of a mirror: the plane, and where it lies. */
function planeFix(at: Issue['loc'], key: string, value: unknown, siblings: Record<string, unknown>): Fix | undefined {
  const [[axis, place] = [], ...others]: [string?, unknown?][] = isDictionary(value) ? Object.entries(value) : [[key, value]]
  if (axis === undefined || !/^[xyz]$/i.test(axis) || typeof place !== 'number' || others.length > 0 || 'at' in siblings)
    return undefined
  const plane = siblings.plane === undefined && { plane: axis.toUpperCase() }
  return { patches: replaceKeys(at, [key], { ...plane, at: place }), words: `a plane across ${axis} at ${place}` }
}

/** Grid lines lie at a coordinate. */
function coordinateFix(loc: Issue['loc'], value: unknown, sent: unknown): Fix | undefined {
  const kinds = [valueAt(sent, [...loc.slice(0, 2), 'select', 'kinds']) ?? []].flat()
  if (loc.at(-1) !== 'position' || typeof value !== 'number' || kinds.join() !== 'gridLines') return undefined
  return { patches: replaceKeys(loc.slice(0, -1), ['position'], { coordinate: value }), words: `rename 'position': "coordinate"` }
}

const OPPOSITE: Readonly<Record<string, string | undefined>> = { supported: 'unsupported', used: 'unused' }

/** Conditions of other languages: opposites, `and`, `or`, and a kind by another name. */
function conditionFix(at: Issue['loc'], key: string, value: unknown, siblings: Record<string, unknown>): Fix | undefined {
  const opposite = OPPOSITE[key.toLowerCase()]
  if (opposite !== undefined && typeof value === 'boolean')
    return { patches: replaceKeys(at, [key], { [opposite]: !value }), words: `send "${opposite}": ${!value}` }
  if (/^(type|kind|element_?type)$/i.test(key) && typeof value === 'string' && !('kinds' in siblings)) {
    const kind = KINDS.find((one) => one === value || one === `${value}s`)
    if (kind) return { patches: replaceKeys(at, [key], { kinds: [kind] }), words: `send "kinds": ["${kind}"]` }
  }
  const ofKind = kindFix(at, key, value, siblings)
  if (ofKind) return ofKind
  const word = key.toLowerCase()
  if (word !== 'and' && word !== 'or') return undefined
  const words =
    word === 'and'
      ? 'an element meets every condition: send them beside each other'
      : 'values in the list of one condition are alternatives, as role: ["column", "beam"]; other alternatives are a call each'
  const parts = Array.isArray(value) && value.every(isDictionary) ? value : []
  const names = parts.flatMap((one) => Object.keys(one))
  const isFree = names.length > 0 && names.every((name) => !(name in siblings))
  if (word === 'and' && isFree && new Set(names).size === names.length)
    return { patches: replaceKeys(at, [key], Object.assign({}, ...parts)), words }
  const [name = ''] = names
  if (word === 'or' && isFree && names.length === parts.length && names.every((one) => one === name))
    return { patches: replaceKeys(at, [key], { [name]: parts.flatMap((one) => one[name]) }), words }
  return words
}

/** `{"nodes": ["N1"]}`, `{"frame": "B1"}`, `{"frames": true}`: a kind, and ids of it. */
function kindFix(at: Issue['loc'], key: string, value: unknown, siblings: Record<string, unknown>): Fix | undefined {
  const kindNamed = (name: string) => KINDS.find((one) => one === name || one === `${name}s`)
  if (!kindNamed(key) || 'kinds' in siblings || 'ids' in siblings) return undefined
  const named = Object.entries(siblings).filter(([name]) => kindNamed(name))
  const ids = named.flatMap(([, one]) => one)
  const areIds = ids.length > 0 && ids.every((one) => typeof one === 'string')
  if (!areIds && (value !== true || named.length > 1)) return undefined
  const select = { kinds: named.map(([name]) => kindNamed(name)), ...(areIds && { ids }) }
  const words = `send ${brief(select)}`
  // An id of several kinds may be of another one.
  return named.length > 1 ? words : { patches: replaceKeys(at, [key], select), words }
}

/** `{"prefix": "C"}`: the text that ids are made of has their number in it. */
function numberedFix(at: Issue['loc'], key: string, value: unknown, siblings: Record<string, unknown>): Fix | undefined {
  if (at.at(-1) === 'join' && /^(into|name|new_?id)$/i.test(key) && typeof value === 'string' && !('id' in siblings))
    return { patches: replaceKeys(at, [key], { id: value }), words: `send "id": ${JSON.stringify(value)}` }
  if (at.at(-1) !== 'renumber' || !/^(prefix|base|name)$/i.test(key) || typeof value !== 'string' || 'id' in siblings)
    return undefined
  const id = value.includes('{') ? value : `${value}{n}`
  return { patches: replaceKeys(at, [key], { id }), words: `send "id": ${JSON.stringify(id)}` }
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

const lacksIds = (value: unknown) => Array.isArray(value) && value.some((one) => isDictionary(one) && !('id' in one))

/** A default for a field that the kind has under another name. */
function ofKindFix(loc: Issue['loc'], value: unknown, kind: Kind): Fix {
  const [key, fields] = [String(loc.at(-1)), Object.keys(ELEMENT_SCHEMAS[kind].shape)]
  const near = nearField(key, fields, KIND_WORD[kind], value)
  if (near === undefined) return `${kind} have ${fields.filter((field) => field !== 'id').join(', ')}`
  return { patches: replaceKeys(loc.slice(0, -1), [key], { [near]: value }), words: `rename '${key}': ${JSON.stringify(near)}` }
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
const GRIDS = /^grids?(_?lines?|_?system)?$|^axes$/i

/** Elements in a place of their own making: in `elements`, beside `add`, or as levels. */
function holdsKinds(key: string, value: unknown, named: readonly string[], { at, sent }: { at: Issue['loc']; sent: unknown }) {
  const holder = at.slice(0, -1)
  if (LEVELS.test(key) && named.includes('gridLines'))
    return 'a level is a grid line: {"id": …, "axis": "Z", "coordinate": its height} in gridLines'
  if (GRIDS.test(key) && named.includes('gridLines') && isDictionary(value))
    return 'gridLines is a list, each {"id": "A", "axis": "X", "coordinate": 0}: X for x = 0'
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
