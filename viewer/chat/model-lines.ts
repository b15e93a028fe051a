import { elevationText } from '#lib/model/check/drawn-length.ts'
import { readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import { countText, ELEMENT_KINDS, type Facet, type FacetValue } from '../worker/elements.ts'
import type { ModelSummary } from '../worker/questions.ts'

/** The model for whoever does not see the picture. `facets`: its sections and levels, with how many elements each has. */
export function linesOf({ name, counts, storeys, bounds, units }: ModelSummary, facets?: Record<Facet, FacetValue[]>): string[] {
  const kinds = ELEMENT_KINDS.filter((kind) => counts[kind] > 0).map((kind) => countText(counts[kind], kind))
  const size = (axis: 'x' | 'y' | 'z') => Number((bounds.max[axis] - bounds.min[axis]).toPrecision(4))
  const unit = units?.length ? ` ${units.length}` : ''
  const elevations = new Map(storeys.map(({ label, elevation }) => [label, elevation]))
  const level = ({ value, label, count }: FacetValue) => {
    const elevation = elevations.get(value)
    return `${label || '–'}${elevation === undefined ? '' : ` at ${elevationText(elevation, readUnits(units).length)}`}: ${grouped(count)}`
  }
  return [
    name,
    kinds.length > 0 ? kinds.join(', ') : 'No elements yet',
    ...(counts.node > 0 ? [`${size('x')} × ${size('y')} in plan, ${size('z')} high${unit}`] : []),
    ...listed('Frames and areas by section', facets?.section, ({ label, count }) => `${label}: ${grouped(count)}`),
    ...listed('By level', facets?.storey, level),
  ]
}

const MOST_LISTED = 30

function listed(title: string, values: readonly FacetValue[] = [], toText: (value: FacetValue) => string): string[] {
  if (values.length === 0) return []
  const hidden = values.length - MOST_LISTED
  return [`${title}: ${values.slice(0, MOST_LISTED).map(toText).join('; ')}${hidden > 0 ? `; and ${hidden} more` : ''}`]
}

/** What a picture's label says. */
export const labelOf = (summary: ModelSummary): string => `3D view of ${linesOf(summary).slice(0, 3).join('. ')}`

/** `revision 8 · 12 frames added · 3 changed`. `lit`: how many elements the new revision brought or changed. */
export function newsOf(now: ModelSummary, before: ModelSummary | null, lit: number): string {
  const changes = before ? ELEMENT_KINDS.map((kind) => ({ kind, by: now.counts[kind] - before.counts[kind] })) : []
  const added = changes.filter(({ by }) => by > 0)
  const removed = changes.filter(({ by }) => by < 0)
  const changed = lit - added.reduce((sum, { by }) => sum + by, 0)
  const say = (some: typeof changes, word: string) =>
    some.length > 0 ? [`${some.map(({ kind, by }) => countText(Math.abs(by), kind)).join(', ')} ${word}`] : []
  return [
    `revision ${now.revision ?? '–'}`,
    ...say(added, 'added'),
    ...say(removed, 'removed'),
    ...(before && changed > 0 ? [`${grouped(changed)} changed`] : []),
  ].join(' · ')
}
