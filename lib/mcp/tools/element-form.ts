import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { reportUnknownFields } from '#lib/service/edit-language.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'

/** How much of each element a page shows. */

export type Form = {
  /** Only these fields, or all but these; `position.z` reaches in. */
  fields?: readonly string[] | undefined
  without?: readonly string[] | undefined
  /** Outlines of sections, which have the most numbers and say the least. */
  polygons?: boolean | undefined
}

/** Throws `invalid` for fields that no kind has, and for both lists. */
export function judgeForm({ fields, without }: Form, kinds: readonly Kind[] = KINDS): void {
  const issues: Issue[] = []
  if (fields && without) issues.push(valueError(['without'], 'say fields or without'))
  reportUnknownFields(fields ?? [], kinds, issues)
  reportUnknownFields(without ?? [], kinds, issues, { path: 'without' })
  if (issues.length > 0) throw new ModelError('invalid', issues)
}

export const showsPolygons = ({ fields, polygons }: Form) => polygons ?? fields?.includes('polygon') ?? false

/** The element with what is wanted of it; its id stays. */
export function inForm(element: Dictionary & { id: string }, form: Form): Dictionary & { id: string } {
  const { fields, without } = form
  const hidden = [...(without ?? []), ...(showsPolygons(form) ? [] : ['polygon'])].filter((path) => path !== 'id')
  if (!fields) return { ...hidden.reduce<Dictionary>((left, path) => leaving(left, path.split('.')), element), id: element.id }
  const shown = { id: element.id }
  for (const path of fields) if (path !== 'polygon' || showsPolygons(form)) copy(element, shown, path.split('.'))
  return shown
}

function leaving(element: Dictionary, [name = '', ...rest]: string[]): Dictionary {
  if (!Object.hasOwn(element, name)) return element
  const { [name]: value, ...others } = element
  if (rest.length === 0) return others
  return isDictionary(value) ? { ...element, [name]: leaving(value, rest) } : element
}

function copy(from: Dictionary, to: Dictionary, [name = '', ...rest]: string[]): void {
  if (!Object.hasOwn(from, name)) return
  const [value, made] = [from[name], to[name]]
  if (rest.length === 0 || !isDictionary(value)) to[name] = value
  else {
    const inner = isDictionary(made) ? made : {}
    to[name] = inner
    copy(value, inner, rest)
  }
}
