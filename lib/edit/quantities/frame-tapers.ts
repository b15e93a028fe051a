import { canTaper, type TaperSection, type TaperShape, taperOf, taperSection, taperShape } from '#lib/model/taper.ts'
import type { Facts } from '../select/facts.ts'

/** A frame that tapers. `shape`: none, where the area of an end cannot be told. */
type FrameTaper = {
  first: TaperSection
  last: TaperSection
  parts: readonly [number, number]
  shape: TaperShape | undefined
}

/** By the ordinal of a frame; undefined of a prism, and of sections that no longer fit. */
export function tapersOf(facts: Facts): (frame: number) => FrameTaper | undefined {
  const { sectionDefinitions = [] } = facts.model
  let definitions: Map<string, (typeof sectionDefinitions)[number]> | undefined
  const known = new Map<string, Omit<FrameTaper, 'parts'> | undefined>()
  const sectionOf = (id: string): TaperSection | undefined => {
    const ordinal = facts.ordinalOf('sections', id)
    definitions ??= new Map(sectionDefinitions.map((definition) => [definition.id, definition]))
    return ordinal === undefined ? undefined : taperSection(facts.element('sections', ordinal), definitions.get(id))
  }
  const between = (from: string, to: string) => {
    const [first, last] = [sectionOf(from), sectionOf(to)]
    return first && last && canTaper(first, last) ? { first, last, shape: taperShape(first, last) } : undefined
  }
  return (frame) => {
    const parts = taperOf(facts.element('frames', frame))
    const [from, to] = parts ? [facts.section('frames', frame), facts.endSection('frames', frame)] : []
    if (!parts || from === undefined || to === undefined) return undefined
    const key = JSON.stringify([from, to])
    if (!known.has(key)) known.set(key, between(from, to))
    const pair = known.get(key)
    return pair && { ...pair, parts }
  }
}
