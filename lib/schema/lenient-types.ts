import { z } from 'zod'
import type { Issue } from './model-error.ts'

/**
 * The scalar and free-form types of the specification. What a client may send in their place (numbers as text, `"yes"` for
 * true) is `parse.ts`'s business; here stands what comes out, and what OpenAPI and the tools' schemas say.
 */

/** A finite IEEE double. */
export const Num = z.number()

/** An element's id: 1 to 256 code points, any but NUL and lone surrogates, compared exactly. */
export const ElementId = z.string().min(1).max(256)

/** Names another element. Any string; one that names nothing is `reference_not_found`, not a malformed field. */
export const Reference = z.string()

/** Labels, names and other words: at most 4,096 code points. */
export const Text = z.string().max(4096)

export type FreeForm = Record<string, unknown>
/** An object kept as sent, key order included. Keys such as `__proto__` are ordinary keys. */
export const FreeForm = z.record(z.string(), z.unknown())

/** Fields with a default that holds only where another field is not sent. */
export const defaults = new WeakMap<z.core.$ZodType, { value: unknown; unless: string }>()

/** Always there in what is returned; what is sent may leave it out where `otherForms` fills it in. */
export const derivable = <T extends z.ZodType>(schema: T) =>
  z.pipe(schema.optional(), schema as z.ZodType<z.output<T>, z.output<T> | undefined>) // parsing looks at `in` alone

/** Lists that one item may stand for. */
export const oneOrMore = new WeakSet<z.core.$ZodType>()

/**
 * Objects that may be said shorter. `read`: what such a value says, or why it says nothing; undefined for what is no short form.
 * `forms`: their JSON Schemas.
 */
type ShortForm = {
  read(sent: unknown): { value: unknown } | { error: string } | undefined
  forms: readonly z.core.JSONSchema.BaseSchema[]
  /** In a tool's schema: written out, they would cost a model too much. */
  words: string
}
export const shortForms = new WeakMap<z.core.$ZodType, ShortForm>()

/** For `z.toJSONSchema`: what may be sent shorter is shown so where it is sent. */
export function showShortForms(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema },
  io: 'input' | 'output',
): void {
  const forms = io === 'input' ? shortForms.get(zodSchema)?.forms : undefined
  if (!forms || forms.length === 0) return
  const { description, id, ...whole } = { ...jsonSchema }
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, { ...(id !== undefined && { id }), description, anyOf: [...forms, whole] })
}

/** A list of 1 to `most` items; one item alone is a list of one. */
export function ListOrOne<T extends z.ZodType>(item: T, most = 1000): z.ZodArray<T> {
  const list = z.array(item).min(1).max(most)
  oneOrMore.add(list)
  return list
}

/** Objects of which a tool's schema says in words alone what is in them: written out, they would cost a model too much. */
export const briefObjects = new WeakSet<z.core.$ZodType>()

/** Schemas that are described by the name of another, for one that holds itself: parsing needs an end, a description does not. */
export const sameAs = new WeakMap<z.core.$ZodType, string>()

/** Objects for which `true` stands where nothing more is to be said. */
export const orTrue = new WeakSet<z.core.$ZodType>()

/** Objects for which a text stands where only one field, this one, is to be said. */
export const orText = new WeakMap<z.core.$ZodType, string>()

/** Bodies and elements that may come in another form, which is made this one before anything else is looked at. */
export const otherForms = new WeakMap<z.core.$ZodType, (value: FreeForm) => FreeForm>()

/** What must hold of an object beside its fields: what does not, with its place inside the object. */
export const rules = new WeakMap<z.core.$ZodType, (value: FreeForm) => Issue[]>()
