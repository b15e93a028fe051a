import type { Dimensions, Point2, SectionDefinition, SectionType, ViewerFrame, ViewerSection } from '#lib/schema/schema.ts'
import { signedArea } from './section/outline-area.ts'
import { sectionArea } from './section/section-area.ts'
import { readDimensions, type Sizes } from './section/section-dimensions.ts'
import { cleanOutline, innerOutline } from './section/section-outline.ts'
import { outlineCentroid, sectionProperties } from './section/section-properties.ts'
import { cross, length, subtract, type Vec } from './shape/vector.ts'
import { quoted } from './validate/references.ts'

/** Frames that taper from one section to another. Conventions, section 3. */

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

/** How much of the way from section to end section a frame has gone at its start and at its end; undefined of one that has no end section. */
export function taperOf({
  endSectionId,
  taper,
}: Pick<ViewerFrame, 'endSectionId' | 'taper'>): readonly [number, number] | undefined {
  if (endSectionId == null) return undefined
  const [start = 0, end = 1] = taper ?? []
  return [start, end]
}

export const between = (a: number, b: number, s: number): number => (s === 0 ? a : s === 1 ? b : a + s * (b - a))
const pointBetween = (a: Point2, b: Point2, s: number): Point2 => ({ x: between(a.x, b.x, s), y: between(a.y, b.y, s) })

/** A loop so far of the way to another. */
const loopBetween = (from: readonly Point2[], to: readonly Point2[], s: number): Point2[] =>
  from.map((point, i) => pointBetween(point, to[i] ?? point, s))

/** The outline of a taper so far of the way. */
export const outlineBetween = (
  { first, last }: Record<'first' | 'last', Pick<TaperSection, 'outer' | 'hole'>>,
  s: number,
): { outer: Point2[]; hole: Point2[] | null } => ({
  outer: loopBetween(first.outer, last.outer, s),
  hole: first.hole && last.hole && loopBetween(first.hole, last.hole, s),
})

/** The same frame as it is said from its other end, but for its nodes and its rotation. */
export function endForEnd(frame: ViewerFrame): ViewerFrame {
  const { start, end } = offsetsOf(frame)
  const parts = taperOf(frame)
  const turned = parts ? withTaper(frame, [parts[1], parts[0]]) : frame
  return frame.endSectionOffset == null ? turned : { ...turned, sectionOffset: end, endSectionOffset: start }
}

/** A whole taper says no part of itself. */
export function withTaper(frame: ViewerFrame, [start, end]: readonly [number, number]): ViewerFrame {
  if (start !== 0 || end !== 1) return { ...frame, taper: [start, end] }
  const { taper: _, ...whole } = frame
  return whole
}

/** The piece of a frame between two places along it, 0 at its start and 1 at its end. */
export function pieceOf(frame: ViewerFrame, from: number, to: number): ViewerFrame {
  const parts = taperOf(frame)
  const piece = parts ? withTaper(frame, [between(...parts, from), between(...parts, to)]) : frame
  if (frame.endSectionOffset == null) return piece
  const { at } = offsetsOf(frame)
  return {
    ...piece,
    ...(from > 0 && { sectionOffset: at(from) }),
    ...(to < 1 && { endSectionOffset: at(to) }),
  }
}

/** Where the outline's origin lies from the node line, at both ends and between. */
export function offsetsOf({ sectionOffset, endSectionOffset }: Pick<ViewerFrame, 'sectionOffset' | 'endSectionOffset'>) {
  const start = sectionOffset ?? { x: 0, y: 0 }
  const end = endSectionOffset ?? start
  return { start, end, at: (t: number) => pointBetween(start, end, t) }
}

/** Area and centroid of a taper so far of the way. */
export type TaperShape = (s: number) => { area: number; centroid: Point2 }

/**
 * The area is that of the type's own formula at the mean dimensions, else of the mean outline, and with two published areas what these are
 * more than that, linear between. Each is a square in s.
 */
export function taperShape(first: TaperSection, last: TaperSection): TaperShape | undefined {
  const [one, other] = [first, last].map(({ section, definition }) => sectionArea(section, definition))
  if (typeof one !== 'object' || typeof other !== 'object') return undefined
  const plain = plainShape(first, last)
  const arePublished = one.from === 'published' && other.from === 'published'
  const more = arePublished ? ([one.area - plain(0).area, other.area - plain(1).area] as const) : ([0, 0] as const)
  return (s) => {
    const { area, centroid } = plain(s)
    return { area: area + between(...more, s), centroid }
  }
}

function plainShape(first: TaperSection, last: TaperSection): TaperShape {
  const [from, to] = [formulaSizes(first), formulaSizes(last)]
  const family = first.definition?.family === last.definition?.family ? (first.definition?.family ?? undefined) : undefined
  const formula = (s: number) => sectionProperties(first.type, sizesBetween(from, to, s), family)
  if (sectionProperties(first.type, from) && sectionProperties(last.type, to))
    return (s) => {
      const found = formula(s)
      if (!found) throw new Error('sizes between two that have an outline have none')
      return found
    }
  return (s) => {
    const { outer, hole } = outlineBetween({ first, last }, s)
    return { area: signedArea(outer) - (hole ? signedArea(hole) : 0), centroid: outlineCentroid(outer) ?? { x: 0, y: 0 } }
  }
}

/** A wall that stands in `thickness` alone is one as well. */
function formulaSizes({ section: { thickness }, definition, type, hole }: TaperSection): Sizes {
  const { complete } = readDimensions(type, definition?.dimensions)
  const isWallApart = hole && thickness != null && complete.tw === undefined
  return isWallApart ? readDimensions(type, { ...complete, tw: thickness }).complete : complete
}

/** By canonical key, of both sections that have outlines of their own the mean. */
export const taperSizes = ({ first, last }: TaperPair, s: number): Dimensions =>
  sizesBetween(formulaSizes(first), formulaSizes(last), s)

function sizesBetween(from: Sizes, to: Sizes, s: number): Dimensions {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof Sizes)[]
  return Object.fromEntries(keys.map((key) => [key, between(from[key] ?? 0, to[key] ?? 0, s)]))
}

/** Over the whole of a frame of length 1: its volume, and where along it its middle is. Exact, for the area is a square. */
export function taperVolume(shape: TaperShape, [a, b]: readonly [number, number]): { volume: number; middle: number } {
  const [start, middle, end] = [shape(a).area, shape((a + b) / 2).area, shape(b).area]
  const sum = start + 4 * middle + end
  return { volume: sum / 6, middle: (2 * middle + end) / sum }
}

/** The faces along a taper's outer outline, as they are drawn: two triangles each; those of a pipe are a cone. */
export function taperSurface(
  first: TaperSection,
  last: TaperSection,
  { long, taper: [a, b], shift }: { long: number; taper: readonly [number, number]; shift: Point2 },
): number {
  const start = loopBetween(first.outer, last.outer, a)
  const end = loopBetween(first.outer, last.outer, b).map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }))
  if (first.type === 'pipe') {
    const radius = (loop: readonly Point2[]) => (Math.max(...loop.map(({ x }) => x)) - Math.min(...loop.map(({ x }) => x))) / 2
    const [r0, r1] = [radius(start), radius(end)]
    return Math.PI * (r0 + r1) * Math.hypot(long, r1 - r0)
  }
  return start.reduce((sum, point, i) => {
    const [next, pointEnd, nextEnd] = [start[(i + 1) % start.length]!, end[i]!, end[(i + 1) % end.length]!]
    return (
      sum + triangle(at(point, 0), at(pointEnd, long), at(next, 0)) + triangle(at(next, 0), at(pointEnd, long), at(nextEnd, long))
    )
  }, 0)
}

const at = ({ x, y }: Point2, z: number): Vec => [x, y, z]
const triangle = (a: Vec, b: Vec, c: Vec): number => length(cross(subtract(b, a), subtract(c, a))) / 2
