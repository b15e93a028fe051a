import { z } from 'zod'
import { oneOrMore, orTrue, sameAs, showShortForms } from '#lib/model/lax.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Json } from './openapi-parts.ts'

type Io = 'input' | 'output'

/**
 * The named schemas of both directions. A schema that reads differently as a request and as an answer (a field with a default is
 * optional in the one, always there in the other) has two names, as FastAPI gives them: `ViewerFrame-Input`, `ViewerFrame-Output`.
 */
export class Schemas {
  readonly #named: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() }
  readonly #users: { schema: Json; io: Io }[] = []

  /** The schema as it stands in the document, once `components` has been asked for. */
  add(schema: z.ZodType, io: Io): Json {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      override(one) {
        openEnded(one)
        showShortForms(one, io)
      },
    })
    for (const [name, one] of Object.entries($defs)) this.#named[io].set(name, one)
    this.#users.push({ schema: rest, io })
    return rest
  }

  components(): Json {
    const both = [...this.#named.input.keys()].filter((name) => this.#named.output.has(name))
    const differ = new Set(both.filter((name) => this.#text('input', name) !== this.#text('output', name)))
    for (let before = -1; before !== differ.size; ) {
      before = differ.size
      for (const name of both) {
        const [text, names] = [this.#text('input', name), [...differ]]
        if (names.some((other) => text.includes(`"#/$defs/${other}"`))) differ.add(name)
      }
    }
    const nameOf = (name: string, io: Io) => (differ.has(name) ? `${name}-${io === 'input' ? 'Input' : 'Output'}` : name)
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

  #text(io: Io, name: string): string {
    return JSON.stringify(this.#named[io].get(name))
  }
}

/** A client must bear fields that we add one day; and `id` is zod's own word for the name. */
function openEnded({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
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
