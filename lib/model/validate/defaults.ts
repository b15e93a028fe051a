import { z } from 'zod'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { parse } from './parse.ts'
import { KIND_WORD } from './references.ts'

/** `defaults` of a batch: fields for those of its elements that lack them. They are laid in, and not stored. */

/** What makes an element that one, and where it is. */
const OWN = new Set(['id', 'position', 'startNodeId', 'endNodeId', 'nodeId', 'nodeIds', 'openingNodeIds', 'frameIds'])

const Defaults = z.strictObject(
  Object.fromEntries(
    KINDS.map((kind) => {
      const shape: Record<string, z.ZodType> = ELEMENT_SCHEMAS[kind].shape
      const common = Object.entries(shape).filter(([field]) => !OWN.has(field))
      return [kind, z.strictObject(Object.fromEntries(common.map(([field, schema]) => [field, schema.optional()]))).optional()]
    }),
  ),
)

/** What was given and can be used, by kind; and what is wrong with the rest. */
export type DefaultsRead = { values: Partial<Record<Kind, Dictionary>>; issues: Issue[] }

export function readDefaults(input: unknown): DefaultsRead {
  if (input === undefined) return { values: {}, issues: [] }
  if (!isDictionary(input)) {
    return { values: {}, issues: [{ type: 'dict_type', loc: ['defaults'], msg: 'Input should be a valid dictionary' }] }
  }
  const issues: Issue[] = []
  const common = Object.fromEntries(
    Object.entries(input).map(([kind, fields]) => {
      if (!isDictionary(fields) || !isKind(kind)) return [kind, fields]
      const wellFormed = Object.entries(fields).filter(([field]) => {
        const isOwn = OWN.has(field) && Object.hasOwn(ELEMENT_SCHEMAS[kind].shape, field)
        if (isOwn) {
          issues.push(valueError(['defaults', kind, field], `each ${KIND_WORD[kind]} has its own ${field}`))
        }
        return !isOwn
      })
      return [kind, Object.fromEntries(wellFormed)]
    }),
  )
  const parsed = parse(Defaults, common)
  if (!parsed.ok) issues.push(...parsed.issues.map((issue) => ({ ...issue, loc: ['defaults', ...issue.loc] })))
  return { values: (parsed.value ?? {}) as DefaultsRead['values'], issues } // by the schema, as far as it could be read
}

/** Lays defaults into elements, and remembers where. */
export class Laid {
  readonly #values: DefaultsRead['values']
  readonly #places = new Map<string, Set<number>>()

  constructor(values: DefaultsRead['values']) {
    this.#values = values
  }

  /** `from`: the place of the first among the elements of its kind. */
  into(kind: Kind, elements: unknown, from = 0): void {
    const fields = Object.entries(this.#values[kind] ?? {}).filter(([, value]) => value !== undefined)
    if (fields.length === 0 || !Array.isArray(elements)) return
    for (const [field, value] of fields) {
      const places = this.#places.get(`${kind}.${field}`) ?? new Set()
      this.#places.set(`${kind}.${field}`, places)
      for (const [i, element] of elements.entries()) {
        if (!isDictionary(element) || element[field] !== undefined) continue
        element[field] = value
        places.add(from + i)
      }
    }
  }

  has = (kind: Kind, index: number, field: string): boolean => this.#places.get(`${kind}.${field}`)?.has(index) ?? false
}

/** How many of the elements lack a field. */
export const lacking = (elements: unknown, field: string): number =>
  Array.isArray(elements) ? elements.filter((one) => isDictionary(one) && one[field] === undefined).length : 0

export const isKind = (name: unknown): name is Kind => isOneOf(KINDS, name)
