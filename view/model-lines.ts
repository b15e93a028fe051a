import type { ModelSummary } from '../app/_viewer/worker/answers.ts'
import { ELEMENT_KINDS, KIND_NAMES } from '../app/_viewer/worker/elements.ts'

/** The model for whoever does not see the picture. */
export function linesOf({ name, counts, storeys, bounds, units }: ModelSummary): string[] {
  const kinds = ELEMENT_KINDS.filter((kind) => counts[kind] > 0).map((kind) => {
    const count = counts[kind]
    return `${count.toLocaleString('en')} ${KIND_NAMES[kind][count === 1 ? 0 : 1].toLowerCase()}`
  })
  const size = (axis: 'x' | 'y' | 'z') => Number((bounds.max[axis] - bounds.min[axis]).toPrecision(4))
  const unit = units?.length ? ` ${units.length}` : ''
  return [
    name,
    kinds.length > 0 ? kinds.join(', ') : 'No elements yet',
    ...(counts.node > 0 ? [`${size('x')} × ${size('y')} in plan, ${size('z')} high${unit}`] : []),
    ...(storeys.length > 0
      ? [`Levels: ${storeys.map(({ label, elevation }) => `${label || '–'} at ${elevation}`).join(', ')}`]
      : []),
  ]
}

/** What a picture's label says. */
export const labelOf = (summary: ModelSummary): string => `3D view of ${linesOf(summary).slice(0, 3).join('. ')}`
