import { z } from 'zod'
import { KINDS } from '#lib/schema/kinds.ts'
import { briefObjects, oneOrMore, orText, orTrue, shortForms, showShortForms } from '#lib/schema/lenient-types.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

export type JsonSchema = Record<string, unknown>

const made = new WeakMap<z.ZodType, Record<string, JsonSchema>>()

/**
 * The JSON Schema (2020-12, the default of MCP) of a tool's input or output, short: every character of it stands in the context of
 * the model that reads the tool list. Left out is what says nothing: limits of a safe integer, "keys are strings", "any value".
 * `isBrief`: and what is inside of objects that words describe. Made once of each schema, for all who ask.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', isBrief = true): JsonSchema {
  const ofThis = made.get(schema) ?? {}
  made.set(schema, ofThis)
  const way = `${io} ${isBrief}`
  ofThis[way] ??= makeSchema(schema, io, isBrief)
  return ofThis[way]
}

function makeSchema(schema: z.ZodType, io: 'input' | 'output', isBrief: boolean): JsonSchema {
  // Inline: a definition is read where it is used, and several clients resolve no `$ref`.
  const whole = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    target: 'draft-2020-12',
    override(one) {
      const { zodSchema, jsonSchema } = one
      if (isBrief && briefObjects.has(zodSchema))
        for (const known of ['properties', 'required'] as const) delete jsonSchema[known]
      if (isBrief && orTrue.has(zodSchema)) {
        delete jsonSchema.type
        jsonSchema.anyOf = [{ type: 'boolean', const: true }, { type: 'object' }]
      }
      if (isBrief && orText.has(zodSchema)) {
        delete jsonSchema.type
        jsonSchema.anyOf = [{ type: 'string' }, { type: 'object' }]
      }
      if (oneOrMore.has(zodSchema)) for (const limit of ['minItems', 'maxItems'] as const) delete jsonSchema[limit]
      shorten(jsonSchema)
      const short = isBrief && io === 'input' ? shortForms.get(zodSchema) : undefined
      if (!short) showShortForms(one, io)
      else {
        for (const key of Object.keys(jsonSchema)) if (key !== 'id') delete jsonSchema[key]
        jsonSchema.description = short.words
        jsonSchema.anyOf = [...short.forms.map(({ description: _, ...form }) => form), { type: 'object' }]
      }
    },
  })
  const { $schema: _, $defs, ...rest } = whole
  const inlined = inlineSchema(rest, isDictionary($defs) ? $defs : {})
  return JSON.parse(JSON.stringify(io === 'input' ? withoutNull(inlined) : inlined))
}

/**
 * Without the branches for null. Hosts that map a field onto one type drop the tool or the constraint for them. What may be null may
 * be left out too, and the parser goes on taking null.
 */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (!isDictionary(value)) return value
  const { anyOf, type, ...rest } = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNull(item)]))
  const branches = Array.isArray(anyOf) ? anyOf.filter((branch) => !isDictionary(branch) || branch.type !== 'null') : undefined
  const [only, ...others] = branches ?? []
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : type
  // As branches: of a list with objects in it clients make a field that takes anything, or nothing.
  if (Array.isArray(types) && types.length > 1 && types.includes('object'))
    return { anyOf: types.map((name) => ({ type: name })), ...rest }
  return {
    ...(others.length === 0 && only ? only : branches && { anyOf: branches }),
    ...(types === undefined ? {} : { type: Array.isArray(types) && types.length === 1 ? types[0] : types }),
    ...rest,
  }
}

/** `meta({ id })` makes a definition of every named schema; here each is put back in its place. */
function inline(value: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, definitions))
  return isDictionary(value) ? inlineSchema(value, definitions) : value
}

function inlineSchema(value: JsonSchema, definitions: Record<string, unknown>): JsonSchema {
  if (typeof value.$ref === 'string') {
    const { $ref, ...beside } = value
    const named = definitions[String($ref).replace('#/$defs/', '')]
    const { id: _, ...definition } = isDictionary(named) ? inlineSchema(named, definitions) : {}
    return nullable({ ...definition, ...inlineSchema(beside, definitions) })
  }
  return nullable(
    Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === 'properties' && isDictionary(item)
          ? Object.fromEntries(Object.entries(item).map(([name, property]) => [name, inline(property, definitions)]))
          : inline(item, definitions),
      ]),
    ),
  )
}

/** `anyOf: [T, null]` as `type: [t, 'null']`. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [one, other] = anyOf
  if (!isDictionary(one) || !isDictionary(other) || other.type !== 'null' || typeof one.type !== 'string' || 'enum' in one)
    return schema
  return { ...one, ...rest, type: [one.type, 'null'] }
}

/** Fields of an answer whose own fields are said too: programs read them most. */
const SHOWN_WITHIN: ReadonlySet<string> = new Set(['ids', 'counts', 'columns'])

/**
 * The schema of an answer: the types of its fields, and no more. A model reads the answer itself; the schema is for programs that check
 * it, and whatever is said in it each conversation pays for.
 */
export function outputInShort(schema: z.ZodType): JsonSchema {
  const whole = jsonSchema(schema, 'output')
  const properties = isDictionary(whole.properties) ? whole.properties : {}
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, typesOf(one, SHOWN_WITHIN.has(name) ? 1 : 0)]),
    ),
    ...(Array.isArray(whole.required) && { required: whole.required }),
  }
}

function typesOf(schema: unknown, depth: number): JsonSchema {
  if (!isDictionary(schema)) return {}
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isDictionary) : [schema]
  const types = [...new Set(branches.flatMap((branch) => typeOf(branch)))]
  const items = depth > 0 && isDictionary(schema.items) ? { items: typesOf(schema.items, depth - 1) } : {}
  return types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types, ...items }
}

const typeOf = ({ type, const: constant }: JsonSchema): unknown[] =>
  Array.isArray(type) ? type : type === undefined ? (constant === undefined ? [] : [typeof constant]) : [type]

/** Of what may also be sent in a short form, the form that has fields. */
export function withFields(schema: JsonSchema): JsonSchema {
  const whole = Array.isArray(schema.anyOf)
    ? schema.anyOf.find((form) => isDictionary(form) && isDictionary(form.properties))
    : undefined
  return isDictionary(whole) ? whole : schema
}

const isOfKinds = (words: readonly unknown[]) => words.length === KINDS.length && KINDS.every((kind) => words.includes(kind))

function shorten(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (isDictionary(schema.propertyNames) && schema.propertyNames.type === 'string') delete schema.propertyNames
  if (isDictionary(schema.additionalProperties) && Object.keys(schema.additionalProperties).length === 0)
    delete schema.additionalProperties
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.type === 'integer' && (schema.minimum === 0 || schema.minimum === 1)) delete schema.minimum
  // Told whole when another word is sent; the kinds are the names of the arrays.
  if (Array.isArray(schema.enum) && (schema.enum.length > 20 || isOfKinds(schema.enum))) delete schema.enum
  // The parser's business, told when it goes wrong: nobody sends an empty id, and no text needs more.
  if (schema.type === 'string') delete schema.maxLength
  if (schema.type === 'string' && schema.minLength === 1) delete schema.minLength
  delete schema.maxProperties
}
