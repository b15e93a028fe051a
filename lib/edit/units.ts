import type { ConstructSectionCreate, Dimensions, ResolvedSection, ViewerUnits } from '#lib/model/schema.ts'
import { lengthPower } from '#lib/model/section-dimensions.ts'
import { sizesOf } from '#lib/model/section-outline.ts'
import { readLength, readUnits, withLength } from '#lib/model/units.ts'
import { settled } from './numbers.ts'
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
  const asked = factor !== undefined && unit !== undefined ? { factor, unit } : scaleTo(work, to)
  if (!asked) return
  work.draft.units = withLength(work.draft.units, asked.unit)
  if (asked.factor !== 1) scaleAll(work, asked.factor)
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
  const grain = 1e-12 * work.facts.diagonal * factor
  const times = (value: number, power = 1): number => {
    const scaled = settled(value * factor ** power)
    if (!Number.isFinite(scaled)) work.problem('finite_number', [], `${value} in the new unit lies beyond what numbers hold`)
    return scaled
  }
  const length = <K extends string>(element: { [P in K]?: number | null | undefined }, key: K) => {
    const value = element[key]
    return value == null ? {} : ({ [key]: times(value) } as Record<K, number>)
  }
  for (const node of [...draft.all('nodes')]) {
    const { x, y, z } = node.position
    const at = (value: number) => settled(value * factor, 0, grain)
    work.place({ ...node, ...length(node, 'radius') }, { ...node.position, x: at(x), y: at(y), z: at(z) })
    tellNumbers(work, node.id, node.source)
  }
  for (const frame of [...draft.all('frames')]) {
    const { sectionOffset: offset } = frame
    const scaled = offset && { sectionOffset: { ...offset, x: times(offset.x), y: times(offset.y) } }
    const changed = { ...length(frame, 'length'), ...scaled }
    if (Object.keys(changed).length > 0) draft.put('frames', { ...frame, ...changed })
    tellNumbers(work, frame.id, frame.source)
  }
  for (const area of [...draft.all('areas')]) {
    if (area.thickness != null) draft.put('areas', { ...area, ...length(area, 'thickness') })
    tellNumbers(work, area.id, area.source)
  }
  for (const line of [...draft.all('gridLines')]) draft.put('gridLines', { ...line, coordinate: times(line.coordinate) })
  for (const section of [...draft.all('sections')]) {
    const { polygon, dimensions } = section
    const changed: Partial<ConstructSectionCreate> = length(section, 'thickness')
    if (polygon) changed.polygon = polygon.map((point) => ({ ...point, x: times(point.x), y: times(point.y) }))
    if (dimensions) changed.dimensions = scaledDimensions(work, section, dimensions, times)
    if (section.resolved) changed.resolved = scaledProfile(work, section, section.resolved, times)
    draft.put('sections', { ...section, ...changed })
    tellNumbers(work, section.id, section.source)
  }
}

/** The mass of a metre is told in kg/m in any unit. */
function scaledProfile(
  work: Work,
  section: ConstructSectionCreate,
  { dimensions, polygon, area, ...same }: ResolvedSection,
  times: (value: number, power?: number) => number,
): ResolvedSection {
  return {
    ...same,
    dimensions: scaledDimensions(work, section, dimensions, times),
    ...(polygon && { polygon: polygon.map(({ x, y }) => ({ x: times(x), y: times(y) })) }),
    area: times(area, 2),
  }
}

function scaledDimensions(
  work: Work,
  section: ConstructSectionCreate,
  dimensions: Dimensions,
  times: (value: number, power: number) => number,
): Dimensions {
  const entries = Object.entries(dimensions).map(([key, value]): [string, number] => {
    const power = lengthPower(sizesOf(section).type, key)
    if (power !== undefined) return [key, times(value, power)]
    work.note(
      'not_scaled',
      key,
      (count, keys) => `${count} dimensions of sections stay as they are: nobody knows what ${some(keys, count)} mean`,
    )
    return [key, value]
  })
  return Object.fromEntries(entries)
}

/** What a free-form field means is known to whoever wrote it. */
function tellNumbers(work: Work, id: string, source: unknown): void {
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
