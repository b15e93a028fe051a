import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { type Finding, KIND_OF, KINDS, type Kind, type ViewerModel } from '#lib/schema/schema.ts'
import { type Facts, factsOf } from './facts.ts'
import { nothingSelected, select } from './select.ts'
import type { Select } from './select-schema.ts'

/** The elements that a picture's selections mean. */

type Ref = Finding['elements'][number]

export type Selections = {
  /** Or elements as a finding names them. */
  highlight?: Select | Ref[] | undefined
  isolate?: Select | undefined
  zoom?: Select | undefined
  /** What a view is square to, or looks along. */
  of?: Select | undefined
}

/** What was selected, in place of how. */
export type ResolvedSelections<T = Selections> = Omit<T, keyof Selections> & { [K in keyof Selections]: Ref[] | undefined }

/** Throws `invalid` with all that is wrong with them. */
export function elementsMeant<T extends Selections>(model: ViewerModel, options: T): ResolvedSelections<T> {
  const { highlight, isolate, zoom, of, ...rest } = options
  if (!highlight && !isolate && !zoom && !of) return rest
  const facts = factsOf(model)
  const issues: Issue[] = []
  const meant = (selector: Select | Ref[] | undefined, field: string): Ref[] | undefined => {
    if (!selector) return undefined
    if (Array.isArray(selector)) {
      issues.push(...selector.flatMap((ref, i) => notThere(facts, ref, [field, i, 'id'])))
      return selector
    }
    const found = select(facts, selector, [field])
    if ('issues' in found) issues.push(...found.issues)
    if ('emptied' in found) issues.push(nothingSelected(found.emptied))
    if (!('selection' in found)) return undefined
    return [...found.selection].flatMap(([kind, ordinals]) =>
      ordinals.map((i) => ({ kind: KIND_OF[kind], id: facts.id(kind, i) })),
    )
  }
  const refs = Object.entries({ highlight, isolate, zoom, of }).flatMap(([field, selector]) => {
    const found = meant(selector, field)
    return found ? [[field, found] as const] : []
  })
  if (issues.length > 0) throw new ModelError('invalid', issues)
  return { ...rest, ...Object.fromEntries(refs) }
}

function notThere(facts: Facts, { kind, id }: Ref, loc: Issue['loc']): Issue[] {
  const of: Kind | undefined = KINDS.find((one) => KIND_OF[one] === kind)
  if (!of || facts.ordinalOf(of, id) !== undefined) return [] // a finding may name the model itself
  const ids = function* () {
    for (let i = 0; i < facts.count(of); i++) yield facts.id(of, i)
  }
  const suggestion = nearestIds([id], ids()).get(id)
  const advice = suggestion === undefined ? '' : `; did you mean ${quoted(suggestion)}?`
  const ctx = { kind, id, ...(suggestion !== undefined && { suggestion }) }
  return [{ type: 'reference_not_found', loc, msg: `no ${kind} ${quoted(id)} in the model${advice}`, ctx }]
}
