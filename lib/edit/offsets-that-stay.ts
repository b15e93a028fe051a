import { type CardinalPoint, offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import { asPattern, quoted } from '#lib/model/validate/references.ts'
import type { Point2, ViewerSection } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { counted, some, type Work } from './work.ts'

/** The points of a section that offsets put on the line of a frame, the usual ones first. Conventions, section 7. */
const POINTS = [[8, 'top'], [2, 'bottom'], [9, 'top left'], [7, 'top right'], [3, 'bottom left'], [1, 'bottom right'], [6, 'left'], [4, 'right'], [5, 'middle']] as const satisfies readonly (readonly [CardinalPoint, string])[] // biome-ignore format: short
/** As a share of the section's size. */
const SAME = 1e-3

/** Frames get another section, and keep the offset that put the top of the old one, or another point of it, on their line. */
export function noteOffsetsThatStay(work: Work, sectionId: string): void {
  const { facts, draft } = work
  const to = facts.sectionOf(sectionId)
  if (!to) return
  const ofMembers = work.selected('members').flatMap((member) => [...facts.framesOf(member)])
  for (const ordinal of new Set([...work.selected('frames'), ...ofMembers])) {
    const before = facts.element('frames', ordinal)
    const { sectionOffset, sectionId: own, endSectionOffset } = draft.element('frames', before.id)
    const from = facts.sectionOf(facts.section('frames', ordinal))
    const isSet = own == null || own === sectionId
    if (!from || !sectionOffset || endSectionOffset || from.id === sectionId || !isSet) continue
    const found = samePoint(from, to, sectionOffset)
    if (!found) continue
    const { point, offset } = found
    work.note(`offset_stays_${JSON.stringify([from.id, offset])}`, before.id, (count, ids) => {
      const what = `${counted(count, 'frames')} ${count === 1 ? 'keeps' : 'keep'} the sectionOffset that put the ${point} of ${quoted(from.id)} on ${count === 1 ? 'its' : 'their'} line`
      const fields = JSON.stringify({ sectionOffset: offset })
      if (count > ids.length) return `${what}: ${some(ids, count)}; with ${quoted(sectionId)} it is ${fields}`
      const op = { select: { kinds: ['frames'], ids: ids.map(asPattern) }, set: { sectionOffset: offset } }
      return `${what}; ${JSON.stringify(op)} does so with ${quoted(sectionId)}`
    })
  }
}

/** The point of a section that an offset puts on the line, and the offset that does so with another; undefined where that is the same. */
function samePoint(from: ViewerSection, to: ViewerSection, { x = 0, y = 0 }: Partial<Point2>) {
  if (x === 0 && y === 0) return undefined
  for (const [point, name] of POINTS) {
    const [old, offset] = [from, to].map(({ polygon }) => offsetOfCardinalPoint(point, { type: 'custom', polygon }))
    if (!old || !offset) return undefined
    const within = SAME * Math.hypot(old.x, old.y)
    if (Math.abs(old.x - x) > within || Math.abs(old.y - y) > within) continue
    if (Math.abs(offset.x - x) <= within && Math.abs(offset.y - y) <= within) return undefined
    return { point: name, offset: { x: twelveDigits(offset.x), y: twelveDigits(offset.y) } }
  }
  return undefined
}
