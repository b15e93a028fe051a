import { AXES, AXIS_NAMES, COORDINATES } from '#lib/model/shape/vector.ts'
import { storeysOf } from '#lib/model/storeys.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** What is left of a model: ranges of which null is open, or all below the lower third of the storey on a level. */
export type CutTo = string | { [axis in (typeof COORDINATES)[number]]?: readonly (number | null)[] | undefined }

/** Of the last level, in metres: there is no storey on it. */
const ABOVE_LAST = 1.2

/** In model axes, and in words. Throws `invalid` for an end before its beginning, and for a level that there is none of. */
export function cutBox(model: ViewerModel, cut: CutTo): ViewSection & { words: string } {
  const unit = readUnits(model.units).length
  const length = (value: number) => formatLength(Number(value.toPrecision(6)), unit)
  if (typeof cut === 'string') {
    const storeys = storeysOf(model)
    const level = storeys.find(({ id }) => id === cut) ?? storeys.find(({ label }) => label === cut)
    if (!level)
      throw new ModelError('invalid', [
        noLevel(
          cut,
          storeys.map(({ id, label }) => id ?? label),
        ),
      ])
    const next = storeys.find(({ elevation }) => elevation > level.elevation)
    const above = next ? (next.elevation - level.elevation) / 3 : ABOVE_LAST / (unit?.metres ?? 1)
    return {
      low: [null, null, null],
      high: [null, null, level.elevation + above],
      words: `cut ${length(above)} above ${level.label}`,
    }
  }
  const ends = (k: (typeof AXES)[number]) => cut[COORDINATES[k]] ?? [null, null]
  const turned = AXES.filter((k) => {
    const [from, to] = ends(k)
    return from != null && to != null && from > to
  })
  if (turned.length > 0)
    throw new ModelError(
      'invalid',
      turned.map((k) => valueError(['cut', COORDINATES[k]], 'the range ends before it begins')),
    )
  const words = AXES.flatMap((k) => {
    const [from = null, to = null] = ends(k)
    if (from === null && to === null) return []
    return [AXIS_NAMES[k], from === null ? '' : ` from ${length(from)}`, to === null ? '' : ` up to ${length(to)}`].join('')
  })
  const side = (which: 0 | 1): ViewSection['low'] => [ends(0)[which] ?? null, ends(1)[which] ?? null, ends(2)[which] ?? null]
  return { low: side(0), high: side(1), words: `cut: ${words.join(', ')}` }
}

const MOST_NAMED = 12

function noLevel(name: string, levels: readonly string[]): Issue {
  const near = nearestIds([name], levels).get(name)
  const some = levels.slice(0, MOST_NAMED).map(quoted).join(', ')
  const there = levels.length === 0 ? 'the model has no levels' : `there are ${some}${levels.length > MOST_NAMED ? ', …' : ''}`
  const ctx = { kind: 'level', id: name, ...(near !== undefined && { suggestion: near }) }
  return { type: 'reference_not_found', loc: ['cut'], msg: `no level ${quoted(name)} in the model; ${there}`, ctx }
}
