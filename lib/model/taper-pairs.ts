import type { Point2, SectionDefinition, SectionType, ViewerSection } from '#lib/schema/schema.ts'
import { cleanOutline, innerOutline } from './section/section-outline.ts'
import { quoted } from './validate/references.ts'

/** Sections between which frames taper. Conventions, section 5. */

/** What a section is at an end of a taper. `outer`: none, where it has no outline. */
export type TaperSection = {
  section: ViewerSection
  type: SectionType
  outer: Point2[]
  hole: Point2[] | null
  definition: SectionDefinition | undefined
}

export function taperSection(section: ViewerSection, definition: SectionDefinition | undefined): TaperSection {
  const outer = cleanOutline(section.polygon)
  return { section, type: definition?.type ?? 'custom', outer, hole: innerOutline(section, definition), definition }
}

/** Why no frame can taper from one section to the other; undefined where it can. Nothing is said of one without an outline. */
export function taperFault(first: TaperSection, last: TaperSection): string | undefined {
  const [one, other] = [quoted(first.section.id), quoted(last.section.id)]
  const shell = [first, last].find(({ type }) => type === 'shell')
  if (shell) return `section ${quoted(shell.section.id)} is a shell: a taper needs outlines`
  if (first.outer.length < 3 || last.outer.length < 3) return undefined
  if (first.type !== last.type)
    return `section ${one} is ${articled(first.type)} and ${other} ${articled(last.type)}: a taper needs two of one type`
  if (Boolean(first.hole) !== Boolean(last.hole)) {
    const [hollow, solid] = first.hole ? [one, other] : [other, one]
    return `section ${hollow} is hollow and ${solid} is not: a taper needs two that are alike`
  }
  const points = ({ outer, hole }: TaperSection) => outer.length + (hole?.length ?? 0)
  if (first.outer.length !== last.outer.length || points(first) !== points(last))
    return `section ${one} has ${points(first)} points and ${other} ${points(last)}: a taper needs as many on both`
  return undefined
}

const articled = (type: SectionType): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

/** Whether a frame can be drawn and measured as tapering between them. */
const canTaper = (first: TaperSection, last: TaperSection): boolean =>
  first.outer.length >= 3 && last.outer.length >= 3 && taperFault(first, last) === undefined

/** The sections at the ends of a taper. */
export type TaperPair = { first: TaperSection; last: TaperSection }

/** By the ids of both sections of a frame that tapers, each worked out once; undefined of sections that are gone or do not fit. */
export function taperPairs(
  sectionOf: (id: string) => ViewerSection | undefined,
  sectionDefinitions: readonly SectionDefinition[] = [],
): (from: string | undefined, to: string | null | undefined) => TaperPair | undefined {
  let definitions: Map<string, SectionDefinition> | undefined
  const known = new Map<string, TaperPair | undefined>()
  const made = (id: string) => {
    definitions ??= new Map(sectionDefinitions.map((definition) => [definition.id, definition]))
    const section = sectionOf(id)
    return section && taperSection(section, definitions.get(id))
  }
  return (from, to) => {
    if (from === undefined || to == null) return undefined
    const key = JSON.stringify([from, to])
    if (!known.has(key)) {
      const [first, last] = [made(from), made(to)]
      known.set(key, first && last && canTaper(first, last) ? { first, last } : undefined)
    }
    return known.get(key)
  }
}
