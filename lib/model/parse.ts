import { z } from 'zod'
import { limits } from '#lib/limits.ts'
import { isDictionary } from './dictionary.ts'
import { defaults, oneOrMore, orTrue, rules, shortForms } from './lax.ts'
import type { Issue } from './model-error.ts'

/**
 * The schemas of `schema.ts`, compiled once into closures that accept and refuse what pydantic does, in pydantic's words
 * (errors, section 3). zod's own parser knows none of the lax forms and costs ten times as much on a large batch.
 *
 * What comes out holds only known fields, with defaults; absent fields stay absent and free-form objects are the ones that came
 * in. The value belongs to `parse` from then on: an object without unknown fields and lax forms is not copied, and gets its
 * defaults in place.
 */
export type Parsed<T> =
  | { ok: true; value: T }
  | {
      ok: false
      /** The first `limits.issues`, in the order in which they are told. */
      issues: Issue[]
      /** How many there are in all. */
      total: number
      /** What could be read: whatever failed is `undefined`, so that nothing is judged twice. */
      value: Readable<T>
      /** Top-level fields that failed as a whole (a list that is no list, or too short). */
      failed: ReadonlySet<string>
    }

/**
 * What can still be judged of something that did not parse. A field that failed is `undefined`, like one that is absent; a list
 * that failed is `[undefined]`, so that it does not read as absent; `dimensions` with a bad value are `undefined` as a whole. An
 * id that is too long stays, so that references to it are not said to lead nowhere.
 */
export type Readable<T> = T extends readonly (infer U)[]
  ? readonly (Readable<U> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Readable<T[K]> | undefined }
    : T

/** `hear`: hears every issue there is, and then none is in the answer. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, hear?: (issue: Issue) => void): Parsed<z.output<S>> {
  let check = compiled.get(schema)
  if (!check) {
    check = compile(schema, 0)
    compiled.set(schema, check)
  }
  const run: Run = { path: [], issues: [], total: 0, failed: new Set(), hear }
  const kept = check(value, run)
  if (run.total === 0) return { ok: true, value: kept as z.output<S> } // `compile` made `check` from S
  const { issues, total, failed } = run
  return { ok: false, issues, total, value: kept as Readable<z.output<S>>, failed }
}

/** `path` is written by parents on the way down and read only when something is wrong; each closure knows its own depth. */
type Run = {
  path: (string | number)[]
  issues: Issue[]
  total: number
  failed: Set<string>
  hear: ((issue: Issue) => void) | undefined
}

/** Gives what is kept, or `undefined` after telling what is wrong. */
type Check = (value: unknown, run: Run) => unknown

type Def = z.core.$ZodTypes['_zod']['def']
type Checks = z.core.$ZodChecks[] | undefined

/** Zod tells a schema's own definition as the least of them; it is one of the public union. */
export const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def
const checksOf = (def: { checks?: readonly z.core.$ZodCheck[] | undefined }) => def.checks as Checks

const compiled = new WeakMap<z.ZodType, Check>()

function compile(schema: z.core.$ZodType, depth: number): Check {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return text(depth, checksOf(def))
    case 'number':
      return number(depth, [...(def.checks ?? []), ...('check' in def ? [schema] : [])] as Checks)
    case 'boolean':
      return boolean(depth)
    case 'enum':
      return oneOf(depth, Object.values(def.entries))
    case 'literal':
      return oneOf(depth, def.values)
    case 'array': {
      const many = list(depth, compile(def.element, depth + 1), checksOf(def))
      return oneOrMore.has(schema) ? (value, run) => many(Array.isArray(value) || value === null ? value : [value], run) : many
    }
    case 'object': {
      const one = shortForm(depth, schema, model(depth, def.shape, isStrict(def.catchall)))
      const [takesTrue, rule] = [orTrue.has(schema), rules.get(schema)]
      if (!takesTrue && !rule) return one
      return (value, run) => {
        const given = takesTrue && value === true ? {} : value
        const broken = rule && isDictionary(given) ? rule(given) : []
        const kept = one(given, run)
        for (const { type, loc, msg, ctx } of broken) {
          for (const [i, step] of loc.entries()) run.path[depth + i] = step
          tell(run, depth + loc.length, type, msg, ctx)
        }
        return kept
      }
    }
    case 'record': {
      const item = defOf(def.valueType)
      return item.type === 'unknown' ? freeForm(depth) : dictionary(depth, compile(def.valueType, depth + 1), mostKeys(schema))
    }
    case 'unknown':
      return anything(depth)
    case 'nullable': {
      const inner = compile(def.innerType, depth)
      return (value, run) => (value === null ? null : inner(value, run))
    }
    case 'optional':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return compile(def.innerType, depth)
    default:
      throw new Error(`parse() knows no ${def.type} schemas`)
  }
}

function tell(run: Run, depth: number, type: string, msg: string, ctx?: Record<string, unknown>): undefined {
  run.total++
  if (!run.hear && run.issues.length >= limits.issues) return
  const issue = { type, loc: run.path.slice(0, depth), msg, ...(ctx && { ctx }) }
  if (run.hear) run.hear(issue)
  else run.issues.push(issue)
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Text that both databases hold alike. False after telling. */
function isStorable(value: string, run: Run, depth: number): boolean {
  // Most strings are a few characters long, and a loop over these is cheaper than two calls into the engine.
  if (value.length < 64) {
    let i = 0
    for (; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      if (unit === 0 || (unit & 0xf800) === 0xd800) break
    }
    if (i === value.length) return true
  }
  if (!value.isWellFormed()) {
    tell(run, depth, 'string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string')
    return false
  }
  if (value.includes('\0')) {
    tell(run, depth, 'value_error', 'Value error, NUL (U+0000) is not allowed', { error: {} })
    return false
  }
  return true
}

function codePoints(value: string): number {
  let count = value.length
  for (let i = 0; i + 1 < value.length; i++) if ((value.charCodeAt(i) & 0xfc00) === 0xd800) count--
  return count
}

function text(depth: number, checks: Checks): Check {
  let min = 0
  let max = Number.POSITIVE_INFINITY
  let pattern: RegExp | undefined
  for (const { _zod } of checks ?? []) {
    const { def } = _zod
    if (def.check === 'min_length') min = Number(def.minimum)
    else if (def.check === 'max_length') max = Number(def.maximum)
    else if (def.check === 'string_format' && 'pattern' in def && def.pattern) pattern = def.pattern as RegExp
    else throw new Error(`parse() knows no check ${def.check} of text`)
  }
  return (value, run) => {
    if (typeof value !== 'string') return tell(run, depth, 'string_type', 'Input should be a valid string')
    if (!isStorable(value, run, depth)) return undefined
    if (value.length < min || (min > 1 && codePoints(value) < min)) {
      const msg = `String should have at least ${plural(min, 'character')}`
      return tell(run, depth, 'string_too_short', msg, { min_length: min })
    }
    if (value.length > max && codePoints(value) > max) {
      tell(run, depth, 'string_too_long', `String should have at most ${plural(max, 'character')}`, { max_length: max })
      return value // see `Readable`
    }
    if (pattern && !pattern.test(value)) {
      const ctx = { pattern: pattern.source }
      return tell(run, depth, 'string_pattern_mismatch', `String should match pattern '${pattern.source}'`, ctx)
    }
    return value
  }
}

/** Rust's white space, which pydantic trims: with U+0085, without U+FEFF. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*'
const TRIMMED = new RegExp(`^${SPACE}(.*?)${SPACE}$`, 's')
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const WHOLE = new RegExp(`^${SPACE}[+-]?[\\d_]+(?:\\.0*)?${SPACE}$`)
const NO_NUMBER = /^[+-]?(?:inf|infinity|nan)$/i

/** A number as text, in pydantic's lax form; NaN when it stands for something not finite, undefined when it is none. */
function numberOf(given: string): number | undefined {
  let digits = TRIMMED.exec(given)?.[1] ?? ''
  if (digits.includes('_')) {
    if (digits.startsWith('_') || digits.endsWith('_') || digits.includes('__')) return undefined
    digits = digits.replaceAll('_', '')
  }
  if (NUMBER.test(digits)) return Number(digits)
  return NO_NUMBER.test(digits) ? Number.NaN : undefined
}

function number(depth: number, checks: Checks): Check {
  const bounds: { holds: (value: number) => boolean; type: string; msg: string; ctx?: Record<string, unknown> }[] = []
  let whole = false
  for (const { _zod } of checks ?? []) {
    const { def } = _zod
    if (def.check === 'number_format') whole = true
    else if (def.check === 'greater_than' && def.inclusive) {
      const ge = Number(def.value)
      const msg = `Input should be greater than or equal to ${ge}`
      bounds.push({ holds: (value) => value >= ge, type: 'greater_than_equal', msg, ctx: { ge } })
    } else if (def.check === 'less_than' && def.inclusive) {
      const le = Number(def.value)
      const msg = `Input should be less than or equal to ${le}`
      bounds.push({ holds: (value) => value <= le, type: 'less_than_equal', msg, ctx: { le } })
    } else if (def.check === 'greater_than') {
      const gt = Number(def.value)
      bounds.push({ holds: (value) => value > gt, type: 'greater_than', msg: `Input should be greater than ${gt}`, ctx: { gt } })
    } else if (def.check === 'less_than') {
      const lt = Number(def.value)
      bounds.push({ holds: (value) => value < lt, type: 'less_than', msg: `Input should be less than ${lt}`, ctx: { lt } })
    } else throw new Error(`parse() knows no check ${def.check} of numbers`)
  }
  const [name, word] = whole ? ['int', 'a valid integer'] : ['float', 'a valid number']
  const finite = (value: number, run: Run): unknown => {
    if (!Number.isFinite(value)) return tell(run, depth, 'finite_number', 'Input should be a finite number')
    if (whole && !Number.isInteger(value)) {
      return tell(run, depth, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part')
    }
    for (const { holds, type, msg, ctx } of bounds) if (!holds(value)) return tell(run, depth, type, msg, ctx)
    return value + 0 // -0 becomes 0
  }
  return (value, run) => {
    if (typeof value === 'number') return finite(value, run)
    if (typeof value === 'boolean') return finite(value ? 1 : 0, run)
    if (typeof value !== 'string') return tell(run, depth, `${name}_type`, `Input should be ${word}`)
    const read = whole && !WHOLE.test(value) ? undefined : numberOf(value)
    if (read !== undefined) return finite(read, run)
    const noun = whole ? 'an integer' : 'a number'
    return tell(run, depth, `${name}_parsing`, `Input should be ${word}, unable to parse string as ${noun}`)
  }
}

const TRUE = new Set(['true', '1', 'yes', 'on', 'y', 't'])
const FALSE = new Set(['false', '0', 'no', 'off', 'n', 'f'])

function boolean(depth: number): Check {
  return (value, run) => {
    if (typeof value === 'boolean') return value
    if (value === 1 || value === 0) return value === 1
    if (typeof value === 'string') {
      const word = value.length > 5 ? '' : value.toLowerCase()
      if (TRUE.has(word)) return true
      if (FALSE.has(word)) return false
    } else if (!Number.isInteger(value)) return tell(run, depth, 'bool_type', 'Input should be a valid boolean')
    return tell(run, depth, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input')
  }
}

function oneOf(depth: number, values: readonly unknown[]): Check {
  const allowed = new Set(values)
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = words.pop()
  const expected = words.length > 0 ? `${words.join(', ')} or ${last}` : `${last}`
  return (value, run) => {
    if (allowed.has(value)) return value
    return tell(run, depth, 'literal_error', `Input should be ${expected}`, { expected })
  }
}

function list(depth: number, item: Check, checks: Checks): Check {
  let min = 0
  let max = Number.POSITIVE_INFINITY
  for (const { _zod } of checks ?? []) {
    const { def } = _zod
    if (def.check === 'min_length') min = Number(def.minimum)
    else if (def.check === 'max_length') max = Number(def.maximum)
    else throw new Error(`parse() knows no check ${def.check} of lists`)
  }
  const fail = (run: Run, type: string, msg: string, ctx?: Record<string, unknown>) => {
    tell(run, depth, type, msg, ctx)
    if (depth === 1) run.failed.add(String(run.path[0]))
    return [undefined]
  }
  const failLength = (run: Run, length: number, bound: 'min_length' | 'max_length', limit: number) => {
    const [type, most] = bound === 'min_length' ? ['too_short', 'at least'] : ['too_long', 'at most']
    const msg = `List should have ${most} ${plural(limit, 'item')} after validation, not ${length}`
    return fail(run, type, msg, { field_type: 'List', [bound]: limit, actual_length: length })
  }
  return (value, run) => {
    if (!Array.isArray(value)) return fail(run, 'list_type', 'Input should be a valid list')
    const before = run.total
    let kept: unknown[] = value
    for (let i = 0; i < value.length; i++) {
      run.path[depth] = i
      const one = item(value[i], run)
      if (kept !== value) kept[i] = one
      else if (!Object.is(one, value[i])) {
        kept = value.slice()
        kept[i] = one
      }
    }
    if (run.total !== before) return kept
    if (value.length < min) return failLength(run, value.length, 'min_length', min)
    if (value.length > max) return failLength(run, value.length, 'max_length', max)
    return kept
  }
}

export const tooDeep = () => `Value error, nested deeper than ${limits.nesting} levels`

/** `otherwise` holds where `unless`, another field, is not sent. */
type Field = { name: string; check: Check; required: boolean; otherwise: unknown; unless?: string | undefined }

const isStrict = (catchall: z.core.$ZodType | undefined): boolean => catchall !== undefined && defOf(catchall).type === 'never'

/** `strict`: what is unknown is refused, where passing over it would do something else than was meant. */
function model(depth: number, shape: Readonly<Record<string, z.core.$ZodType>>, strict: boolean): Check {
  const fields = Object.entries(shape).map(([name, schema]): Field => {
    const def = defOf(schema)
    const { value: otherwise, unless } = defaults.get(schema) ?? { value: def.type === 'default' ? def.defaultValue : undefined }
    return { name, check: compile(schema, depth + 1), required: schema._zod.optin === undefined, otherwise, unless }
  })
  const count = fields.length
  /** What is kept of the object at hand. One is enough: no schema holds itself. */
  const kept: unknown[] = fields.map(() => undefined)

  return (value, run) => {
    if (!isDictionary(value)) {
      return tell(run, depth, 'model_attributes_type', 'Input should be a valid dictionary or object to extract fields from')
    }
    let same = true
    let known = 0
    for (let i = 0; i < count; i++) {
      const { name, check, required, otherwise, unless } = fields[i]! // i < count
      const given = value[name]
      if (given === undefined) {
        const filled = unless !== undefined && value[unless] != null ? undefined : otherwise
        kept[i] = filled
        if (filled !== undefined) {
          value[name] = filled
          known++
        } else if (required) {
          run.path[depth] = name
          tell(run, depth + 1, 'missing', 'Field required')
        }
        continue
      }
      known++
      run.path[depth] = name
      const one = check(given, run)
      if (!Object.is(one, given)) same = false // 0 is not -0
      kept[i] = one
    }
    if (strict) {
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(shape, key)) continue
        run.path[depth] = key
        tell(run, depth + 1, 'extra_forbidden', 'Extra inputs are not permitted')
      }
    }
    if (same && keyCount(value) === known) return value
    const built: Record<string, unknown> = {}
    for (let i = 0; i < count; i++) if (kept[i] !== undefined) built[fields[i]!.name] = kept[i]
    return built
  }
}

/** An object that may be said shorter, and why what was sent says nothing. */
function shortForm(depth: number, schema: z.core.$ZodType, whole: Check): Check {
  const form = shortForms.get(schema)
  if (!form) return whole
  return (value, run) => {
    const short = form.read(value)
    if (!short) return whole(value, run)
    if ('error' in short) return tell(run, depth, 'value_error', `Value error, ${short.error}`, { error: {} })
    return whole(short.value, run)
  }
}

function keyCount(value: Record<string, unknown>): number {
  let count = 0
  for (const _ in value) count++
  return count
}

/** A plain assignment to `__proto__` would set the prototype. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/** JSON Schema's `maxProperties`, which zod has no check for. */
function mostKeys(schema: z.core.$ZodType): number {
  const { maxProperties } = z.globalRegistry.get(schema) ?? {}
  return typeof maxProperties === 'number' ? maxProperties : Number.POSITIVE_INFINITY
}

function dictionary(depth: number, item: Check, most: number): Check {
  return (value, run) => {
    if (!isDictionary(value)) return tell(run, depth, 'dict_type', 'Input should be a valid dictionary')
    const before = run.total
    const kept: Record<string, unknown> = {}
    let same = true
    for (const key of Object.keys(value)) {
      if (!isStorable(key, run, depth)) continue
      run.path[depth] = key
      const one = item(value[key], run)
      if (!Object.is(one, value[key])) same = false
      put(kept, key, one)
    }
    if (run.total !== before) return undefined
    const length = keyCount(value)
    if (length > most) {
      const msg = `Dictionary should have at most ${plural(most, 'item')} after validation, not ${length}`
      return tell(run, depth, 'too_long', msg, { field_type: 'Dictionary', max_length: most, actual_length: length })
    }
    return same ? value : kept
  }
}

function freeForm(depth: number): Check {
  const walk = anything(depth)
  return (value, run) =>
    isDictionary(value) ? walk(value, run) : tell(run, depth, 'dict_type', 'Input should be a valid dictionary')
}

/** Any JSON whose strings, keys and numbers can be stored; itself, untouched. */
function anything(depth: number): Check {
  return (value, run) => {
    const before = run.total
    walkJson(value, run, depth)
    return run.total === before ? value : undefined
  }
}

/** Key by key as sent, depth-first. Bounded by itself: callers other than the body reader may not have counted the levels. */
function walkJson(value: unknown, run: Run, depth: number): void {
  if (typeof value === 'string') isStorable(value, run, depth)
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) tell(run, depth, 'finite_number', 'Input should be a finite number')
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= limits.nesting) tell(run, depth, 'value_error', tooDeep(), { error: {} })
    else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        run.path[depth] = i
        walkJson(value[i], run, depth + 1)
      }
    } else {
      for (const key in value) {
        if (!isStorable(key, run, depth)) continue
        run.path[depth] = key
        walkJson((value as Record<string, unknown>)[key], run, depth + 1)
      }
    }
  }
}
