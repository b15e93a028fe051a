/** What the reference reads of a JSON Schema: what zod writes, no more. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  default?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
}

export const schemaName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)
