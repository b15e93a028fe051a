import { scaledElement } from '#lib/model/scaled-element.ts'
import { lengthPower } from '#lib/model/section/section-dimensions.ts'
import { sizesOf } from '#lib/model/section/section-outline.ts'
import type { Times } from '#lib/model/times.ts'
import { readLength, readUnits, withLength } from '#lib/model/units.ts'
import type { ConstructSectionCreate, Kind, ViewerUnits } from '#lib/schema/schema.ts'
import { rounded } from './numbers.ts'
import type { Scale } from './operation.ts'
import { some, type Work } from './work.ts'

/** The labels of units, and lengths in another one. */

/** Field by field; null clears. No number moves. */
export function relabel({ draft }: Work, units: ViewerUnits): void {
  const now: ViewerUnits = { ...draft.units }
  for (const key of ['current', 'force', 'length', 'temperature'] as const) {
    const label = units[key]
    if (label === null) delete now[key]
    else if (label !== undefined) now[key] = label
  }
  if (draft.units || Object.keys(now).length > 0) draft.units = now
}

/** Converts every length of the model, and then says so. */
export function scale(work: Work, { to = '', factor, unit }: Scale): void {
  // One way or the other, by the rules of `operation.ts`.
  const conversion = factor !== undefined && unit !== undefined ? { factor, unit } : scaleTo(work, to)
  if (!conversion) return
  work.draft.units = withLength(work.draft.units, conversion.unit)
  if (conversion.factor !== 1) scaleAll(work, conversion.factor)
}

/** Undefined after telling why it cannot be. */
function scaleTo(work: Work, to: string): { factor: number; unit: string } | undefined {
  const { units } = work.draft
  const present = readUnits(units).length
  const wanted = readLength(to)
  if (!wanted) {
    const msg = `'${to}' is no unit of length that is known here: say factor and unit`
    work.problem('unit_unknown', ['to'], msg, undefined, { unit: to })
    return undefined
  }
  if (!present) {
    const msg = 'the model does not say its unit of length: set units first, or say factor and unit'
    work.problem('unit_unknown', ['to'], msg, undefined, { units: units ?? null })
    return undefined
  }
  return { factor: present.metres / wanted.metres, unit: to }
}

function scaleAll(work: Work, factor: number): void {
  const { draft } = work
  const zeroTolerance = 1e-12 * work.facts.diagonal * factor
  const length = (value: number, power = 1): number => {
    const scaled = rounded(value * factor ** power)
    if (!Number.isFinite(scaled)) work.problem('finite_number', [], `${value} in the new unit lies beyond what numbers hold`)
    return scaled
  }
  const times: Times = { length, place: (value) => rounded(value * factor, 0, zeroTolerance) }
  draft.scaled = whole(draft.scaled * factor)
  if (!(draft.scaled > 0 && Number.isFinite(draft.scaled))) work.problem('finite_number', [], 'lengths were converted too far')
  for (const node of [...draft.all('nodes')]) {
    const scaled = scaledElement('nodes', node, times)
    work.place(scaled, scaled.position)
  }
  for (const kind of ['frames', 'areas', 'gridLines', 'sections', 'supports', 'loads'] as const) scaleKind(work, kind, times)
  for (const kind of ['nodes', 'frames', 'areas', 'sections'] as const)
    for (const { id, source } of draft.all(kind)) noteUnscaledNumbers(work, id, source)
  for (const section of draft.all('sections')) noteUnscaledDimensions(work, section)
}

/** There and back is 1, and metres in millimetres are 1000, to the last digit. */
function whole(factor: number): number {
  const short = rounded(factor)
  return Math.abs(factor - short) <= 1e-14 * short ? short : factor
}

function scaleKind<K extends Kind>({ draft }: Work, kind: K, times: Times): void {
  for (const element of [...draft.all(kind)]) {
    const scaled = scaledElement(kind, element, times)
    if (scaled !== element) draft.put(kind, scaled)
  }
}

/** Dimensions of which nobody knows how they grow. */
function noteUnscaledDimensions(work: Work, section: ConstructSectionCreate): void {
  const { type } = sizesOf(section)
  for (const dimensions of [section.dimensions, section.resolved?.dimensions]) {
    for (const key of Object.keys(dimensions ?? {})) {
      if (lengthPower(type, key) !== undefined) continue
      work.note(
        'not_scaled',
        key,
        (count, keys) => `${count} dimensions of sections stay as they are: nobody knows what ${some(keys, count)} mean`,
      )
    }
  }
}

/** What a free-form field means is known to whoever wrote it. */
function noteUnscaledNumbers(work: Work, id: string, source: unknown): void {
  if (source && hasNumber(source))
    work.note(
      'source_not_scaled',
      id,
      (count, ids) => `source of ${count} elements (${some(ids, count)}) holds numbers, which stay as they are`,
    )
}

function hasNumber(value: unknown): boolean {
  if (typeof value === 'number') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNumber)
}
