import type { z } from 'zod'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { defOf } from '../validate/parse-run.ts'
import { quoted } from '../validate/references.ts'
import type { Condition, Let, Loop } from './combinations.ts'
import { compileExpression, compileRange, compileText, hasBraces } from './expression.ts'
import { isVariableName, TemplateName } from './expression-grammar.ts'
import type { Compiled } from './expression-steps.ts'
import { TemplateSyntax } from './expression-tokens.ts'
import { LONGEST_TEXT, type Value } from './expression-values.ts'
import { computed, constant, type Each, isConstant, isEach, list, type Maker, object } from './template-makers.ts'

/** How `repeat` is written: read once, with all that is wrong in it, before anything is computed. */

const MOST = { templates: 200, names: 6, lets: 20, list: 10_000, elements: 200, loops: 2 }

type Loc = Issue['loc']

export type Template = {
  loc: Loc
  loops: Loop[]
  lets: Let[]
  condition: Condition | undefined
  elements: { kind: Kind; makers: Maker[] }[]
  /** How many variables there are at most, those of inner loops included. */
  slots: number
}

/** The templates of a batch, ready to be computed; or all that is wrong with how they are written. */
export function readTemplates(repeat: unknown): { templates: Template[]; issues: Issue[] } {
  const reader = new Reader()
  const templates = reader.templates(repeat)
  return { templates, issues: reader.issues }
}

class Reader {
  readonly issues: Issue[] = []
  /** False where a template has no loops or variables that can be read: which names it has is not known. */
  #areNamesKnown = true
  #areLoopsTold = false

  templates(repeat: unknown): Template[] {
    if (!Array.isArray(repeat)) {
      this.#report('list_type', ['repeat'], 'Input should be a valid list')
      return []
    }
    if (repeat.length > MOST.templates) {
      const msg = `List should have at most ${MOST.templates} items after validation, not ${repeat.length}`
      this.#report('too_long', ['repeat'], msg, { field_type: 'List', max_length: MOST.templates, actual_length: repeat.length })
      return []
    }
    return repeat.flatMap((one, i) => this.#template(one, ['repeat', i]) ?? [])
  }

  #template(input: unknown, loc: Loc): Template | undefined {
    if (!isDictionary(input)) return this.#notAnObject(loc)
    for (const key of Object.keys(input)) {
      if (!['for', 'let', 'if', ...KINDS].includes(key))
        this.#report('extra_forbidden', [...loc, key], 'Extra inputs are not permitted')
    }
    const names: string[] = []
    this.#areNamesKnown = isDictionary(input.for) && (input.let === undefined || isDictionary(input.let))
    const loops = this.#loops(input.for, [...loc, 'for'], names)
    const lets = this.#lets(input.let, [...loc, 'let'], names)
    const condition = this.#condition(input.if, [...loc, 'if'], names)
    const slots = { most: names.length }
    const elements: Template['elements'] = []
    let count = 0
    for (const kind of KINDS) {
      const sent = input[kind]
      if (sent === undefined) continue
      const path = [...loc, kind]
      if (!Array.isArray(sent)) {
        this.#report('list_type', path, 'Input should be a valid list')
        continue
      }
      count += sent.length
      const makers = sent.map((element, i) => this.#element(element, ELEMENT_SCHEMAS[kind], [...path, i], names, slots))
      elements.push({ kind, makers })
    }
    if (count === 0) this.#valueError(loc, `a template has at least one element, in one of ${KINDS.join(', ')}`)
    if (count > MOST.elements) this.#valueError(loc, `a template has at most ${MOST.elements} elements, not ${count}`)
    return { loc, loops, lets, condition, elements, slots: slots.most }
  }

  /** The fields of a dictionary; none of what is no dictionary. */
  #named(input: unknown, loc: Loc, least: number, most: number): { name: string; sent: unknown; at: Loc }[] {
    if (!isDictionary(input)) {
      this.#report('dict_type', loc, 'Input should be a valid dictionary')
      return []
    }
    const entries = Object.entries(input)
    this.#count(loc, entries.length, least, most)
    return entries.map(([name, sent]) => ({ name, sent, at: [...loc, name] }))
  }

  #loops(input: unknown, loc: Loc, names: string[]): Loop[] {
    if (input === undefined) {
      this.#report('missing', loc, 'Field required')
      return []
    }
    const loops: Loop[] = []
    for (const { name, sent, at } of this.#named(input, loc, 1, MOST.names)) {
      const values = this.#values(sent, at, [...names])
      const slot = this.#declare(name, at, names)
      if (values !== undefined && slot !== undefined) loops.push({ name, slot, loc: at, values })
    }
    return loops
  }

  #values(sent: unknown, loc: Loc, names: readonly string[]): Loop['values'] | undefined {
    if (typeof sent === 'string') return this.#read(loc, sent, () => compileRange(sent, names))
    if (Array.isArray(sent) && sent.length > 0 && sent.length <= MOST.list && sent.every(isValue)) {
      const isLong = sent.some((value) => typeof value === 'string' && value.length > LONGEST_TEXT)
      return isLong ? this.#valueError(loc, `a text has at most ${LONGEST_TEXT} characters`) : sent
    }
    if (Array.isArray(sent) && sent.length > MOST.list) {
      const msg = `List should have at most ${MOST.list} items after validation, not ${sent.length}`
      return this.#report('too_long', loc, msg, { field_type: 'List', max_length: MOST.list, actual_length: sent.length })
    }
    if (Array.isArray(sent) && sent.length === 0) {
      const msg = 'List should have at least 1 item after validation, not 0'
      return this.#report('too_short', loc, msg, { field_type: 'List', min_length: 1, actual_length: 0 })
    }
    return this.#valueError(loc, 'write a range such as "0..4" or a list')
  }

  #lets(input: unknown, loc: Loc, names: string[]): Let[] {
    if (input === undefined) return []
    const lets: Let[] = []
    for (const { name, sent, at } of this.#named(input, loc, 0, MOST.lets)) {
      const compute = isValue(sent)
        ? typeof sent === 'string'
          ? this.#read(at, sent, () => compileLet(sent, names))
          : sent
        : this.#valueError(at, 'write a number, true, false, an expression, or a text with {expressions}')
      const slot = this.#declare(name, at, names)
      if (slot !== undefined && compute !== undefined) lets.push({ slot, loc: at, compute })
    }
    return lets
  }

  #condition(input: unknown, loc: Loc, names: readonly string[]): Condition | undefined {
    if (input === undefined) return undefined
    if (typeof input === 'boolean' || typeof input === 'number') return { loc, compute: () => input }
    if (typeof input !== 'string') return this.#valueError(loc, 'write an expression, such as "i < 4"')
    const compute = this.#read(loc, input, () => compileLet(input, names))
    if (compute === undefined) return undefined
    return { loc, compute: typeof compute === 'function' ? compute : () => compute }
  }

  /** The slot of a new variable; undefined after telling what is wrong with its name. */
  #declare(name: string, loc: Loc, names: string[]): number | undefined {
    if (!isVariableName(name)) {
      const why = 'a name is letters, digits and _, begins with a letter, and is no word or function of expressions'
      return this.#valueError(loc, `${quoted(name)} cannot be the name of a variable: ${why}`)
    }
    if (names.includes(name)) return this.#valueError(loc, `${quoted(name)} is already the name of a variable here`)
    names.push(name)
    return names.length - 1
  }

  #element(input: unknown, schema: z.core.$ZodType, loc: Loc, names: readonly string[], slots: { most: number }): Maker {
    if (!isDictionary(input)) {
      this.#notAnObject(loc)
      return constant(input)
    }
    if ('each' in input && 'for' in input) {
      // Told once: whoever writes one element so writes all of a template so.
      if (!this.#areLoopsTold)
        this.#valueError(
          loc,
          'a loop stands for items of a list inside an element; for more elements write a template of its own',
        )
      this.#areLoopsTold = true
      return constant(input)
    }
    return this.#maker(input, schema, loc, names, slots, 0)
  }

  #maker(
    input: unknown,
    schema: z.core.$ZodType | undefined,
    loc: Loc,
    names: readonly string[],
    slots: { most: number },
    loops: number,
  ): Maker {
    if (typeof input === 'string') return this.#text(input, schema, loc, names)
    if (Array.isArray(input)) return this.#list(input, schema, loc, names, slots, loops)
    if (!isDictionary(input)) return constant(input)
    const fields = Object.entries(input).map(([key, value]) => ({
      key,
      maker: this.#maker(value, fieldOf(schema, key), [...loc, key], names, slots, loops),
    }))
    return fields.every(({ maker }) => isConstant(maker)) ? constant(input) : object(fields)
  }

  #text(input: string, schema: z.core.$ZodType | undefined, loc: Loc, names: readonly string[]): Maker {
    const compute = this.#read(loc, input, () => compileText(input, names))
    if (typeof compute !== 'function') return constant(compute)
    return computed(compute, isText(schema), loc)
  }

  #list(
    input: unknown[],
    schema: z.core.$ZodType | undefined,
    loc: Loc,
    names: readonly string[],
    slots: { most: number },
    loops: number,
  ): Maker {
    const item = itemOf(schema)
    const makers = input.map((one, i): Maker | Each => {
      const path = [...loc, i]
      if (!isDictionary(one) || !('each' in one && 'for' in one)) return this.#maker(one, item, path, names, slots, loops)
      if (loops === MOST.loops) {
        this.#valueError(path, `at most ${MOST.loops} such loops inside each other`)
        return constant(one)
      }
      for (const key of Object.keys(one)) {
        if (!['for', 'each', 'if'].includes(key))
          this.#report('extra_forbidden', [...path, key], 'Extra inputs are not permitted')
      }
      const inner = [...names]
      const over = this.#loops(one.for, [...path, 'for'], inner)
      const condition = this.#condition(one.if, [...path, 'if'], inner)
      slots.most = Math.max(slots.most, inner.length)
      const each = this.#maker(one.each, item, [...path, 'each'], inner, slots, loops + 1)
      return { over, condition, each }
    })
    return makers.every((maker) => !isEach(maker) && isConstant(maker)) ? constant(input) : list(makers)
  }

  /** What `compile` gives; undefined after telling why the text cannot be read. */
  #read<T>(loc: Loc, text: string, compile: () => T): T | undefined {
    try {
      return compile()
    } catch (error) {
      if (error instanceof TemplateSyntax) {
        const { problem, position } = error
        return this.#report('template_syntax', loc, `${problem} at position ${position} of ${quoted(text)}`, {
          position,
          text: cut(text),
        })
      }
      if (error instanceof TemplateName) {
        return !this.#areNamesKnown
          ? undefined
          : this.#report('template_name', loc, error.message, { name: error.unknown, known: error.known })
      }
      throw error
    }
  }

  #count(loc: Loc, count: number, least: number, most: number): void {
    const [type, bound, limit] = count < least ? ['too_short', 'at least', least] : ['too_long', 'at most', most]
    if (count >= least && count <= most) return
    const msg = `Dictionary should have ${bound} ${limit} ${limit === 1 ? 'item' : 'items'} after validation, not ${count}`
    const key = type === 'too_short' ? 'min_length' : 'max_length'
    this.#report(String(type), loc, msg, { field_type: 'Dictionary', [key]: limit, actual_length: count })
  }

  #notAnObject(loc: Loc): undefined {
    const msg = 'Input should be a valid dictionary or object to extract fields from'
    return this.#report('model_attributes_type', loc, msg)
  }

  #valueError(loc: Loc, why: string): undefined {
    return this.#report('value_error', loc, `Value error, ${why}`, { error: {} })
  }

  #report(type: string, loc: Loc, msg: string, ctx?: Dictionary): undefined {
    this.issues.push({ type, loc, msg, ...(ctx && { ctx }) })
  }
}

/** In `let` and `if`: a text with braces is one with expressions in it, any other is an expression. */
function compileLet(text: string, names: readonly string[]): Compiled | string {
  return hasBraces(text) ? compileText(text, names) : compileExpression(text, names)
}

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

const cut = (text: string): string => quoted(text).slice(1, -1)

// ---- what the schema says of a place in an element

function inner(schema: z.core.$ZodType | undefined): z.core.$ZodTypes['_zod']['def'] | undefined {
  const def = schema && defOf(schema)
  return def && 'innerType' in def ? inner(def.innerType) : def
}

function fieldOf(schema: z.core.$ZodType | undefined, key: string): z.core.$ZodType | undefined {
  const def = inner(schema)
  if (def?.type === 'object') return Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
  return def?.type === 'record' ? def.valueType : undefined
}

function itemOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const def = inner(schema)
  return def?.type === 'array' ? def.element : undefined
}

/** Ids, references, labels: a number that is computed there becomes its text. */
const isText = (schema: z.core.$ZodType | undefined): boolean => inner(schema)?.type === 'string'
