import type { SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { statedProperty } from './section/section-dimensions.ts'
import { derivedOutline, sameOutline } from './section/section-outline.ts'
import { type MissingProperty, type SectionStiffness, sectionStiffness } from './section/section-stiffness.ts'
import { between, outlineBetween } from './taper.ts'
import type { TaperPair } from './taper-pairs.ts'
import { taperShape, taperSizes } from './taper-shape.ts'

/** What a taper is so far of the way, as a section of which everything can be asked that is asked of sections. Conventions, section 5. */

export type SectionAt = { section: ViewerSection; definition: SectionDefinition | undefined }

/** At its ends a taper has its sections themselves; between them what follows from their sizes and outlines, nothing that they state. */
export function sectionBetween(pair: TaperPair, s: number): SectionAt {
  if (s === 0) return pair.first
  if (s === 1) return pair.last
  return plainSection(pair, s)
}

function plainSection(pair: TaperPair, s: number): SectionAt {
  const { first, last } = pair
  const { section, type, definition } = first
  const family = definition?.family === last.definition?.family ? definition?.family : undefined
  const sizes = taperSizes(pair, s)
  // One that follows from sizes is found by them again, to the last digit.
  const polygon = isDerived(first) && isDerived(last) ? derivedOutline(type, sizes) : outlineBetween(pair, s).outer
  return {
    section: {
      ...section,
      polygon,
      thickness: first.hole ? between(section.thickness ?? 0, last.section.thickness ?? 0, s) : null,
    },
    definition: { id: section.id, type, dimensions: sizes, ...(family !== undefined && { family }) },
  }
}

const isDerived = ({ section, type, definition }: TaperPair['first']): boolean =>
  sameOutline(section.polygon, derivedOutline(type, definition?.dimensions))

/** What sections may state for themselves, by the names that `dimensions` has for it. */
const STATED = { i33: ['i33'], i22: ['i22'], i23: ['i23'], j: ['torsion', 'j'], as2: ['as2'], as3: ['as3'] } as const

/**
 * Of sizes and outline, each; where both sections state a property, with what they state more than that, linear between, as their areas
 * are. What one of them states alone is passed over.
 */
export function taperStiffness(pair: TaperPair): (s: number) => SectionStiffness | { missing: MissingProperty[] } {
  const { first, last } = pair
  const plain = (s: number) => {
    const { section, definition } = plainSection(pair, s)
    return sectionStiffness(section, definition)
  }
  const [start, end] = [plain(0), plain(1)]
  if ('missing' in start) return () => start
  if ('missing' in end) return () => end
  const shape = taperShape(first, last)
  const statedOf = ({ definition }: SectionAt, names: readonly string[]) =>
    names.map((name) => statedProperty(definition, name)).find((value) => value !== undefined)
  const more = new Map<keyof typeof STATED, readonly [number, number]>()
  for (const [key, names] of entriesOf(STATED)) {
    const [one, other] = [statedOf(first, names), statedOf(last, names)]
    if (one !== undefined && other !== undefined) more.set(key, [one - (start[key] ?? 0), other - (end[key] ?? 0)])
  }
  return (s) => {
    const found = plain(s)
    if ('missing' in found) return found
    const whole = { ...found, area: shape?.(s).area ?? found.area }
    for (const [key, [a, b]] of more) {
      const value = (found[key] ?? 0) + between(a, b, s)
      if (key === 'as2' || key === 'as3') whole[key] = value > 0 ? value : null
      else whole[key] = value
    }
    return whole
  }
}
