import type { ViewerArea } from '#lib/schema/schema.ts'
import { cutArea } from '../shape/area-cut.ts'
import { TOGETHER, tooManyTogether } from '../shape/cut-budget.ts'
import { cornersOf, isFan, layFlat } from '../shape/flat-area.ts'
import { crossingEdges } from '../shape/polygon.ts'
import { asPattern } from '../validate/references.ts'
import { allowanceOf, type Judged, type JudgedAreas, OFF_PLANE, TOUCH } from './area-planes.ts'
import { digits, ending, listed, named, plural, type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Areas. Conventions, section 10. */

/** Areas that are drawn by their edges alone: as `scene.ts` asks, of the same corners. */
export function* outlinesTooLarge(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const placeOf = (node: number) => structure.positions[node]!
  const flat = ({ area }: Judged) =>
    layFlat(
      cornersOf(area.outline.map(placeOf)),
      area.openings.map((opening) => opening.map(placeOf)),
    )
  const leftOut = tooManyTogether(
    areas.map((judged) => {
      const laid = flat(judged)
      return laid && !isFan(laid) ? laid.corners.length : 0
    }),
  )
  for (const [k, judged] of areas.entries()) {
    const laid = flat(judged)
    const cut = laid && !leftOut.has(k) ? cutArea(laid) : null
    const why = leftOut.has(k) ? TOGETHER : cut?.how === 'none' ? cut.why : null
    if (!why) continue
    yield {
      message: `Area ${named(judged.area.id)} is drawn by its edges alone: ${why}`,
      elements: [{ kind: 'area', id: judged.area.id }],
      fix: 'List the nodes in order around the outline, keep openings apart, or divide the area.',
    }
  }
}

export function* degenerateAreas(areas: JudgedAreas): Iterable<RuleFinding> {
  for (const { area, plane } of areas) {
    if (plane) continue
    yield {
      message: `Area ${named(area.id)} encloses nothing: its nodes lie on one line or at one place`,
      elements: [{ kind: 'area', id: area.id }],
      fix: 'Give the area at least three nodes that are not in a line, or remove it.',
    }
  }
}

export function* selfIntersectingAreas(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const steps = allowanceOf(areas)
  for (const { area, plane, outline } of areas) {
    const edges = plane && crossingEdges(outline, TOUCH * plane.d, steps)
    if (!edges) continue
    const [one, other] = edges.map((edge) => edgeName(structure, area.outline, edge))
    yield {
      message: `The outline of area ${named(area.id)} crosses itself: edge ${one} cuts edge ${other}`,
      elements: [{ kind: 'area', id: area.id }],
      fix: 'List the nodes in order around the outline.',
    }
  }
  yield* ending(steps.left <= 0)
}

function edgeName(structure: Structure, loop: readonly number[], edge: number): string {
  const [from, to] = [loop[edge]!, loop[(edge + 1) % loop.length]!]
  return `${named(nodeId(structure, from))}–${named(nodeId(structure, to))}`
}

/** Nodes of an outline up to which a fix writes it out. */
const MOST_WRITTEN = 20

type Outlined = Pick<ViewerArea, 'id' | 'nodeIds' | 'openingNodeIds'>

/** An edge without length, which mesh generators refuse; the last one where the first node stands again at the end. */
export function* repeatedNodes(areas: readonly Outlined[]): Iterable<RuleFinding> {
  for (const { id, nodeIds: outline, openingNodeIds } of areas) {
    for (const [k, loop] of [outline, ...(openingNodeIds ?? [])].entries()) {
      const isRepeated = (node: string, i: number) => node === loop[(i + 1) % loop.length]
      const nodeIds = loop.filter((node, i) => !isRepeated(node, i))
      if (nodeIds.length === loop.length || nodeIds.length < 3) continue
      const twice = [...new Set(loop.filter(isRepeated))]
      const isClosed = loop.length - nodeIds.length === 1 && loop[0] === loop.at(-1)
      const field = k === 0 ? 'nodeIds' : 'openingNodeIds'
      const op = { select: { kinds: ['areas'], ids: [asPattern(id)] }, set: { nodeIds } }
      const loopName = `${k === 0 ? 'The outline' : `Opening ${k}`} of area ${named(id)}`
      yield {
        message: isClosed
          ? `${loopName} has its first node ${listed(twice)} again at the end, and closes without it`
          : `${loopName} has ${twice.length > 1 ? 'nodes' : 'node'} ${listed(twice)} twice in a row`,
        elements: [{ kind: 'area', id }, ...refs('node', twice)],
        fix: isClosed ? `Drop the last node of its ${field}.` : `Send its ${field} without the repetition.`,
        ...(k === 0 && nodeIds.length <= MOST_WRITTEN && { op }),
      }
    }
  }
}

export function* warpedAreas(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  for (const { area, plane } of areas) {
    if (!plane) continue
    const off = area.outline.filter((node) => plane.height(node) > OFF_PLANE * plane.d)
    if (off.length === 0) continue
    const ids = [...new Set(off.map((node) => nodeId(structure, node)))]
    const worst = off.reduce((most, node) => Math.max(most, plane.height(node)), 0)
    yield {
      message: `Area ${named(area.id)} is not flat: ${plural(ids.length, 'node')} (${listed(ids)}) up to ${((100 * worst) / plane.d).toFixed(1)} % of its size off its mean plane`,
      elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
      fix: 'Move the nodes into one plane, or divide the area into triangles.',
    }
  }
}

export function* areasWithoutThickness({ areas }: Structure): Iterable<RuleFinding> {
  for (const { id, thickness } of areas) {
    if (thickness !== undefined && thickness > 0) continue
    yield {
      message:
        thickness === undefined
          ? `Area ${named(id)} has no thickness of its own and none from a section; it is drawn as a surface`
          : `Area ${named(id)} has thickness ${digits(thickness, 6)}, which is none; it is drawn as a surface`,
      ...(thickness !== undefined && thickness < 0 && { severity: 'warning' as const }),
      elements: [{ kind: 'area', id }],
      fix: 'Set its thickness, or give it a shell section that has one.',
    }
  }
}
