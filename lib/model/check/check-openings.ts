import { signedArea } from '../section/outline-area.ts'
import { nearIn } from '../shape/box-tree.ts'
import {
  crossingEdges,
  flatBox,
  holds,
  isNearEdge,
  outlinesCross,
  outlinesOverlap,
  type Polygon,
  polygonOf,
  type Steps,
} from '../shape/polygon.ts'
import { allowanceOf, boxDiagonal, FLAT, type Judged, type JudgedAreas, OFF_PLANE, type Plane, TOUCH } from './area-planes.ts'
import { ending, listed, MOST_PAIRS, named, type RuleFinding, refs } from './check-finding.ts'
import { nodeId, type Structure } from './structure.ts'

/** Openings of areas. Conventions, section 10. */

type Hole = { nodes: number[]; outline: Polygon; ordinal: number }

function holes({ area, plane }: Judged): Hole[] {
  if (!plane) return []
  return area.openings.map((nodes, ordinal) => ({ nodes, outline: polygonOf(nodes.map(plane.flat)), ordinal }))
}

export function* openingsOutside(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const steps = allowanceOf(areas)
  for (const judged of areas) {
    const { area, plane, outline } = judged
    if (!plane) continue
    for (const hole of holes(judged)) {
      const out = hole.nodes.filter((_, i) => {
        const p = hole.outline.points[i]!
        return !holds(outline, p, steps) && !isNearEdge(outline, p, structure.tolerance, steps)
      })
      const isOut = out.length > 0 || outlinesCross(hole.outline, outline, TOUCH * plane.d, steps)
      if (steps.left <= 0) return yield* ending(true)
      if (!isOut) continue
      const ids = [...new Set(out.map((node) => nodeId(structure, node)))]
      yield {
        message:
          ids.length > 0
            ? `${openingName(hole)} of area ${named(area.id)} reaches outside the outline, at ${listed(ids)}`
            : `${openingName(hole)} of area ${named(area.id)} cuts the outline between its nodes`,
        elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
        fix: 'Move the opening inside, or draw the recess as part of the outline; what lies outside cuts nothing.',
      }
    }
  }
}

export function* invalidOpenings(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const steps = allowanceOf(areas)
  for (const judged of areas) {
    const { area, plane } = judged
    if (!plane) continue
    for (const hole of holes(judged)) {
      const wrong = whatIsWrong(structure, plane, hole, steps)
      if (steps.left <= 0) return yield* ending(true)
      if (!wrong) continue
      yield {
        message: `${openingName(hole)} of area ${named(area.id)} ${wrong}`,
        elements: [{ kind: 'area', id: area.id }, ...refs('node', new Set(hole.nodes.map((node) => nodeId(structure, node))))],
        fix: 'List at least three nodes around the opening, in order and in the plane of the area.',
      }
    }
  }
}

function whatIsWrong({ positions }: Structure, plane: Plane, { nodes, outline }: Hole, steps: Steps): string | null {
  if (new Set(nodes).size < 3) return 'has fewer than three different nodes'
  if (nodes.some((node) => plane.height(node) > OFF_PLANE * plane.d)) return 'is not in the plane of the area'
  const own = boxDiagonal(nodes.map((node) => positions[node]!))
  if (crossingEdges(outline, TOUCH * own, steps)) return 'has edges that cross'
  return Math.abs(signedArea(outline.points)) <= FLAT * own ** 2 ? 'encloses nothing' : null
}

export function* overlappingOpenings(structure: Structure, areas: JudgedAreas): Iterable<RuleFinding> {
  const steps = allowanceOf(areas)
  let count = 0
  for (const judged of areas) {
    const { area, plane } = judged
    const all = holes(judged).filter(({ nodes }) => nodes.length >= 3)
    if (!plane || all.length < 2) continue
    const boxes = new Float64Array(6 * all.length)
    for (const [i, { outline }] of all.entries()) boxes.set(flatBox(outline.points), 6 * i)
    const near = nearIn(boxes)
    for (const [i, one] of all.entries()) {
      const later: number[] = []
      near(boxes.subarray(6 * i), (j) => {
        if (j > i) later.push(j)
        return --steps.left > 0
      })
      for (const j of later.sort((a, b) => a - b)) {
        const other = all[j]!
        const isOverlap = outlinesOverlap(one.outline, other.outline, TOUCH * plane.d, steps)
        if (steps.left <= 0 || count === MOST_PAIRS.found) return yield* ending(true)
        if (!isOverlap) continue
        count++
        const ids = new Set([...one.nodes, ...other.nodes].map((node) => nodeId(structure, node)))
        yield {
          message: `${openingName(one)} and ${openingName(other).toLowerCase()} of area ${named(area.id)} overlap`,
          elements: [{ kind: 'area', id: area.id }, ...refs('node', ids)],
          fix: 'Join them to one opening, or move them apart.',
        }
      }
    }
  }
  yield* ending(steps.left <= 0)
}

function openingName({ ordinal }: Hole): string {
  return `Opening ${ordinal + 1}`
}
