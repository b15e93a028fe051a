import { scaledToUnit, subtract } from '../shape/vector.ts'
import { type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Which way is up: a model that lies on its side, or hangs from its supports. */

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

/** Loads that pull along Z more than along Y say which way is up. */
function areLoadsAlongZ({ model }: Structure): boolean {
  let [y, z] = [0, 0]
  for (const { axes, force } of model.loads ?? []) {
    if (axes === 'local') continue
    y += Math.abs(force?.y ?? 0)
    z += Math.abs(force?.z ?? 0)
  }
  return z > y
}

export function* maybeYUp(structure: Structure): Iterable<RuleFinding> {
  const { nodes, size, along, reach } = footing(structure)
  if (nodes.length < 2 || size.y === 0 || !isMany(along.y, along.all) || 5 * along.z > along.y || areLoadsAlongZ(structure))
    return
  const [y, z] = [reach(Y), reach(Z)]
  const isFlat = size.z === 0
  if (y.high > LEVEL * size.y || (!isFlat && z.high - z.low < 0.2 * size.z)) return
  yield {
    ...(isFlat && { severity: 'info' as const }),
    message: `All ${nodes.length} supported nodes are at the lowest Y, and ${along.y} of ${along.all} frames on them run along Y: the model may have been made with Y up; here Z is up`,
    elements: refs('node', idsOf(structure, nodes)),
    fix: 'Where Y is up, turn it by 90 degrees about X.',
    op: { select: { all: true }, rotate: { axis: 'X', about: {}, angle: 90 } },
  }
}

export function* maybeZDown(structure: Structure): Iterable<RuleFinding> {
  const { nodes, size, along, reach } = footing(structure)
  if (nodes.length < 2 || size.z === 0 || !isMany(along.z, along.all)) return
  if (reach(Z).low < (1 - LEVEL) * size.z) return
  yield {
    message: `All ${nodes.length} supported nodes are at the highest Z, and ${along.z} of ${along.all} frames on them run along Z: the model may have been made with Z down; here Z is up`,
    elements: refs('node', idsOf(structure, nodes)),
    fix: 'Where Z is down, turn it by 180 degrees about X.',
    op: { select: { all: true }, rotate: { axis: 'X', about: {}, angle: 180 } },
  }
}

const idsOf = (structure: Structure, nodes: readonly number[]) => nodes.map((node) => nodeId(structure, node))
