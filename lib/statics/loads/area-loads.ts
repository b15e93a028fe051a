import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { boxAround, boxOver, nearIn } from '#lib/model/shape/box-tree.ts'
import { newell, type ShellAxes, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, distance, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { FrameFamily } from '#lib/schema/roles.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { type Beam, type Corner, panelsOf, within } from './area-panels.ts'
import { type ConvexFace, convexFace, edgeShares } from './area-shares.ts'

/** How areas hand a unit pressure on: as widths along frames at their edges, and to nodes. */
export type AreaShares = {
  /** `from`, `to` along the frame in m, widths in m. */
  frames: { frame: number; from: number; to: number; start: number; end: number }[]
  /** Per unit of pressure, in m²; of an area that is not convex a whole blend of force. */
  nodes: { node: number; area: number }[]
  /** Nodes of the model that carry nothing and yet are reached. */
  notCarried: string[]
}

export type LoadedArea = {
  axes: ShellAxes
  area: number
  isConvex: boolean
  /** Frames in it that get none of its load: they do not reach from edge to edge, or it hands its load to its corners. */
  passedOver: readonly number[]
  /** Frames in it that get none of its load by their role: braces, cables and hangers. */
  idleByRole: readonly number[]
  shares(span: Vec | undefined): AreaShares
}

/** Outlines of areas in m about the middle; undefined of one that encloses nothing. */
export function areaFaces(model: ViewerModel, { units: { metres }, nodes: { middle, diagonal } }: AnalysisModel) {
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const place = (node: number): Vec => {
    const { x, y, z } = model.nodes[node]!.position
    return [x * metres - middle[0], y * metres - middle[1], z * metres - middle[2]]
  }
  const loop = (ids: readonly string[]) =>
    (ids.length > 1 && ids[0] === ids.at(-1) ? ids.slice(0, -1) : ids).flatMap((id) => ordinals.get(id) ?? [])
  return (ordinal: number) => {
    const { nodeIds, openingNodeIds = [] } = (model.areas ?? [])[ordinal]!
    const outline = withoutRepeats(loop(nodeIds), place, SAME_POINT * diagonal)
    const corners = outline.map(place)
    const axes = shellAxes(corners)
    if (!axes) return undefined
    const openings = openingNodeIds.map((ids) => loop(ids).map(place))
    return { outline, corners, axes, hasOpenings: openings.length > 0, ...faceOf(corners, openings, axes) }
  }
}

/** τ of the conventions, as a share of D. */
const SAME_POINT = 1e-5

/** Families of frames that areas do not rest on where they cross them; along an edge a frame carries whatever it is. */
const CARRIES_NO_AREA: ReadonlySet<FrameFamily> = new Set(['brace', 'cable', 'hanger'])

/** Areas by their place in the model; undefined where the outline encloses nothing. */
export function areaLoads(model: ViewerModel, analysis: AnalysisModel): (ordinal: number) => LoadedArea | undefined {
  const { placeOf, diagonal } = analysis.nodes
  const tolerance = SAME_POINT * diagonal
  const { framesAlong, framesIn } = framesNear(analysis, tolerance)
  const known = new Map<number, LoadedArea | undefined>()
  // Bracing under a deck lies in its plane, and is not what the deck rests on.
  const isCarrier = (frame: number) => !CARRIES_NO_AREA.has(frameFamiliesOf(model)[analysis.frames[frame]!.ordinal]!)
  const faceAt = areaFaces(model, analysis)
  const make = (ordinal: number): LoadedArea | undefined => {
    const found = faceAt(ordinal)
    if (!found) return undefined
    const { outline, corners, axes, area, centroid, hasOpenings } = found
    const face = hasOpenings ? undefined : convexFace(corners)
    if (!face) {
      const shares = nodeShares(corners, outline, area, centroid, placeOf, (node) => model.nodes[node]!.id)
      return { axes, area, isConvex: false, passedOver: [], idleByRole: [], shares: () => shares }
    }
    const round = outline.map((node, i) => ({ at: corners[i]!, node: { place: placeOf[node]!, id: model.nodes[node]!.id } }))
    const inside = framesIn(round)
    const idleByRole = [...inside.keys()].filter((frame) => !isCarrier(frame))
    for (const frame of idleByRole) inside.delete(frame)
    const cuts = panelsOf(round, [...inside.values()], tolerance)
    const parts = cuts.map((panel) => convexFace(panel.map(({ at }) => at)))
    // A panel that is no face, as thin as it is, would take its load with it: then nothing is cut.
    const panels = parts.every((part) => part !== undefined)
      ? cuts.map((panel, k) => ({ part: parts[k]!, panel }))
      : [{ part: face, panel: round }]
    const shares = (span: Vec | undefined) => {
      const all: AreaShares = { frames: [], nodes: [], notCarried: [] }
      for (const { part, panel } of panels) shareOut(part, span, panel, { framesAlong, tolerance }, all)
      return all
    }
    const passedOver = panels.flatMap(({ panel }) => {
      const isIn = within(panel, tolerance)
      return [...inside].flatMap(([frame, beam]) => (isIn(beam) ? [frame] : []))
    })
    return { axes, area: face.area, isConvex: true, passedOver, idleByRole, shares }
  }
  return (ordinal) => {
    if (!known.has(ordinal)) known.set(ordinal, make(ordinal))
    return known.get(ordinal)
  }
}

function withoutRepeats(outline: readonly number[], place: (node: number) => Vec, tolerance: number): number[] {
  return outline.filter((node, i) => {
    const before = outline[(i + outline.length - 1) % outline.length]!
    return outline.length < 2 || distance(place(node), place(before)) > tolerance
  })
}

type Along = { frame: number; from: number; to: number; start: number; slope: 1 | -1 }

/** A corner's node: its place among the analysed ones, -1 where it is none, and its id. */
type CornerNode = { place: number; id: string }

/** Frames whose both ends lie on the line of an edge, with the stretch of it that each covers, in m from the edge's start; and those in a face. */
function framesNear({ frames, nodes }: AnalysisModel, tolerance: number) {
  const [x, y, z] = nodes.coordinates
  const at = (node: number): Vec => [x[node]!, y[node]!, z[node]!]
  const boxes = new Float64Array(6 * frames.length)
  for (const [i, { start, end }] of frames.entries()) boxes.set(boxAround(at(start), at(end), tolerance), 6 * i)
  const near = nearIn(boxes)
  const framesAlong = (start: Vec, end: Vec): Along[] => {
    const long = distance(start, end)
    const along = scale(subtract(end, start), 1 / long)
    const found: Along[] = []
    near(boxAround(start, end, tolerance), (frame) => {
      const ends = [frames[frame]!.start, frames[frame]!.end].map((node) => subtract(at(node), start))
      const [one = 0, other = 0] = ends.map((way) => dot(way, along))
      const isOn = ends.every((way) => length(subtract(way, scale(along, dot(way, along)))) <= tolerance)
      const [from, to] = [Math.max(0, Math.min(one, other)), Math.min(long, Math.max(one, other))]
      if (isOn && to - from > tolerance) found.push({ frame, from, to, start: one, slope: other > one ? 1 : -1 })
      return undefined
    })
    return found.sort((a, b) => a.from - b.from || a.frame - b.frame)
  }
  const cornerAt = (place: number): Corner<CornerNode> => ({ at: at(place), node: { place, id: nodes.ids[place]! } })
  const framesIn = (face: readonly Corner<CornerNode>[]) => {
    const found = new Map<number, Beam<CornerNode>>()
    const isIn = within(face, tolerance)
    near(
      boxOver(
        face.map(({ at: corner }) => corner),
        0,
      ),
      (frame) => {
        const beam = [cornerAt(frames[frame]!.start), cornerAt(frames[frame]!.end)] as const
        if (isIn(beam)) found.set(frame, beam)
        return undefined
      },
    )
    return found
  }
  return { framesAlong, framesIn }
}

type Around = { framesAlong: (start: Vec, end: Vec) => Along[]; tolerance: number }

function shareOut(
  face: ConvexFace,
  span: Vec | undefined,
  outline: readonly Corner<CornerNode>[],
  around: Around,
  shares: AreaShares,
): void {
  const along = new Map<number, Along[]>()
  for (const { edge, from, to, start, end } of edgeShares(face, span)) {
    const { start: corner, length: long } = face.edges[edge]!
    const next = (edge + 1) % outline.length
    const covering = along.get(edge) ?? around.framesAlong(corner, face.corners[next]!)
    along.set(edge, covering)
    const widthAt = (x: number) => start + ((end - start) * (x - from)) / (to - from)
    let reached = from
    const toNodes = (a: number, b: number) => {
      if (b - a <= around.tolerance) return
      const whole = ((b - a) * (widthAt(a) + widthAt(b))) / 2
      const lever = ((b - a) * (a * (2 * widthAt(a) + widthAt(b)) + b * (widthAt(a) + 2 * widthAt(b)))) / 6 / long
      handToNode(shares, outline[edge]!.node, whole - lever)
      handToNode(shares, outline[next]!.node, lever)
    }
    for (const one of covering) {
      const [a, b] = [Math.max(reached, from, one.from), Math.min(to, one.to)]
      if (b <= a) continue
      toNodes(reached, a)
      const onFrame = (x: number) => (x - one.start) * one.slope
      const piece = { from: onFrame(a), to: onFrame(b), start: widthAt(a), end: widthAt(b) }
      const forward = one.slope > 0 ? piece : { from: piece.to, to: piece.from, start: piece.end, end: piece.start }
      shares.frames.push({ frame: one.frame, ...forward, from: Math.max(0, forward.from) })
      reached = b
    }
    toNodes(reached, to)
  }
}

function handToNode(shares: AreaShares, { place, id }: CornerNode, area: number): void {
  if (area === 0) return
  if (place >= 0) shares.nodes.push({ node: place, area })
  else shares.notCarried.push(id)
}

/** Area and centroid of a face less its openings. */
function faceOf(corners: readonly Vec[], openings: readonly (readonly Vec[])[], [e1, e2, e3]: ShellAxes) {
  const [origin = NONE] = corners
  let [area, first, second] = [0, 0, 0]
  const count = (points: readonly Vec[], sign: 1 | -1) => {
    const turn = Math.sign(dot(newell(points), e3)) * sign
    const flat = points.map((point) => [dot(subtract(point, origin), e1), dot(subtract(point, origin), e2)] as const)
    for (const [i, [x, y]] of flat.entries()) {
      const [u, v] = flat[(i + 1) % flat.length]!
      const twice = (x * v - u * y) * turn
      area += twice / 2
      first += (twice * (x + u)) / 6
      second += (twice * (y + v)) / 6
    }
  }
  count(corners, 1)
  for (const opening of openings) if (opening.length > 2) count(opening, -1)
  const share = area > 0 ? 1 / area : 0
  return { area: Math.max(0, area), centroid: add(origin, add(scale(e1, first * share), scale(e2, second * share))) }
}

const NONE: Vec = [0, 0, 0]

/** The resultant at the centroid on the corners that frames use: λ = 1/n + (p - p̄)·C⁻¹(c - p̄), C = Σ(p - p̄)(p - p̄)ᵀ in the plane. */
function nodeShares(
  corners: readonly Vec[],
  outline: readonly number[],
  area: number,
  centroid: Vec,
  placeOf: Int32Array,
  idOf: (node: number) => string,
): AreaShares {
  const used = outline.flatMap((node, i) => (placeOf[node]! >= 0 ? [{ node: placeOf[node]!, at: corners[i]! }] : []))
  const [first] = outline
  if (used.length === 0) return { frames: [], nodes: [], notCarried: first === undefined ? [] : [idOf(first)] }
  const mean = scale(
    used.reduce((sum, { at }) => add(sum, at), NONE),
    1 / used.length,
  )
  const arms = used.map(({ at }) => subtract(at, mean))
  const solved = pseudoSolve(arms, subtract(centroid, mean))
  const nodes = used.map(({ node }, i) => ({ node, area: area * (1 / used.length + dot(arms[i]!, solved)) }))
  return { frames: [], nodes, notCarried: [] }
}

/** C⁺b for C = Σ a aᵀ: along two directions of the arms at right angles. */
function pseudoSolve(arms: readonly Vec[], b: Vec): Vec {
  const apply = (v: Vec) => arms.reduce<Vec>((sum, arm) => add(sum, scale(arm, dot(arm, v))), NONE)
  const largest = arms.reduce<Vec>((best, arm) => (length(arm) > length(best) ? arm : best), NONE)
  const size = length(largest)
  if (size === 0) return NONE
  // Conjugate gradients end after as many steps as the arms span directions: two in a plane.
  let solution: Vec = NONE
  let residual = b
  let direction: Vec = b
  for (let step = 0; step < 4; step++) {
    const image = apply(direction)
    const energy = dot(direction, image)
    if (!(energy > 1e-12 * size ** 2 * dot(direction, direction)) || dot(residual, residual) === 0) break
    const by = dot(residual, direction) / energy
    solution = add(solution, scale(direction, by))
    const next = subtract(residual, scale(image, by))
    const turn = dot(next, image) / energy
    direction = subtract(next, scale(direction, turn))
    residual = next
  }
  return solution
}

/** Span of one-way: as sent, in the plane; else axis 1. */
export function spanInPlane([e1, , e3]: ShellAxes, sent: Vec | undefined): Vec {
  const flat = sent && unit(subtract(sent, scale(e3, dot(sent, e3))))
  return flat ?? e1
}
