import { z } from 'zod'
import { defaults, oneOrMore, orText, orTrue, sameAs, showShortForms } from '#lib/schema/lenient-types.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Json } from './openapi-parts.ts'

type Io = 'input' | 'output'

/**
 * The named schemas of both directions. What is sent and comes back has two names, `FrameInput` and `ViewerFrame`: the one may gain
 * what may be left out, the other what is always there, and neither changes the other's types. Only where every field must be there
 * in both (`Point2`) is it one.
 */
export class Schemas {
  readonly #named: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() }
  readonly #users: { schema: Json; io: Io }[] = []

  /** The schema as it stands in the document, once `components` has been asked for. */
  add(schema: z.ZodType, io: Io): Json {
    const { $schema: _, $defs = {}, ...rest } = schemaOf(schema, io)
    for (const [name, one] of Object.entries($defs)) this.#named[io].set(name, one)
    this.#users.push({ schema: rest, io })
    return rest
  }

  components(): Json {
    const both = [...this.#named.input.keys()].filter((name) => this.#named.output.has(name))
    const apart = new Set(both.filter((name) => !hasEveryField(this.#named.input.get(name))))
    const nameOf = (name: string, io: Io) => (io === 'input' && apart.has(name) ? inputName(name) : name)
    const components: Json = {}
    for (const io of ['input', 'output'] as const) {
      for (const [name, schema] of this.#named[io]) {
        components[nameOf(name, io)] = schema
        this.#users.push({ schema, io })
      }
    }
    for (const { schema, io } of this.#users) point(schema, (name) => nameOf(name, io))
    return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const hasEveryField = ({ properties, required }: Json = {}) =>
  isDictionary(properties) && Array.isArray(required) && Object.keys(properties).length === required.length

/** Without the specification's prefixes, which say what is read (`Viewer`) and what is built (`Construct`). */
const inputName = (name: string) => `${name.replace(/^(Viewer|Construct)/, '')}Input`

export const schemaOf = (schema: z.ZodType, io: Io) =>
  z.toJSONSchema(schema, {
    io,
    override(one) {
      openEnded(one)
      showShortForms(one, io)
      if (io === 'input') describeDefault(one)
    },
  })

type Overridden = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/** In words: makers of typed clients take a field with the keyword `default` for one that must be sent. */
function describeDefault({ zodSchema, jsonSchema }: Overridden): void {
  if (jsonSchema.default === undefined) return
  const { default: value, description, ...rest } = jsonSchema
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  const unless = defaults.get(zodSchema)?.unless
  const defaultText = `Default ${JSON.stringify(value)}${unless === undefined ? '' : `, unless \`${unless}\` is sent`}`
  Object.assign(jsonSchema, { ...rest, description: description === undefined ? defaultText : `${description}. ${defaultText}` })
}

/** A client must bear fields that we add one day; and `id` is zod's own word for the name. */
function openEnded({ zodSchema, jsonSchema }: Overridden): void {
  const other = sameAs.get(zodSchema)
  if (other) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    jsonSchema.$ref = `#/$defs/${other}`
  }
  if (oneOrMore.has(zodSchema) && jsonSchema.items) {
    const { type, items, minItems, maxItems, ...rest } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, { anyOf: [items, { type, items, minItems, maxItems }], ...rest })
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (orTrue.has(zodSchema)) {
    const { description, ...object } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, { ...(description && { description }), anyOf: [{ type: 'boolean', const: true }, object] })
  }
  if (orText.has(zodSchema)) {
    const { description, ...object } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, { ...(description && { description }), anyOf: [{ type: 'string' }, object] })
  }
  delete jsonSchema.id
  delete jsonSchema.$id
}

/** Sends `#/$defs/…` to the document's components, in place. */
function point(value: unknown, nameOf: (name: string) => string): void {
  if (Array.isArray(value)) for (const one of value) point(one, nameOf)
  if (!isDictionary(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '$ref' || typeof inner !== 'string') point(inner, nameOf)
    else if (inner.startsWith('#/$defs/')) value.$ref = `#/components/schemas/${nameOf(inner.slice('#/$defs/'.length))}`
  }
}
