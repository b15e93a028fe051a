import { median, weightedMedian } from '#lib/values/median.ts'
import { frameChainsOf } from '../runs.ts'
import { outlineBox } from '../section/outline-box.ts'
import { LENGTH_UNITS, type LengthUnit, readUnits } from '../units.ts'
import { digits, type Found, inModelUnit } from './check-finding.ts'
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
  /** The same over lines, by length: a beam in forty pieces is not stout, nor is a bridge with forty links as long as thick. */
  lines: { side: number; share: number }
} | null

export function frameSizes(structure: Structure): FrameSizes {
  const { frames, sections, scale, model } = structure
  const sides = new Map<string, number>()
  const sideOf = new Float64Array(frames.length)
  const sized: number[] = []
  frames.forEach(({ isZeroLength, sectionId }, i) => {
    const section = sections.get(sectionId ?? '')
    if (isZeroLength || !section || section.polygon.length === 0) return
    let side = sides.get(section.id)
    if (side === undefined) {
      const { min, max } = outlineBox(section.polygon)
      side = Math.max(max.x - min.x, max.y - min.y)
      sides.set(section.id, side)
    }
    sideOf[i] = side
    sized.push(i)
  })
  if (sized.length === 0) return null
  const lengthOf = (i: number) => frames[i]!.length / scale
  const lineOf = lengthOfLines(structure)
  return {
    unit: readUnits(model.units).length,
    side: median(sized.map((i) => sideOf[i]!)),
    length: median(sized.map(lengthOf)),
    share: median(sized.map((i) => sideOf[i]! / lengthOf(i))),
    lines: {
      side: weightedMedian(sized, (i) => sideOf[i]!, lengthOf),
      share: weightedMedian(sized, (i) => sideOf[i]! / (lineOf(i) / scale), lengthOf),
    },
  }
}

/** The longest line in which frames with each section lie, times `scale`. */
export function longestLines(structure: Structure): Map<string, number> {
  const longest = new Map<string, number>()
  const lineOf = lengthOfLines(structure)
  for (const [i, { sectionId }] of structure.frames.entries()) {
    const long = lineOf(i)
    if (sectionId !== undefined && long > 0) longest.set(sectionId, Math.max(long, longest.get(sectionId) ?? 0))
  }
  return longest
}

/** Of each frame the length of the line that it lies in, times `scale`; 0 without length. */
function lengthOfLines(structure: Structure): (frame: number) => number {
  const { lines } = frameChainsOf(structure)
  const lengths = new Float64Array(lines.count)
  for (const [i, line] of lines.of.entries()) if (line >= 0) lengths[line]! += structure.frames[i]!.length
  return (frame) => lengths[lines.of[frame]!] ?? 0
}

export function* sectionScale({ model }: Structure, sizes: FrameSizes): Iterable<Found> {
  const what = sizes && (tooStout(sizes) ?? tooSlender(sizes))
  if (!what) return
  const hint = unitThatFits(sizes)
  yield {
    message: `${what}${hint?.words ?? '; sections and coordinates may be in different units'}`,
    elements: [{ kind: 'model', id: model.id ?? '' }],
    fix: hint?.fix ?? "Send section dimensions in the model's length unit, the same as the coordinates.",
  }
}

function tooStout({ unit, lines }: NonNullable<FrameSizes>): string | undefined {
  const metres = lines.side * (unit?.metres ?? Number.NaN)
  if (lines.share > 0.3) {
    return lines.share > 1
      ? `Sections are ${digits(lines.share, 3)} times as large as their frames are long (median)`
      : `Frames are only ${digits(1 / lines.share, 3)} times as long as their sections are large (median)`
  }
  if ((metres > 2.5 && lines.share > 1 / 15) || (metres > 1 && lines.share > 1 / 6)) {
    return `Sections are ${digits(lines.side)} ${unit?.unit} large (median), which is hardly ever built`
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
function unitThatFits({ unit, side, length }: NonNullable<FrameSizes>): { words: string; fix: string } | undefined {
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
  const sections = fitting((metres) => isOrdinary(side * metres, length * unit.metres))
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

export function* unitScale(structure: Structure, sizes: FrameSizes): Iterable<Found> {
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
