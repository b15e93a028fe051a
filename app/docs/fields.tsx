import { linkTo } from './marks.tsx'
import { NamedRows } from './named-rows.tsx'
import { type Schema, schemaName } from './schema.ts'

/** One row for each field of an object. */
export function Fields({ of: { properties = {}, required = [] } }: { of: Schema }) {
  const rows = Object.entries(properties).map(([name, field]) => {
    const about = [
      typeOf(field),
      ...(required.includes(name) ? ['required'] : []),
      ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
    ]
    return [name, about.join(', '), field.description ?? ''] as const
  })
  return <NamedRows heads={['Field', 'Type']} rows={rows} />
}

function typeOf({ $ref, anyOf, items, minItems, type, ...schema }: Schema): string {
  if ($ref) return linkTo(schemaName($ref))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(', ')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (items) return `array of ${typeOf(items)}${minItems === undefined ? '' : `, ${minItems} at least`}`
  return type === undefined ? 'any' : [type].flat().join(' or ')
}
