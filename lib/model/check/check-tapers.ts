import type { Point2 } from '#lib/schema/schema.ts'
import { outlineBox } from '../section/outline-box.ts'
import { outlineBetween, taperOf } from '../taper.ts'
import { type TaperSection, taperFault, taperSection } from '../taper-pairs.ts'
import { digits, inModelUnit, listed, named, type RuleFinding, refs } from './check-finding.ts'
import type { Structure } from './structure.ts'

/** Frames that taper: conventions, section 5. */

/** Frames that go from one section to another. `fault`: why they are drawn as prisms. */
export type Taper = { first: TaperSection; last: TaperSection; fault: string | undefined; byParts: Map<string, AlikeFrames> }
type AlikeFrames = { parts: readonly [number, number]; ids: string[] }

/** By both sections, in the order of the frames. Of a frame whose section has no outline nothing is said here: it is drawn as a line. */
export function tapersIn({ model, frames, sections }: Structure): Taper[] {
  const definitions = new Map(model.sectionDefinitions?.map((definition) => [definition.id, definition]))
  const tapers = new Map<string, Taper | undefined>()
  const sectionOf = (id: string | null | undefined) => {
    const section = sections.get(id ?? '')
    return section && taperSection(section, definitions.get(section.id))
  }
  const between = (from: string | undefined, to: string | null | undefined): Taper | undefined => {
    const [first, last] = [sectionOf(from), sectionOf(to)]
    if (!first || !last || first.outer.length < 3) return undefined
    const lacks = last.outer.length < 3 ? `section ${named(last.section.id)} has no outline: a taper needs two` : undefined
    return { first, last, fault: taperFault(first, last) ?? lacks, byParts: new Map() }
  }
  for (const { id, ordinal, sectionId } of frames) {
    const frame = (model.frames ?? [])[ordinal]!
    const parts = taperOf(frame)
    if (!parts) continue
    const key = JSON.stringify([sectionId, frame.endSectionId])
    if (!tapers.has(key)) tapers.set(key, between(sectionId, frame.endSectionId))
    const byParts = tapers.get(key)?.byParts
    const part = JSON.stringify(parts)
    if (byParts && !byParts.has(part)) byParts.set(part, { parts, ids: [] })
    byParts?.get(part)?.ids.push(id)
  }
  return [...tapers.values()].filter((taper) => taper !== undefined)
}

/** What is written is refused then; a section that is changed later, or that a member gives, is not. */
export function* tapersThatDoNotFit(tapers: readonly Taper[]): Iterable<RuleFinding> {
  for (const { first, last, fault, byParts } of tapers) {
    if (fault === undefined) continue
    const ids = [...byParts.values()].flatMap((alike) => alike.ids)
    yield {
      message: `Frame${ids.length > 1 ? 's' : ''} ${listed(ids)} cannot taper, and ${ids.length > 1 ? 'are prisms' : 'is a prism'} of ${named(first.section.id)}: ${fault}`,
      elements: [...refs('section', [first.section.id, last.section.id]), ...refs('frame', ids)],
      fix: 'Make both sections of one type, both hollow or both solid, with as many points; or take endSectionId away.',
    }
  }
}

/** One end so many times as deep or wide as the other is hardly ever built. */
const UNUSUAL = 5

export function* unusualTapers(structure: Structure, tapers: readonly Taper[]): Iterable<RuleFinding> {
  for (const { first, last, fault, byParts } of tapers) {
    if (fault !== undefined) continue
    for (const { parts, ids } of byParts.values()) {
      const sizeAt = (part: number) => sizeOf(outlineBetween({ first, last }, part).outer)
      const [start, end] = [sizeAt(parts[0]), sizeAt(parts[1])]
      const ratioOf = (side: keyof Size) => Math.max(start[side] / end[side], end[side] / start[side])
      const side = ratioOf('depth') >= ratioOf('width') ? 'depth' : 'width'
      const ratio = ratioOf(side)
      if (!(ratio > UNUSUAL * (1 + 1e-9))) continue
      const size = (at: Size) => inModelUnit(structure, at[side] * structure.scale)
      yield {
        message: `${ids.length > 1 ? `Frames ${listed(ids)} taper` : `Frame ${listed(ids)} tapers`} from a ${side} of ${size(start)} to ${size(end)}, ${digits(ratio, 3)} times as much at one end as at the other`,
        elements: [...refs('frame', ids), ...refs('section', [first.section.id, last.section.id])],
        fix: 'If that is not meant, correct the sizes of the sections, or taper.',
      }
    }
  }
}

/** Along the axes of the outline. */
type Size = { depth: number; width: number }

function sizeOf(outline: readonly Point2[]): Size {
  const { min, max } = outlineBox(outline)
  return { depth: max.y - min.y, width: max.x - min.x }
}
