import { nearIn } from './box-tree.ts'
import { MOST_CUT } from './cut-budget.ts'
import { type FlatArea, loopEnds, xAt, yAt } from './flat-area.ts'

export type EdgeSearch = {
  /** Corner at the end of the edge that begins at a corner, and its loop. */
  to: Uint32Array
  loopOf: Uint32Array
  /** Pairs looked at until now, and places found where an edge is cut. */
  looked: number
  cuts: number
  isOver(): boolean
  /** Edges with an ordinal above `after` whose box meets a box, until `visit` answers false or the budget is spent. */
  near(left: number, low: number, right: number, high: number, after: number, visit: (edge: number) => boolean): void
}

/** So few edges are tried one by one. */
const FEW_EDGES = 32

/** Which edges of an area come near a place, in counted looks. */
export function edgeSearch(area: FlatArea): EdgeSearch {
  const count = area.corners.length
  const { to, loopOf } = edgesOf(area)
  const boxes = boxesOf(area, to)
  const nearEdges = count > FEW_EDGES ? nearIn(boxes) : null
  const search: EdgeSearch = {
    to,
    loopOf,
    looked: 0,
    cuts: 0,
    isOver: () => search.looked > MOST_CUT.pairs || search.cuts > MOST_CUT.crossings,
    near(left, low, right, high, after, visit) {
      const look = (edge: number) => {
        if (edge <= after) return true
        search.looked++
        return !search.isOver() && visit(edge)
      }
      if (nearEdges) return nearEdges([left, low, 0, right, high, 0], look)
      for (let edge = after + 1; edge < count; edge++) {
        const offset = 6 * edge
        if (boxes[offset]! > right || boxes[offset + 3]! < left || boxes[offset + 1]! > high || boxes[offset + 4]! < low) continue
        if (!look(edge)) return
      }
    },
  }
  return search
}

function edgesOf(area: FlatArea) {
  const count = area.corners.length
  const to = new Uint32Array(count)
  const loopOf = new Uint32Array(count)
  for (let which = 0; which + 1 < area.loops.length; which++) {
    const [first, end] = loopEnds(area, which)
    for (let k = first; k < end; k++) {
      to[k] = k + 1 < end ? k + 1 : first
      loopOf[k] = which
    }
  }
  return { to, loopOf }
}

/** Of each edge least x, y, z and greatest, as the tree of boxes takes them; all in one plane. */
function boxesOf({ flat }: FlatArea, to: Uint32Array) {
  const boxes = new Float64Array(6 * to.length)
  for (const [k, other] of to.entries()) {
    boxes[6 * k] = Math.min(xAt(flat, k), xAt(flat, other))
    boxes[6 * k + 1] = Math.min(yAt(flat, k), yAt(flat, other))
    boxes[6 * k + 3] = Math.max(xAt(flat, k), xAt(flat, other))
    boxes[6 * k + 4] = Math.max(yAt(flat, k), yAt(flat, other))
  }
  return boxes
}

/** The edges after one whose box comes within `slack` of its own. */
export function nearEdge(
  { flat }: FlatArea,
  { to, near }: EdgeSearch,
  edge: number,
  tolerance: number,
  visit: (edge: number) => boolean,
) {
  const other = to[edge]!
  const [ax, ay, bx, by] = [xAt(flat, edge), yAt(flat, edge), xAt(flat, other), yAt(flat, other)]
  near(
    Math.min(ax, bx) - tolerance,
    Math.min(ay, by) - tolerance,
    Math.max(ax, bx) + tolerance,
    Math.max(ay, by) + tolerance,
    edge,
    visit,
  )
}

/** Whether the edge from a to b is passed by a ray from a point to the right: even-odd, so each end counts once. */
export function isRightOf(flat: Float64Array, a: number, b: number, x: number, y: number): boolean {
  const [ax, ay, bx, by] = [xAt(flat, a), yAt(flat, a), xAt(flat, b), yAt(flat, b)]
  return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
}
