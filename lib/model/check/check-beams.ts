import type { ViewerFrame } from '#lib/schema/schema.ts'
import { outlineBox } from '../section/outline-box.ts'
import { boxAround, boxOver, nearIn } from '../shape/box-tree.ts'
import { holds, isNearEdge } from '../shape/polygon.ts'
import { areaFamily } from '../shape/shell-axes.ts'
import { scaledToUnit, subtract, type Vec } from '../shape/vector.ts'
import { asPattern } from '../validate/references.ts'
import type { JudgedAreas } from './area-planes.ts'
import { allowance, type ElementRef, ending, type FixOp, inModelUnit, named, type RuleFinding } from './check-finding.ts'
import type { JudgedSection, Structure } from './structure.ts'

/** Beams that stand in the slab that they should carry, or lie on their side below it. */

const WITHIN_20 = Math.cos(Math.PI / 9)

/** Beams whose both ends lie in one slab that hangs below its nodes, and that reach up into it or through it. */
export function* beamsAboveSlabs(
  structure: Structure,
  areas: JudgedAreas,
  sections: readonly JudgedSection[],
): Iterable<RuleFinding> {
  const { model, nodeOrdinals, positions, frames } = structure
  const slabs = slabsBelowTheirNodes(structure)
  if (slabs.length === 0) return
  const { common, steps } = commonSlab(structure, areas, slabs)
  const outlines = new Map(sections.map(({ section }) => [section.id, section.polygon]))
  let next = 0
  for (const frame of model.frames ?? []) {
    const [start, end] = [nodeOrdinals.get(frame.startNodeId), nodeOrdinals.get(frame.endNodeId)]
    if (start === undefined || end === undefined) continue
    // Its own, or that of its member.
    const sectionId = frames[next++]?.sectionId
    const axis = scaledToUnit(subtract(positions[end]!, positions[start]!))
    const outline = outlines.get(sectionId ?? '') ?? []
    if (!axis || Math.hypot(axis[0], axis[1]) < WITHIN_20 || outline.length === 0) continue
    const { low, high } = heights(frame, axis, outline)
    if (high <= 0.25 * (high - low)) continue
    const slab = common(start, end)
    if (steps.left <= 0) return yield* ending(true)
    if (slab === undefined) continue
    const elements: ElementRef[] = [
      { kind: 'frame', id: frame.id },
      { kind: 'area', id: structure.areas[slab]!.id },
    ]
    yield {
      message: `Beam ${named(frame.id)} reaches ${inModelUnit(structure, high * structure.scale)} above the top of slab ${named(structure.areas[slab]!.id)}: its section, ${inModelUnit(structure, (high - low) * structure.scale)} deep, is not set down`,
      elements,
      ...setDown({ ...frame, sectionId }, high / Math.hypot(axis[0], axis[1])),
    }
  }
}

function slabsBelowTheirNodes({ model, areas, positions }: Structure): number[] {
  return (model.areas ?? []).flatMap((area, k) => {
    if (area.cardinalPoint?.toUpperCase() !== 'TOP') return []
    const corners = areas[k]!.outline.map((node) => positions[node]!)
    const family = areaFamily(area, () => corners)
    return family === 'floor' || family === 'roof' ? [k] : []
  })
}

/** The slab that two nodes lie in: among its own nodes, else on its edges or within, as joists do that end on girders. */
function commonSlab({ areas, positions, tolerance, frames }: Structure, judged: JudgedAreas, slabs: readonly number[]) {
  const slabsAt = new Map<number, number[]>()
  const boxes = new Float64Array(6 * slabs.length)
  for (const [i, k] of slabs.entries()) {
    const { outline, openings } = areas[k]!
    for (const node of new Set([outline, ...openings].flat())) {
      const there = slabsAt.get(node)
      if (there) there.push(k)
      else slabsAt.set(node, [k])
    }
    const corners = outline.map((node) => positions[node]!)
    boxes.set(boxOver(corners, tolerance), 6 * i)
  }
  const near = nearIn(boxes)
  const steps = allowance(frames.length + slabs.length)
  const isIn = (k: number, node: number) => {
    const { plane, outline } = judged[k]!
    if (!plane || plane.height(node) > tolerance) return false
    const p = plane.flat(node)
    return isNearEdge(outline, p, tolerance, steps) || holds(outline, p, steps)
  }
  const common = (start: number, end: number): number | undefined => {
    const above = slabsAt.get(end)
    const own = above && slabsAt.get(start)?.find((k) => above.includes(k))
    if (own !== undefined) return own
    let found: number | undefined
    near(boxAround(positions[start]!, positions[end]!, 0), (i) => {
      const k = slabs[i]!
      // The tree answers in its own order.
      if ((found === undefined || k < found) && isIn(k, start) && isIn(k, end)) found = k
      return --steps.left > 0
    })
    return found
  }
  return { common, steps }
}

/** How far a section reaches above and below the line between the nodes. */
function heights({ rotation, sectionOffset }: ViewerFrame, axis: Vec, outline: readonly { x: number; y: number }[]) {
  const angle = ((rotation ?? 0) * Math.PI) / 180
  // Upward parts of the local axes 2 and 3: unturned, 3 is level.
  const upright = Math.hypot(axis[0], axis[1])
  const [two, three] = [Math.cos(angle) * upright, -Math.sin(angle) * upright]
  let [low, high] = [Infinity, -Infinity]
  for (const { x, y } of outline) {
    const z = (y + (sectionOffset?.y ?? 0)) * two + (x + (sectionOffset?.x ?? 0)) * three
    low = Math.min(low, z)
    high = Math.max(high, z)
  }
  return { low, high }
}

/** `high`: across the frame. */
function setDown({ sectionId, rotation, sectionOffset }: ViewerFrame, high: number): { fix: string; op?: FixOp } {
  const words = 'Beams under a slab are set down by sectionOffset, so that their top is at the nodes'
  const fix = `${words}.`
  if (rotation || sectionId == null) return { fix }
  const offset = { x: sectionOffset?.x ?? 0, y: Number(((sectionOffset?.y ?? 0) - high).toPrecision(12)) }
  const op = { select: { role: ['beam'], section: [asPattern(sectionId)] }, set: { sectionOffset: offset } }
  return { fix, op }
}

/** So much deeper than wide is an I section that has a weak axis. */
const DEEP = 1.2
const SIN_20 = Math.sin(Math.PI / 9)

/** Where most beams of I sections that floors lie on have their webs level. A few alone, as at an edge that the wind pushes, are meant. */
export function* beamsOnWeakAxis(structure: Structure, sections: readonly JudgedSection[]): Iterable<RuleFinding> {
  const { model, frames, areas, positions } = structure
  const { areas: drawn = [], frames: turned = [] } = model
  const deep = new Set(sections.flatMap((judged) => (isDeep(judged) ? judged.section.id : [])))
  if (deep.size === 0) return
  const floorsAt = new Map<number, string[]>()
  for (const [k, { id, outline }] of areas.entries()) {
    if (areaFamily(drawn[k]!, () => outline.map((node) => positions[node]!)) !== 'floor') continue
    for (const node of outline) floorsAt.set(node, [...(floorsAt.get(node) ?? []), id])
  }
  let carrying = 0
  const lying: { id: string; floor: string }[] = []
  for (const { id, ordinal, start, end, sectionId } of frames) {
    const floor = deep.has(sectionId ?? '') && floorsAt.get(start)?.find((one) => floorsAt.get(end)?.includes(one))
    const axis = floor && scaledToUnit(subtract(positions[end]!, positions[start]!))
    if (!axis || Math.hypot(axis[0], axis[1]) < WITHIN_20) continue
    carrying++
    if (Math.abs(Math.cos(((turned[ordinal]!.rotation ?? 0) * Math.PI) / 180)) < SIN_20) lying.push({ id, floor })
  }
  if (2 * lying.length <= carrying) return
  for (const { id, floor } of lying)
    yield {
      message: `Beam ${named(id)} carries floor ${named(floor)} on its weak axis: the web of its section lies level`,
      elements: [
        { kind: 'frame', id },
        { kind: 'area', id: floor },
      ],
      fix: 'Turn it upright, unless it is meant to lie.',
      op: { select: { kinds: ['frames'], ids: [asPattern(id)] }, set: { rotation: 0 } },
    }
}

function isDeep({ section: { polygon }, definition }: JudgedSection): boolean {
  if (definition?.type !== 'i_wide_flange' || polygon.length === 0) return false
  const { min, max } = outlineBox(polygon)
  return max.y - min.y > DEEP * (max.x - min.x)
}
