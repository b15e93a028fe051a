import { isKind } from '#lib/model/validate/defaults.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { type Background, jsonIn, valueAt } from './background.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'

/** The loops of a template in the forms of other languages, and in the wrong place. */

export function loopFix({ type, loc, ctx = {} }: Issue, value: unknown, { sent }: Background): Fix | undefined {
  const index = loc.indexOf('repeat')
  const at = loc.slice(0, index + 2)
  const template = index < 0 ? undefined : valueAt(sent, at)
  if (!isDictionary(template)) return undefined
  const mended = mendedTemplate(template)
  const changed = [...new Set([...Object.keys(template), ...Object.keys(mended)])].filter((key) => template[key] !== mended[key])
  const step = String(loc[index + 2] ?? '')
  const isAbout =
    changed.includes(step) ||
    (changed.length > 0 && loc.length === at.length) ||
    (type === 'template_name' &&
      changed.includes('for') &&
      isDictionary(mended.for) &&
      Object.hasOwn(mended.for, String(ctx.name)))
  if (isAbout) {
    const patches = changed.map((key) => {
      const place = [...at, key]
      return Object.hasOwn(mended, key) ? { at: place, value: mended[key] } : { at: place, drop: true as const }
    })
    return { patches, words: wordsOf(changed, mended) }
  }
  if (type === 'value_error' && isLooped(value)) return templatesFix(loc, value, sent)
  if (loc.length === index + 3 && step === 'for' && (type === 'missing' || type === 'too_short')) return onceFix(loc, template)
  if (loc.at(-2) !== 'for') return undefined
  // Of a loop within an element.
  const range = rangeIn(value)
  if (range !== undefined) return sendValue(loc, range)
  return typeof value === 'number' ? `a range has two ends: "0..${value - 1}" or "1..${value}"` : undefined
}

/** A loop in the place of an element. */
const isLooped = (value: unknown): value is { for: unknown; each: unknown } =>
  isDictionary(value) && 'for' in value && 'each' in value

/** Elements of a loop of their own are templates, each with the loops around them. */
function templatesFix(loc: Issue['loc'], first: Dictionary, sent: unknown): Fix {
  const at = loc.slice(0, loc.indexOf('repeat') + 1)
  const sentTemplates = valueAt(sent, at)
  const repeat = (Array.isArray(sentTemplates) ? sentTemplates : []).flatMap((one) => (isDictionary(one) ? unlooped(one) : [one]))
  const outer = valueAt(sent, [...loc.slice(0, -2), 'for'])
  const loops = JSON.stringify({ ...(isDictionary(outer) && outer), ...(isDictionary(first.for) && first.for) })
  const words = `elements in a loop of their own are a template of their own: {"for": ${loops}, "${String(loc.at(-2))}": [what each holds]}`
  return sendValue(at, repeat, words)
}

/** A template without the loops among its elements, and one for each of these. */
function unlooped(template: Dictionary): Dictionary[] {
  const { for: loops, let: lets, if: condition } = template
  const own: Dictionary = { ...template }
  const made: Dictionary[] = []
  for (const kind of KINDS) {
    const list = template[kind]
    if (!Array.isArray(list) || !list.some(isLooped)) continue
    own[kind] = list.filter((one) => !isLooped(one))
    if (list.every(isLooped)) delete own[kind]
    for (const { for: inner, each, ...more } of list.filter(isLooped)) {
      const both = [condition, Reflect.get(more, 'if')].filter((one) => one !== undefined)
      const all = both.length > 1 ? both.map((one) => `(${String(one)})`).join(' and ') : both[0]
      made.push({
        for: { ...(isDictionary(loops) && loops), ...(isDictionary(inner) && inner) },
        ...(lets !== undefined && { let: lets }),
        ...(all !== undefined && { if: all }),
        [kind]: [each],
      })
    }
  }
  return [...(KINDS.some((kind) => own[kind] !== undefined) ? [own] : []), ...made]
}

/** One turn: its elements are made once. */
const ONCE = { one: [1] }

/** A template without loops of its own. */
function onceFix(loc: Issue['loc'], template: Dictionary): Fix {
  const words = `add "for": the loops; ${JSON.stringify(ONCE)} makes the elements once`
  const isOnce = Object.keys(template).every((key) => key === 'for' || isKind(key)) && !usesVariables(template)
  return isOnce ? sendValue(loc, ONCE, words) : words
}

/** Whether a text outside of inner loops has an expression in it. */
function usesVariables(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{')
  if (Array.isArray(value)) return value.some((one) => !isLooped(one) && usesVariables(one))
  return isDictionary(value) && Object.values(value).some(usesVariables)
}

/** Elements with loops in their lists, in a template. `at`: the list of elements. */
export function onceInTemplate(at: Issue['loc'], sent: unknown): Fix {
  const [holder, kind] = [valueAt(sent, at.slice(0, -1)), String(at.at(-1))]
  const words = `for and each work inside repeat only: "repeat": [{"for": ${JSON.stringify(ONCE)}, "${kind}": […]}]`
  const { [kind]: elements, repeat = [] } = isDictionary(holder) ? holder : {}
  if (!Array.isArray(elements) || !Array.isArray(repeat)) return words
  const isTemplate = (one: unknown) =>
    isDictionary(one) && Object.values(one).some((list) => Array.isArray(list) && list.some(isLooped))
  const others = elements.filter((one) => !isTemplate(one))
  const template = { for: ONCE, [kind]: elements.filter(isTemplate) }
  const rest = others.length > 0 ? { [kind]: others } : {}
  const patches = replaceKeys(at.slice(0, -1), others.length > 0 ? [] : [kind], { ...rest, repeat: [...repeat, template] })
  return { patches, words }
}

/** Ids that templates make twice: a loop that they do not name, or another element that has them. */
export function repeatedIdFix({ loc, ctx = {} }: Issue, id: unknown, { sent }: Background): Fix {
  const loops = valueAt(sent, [...loc.slice(0, loc.indexOf('repeat') + 2), 'for'])
  const text = String(id)
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, expression = '']) => expression).join(' ')
  const unused = Object.keys(isDictionary(loops) ? loops : {}).filter((name) => !new RegExp(`\\b${name}\\b`).test(used))
  const first = isDictionary(ctx.first) && Array.isArray(ctx.first.loc) ? ctx.first.loc : []
  if (first.join() !== loc.slice(0, -1).join()) return 'two templates make these ids: begin those of one of the two otherwise'
  if (unused.length > 0) {
    const whole = [text, ...unused.map((name) => `{${name}}`)].join('-')
    return sendValue(loc, whole, `put each loop variable into the id: ${JSON.stringify(whole)}`)
  }
  const parted = text.replaceAll('}{', '}-{')
  return parted === text
    ? 'each combination needs an id of its own'
    : sendValue(loc, parted, `part the variables: ${JSON.stringify(parted)}`)
}

function wordsOf(changed: readonly string[], mended: Dictionary): string {
  if (!changed.includes('for') && changed.includes('let')) return `send "let": ${JSON.stringify(mended.let)}`
  if (changed.includes('for')) return `send "for": ${JSON.stringify(mended.for)}`
  return `each stands for items of a list inside an element: the elements of a template stand in it, as "nodes": [{…}]`
}

/** With its loops in `for`, and its elements in lists. */
function mendedTemplate(template: Dictionary): Dictionary {
  const { each, ...mended } = template
  const loops = loopsIn(template.for)
  if (loops) mended.for = loops
  const lets = letsIn(template.let)
  if (lets) mended.let = lets
  if (each !== undefined) {
    const kind = isDictionary(each) ? kindOf(each) : Array.isArray(each) ? kindOf(each[0]) : undefined
    const read = template.for === undefined ? loopsIn(each) : undefined
    if (kind && mended[kind] === undefined) mended[kind] = Array.isArray(each) ? each : [each]
    else if (isDictionary(each) && Object.keys(each).every(isKind)) Object.assign(mended, each)
    else if (read ?? isLoops(each)) mended.for = read ?? each
    else return template
  }
  for (const kind of KINDS) {
    const list = mended[kind]
    const [only] = Array.isArray(list) && list.length === 1 ? list : [list]
    if (!isDictionary(only) || !isDictionary(only.each)) continue
    const { for: inner, each: element, if: condition } = only
    const isOnly = KINDS.filter((one) => mended[one] !== undefined).length === 1
    if (inner !== undefined && (!isOnly || !isDictionary(inner) || !isDictionary(mended.for))) continue
    if (condition !== undefined && mended.if !== undefined) continue
    if (isDictionary(inner)) mended.for = { ...(isDictionary(mended.for) && mended.for), ...inner }
    if (condition !== undefined) mended.if = condition
    mended[kind] = [element]
  }
  return mended
}

/** `["a=i*2"]`, `"a = i*2"` */
function letsIn(sent: unknown): Dictionary | undefined {
  const list = typeof sent === 'string' ? sent.split(/\s*;\s*/) : sent
  if (!Array.isArray(list) || list.length === 0) return undefined
  const entries = list.map((one) => (typeof one === 'string' ? /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*(.+?)\s*$/.exec(one) : null))
  return entries.every((one) => one !== null) ? Object.fromEntries(entries.map((one) => [one?.[1], one?.[2]])) : undefined
}

/** The kind of whose required fields, beyond an id, an element has all. */
function kindOf(element: unknown): Kind | undefined {
  if (!isDictionary(element)) return undefined
  const kinds = KINDS.filter((kind) => {
    const required = Object.entries(ELEMENT_SCHEMAS[kind].shape).filter(([, field]) => field._zod.optin !== 'optional')
    return required.length > 1 && required.every(([name]) => name in element)
  })
  return kinds.length === 1 ? kinds[0] : undefined
}

const isLoops = (value: unknown): boolean =>
  isDictionary(value) &&
  Object.values(value).every((one) => Array.isArray(one) || (typeof one === 'string' && one.includes('..')))

/** Loops in other forms; undefined of what is right already, or none. */
function loopsIn(sent: unknown): Dictionary | undefined {
  if (typeof sent === 'string') {
    const read = jsonIn(sent)
    if (isDictionary(read)) return read
    const parts = sent.split(/\s*;\s*|\s*,\s*(?=[A-Za-z_]\w*\s*(?:=|:|\bin\b))/).map(namedRange)
    return parts.every((part) => part !== undefined) ? Object.fromEntries(parts) : undefined
  }
  if (Array.isArray(sent)) {
    if (sent.length > 0 && sent.every(isDictionary)) {
      const all = Object.assign({}, ...sent.map((one) => loopsIn(one) ?? one))
      return isLoops(all) ? all : undefined
    }
    const [name, values] = sent
    return sent.length === 2 && typeof name === 'string' && isName(name) && isLoops({ [name]: values })
      ? { [name]: values }
      : undefined
  }
  if (!isDictionary(sent)) return undefined
  const { var: variable = sent.variable ?? sent.name, ...range } = sent
  if (typeof variable === 'string' && isName(variable)) {
    const values = rangeIn(range) ?? (Array.isArray(range.in) ? range.in : Array.isArray(range.values) ? range.values : undefined)
    return values === undefined ? undefined : { [variable]: values }
  }
  const entries = Object.entries(sent).map(([name, one]) => [name, rangeIn(one)] as const)
  if (entries.every(([, range]) => range === undefined)) return undefined
  return Object.fromEntries(entries.map(([name, range]) => [name, range ?? sent[name]]))
}

const isName = (name: string) => /^[A-Za-z_]\w*$/.test(name)

/** `i in 0..2`, `i = 0..2`, `i: 0..2`, `i from 0 to 2` */
function namedRange(text: string): [string, unknown] | undefined {
  const [, name, range = ''] = /^\s*(?:for\s+)?([A-Za-z_]\w*)\s*(?:=|:|\bin\b|\bfrom\b)\s*(.+?)\s*$/.exec(text) ?? []
  if (name === undefined) return undefined
  const read = rangeIn(range) ?? (/^-?\d+\.\.-?\d+(?:\s+by\s+-?\d+)?$/.test(range) ? range : undefined)
  return read === undefined ? undefined : [name, read]
}

const whole = (value: unknown): value is number => Number.isInteger(value)
const ranged = (from: unknown, to: unknown, by: unknown = 1) => `${from}..${to}${Number(by) === 1 ? '' : ` by ${by}`}`
/** Up to an end that is not in it. */
const below = (from: number, end: number, by = 1) => (end > from && by > 0 ? ranged(from, end - 1, by) : undefined)

/** A range in another form, as it is written here; undefined of what is right already, or none. */
function rangeIn(sent: unknown): unknown {
  if (isDictionary(sent)) {
    const { from = sent.start ?? sent.min, to = sent.end ?? sent.stop ?? sent.max, by = sent.step } = sent
    return whole(from) && whole(to) ? ranged(from, to, whole(by) ? by : 1) : undefined
  }
  if (typeof sent !== 'string') return undefined
  const text = sent.trim()
  const list = text.startsWith('[') ? jsonIn(text) : undefined
  if (Array.isArray(list)) return list
  const call = /^range\(\s*(-?\d+)\s*(?:,\s*(-?\d+)\s*)?(?:,\s*(-?\d+)\s*)?\)$/.exec(text)?.slice(1)
  if (call) {
    const [first, second, by] = call.map((one) => (one === undefined ? undefined : Number(one)))
    return second === undefined ? below(0, first ?? 0) : below(first ?? 0, second, by)
  }
  const [, from, end] = /^(-?\d+)\s*\.\.[<^]\s*(-?\d+)$/.exec(text) ?? []
  if (from !== undefined) return below(Number(from), Number(end))
  const [, start, until, step] =
    /^(-?\d+)\s*(?:\.{2,3}|…|–|-|\bto\b)\s*(-?\d+)(?:\s*(?:\.\.|:|,|\bby\b|\bstep\b)\s*(-?\d+))?$/i.exec(text) ?? []
  const plain = start === undefined ? undefined : ranged(start, until, step)
  if (plain !== undefined) return plain === text.replace(/\s*\.\.\s*/, '..') ? undefined : plain
  if (text.includes('...')) return text.replace(/\s*\.{3}\s*/, '..')
  const [, one, other] = /^([A-Za-z])\s*(?:\.\.|-)\s*([A-Za-z])$/.exec(text) ?? []
  if (one !== undefined && other !== undefined) return letters(one, other)
  const words = text.split(/\s*,\s*/)
  if (words.length > 2 && words.every((word) => /^-?\d+(?:\.\d+)?$/.test(word))) return words.map(Number)
  return words.length > 1 && words.every((word) => /^[A-Za-z]\w*$/.test(word)) ? words : undefined
}

function letters(from: string, to: string): string[] | undefined {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  return last < first || last - first > 25
    ? undefined
    : Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i))
}
