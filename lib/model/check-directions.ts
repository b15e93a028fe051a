import { type ElementRef, type Found, inModelUnit, named, refs } from './check-found.ts'
import { asPattern } from './references.ts'
import type { ViewerFrame } from './schema.ts'
import { areaKind, shellAxes } from './shell-axes.ts'
import { type JudgedSection, nodeId, type Structure } from './structure.ts'
import { scaledToUnit, subtract, type Vec } from './vector.ts'

/** Which way is up: a model that lies on its side or hangs from its supports, beams that stand in their slab. */

const WITHIN_20 = Math.cos(Math.PI / 9)
/** Share of the model's size that counts as one height. */
const LEVEL = 0.02

const Y = 1
const Z = 2

/** What stands at the supports that hold something: their nodes, and of the frames there how many run along Y and along Z. */
function footing({ model, supports, positions, isUsed, frames }: Structure) {
  const held = new Set(
    supports.flatMap(({ ordinal, node }) =>
      Object.values(model.supports?.[ordinal]?.restraints ?? {}).includes(true) ? [node] : [],
    ),
  )
  const size = { y: 0, z: 0 } // positions are about the lowest corner
  for (const [i, p] of positions.entries()) {
    if (!isUsed[i]) continue
    size.y = Math.max(size.y, p[Y])
    size.z = Math.max(size.z, p[Z])
  }
  const along = { all: 0, y: 0, z: 0 }
  for (const { start, end, isZeroLength } of frames) {
    if (isZeroLength || !(held.has(start) || held.has(end))) continue
    const axis = scaledToUnit(subtract(positions[end]!, positions[start]!))
    along.all++
    if (axis && Math.abs(axis[Y]) >= WITHIN_20) along.y++
    if (axis && Math.abs(axis[Z]) >= WITHIN_20) along.z++
  }
  const nodes = [...held]
  const reach = (k: typeof Y | typeof Z) => {
    let [low, high] = [Infinity, -Infinity]
    for (const node of nodes) {
      low = Math.min(low, positions[node]![k])
      high = Math.max(high, positions[node]![k])
    }
    return { low, high }
  }
  return { nodes, size, along, reach }
}

const isMany = (count: number, all: number) => count >= 2 && 3 * count >= all

export function* maybeYUp(structure: Structure): Iterable<Found> {
  const { nodes, size, along, reach } = footing(structure)
  if (nodes.length < 2 || size.y === 0 || !isMany(along.y, along.all) || 5 * along.z > along.y) return
  const [y, z] = [reach(Y), reach(Z)]
  const isFlat = size.z === 0
  if (y.high > LEVEL * size.y || (!isFlat && z.high - z.low < 0.2 * size.z)) return
  yield {
    ...(isFlat && { severity: 'info' as const }),
    message: `All ${nodes.length} supported nodes are at the lowest Y, and ${along.y} of ${along.all} frames on them run along Y: the model may have been made with Y up; here Z is up`,
    elements: refs('node', idsOf(structure, nodes)),
    fix: 'Where Y is up, turn it: edit_model {"ops":[{"select":{"all":true},"rotate":{"axis":"X","about":{},"angle":90}}]}.',
  }
}

export function* maybeZDown(structure: Structure): Iterable<Found> {
  const { nodes, size, along, reach } = footing(structure)
  if (nodes.length < 2 || size.z === 0 || !isMany(along.z, along.all)) return
  if (reach(Z).low < (1 - LEVEL) * size.z) return
  yield {
    message: `All ${nodes.length} supported nodes are at the highest Z, and ${along.z} of ${along.all} frames on them run along Z: the model may have been made with Z down; here Z is up`,
    elements: refs('node', idsOf(structure, nodes)),
    fix: 'Where Z is down, turn it: edit_model {"ops":[{"select":{"all":true},"rotate":{"axis":"X","about":{},"angle":180}}]}.',
  }
}

const idsOf = (structure: Structure, nodes: readonly number[]) => nodes.map((node) => nodeId(structure, node))

/** Beams whose both ends lie in one slab that hangs below its nodes, and that reach up into it or through it. */
export function* beamsAboveSlabs(structure: Structure, sections: readonly JudgedSection[]): Iterable<Found> {
  const { model, nodeOrdinals, positions, areas } = structure
  const slabsAt = new Map<number, number[]>()
  for (const [k, { kind, cardinalPoint }] of (model.areas ?? []).entries()) {
    if (cardinalPoint?.toUpperCase() !== 'TOP') continue
    const { outline, openings } = areas[k]!
    const corners = outline.map((node) => positions[node]!)
    if (areaKind(kind, shellAxes(corners)) !== 'floor') continue
    for (const node of new Set([outline, ...openings].flat())) {
      const there = slabsAt.get(node)
      if (there) there.push(k)
      else slabsAt.set(node, [k])
    }
  }
  if (slabsAt.size === 0) return
  const outlines = new Map(sections.map(({ section }) => [section.id, section.polygon]))
  for (const frame of model.frames ?? []) {
    const [start, end] = [nodeOrdinals.get(frame.startNodeId), nodeOrdinals.get(frame.endNodeId)]
    if (start === undefined || end === undefined) continue
    const above = slabsAt.get(end)
    const slab = above && slabsAt.get(start)?.find((k) => above.includes(k))
    const axis = slab === undefined ? null : scaledToUnit(subtract(positions[end]!, positions[start]!))
    const outline = outlines.get(frame.sectionId ?? '') ?? []
    if (slab === undefined || !axis || Math.hypot(axis[0], axis[1]) < WITHIN_20 || outline.length === 0) continue
    const { low, high } = heights(frame, axis, outline)
    if (high <= 0.25 * (high - low)) continue
    const elements: ElementRef[] = [
      { kind: 'frame', id: frame.id },
      { kind: 'area', id: areas[slab]!.id },
    ]
    yield {
      message: `Beam ${named(frame.id)} reaches ${inModelUnit(structure, high * structure.scale)} above the top of slab ${named(areas[slab]!.id)}: its section, ${inModelUnit(structure, (high - low) * structure.scale)} deep, is not set down`,
      elements,
      fix: setDown(frame, high / Math.hypot(axis[0], axis[1])),
    }
  }
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
function setDown({ sectionId, rotation, sectionOffset }: ViewerFrame, high: number): string {
  const words = 'Beams under a slab are set down by sectionOffset, so that their top is at the nodes'
  if (rotation || sectionId == null) return `${words}.`
  const offset = { x: sectionOffset?.x ?? 0, y: Number(((sectionOffset?.y ?? 0) - high).toPrecision(12)) }
  const op = { select: { role: ['beam'], section: [asPattern(sectionId)] }, set: { sectionOffset: offset } }
  return `${words}: edit_model ${JSON.stringify({ ops: [op] })}.`
}
