import { tellUnknownFields } from '#lib/edit/element-fields.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import { KINDS, type Kind } from '#lib/model/schema.ts'

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
  if (fields && without) {
    issues.push({ type: 'value_error', loc: ['without'], msg: 'Value error, say fields or without', ctx: { error: {} } })
  }
  tellUnknownFields(fields ?? [], kinds, issues)
  tellUnknownFields(without ?? [], kinds, issues, 'without')
  if (issues.length > 0) throw new ModelError('invalid', issues)
}

export const showsPolygons = ({ fields, polygons }: Form) => polygons ?? fields?.includes('polygon') ?? false

/** The element with what is wanted of it; its id stays. */
export function inForm<T extends { id: string }>(element: T, form: Form): { id: string } {
  const { fields, without } = form
  const hidden = [...(without ?? []), ...(showsPolygons(form) ? [] : ['polygon'])].filter((path) => path !== 'id')
  if (!fields) return hidden.reduce<T>((left, path) => leaving(left, path.split('.')), element)
  const shown = { id: element.id }
  for (const path of fields) if (path !== 'polygon' || showsPolygons(form)) copy(element, shown, path.split('.'))
  return shown
}

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function leaving<T extends object>(element: T, [name = '', ...rest]: string[]): T {
  if (!Object.hasOwn(element, name)) return element
  const { [name]: value, ...others } = element as Fields
  if (rest.length === 0) return others as T
  return isObject(value) ? ({ ...element, [name]: leaving(value, rest) } as T) : element
}

function copy(from: object, to: object, [name = '', ...rest]: string[]): void {
  if (!Object.hasOwn(from, name)) return
  const value = (from as Fields)[name]
  const target = to as Fields
  if (rest.length === 0 || !isObject(value)) target[name] = value
  else {
    if (!isObject(target[name])) target[name] = {}
    copy(value, target[name] as object, rest)
  }
}
