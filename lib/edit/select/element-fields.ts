import { z } from 'zod'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { defOf } from '#lib/model/validate/parse-run.ts'
import { KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, type Kind, SectionDefinition } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'

/** Fields of elements by name, reaching into objects: `position.z`. Section, material and role are the effective ones. */

type Fields = Readonly<Record<string, z.core.$ZodType>>
const shapeOf = (kind: Kind): Fields =>
  kind === 'sections' ? { ...SectionDefinition.shape, ...ELEMENT_SCHEMAS.sections.shape } : ELEMENT_SCHEMAS[kind].shape

/** Tells of a field that none of the kinds has. `isOther`: what is told under a name that is none of a field. */
export function reportUnknownFields(
  fields: readonly string[],
  kinds: readonly Kind[],
  issues: Issue[],
  { path = 'fields', isOther = () => false }: { path?: string; isOther?: (field: string) => boolean } = {},
): void {
  for (const [i, field] of fields.entries()) {
    if (kinds.length === 0 || isOther(field) || kinds.some((kind) => isField(shapeOf(kind), field.split('.')))) continue
    const near = nearestIds([field], kinds.flatMap(namesOf)).get(field)
    const these = kinds.map((kind) => `${KIND_WORD[kind]}s`).join(', ')
    const msg = `${these} have no field ${quoted(field)}${near === undefined ? '' : `; did you mean ${quoted(near)}?`}`
    issues.push({ type: 'extra_forbidden', loc: [path, i], msg })
  }
}

const namesOf = (kind: Kind): string[] =>
  Object.entries(shapeOf(kind)).flatMap(([name, schema]) => [
    name,
    ...Object.keys(objectIn(schema) ?? {}).map((key) => `${name}.${key}`),
  ])

/** What lies in lists and in free-form objects may be anything. */
function isField(fields: Fields, [name = '', ...rest]: string[]): boolean {
  const schema = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!schema) return false
  const inner = objectIn(schema)
  return rest.length === 0 || !inner || isField(inner, rest)
}

function objectIn(schema: z.core.$ZodType): Fields | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  const def = defOf(schema)
  return 'innerType' in def ? objectIn(def.innerType) : undefined
}

/** The word that was set, so that purlins are no row of beams: without the kinds of areas, of which most floors are slabs. */
export function roleShown(facts: Facts, kind: Kind, ordinal: number): string | undefined {
  const word = kind === 'areas' ? facts.element(kind, ordinal).role : facts.roleWord(kind, ordinal)
  return word ?? facts.role(kind, ordinal)
}

/** The value of a field; undefined where the element has none. */
export function fieldOf(facts: Facts): (kind: Kind, ordinal: number, field: string) => unknown {
  const definitions = new Map((facts.model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  return (kind, ordinal, field) => {
    const element: object = facts.element(kind, ordinal)
    if (field === 'sectionId') return facts.section(kind, ordinal)
    if (field === 'materialId' && kind !== 'sections') return facts.material(kind, ordinal)
    if (field === 'role') return roleShown(facts, kind, ordinal)
    const whole = kind === 'sections' ? { ...definitions.get(facts.id(kind, ordinal)), ...element } : element
    return field
      .split('.')
      .reduce<unknown>(
        (value, name) =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
        whole,
      )
  }
}
