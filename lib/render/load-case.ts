import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { LoadCase } from '#lib/schema/loads.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

const MOST_NAMED = 12

/** The load case of this id, of which loads are drawn. Throws `invalid` where there is none. */
export function loadCaseOf(
  { loadCases = [], combinations = [] }: Pick<ViewerModel, 'loadCases' | 'combinations'>,
  id: string,
): LoadCase {
  const found = loadCases.find((one) => one.id === id)
  if (found) return found
  const ids = loadCases.map((one) => one.id)
  const some = `${ids.slice(0, MOST_NAMED).map(quoted).join(', ')}${ids.length > MOST_NAMED ? ', …' : ''}`
  const there = ids.length === 0 ? 'the model has no load cases' : `its load cases are ${some}`
  if (combinations.some((one) => one.id === id))
    throw new ModelError('invalid', [
      valueError(['loads'], `${quoted(id)} is a combination, and loads are drawn of one load case: ${there}`),
    ])
  const near = nearestIds([id], ids).get(id)
  const msg = `no load case ${quoted(id)} in the model; ${near === undefined ? there : `did you mean ${quoted(near)}?`}`
  const ctx = { kind: 'load case', id, ...(near !== undefined && { suggestion: near }) }
  throw new ModelError('invalid', [{ type: 'reference_not_found', loc: ['loads'], msg, ctx }])
}
