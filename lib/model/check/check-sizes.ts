import { gradeOf } from '#lib/profiles/grade.ts'
import type { ViewerSection } from '#lib/schema/schema.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { median, weightedMedian } from '#lib/values/median.ts'
import { frameChainsOf } from '../runs.ts'
import { outlineBox } from '../section/outline-box.ts'
import { innerOutline } from '../section/section-outline.ts'
import { dot, type Vec } from '../shape/vector.ts'
import { LENGTH_UNITS, type LengthUnit, readUnits } from '../units.ts'
import { digits, inModelUnit, type RuleFinding } from './check-finding.ts'
import { framesAtNodes } from './frame-meetings.ts'
import type { Structure } from './structure.ts'

/**
 * Whether coordinates and sections are of a size that is built, and in one unit. Sizes alone cannot tell factors of about three
 * (inches in a foot model that is all inches): the limits find what they can without a word on any sound structure.
 */

/** Medians over frames that have a length and a section with an outline; null without any. Lengths in the model's own unit. */
export type FrameSizes = {
  unit: LengthUnit | undefined
  /** The larger side of the section, the length, and the one as a share of the other. */
  side: number
  length: number
  share: number
  /**
   * The same over chains, by length: a beam in forty pieces is not stout, nor is a bridge with forty links as long as thick. Without what
   * is built as large as that: tanks, towers, piers. Null where that leaves less than a fifth of all lengths.
   */
  chains: { side: number; share: number } | null
  /** Whether with numbers of sections in another unit, so many metres long, most of them would be such large tubes. */
  areLargeIn(metres: number): boolean
} | null

export function frameSizes(structure: Structure): FrameSizes {
  const { frames, sections, scale, model } = structure
  const sizeOf = sectionSizes(structure)
  const sized: SizedFrame[] = []
  const chainOf = lengthOfChains(structure)
  frames.forEach(({ length, isZeroLength, sectionId, materialId }, i) => {
    const section = sections.get(sectionId ?? '')
    if (isZeroLength || !section || section.polygon.length === 0) return
    sized.push({ ...sizeOf(section, materialId), length: length / scale, chain: chainOf(i) / scale })
  })
  if (sized.length === 0) return null
  const unit = readUnits(model.units).length
  const sumOf = (some: readonly SizedFrame[]) => some.reduce((sum, { length }) => sum + length, 0)
  const all = sumOf(sized)
  const isLarge = (metres: number, inModel: number) => (frame: SizedFrame) => isLargeByNature(frame, metres, inModel)
  const metres = unit?.metres ?? 1
  const usual = sized.filter((frame) => !isLarge(metres, 1)(frame))
  return {
    unit,
    side: median(sized.map(({ side }) => side)),
    length: median(sized.map(({ length }) => length)),
    share: median(sized.map(({ side, length }) => side / length)),
    chains:
      sumOf(usual) < LEAST_USUAL * all
        ? null
        : {
            side: weightedMedian(usual, ({ side }) => side, lengthOf),
            share: weightedMedian(usual, ({ side, chain }) => side / chain, lengthOf),
          },
    areLargeIn: (other) =>
      sumOf(sized.filter((frame) => frame.wall !== undefined && isLarge(other, other / metres)(frame))) > all / 2,
  }
}

/** A frame with its section, in the model's own unit. `wall`: of a hollow section. */
type SizedFrame = { side: number; wall: number | undefined; isSolid: boolean; isConcrete: boolean; length: number; chain: number }

const lengthOf = ({ length }: SizedFrame) => length

const LEAST_USUAL = 0.2

/** Walls that thin for their side, up to so many metres, are of tanks, towers and shafts. */
const THIN_WALL = 1 / 20
const WALL_IN_METRES = { concrete: 0.6, other: 0.1 }
/** Solid ones so large are piers. */
const [SMALLEST_PIER, LARGEST_PIER] = [1, 6]

/** Whether a section is as large as tanks, towers and piers are, and not longer than what it is drawn along. `inModel`: the unit of its numbers. */
function isLargeByNature({ side, wall, isSolid, isConcrete, chain }: SizedFrame, metres: number, inModel: number): boolean {
  if (side * inModel > chain) return false
  if (wall !== undefined) return wall <= THIN_WALL * side && wall * metres <= WALL_IN_METRES[isConcrete ? 'concrete' : 'other']
  return isSolid && side * metres >= SMALLEST_PIER && side * metres <= LARGEST_PIER
}

const SOLID: ReadonlySet<string> = new Set(['rectangular', 'pipe', 'custom', 'section_designer'])

function sectionSizes({ model }: Structure) {
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const known = new Map<string, Pick<SizedFrame, 'side' | 'wall' | 'isSolid'>>()
  const concrete = new Set((model.materials ?? []).filter((material) => isOfConcrete(gradeOf(material))).map(({ id }) => id))
  return (section: ViewerSection, materialId: string | undefined) => {
    let size = known.get(section.id)
    if (!size) {
      const { min, max } = outlineBox(section.polygon)
      const definition = definitions.get(section.id)
      const wall = innerOutline(section, definition) ? (section.thickness ?? undefined) : undefined
      size = { side: Math.max(max.x - min.x, max.y - min.y), wall, isSolid: SOLID.has(definition?.type ?? 'custom') }
      known.set(section.id, size)
    }
    return { ...size, isConcrete: concrete.has(materialId ?? '') }
  }
}

const isOfConcrete = (grade: ReturnType<typeof gradeOf>) => grade !== null && 'kind' in grade && grade.kind === 'concrete'

/** The longest line in which frames with each section lie, times `scale`. */
export function longestLines(structure: Structure): Map<string, number> {
  const longest = new Map<string, number>()
  const lineOf = lengthIn(structure, 'lines')
  for (const [i, { sectionId }] of structure.frames.entries()) {
    const long = lineOf(i)
    if (sectionId !== undefined && long > 0) longest.set(sectionId, Math.max(long, longest.get(sectionId) ?? 0))
  }
  return longest
}

/** Cosine of the bend that a tower or an arch in pieces has from one to the next. */
const IN_CHAIN = Math.cos(Math.PI / 18)
/** Of one section they are one bent bar up to here: the stringer of a spiral stair, a ring. */
const IN_BEND = Math.SQRT1_2
/** Of so many frames at one node none continue each other. */
const MOST_AT_A_NODE = 64

/**
 * Of each frame the length of its chain, times `scale`: of all that continue each other within 10° at nodes where nothing else goes on in
 * line, whatever their sections, or within 45° where both are of one section; and of all of one member.
 */
function lengthOfChains(structure: Structure): (frame: number) => number {
  const { frames, positions, model } = structure
  const chains = disjointSets(frames.length)
  const at = framesAtNodes(positions.length, frames)
  const away = (frame: number, node: number): Vec => {
    const { start, end, length } = frames[frame]!
    const by = (node === start ? 1 : -1) / length
    const [p, q] = [positions[start]!, positions[end]!]
    return [(q[0] - p[0]) * by, (q[1] - p[1]) * by, (q[2] - p[2]) * by]
  }
  for (let node = 0; node < positions.length; node++) {
    const [first, next] = [at.from[node]!, at.from[node + 1]!]
    if (next - first < 2 || next - first > MOST_AT_A_NODE) continue
    const here = [...at.ordinals.subarray(first, next)].filter((frame) => !frames[frame]!.isZeroLength)
    const directions = here.map((frame) => away(frame, node))
    const partnersWithin = (most: number, one: Vec) => here.filter((_, k) => dot(one, directions[k]!) <= -most)
    const isOneSection = (frame: number, other: number) => frames[frame]!.sectionId === frames[other]!.sectionId
    const partners = directions.map((one, k) => {
      const straight = partnersWithin(IN_CHAIN, one)
      if (straight.length > 0) return straight
      const bent = partnersWithin(IN_BEND, one)
      return bent.length === 1 && isOneSection(here[k]!, bent[0]!) ? bent : straight
    })
    for (const [k, frame] of here.entries()) {
      const [only, another] = partners[k]!
      if (only === undefined || another !== undefined) continue
      if (partners[here.indexOf(only)]!.length === 1) chains.join(frame, only)
    }
  }
  const ordinals = new Map(frames.map(({ id }, i) => [id, i]))
  for (const { frameIds } of model.members ?? []) {
    const [first, ...others] = frameIds.flatMap((id) => ordinals.get(id) ?? [])
    if (first !== undefined) for (const other of others) chains.join(first, other)
  }
  const lengths = new Float64Array(frames.length)
  for (const [i, { length }] of frames.entries()) lengths[chains.find(i)]! += length
  return (frame) => lengths[chains.find(frame)]!
}

/** Of each frame the length of the run, or line, that it lies in, times `scale`; 0 without length. */
export function lengthIn(structure: Structure, which: 'runs' | 'lines'): (frame: number) => number {
  const chains = frameChainsOf(structure)[which]
  const lengths = new Float64Array(chains.count)
  for (const [i, chain] of chains.of.entries()) if (chain >= 0) lengths[chain]! += structure.frames[i]!.length
  return (frame) => lengths[chains.of[frame]!] ?? 0
}

export function* sectionScale({ model }: Structure, sizes: FrameSizes): Iterable<RuleFinding> {
  const what = sizes && (tooStout(sizes) ?? tooSlender(sizes))
  if (!what) return
  const hint = unitThatFits(sizes)
  yield {
    message: `${what}${hint?.words ?? '; sections and coordinates may be in different units'}`,
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: hint?.fix ?? "Send section dimensions in the model's length unit, the same as the coordinates.",
  }
}

function tooStout({ unit, chains }: NonNullable<FrameSizes>): string | undefined {
  if (!chains) return undefined
  const { side, share } = chains
  const metres = side * (unit?.metres ?? Number.NaN)
  if (share > 0.3) {
    return share > 1
      ? `Sections are ${digits(share, 3)} times as large as their frames are long (median)`
      : `Frames are only ${digits(1 / share, 3)} times as long as their sections are large (median)`
  }
  if ((metres > 2.5 && share > 1 / 15) || (metres > 1 && share > 1 / 6)) {
    return `Sections are ${digits(side)} ${unit?.unit} large (median), which is hardly ever built`
  }
}

function tooSlender({ unit, side, share }: NonNullable<FrameSizes>): string | undefined {
  const metres = side * (unit?.metres ?? Number.NaN)
  if (share >= 1 / 120 && !(metres < 0.05 && share < 1 / 60)) return undefined
  return `Frames are ${digits(1 / share, 3)} times as long as their sections are large (median)`
}

const { mm, cm, m, in: inch, ft } = LENGTH_UNITS
const UNITS = [mm, cm, m, inch, ft]

/** Of the usual units the one that, taken for the sections, the coordinates or both, makes the sizes ordinary; unless several do. */
function unitThatFits({ unit, side, length, areLargeIn }: NonNullable<FrameSizes>): { words: string; fix: string } | undefined {
  if (!unit) return undefined
  const isOrdinary = (metres: number, along: number) =>
    metres >= 0.05 && metres <= 1.2 && metres / along >= 1 / 60 && metres / along <= 1 / 4
  const fitting = (inIt: (metres: number) => boolean) => {
    const [only, ...others] = UNITS.filter((one) => one.unit !== unit.unit && inIt(one.metres))
    return others.length === 0 ? only?.unit : undefined
  }
  const both = fitting((metres) => isOrdinary(side * metres, length * metres))
  if (both) {
    return {
      words: `; all lengths look like ${both}, and the units say '${unit.unit}'`,
      fix: `If they are in ${both}, set the units so; setting units changes no number.`,
    }
  }
  const sections = fitting((metres) => isOrdinary(side * metres, length * unit.metres)) ?? fitting(areLargeIn)
  if (sections) {
    return {
      words: `; section dimensions look like ${sections}, where the model's unit is ${unit.unit}`,
      fix: `Send section dimensions in ${unit.unit}, the same as the coordinates.`,
    }
  }
  const coordinates = fitting((metres) => isOrdinary(side * unit.metres, length * metres))
  if (!coordinates) return undefined
  return {
    words: `; coordinates look like ${coordinates}, where the model's unit is ${unit.unit}`,
    fix: `Send coordinates in ${unit.unit}, the same as the section dimensions.`,
  }
}

export function* unitScale(structure: Structure, sizes: FrameSizes): Iterable<RuleFinding> {
  const unit = readUnits(structure.model.units).length
  const { diagonal, height, scale, model } = structure
  if (!unit || diagonal === 0) return
  const metres = (value: number) => (value / scale) * unit.metres
  const [d, h] = [metres(diagonal), metres(height)]
  const long = sizes?.length ?? 0
  const what =
    d < 0.1
      ? `The whole structure is only ${inModelUnit(structure, diagonal)} across`
      : d > 10_000
        ? `The structure is ${inModelUnit(structure, diagonal)} across, ${digits(d / 1000, 3)} km`
        : h > 1200
          ? `The structure is ${inModelUnit(structure, height)} high${unit.unit === 'm' ? '' : `, ${digits(h, 4)} m`}`
          : long * unit.metres > 40
            ? `Frames are ${inModelUnit(structure, long * scale)} long (median)${unit.unit === 'm' ? '' : `, ${digits(long * unit.metres)} m`}`
            : null
  if (!what) return
  yield {
    message: `${what}; the coordinates may be in another unit than '${unit.unit}'`,
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: 'Set the units that the coordinates are in; setting units changes no number.',
  }
}
