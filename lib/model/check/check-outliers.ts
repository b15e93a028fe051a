import type { Point2 } from '#lib/schema/schema.ts'
import { isStraight, placeText, reach } from '../grid-shapes.ts'
import { outlineBox } from '../section/outline-box.ts'
import { distance } from '../shape/vector.ts'
import { readUnits } from '../units.ts'
import { asPattern } from '../validate/references.ts'
import { digits, type FixOp, inModelUnit, named, type RuleFinding } from './check-finding.ts'
import { type FrameSizes, lengthIn, longestLines, sectionScale, unitScale } from './check-sizes.ts'
import type { Structure } from './structure.ts'

/**
 * Single elements of a size that is not built: what was typed in another unit, or with digits too many, where the rest is sound. The
 * medians of `check-sizes.ts` never show them; where these find something, nothing is told one by one. Judged by metres where the unit is
 * readable, and beside the rest of the model.
 */

/** Limits in metres that no building, bridge or tower comes near. */
const THICK = 10
const THIN = 0.0005
const LARGE = 50
/** Larger than any straight run of frames that has it. */
const LARGE_AND_SHORT = 20
const SMALL = 0.001
const OFFSET = 20
/** In metres, and times the section: nothing lies so far beside the line of its nodes that is a quarter of its run too. */
const BESIDE = 1.5
const TIMES_BESIDE = 4
const HIGH = 1200
const FAR = 10_000
/** A grid line is far from the nodes where it is so many times their diagonal away. */
const TIMES_FAR = 20
const TIMES = 1000
/** Of more nodes the unit of all was another. */
const MOST_AWAY = 20

export function* sizeOutliers(structure: Structure, sizes: FrameSizes): Iterable<RuleFinding> {
  yield* awayNodes(structure)
  if (some(unitScale(structure, sizes))) return
  yield* thickAreas(structure)
  if (!some(sectionScale(structure, sizes))) yield* largeSections(structure)
  yield* largeOffsets(structure)
  yield* linesAway(structure)
}

const some = (found: Iterable<RuleFinding>): boolean => [...found].length > 0

/** Metres of one of the structure's own lengths; NaN where nobody knows. */
const metresOf = ({ model, scale }: Structure) => (readUnits(model.units).length?.metres ?? Number.NaN) / scale

export const FIX_AWAY = "Send its position in the model's length unit, as the others are, or remove it."
const FIX = "Send it in the model's length unit, as the rest is."

function* awayNodes(structure: Structure): Iterable<RuleFinding> {
  const { positions, model, away, diagonal, middle } = structure
  for (const node of away) {
    const { id } = model.nodes[node]!
    const far = inModelUnit(structure, distance(positions[node]!, middle))
    const op = inThousandths(structure, node)
    yield {
      ...(op && { op }),
      message: `Node ${named(id)} lies ${far} from the middle of the model, whose other nodes lie within ${inModelUnit(structure, diagonal)}`,
      elements: [{ kind: 'node', id }],
      fix: FIX_AWAY,
    }
  }
}

/** Of a node whose coordinates lie among the others when they are divided by 1000: millimetres among metres. */
function inThousandths({ model, positions, away, middle, diagonal, origin, scale }: Structure, node: number): FixOp | undefined {
  const { id, position } = model.nodes[node]!
  const [x, y, z] = middle.map((half, axis) => Math.abs(positions[node]![axis]! - half) > diagonal)
  const far = Object.entries({ x, y, z }).flatMap(([axis, isFar]) => (isFar ? [axis as 'x' | 'y' | 'z'] : []))
  if (away.length > MOST_AWAY || far.length === 0) return undefined
  const moved = Object.fromEntries(far.map((axis) => [axis, Number((position[axis] / 1000).toPrecision(12))]))
  const isAmong = far.every((axis) => {
    const k = axis === 'x' ? 0 : axis === 'y' ? 1 : 2
    return Math.abs(((moved[axis] ?? 0) - origin[k]) * scale - middle[k]) <= diagonal
  })
  if (!isAmong) return undefined
  return { select: { kinds: ['nodes'], ids: [asPattern(id)] }, set: { position: moved } }
}

function* thickAreas(structure: Structure): Iterable<RuleFinding> {
  const { areas, positions, scale, diagonal } = structure
  const metres = metresOf(structure)
  for (const { id, thickness, outline } of areas) {
    if (thickness === undefined || !(thickness > 0)) continue
    const thick = thickness * scale
    const first = positions[outline[0] ?? -1]
    const across = first ? outline.reduce((most, node) => Math.max(most, distance(first, positions[node]!)), 0) : 0
    const isThick = thick * metres > THICK || (thick > diagonal / 2 && thick > 2 * across)
    if (!isThick && !(thick * metres < THIN)) continue
    yield { message: `Area ${named(id)} is ${inModelUnit(structure, thick)} thick`, elements: [{ kind: 'area', id }], fix: FIX }
  }
}

function* largeSections(structure: Structure): Iterable<RuleFinding> {
  const { sections, scale, diagonal } = structure
  const metres = metresOf(structure)
  let lines: ReadonlyMap<string, number> | undefined
  for (const { id, polygon } of sections.values()) {
    if (polygon.length === 0) continue
    const { min, max } = outlineBox(polygon)
    const [deep, wide] = [(max.y - min.y) * scale, (max.x - min.x) * scale]
    const side = Math.max(deep, wide)
    const isShort = (times: number) => {
      lines ??= longestLines(structure)
      const line = lines.get(id)
      return line !== undefined && side > times * line
    }
    const isLarge =
      side * metres > LARGE || (side * metres > LARGE_AND_SHORT && isShort(1)) || (side > diagonal / 2 && isShort(2))
    if (!isLarge && !(side * metres < SMALL)) continue
    yield {
      message: `Section ${named(id)} is ${inModelUnit(structure, deep)} deep and ${inModelUnit(structure, wide)} wide`,
      elements: [{ kind: 'section', id }],
      fix: FIX,
    }
  }
}

function* largeOffsets(structure: Structure): Iterable<RuleFinding> {
  const { model, frames, sections, scale, diagonal } = structure
  const metres = metresOf(structure)
  const placed = new Map(frames.map((frame, i) => [frame.id, { ...frame, i }]))
  let runOf: ((frame: number) => number) | undefined
  const isBeside = (id: string, { x, y }: Point2): boolean => {
    const frame = placed.get(id)
    const { polygon = [] } = sections.get(frame?.sectionId ?? '') ?? {}
    if (!frame || polygon.length === 0) return false
    const { min, max } = outlineBox(polygon)
    const gap = Math.hypot(outside(min.x + x, max.x + x), outside(min.y + y, max.y + y)) * scale
    const side = Math.max(max.x - min.x, max.y - min.y) * scale
    if (!(gap * metres > BESIDE) || gap <= TIMES_BESIDE * side) return false
    runOf ??= lengthIn(structure, 'runs')
    return gap > runOf(frame.i) / 4
  }
  for (const { id, sectionOffset } of model.frames ?? []) {
    if (!sectionOffset) continue
    const far = Math.hypot(sectionOffset.x, sectionOffset.y) * scale
    if (!(far * metres > OFFSET) && !(diagonal > 0 && far > diagonal) && !isBeside(id, sectionOffset)) continue
    yield {
      message: `The section of frame ${named(id)} lies ${inModelUnit(structure, far)} off the line of its nodes`,
      elements: [{ kind: 'frame', id }],
      fix: "Send sectionOffset in the model's length unit; what stands elsewhere has nodes there.",
    }
  }
}

/** How far 0 lies outside of a range. */
const outside = (low: number, high: number) => Math.max(0, low, -high)

function* linesAway(structure: Structure): Iterable<RuleFinding> {
  const { model, origin, scale, middle, diagonal } = structure
  const metres = metresOf(structure)
  if (diagonal === 0) return
  const unit = readUnits(model.units).length?.unit
  for (const gridLine of model.gridLines ?? []) {
    const { id, axis, coordinate, label } = gridLine
    const k = axis === 'X' ? 0 : axis === 'Y' ? 1 : 2
    const far = isStraight(gridLine)
      ? Math.abs((coordinate - origin[k]) * scale - middle[k])
      : reach(gridLine, [middle[0] / scale + origin[0], middle[1] / scale + origin[1]]) * scale
    const most = axis === 'Z' ? HIGH : FAR
    if (!(far > TIMES * diagonal) && !(far * metres > most && far > TIMES_FAR * diagonal)) continue
    yield {
      message: isStraight(gridLine)
        ? `${axis === 'Z' ? 'Level' : 'Grid line'} ${named(label || id)} lies at ${axis} = ${digits(coordinate)}${unit ? ` ${unit}` : ''}, far from all nodes`
        : `Grid line ${named(label || id)} is ${placeText(gridLine, digits)}, far from all nodes`,
      elements: [{ kind: 'gridLine', id }],
      fix: FIX,
    }
  }
}
