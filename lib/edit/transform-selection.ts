import { straightEnds } from '#lib/geometry/grid-bubble.ts'
import { isStraight, lengthsOf, placeKey } from '#lib/model/grid-shapes.ts'
import { AXIS, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Storey } from '#lib/model/storeys.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import { axesJump, ElementTransform, type Unsymmetric } from './element-transform.ts'
import { carried, carriedLine, type Isometry } from './isometry.ts'
import { areaTurn, frameTurn, nodeTurn, withTurnedReleases } from './loads/element-turns.ts'
import { type LoadTurn, turnedLoad } from './loads/load-transform.ts'
import { type LeftBehind, nodesOn, noteNodesThatStay } from './nodes-that-stay.ts'
import { closure, some, type Work } from './work.ts'

/**
 * Moves, turns or mirrors what is selected in place: the nodes on which it stands are carried, and whatever hangs on them follows, selected or
 * not. Grid lines and levels go along where all that lies on them does.
 */
export function transformSelection(
  work: Work,
  isometry: Isometry,
  verb: Verb,
  { grids, unsymmetric }: { grids?: Grids; unsymmetric?: Unsymmetric },
): void {
  const { facts, draft, zeroTolerance } = work
  const nodes = closure(facts, work.selection)
  const after: (Vec | undefined)[] = new Array(facts.count('nodes'))
  for (const ordinal of nodes) {
    const node = facts.element('nodes', ordinal)
    const position = carried(node.position, isometry, zeroTolerance)
    after[ordinal] = vec(position)
    work.checkPrecision('nodes', node.id, vec(node.position), vec(position), isometry.size)
    work.place(node, position)
  }
  const transform = new ElementTransform(work, isometry, unsymmetric)
  const turns = new Map<string, LoadTurn>()
  for (const [i, { id }] of (facts.model.frames ?? []).entries()) {
    const [a, b] = facts.nodesOf('frames', i)
    if (a === undefined || b === undefined || (!after[a] && !after[b])) continue
    const ends = {
      before: [facts.position(a), facts.position(b)],
      after: [after[a] ?? facts.position(a), after[b] ?? facts.position(b)],
    } as const
    if (after[a] && after[b]) {
      if (isometry.isMove) continue
      const frame = draft.element('frames', id)
      const turned = transform.frame(frame, i, ends)
      const isReversed = turned.startNodeId !== frame.startNodeId
      const turn = frameTurn(isometry, { from: frame, to: turned, isReversed }, ends)
      turns.set(`frames ${id}`, turn)
      if (turned !== frame || frame.releases) draft.put('frames', withTurnedReleases(turned, turn))
    } else if (axesJump(ends)) {
      work.note(
        'axes_jumped',
        id,
        (count, ids) => `axis 2 of ${count} frames jumps (${some(ids, count)}): look at their rotation`,
      )
    }
  }
  if (!isometry.isMove) {
    for (const [i, area] of (facts.model.areas ?? []).entries()) {
      if (!facts.nodesOf('areas', i).every((node) => after[node])) continue
      const outline = area.nodeIds.flatMap((id) => facts.ordinalOf('nodes', id) ?? [])
      const before = outline.map((node) => facts.position(node))
      const places = outline.map((node) => after[node]!)
      const turned = transform.area(area, before, places)
      if (turned !== area) draft.put('areas', turned)
      const isReversed = turned.nodeIds !== area.nodeIds
      turns.set(`areas ${area.id}`, areaTurn(isometry, before, isReversed ? [...places].reverse() : places))
    }
    for (const support of facts.model.supports ?? []) {
      const node = facts.ordinalOf('nodes', support.nodeId)
      if (node === undefined || !after[node]) continue
      const turned = transform.support(support)
      if (turned !== support) draft.put('supports', turned)
    }
    turnLoads(work, (kind, id) => {
      if (kind !== 'nodes') return turns.get(`${kind} ${id}`)
      return after[facts.ordinalOf('nodes', id) ?? -1] && nodeTurn(isometry)
    })
  }
  transform.reportUnsymmetric()
  if (!isometry.keeps[2]) {
    noteMovedSupports(work, nodes)
    noteMovedFeet(work, nodes)
  }
  transformGridLines(work, isometry, nodes, { grids, verb })
  noteCoincidentNodes(work, after)
}

/** Loads turn with what they are on, where it turns as a whole. */
function turnLoads({ draft }: Work, turnOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => LoadTurn | undefined): void {
  for (const load of [...draft.all('loads')]) {
    const { nodeId, frameId, areaId } = load
    const turn =
      nodeId != null ? turnOf('nodes', nodeId) : frameId != null ? turnOf('frames', frameId) : turnOf('areas', areaId ?? '')
    if (turn) draft.put('loads', turnedLoad(load, turn))
  }
}

/** Who raises a storey by its columns raises what they stand on. */
function noteMovedSupports(work: Work, nodes: ReadonlySet<number>): void {
  const { facts } = work
  const selected = new Set(work.selected('supports'))
  for (const [i, support] of (facts.model.supports ?? []).entries()) {
    const node = facts.ordinalOf('nodes', support.nodeId)
    if (node === undefined || !nodes.has(node) || selected.has(i)) continue
    work.note(
      'supports_moved',
      support.id,
      (count, ids) =>
        `${count} supports that are not selected moved up or down (${some(ids, count)}), with the frames on them; a level alone moves by its nodes: select {"kinds":["nodes"],"box":{"z":[…]}}`,
    )
  }
}

/** Who raises a storey by all that is on it raises its columns whole: their feet leave the level below, of which the rest stays. */
function noteMovedFeet(work: Work, nodes: ReadonlySet<number>): void {
  const { facts } = work
  const meant = new Set(work.selected('nodes'))
  for (const kind of ['frames', 'areas'] as const)
    for (const ordinal of work.selected(kind)) {
      const top = facts.storey(kind, ordinal)
      for (const node of facts.nodesOf(kind, ordinal)) if (facts.storey('nodes', node) === top) meant.add(node)
    }
  const held = new Set((facts.model.supports ?? []).map(({ nodeId }) => facts.ordinalOf('nodes', nodeId)))
  const feet = [...nodes].filter((node) => !meant.has(node) && !held.has(node))
  const left = new Set<Storey | undefined>()
  for (let node = 0; feet.length > 0 && node < facts.count('nodes'); node++)
    if (!nodes.has(node)) left.add(facts.storey('nodes', node))
  for (const node of feet) {
    const level = facts.storey('nodes', node)
    if (!level || !left.has(level)) continue
    work.note(
      'feet_moved',
      facts.id('nodes', node),
      (count, ids) =>
        `${count} nodes of levels below moved up or down with the columns on them (${some(ids, count)}), other nodes of those levels stayed; a level alone moves by its nodes: select {"kinds":["nodes"],"storey":[…]}`,
    )
  }
}

export type Grids = 'follow' | 'stay' | undefined

/** A move, turn or mirror image as it is sent. */
type Verb = Readonly<Record<string, unknown>>

function transformGridLines(
  work: Work,
  isometry: Isometry,
  nodes: ReadonlySet<number>,
  { grids, verb }: { grids: Grids; verb: Verb },
): void {
  const { facts, draft } = work
  const carry = lineCarrier(work, isometry)
  const selected = new Set(work.selected('gridLines'))
  const isAll = nodes.size > 0 && nodes.size === facts.count('nodes')
  const empty: ViewerGridLine[] = []
  const leftBehind: LeftBehind[] = []
  let followed = false
  let areLevels = true
  for (const [i, line] of facts.gridLines.entries()) {
    const on = nodesOn(work, line)
    const follows = isAll || (on.length > 0 && on.every((node) => nodes.has(node)))
    if (!selected.has(i) && (grids === 'stay' || !follows)) {
      if (on.length === 0) empty.push(line)
      continue
    }
    const to = carry(line)
    if (!to) {
      if (selected.has(i)) reportTiltedLine(work, line, isometry)
      else left(work, line.label || line.id)
      continue
    }
    if (to === line || (placeKey(to) === placeKey(line) && to.coordinate === line.coordinate)) continue
    work.checkPrecision('gridLines', line.id, lengthsOf(line), lengthsOf(to), isometry.size)
    if (!lengthsOf(to).every(Number.isFinite)) {
      work.problem('finite_number', [], `grid line ${quoted(line.id)} would lie beyond what numbers hold`, line.id)
      continue
    }
    if (isStraight(line) !== isStraight(to)) noteBecameLine(work, line)
    draft.put('gridLines', to)
    if (selected.has(i)) {
      const count = on.filter((node) => !nodes.has(node)).length
      if (count > 0) leftBehind.push({ line, to, count })
      continue
    }
    followed = true
    areLevels &&= line.axis === 'Z'
    work.note('grids_moved', line.id, (count, ids) => {
      const names = ids.map((id) => draft.get('gridLines', id)?.label || id)
      return `${areLevels ? 'level' : 'grid line'}${count === 1 ? '' : 's'} ${some(names, count)} moved along`
    })
  }
  noteNodesThatStay(work, leftBehind, isometry.isMove ? undefined : verb)
  // Where others followed, one on which nothing lies now has another distance to them.
  if (followed && grids !== 'stay') {
    const { keeps } = isometry
    for (const line of empty) {
      const stays = isStraight(line) ? keeps[AXIS[line.axis]] : keeps[0] && keeps[1]
      if (!stays) left(work, line.label || line.id)
    }
  }
}

/** What carries the grid lines of a model, as far as they stay such. */
export function lineCarrier({ facts, zeroTolerance }: Work, isometry: Isometry) {
  const { min, max } = facts.model.bounds
  const ends = straightEnds(facts.gridLines, vec(min), vec(max))
  return (line: ViewerGridLine): ViewerGridLine | undefined => carriedLine(line, isometry, zeroTolerance, ends)
}

export const noteBecameLine = (work: Work, { id }: ViewerGridLine) =>
  work.note('grid_became_line', id, (count, ids) => {
    const names = ids.map((one) => work.facts.gridLines.find((line) => line.id === one)?.label || one)
    return count === 1
      ? `grid line ${some(names, count)} is a skew line now, from end to end as it was drawn`
      : `grid lines ${some(names, count)} are skew lines now, from end to end as they were drawn`
  })

/** A turn takes the grid line out of what stands upright, or a level out of the level. */
export function reportTiltedLine(work: Work, { id }: ViewerGridLine, { about }: Isometry): void {
  const by = about ? ` by ${about.angle} degrees about ${about.axis}` : ''
  work.problem(
    'grid_line_cannot_turn',
    [],
    `grid line ${quoted(id)} cannot be turned${by}: grid lines stand upright, and levels lie across Z`,
    id,
  )
}

const left = (work: Work, name: string) =>
  work.note('grids_left', name, (count, ids) => `${count === 1 ? 'grid line' : 'grid lines'} ${some(ids, count)} stayed`)

function noteCoincidentNodes(work: Work, after: readonly (Vec | undefined)[]): void {
  const { facts } = work
  const stayed = work.createPointIndex(facts.tolerance)
  for (let node = 0; node < facts.count('nodes'); node++)
    if (!after[node]) stayed.add(facts.id('nodes', node), facts.position(node))
  for (const [node, point] of after.entries()) {
    if (!point || stayed.near(point) === undefined) continue
    work.note('coincident_nodes', facts.id('nodes', node), (count, ids) => {
      const nodes = count === 1 ? 'node' : 'nodes'
      return `${nodes} ${some(ids, count)} now ${count === 1 ? 'lies' : 'lie'} on nodes that stayed; merge joins them`
    })
  }
}
