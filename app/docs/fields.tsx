import type { ReactNode } from 'react'
import { NamedRows } from './named-rows.tsx'

/** What this page reads of a JSON Schema: what zod writes, no more. */
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

/** One row for each field of an object. */
export function Fields({ of: { properties = {}, required = [] } }: { of: Schema }) {
  const rows = Object.entries(properties).map(([name, field]) => ({
    name,
    about: (
      <>
        {typeOf(field)}
        {required.includes(name) && ', required'}
        {field.default !== undefined && `, default ${JSON.stringify(field.default)}`}
      </>
    ),
    meaning: field.description,
  }))
  return <NamedRows heads={['Field', 'Type']} rows={rows} />
}

export const schemaName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

function typeOf(schema: Schema): ReactNode {
  const { $ref, anyOf, items, minItems, type } = schema
  if ($ref) return <a href={`#${schemaName($ref)}`}>{schemaName($ref)}</a>
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(', ')
  if (anyOf) {
    const [first, ...others] = anyOf
    return (
      <>
        {first && typeOf(first)}
        {others.map((other) => (
          <span key={JSON.stringify(other)}> or {typeOf(other)}</span>
        ))}
      </>
    )
  }
  if (items) {
    return (
      <>
        array of {typeOf(items)}
        {minItems !== undefined && `, ${minItems} at least`}
      </>
    )
  }
  return type === undefined ? 'any' : [type].flat().join(' or ')
}
