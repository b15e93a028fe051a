import { z } from 'zod'
import { defaults, oneOrMore, orText, orTrue, otherForms, rules, shortForms } from '#lib/schema/lenient-types.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { anything, freeForm } from './parse-json.ts'
import { type Check, type Checks, checksOf, defOf, isStorable, plural, type Run, reportIssue } from './parse-run.ts'
import { boolean, number, oneOf, text } from './parse-values.ts'

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
export function parse<S extends z.ZodType>(schema: S, value: unknown, onIssue?: (issue: Issue) => void): Parsed<z.output<S>> {
  let check = compiled.get(schema)
  if (!check) {
    check = compile(schema, 0)
    compiled.set(schema, check)
  }
  const run: Run = { path: [], issues: [], total: 0, failed: new Set(), onIssue }
  const checked = check(value, run)
  if (run.total === 0) return { ok: true, value: checked as z.output<S> } // `compile` made `check` from S
  const { issues, total, failed } = run
  return { ok: false, issues, total, value: checked as Readable<z.output<S>>, failed }
}

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
      const [takesTrue, other, rule] = [orTrue.has(schema), otherForms.get(schema), rules.get(schema)]
      const textField = orText.get(schema)
      if (!takesTrue && textField === undefined && !other && !rule) return one
      return (value, run) => {
        const isText = textField !== undefined && typeof value === 'string'
        const sent = isText ? { [textField]: value } : takesTrue && value === true ? {} : value
        const canonical = other && isDictionary(sent) ? other(sent) : sent
        const broken = rule && isDictionary(canonical) ? rule(canonical) : []
        return broken.length > 0 ? withBroken(canonical, run, one, { broken, depth, shape: def.shape }) : one(canonical, run)
      }
    }
    case 'record': {
      const item = defOf(def.valueType)
      return item.type === 'unknown' ? freeForm(depth) : dictionary(depth, compile(def.valueType, depth + 1), mostKeys(schema))
    }
    case 'unknown':
      return anything(depth)
    case 'union': {
      // Of what stands for itself and a number; any other union would need rules of its own.
      const [word, other] = def.options
      if (def.options.length !== 2 || !word || !other || defOf(word).type !== 'boolean')
        throw new Error('parse() knows no such union')
      const inner = compile(other, depth)
      return (value, run) => (typeof value === 'boolean' ? value : inner(value, run))
    }
    case 'nullable': {
      const inner = compile(def.innerType, depth)
      return (value, run) => (value === null ? null : inner(value, run))
    }
    case 'pipe':
      return compile(def.in, depth)
    case 'optional':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return compile(def.innerType, depth)
    default:
      throw new Error(`parse() knows no ${def.type} schemas`)
  }
}

/** Parses an object that breaks rules, and tells these among what is wrong with its fields, in their order. */
function withBroken(
  value: unknown,
  run: Run,
  check: Check,
  { broken, depth, shape }: { broken: readonly Issue[]; depth: number; shape: object },
): unknown {
  const issues: Issue[] = []
  const parsed = check(value, { ...run, onIssue: (issue) => issues.push(issue) })
  const above = run.path.slice(0, depth)
  for (const { loc, ...issue } of broken) issues.push({ ...issue, loc: [...above, ...loc] })
  const fields = Object.keys(shape)
  // What is wrong with the object itself comes first, but for keys that it may not have; what no field is, last.
  const placeOf = ({ type, loc }: Issue) => {
    if (type === 'extra_forbidden') return -2
    const place = fields.indexOf(String(loc[depth]))
    return loc.length === depth ? -1 : place < 0 ? fields.length : place
  }
  for (const { type, loc, msg, ctx } of issues.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    for (const [i, step] of loc.entries()) run.path[i] = step
    reportIssue(run, loc.length, type, msg, ctx)
  }
  return parsed
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
    reportIssue(run, depth, type, msg, ctx)
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
    let parsed: unknown[] = value
    for (let i = 0; i < value.length; i++) {
      run.path[depth] = i
      const one = item(value[i], run)
      if (parsed !== value) parsed[i] = one
      else if (!Object.is(one, value[i])) {
        parsed = value.slice()
        parsed[i] = one
      }
    }
    if (run.total !== before) return parsed
    if (value.length < min) return failLength(run, value.length, 'min_length', min)
    if (value.length > max) return failLength(run, value.length, 'max_length', max)
    return parsed
  }
}

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
  const parsed: unknown[] = fields.map(() => undefined)

  return (value, run) => {
    if (!isDictionary(value)) {
      return reportIssue(
        run,
        depth,
        'model_attributes_type',
        'Input should be a valid dictionary or object to extract fields from',
      )
    }
    let same = true
    let known = 0
    for (let i = 0; i < count; i++) {
      const { name, check, required, otherwise, unless } = fields[i]! // i < count
      const input = value[name]
      if (input === undefined) {
        const filled = unless !== undefined && value[unless] != null ? undefined : otherwise
        parsed[i] = filled
        if (filled !== undefined) {
          value[name] = filled
          known++
        } else if (required) {
          run.path[depth] = name
          reportIssue(run, depth + 1, 'missing', 'Field required')
        }
        continue
      }
      known++
      run.path[depth] = name
      const one = check(input, run)
      if (!Object.is(one, input)) same = false // 0 is not -0
      parsed[i] = one
    }
    if (strict) {
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(shape, key)) continue
        run.path[depth] = key
        reportIssue(run, depth + 1, 'extra_forbidden', 'Extra inputs are not permitted')
      }
    }
    if (same && keyCount(value) === known) return value
    const built: Record<string, unknown> = {}
    for (let i = 0; i < count; i++) if (parsed[i] !== undefined) built[fields[i]!.name] = parsed[i]
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
    if ('error' in short) return reportIssue(run, depth, 'value_error', `Value error, ${short.error}`, { error: {} })
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
    if (!isDictionary(value)) return reportIssue(run, depth, 'dict_type', 'Input should be a valid dictionary')
    const before = run.total
    const parsed: Record<string, unknown> = {}
    let same = true
    for (const key of Object.keys(value)) {
      if (!isStorable(key, run, depth)) continue
      run.path[depth] = key
      const one = item(value[key], run)
      if (!Object.is(one, value[key])) same = false
      put(parsed, key, one)
    }
    if (run.total !== before) return undefined
    const length = keyCount(value)
    if (length > most) {
      const msg = `Dictionary should have at most ${plural(most, 'item')} after validation, not ${length}`
      return reportIssue(run, depth, 'too_long', msg, { field_type: 'Dictionary', max_length: most, actual_length: length })
    }
    return same ? value : parsed
  }
}
