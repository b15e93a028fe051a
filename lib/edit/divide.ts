import { nearIn } from '#lib/model/shape/box-tree.ts'
import { add, dot, length, perAxis, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import { pieceOf } from '#lib/model/taper.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { FrameReleases, ViewerFrame } from '#lib/schema/schema.ts'
import { divideLoads, type Piece } from './loads/divide-loads.ts'
import { loadsOn } from './loads/loads-on.ts'
import { type Naming, NewIds } from './naming.ts'
import { rounded } from './numbers.ts'
import type { Divide } from './operation.ts'
import { digits } from './select/places.ts'
import { some, type Work } from './work.ts'

const MOST_PIECES = 1000

/** Those of the start belong to the first piece, those of the end to the last; undefined where a piece has none. */
function pieceReleases({ start, end }: FrameReleases, isFirst: boolean, isLast: boolean): FrameReleases | undefined {
  const own = { ...(isFirst && start && { start }), ...(isLast && end && { end }) }
  return Object.keys(own).length > 0 ? own : undefined
}

/** Replaces frames by pieces, end to end, at nodes that are there or are made. */
export function divide(work: Work, { parts, at, every, nodes, member = true }: Divide, ids: Naming): void {
  const { facts, draft, zeroTolerance } = work
  const tolerance = facts.tolerance
  const pointIndex = work.createPointIndex(tolerance)
  for (let i = 0; i < facts.count('nodes'); i++) pointIndex.add(facts.id('nodes', i), facts.position(i))
  const near = nodes ? nodesAlong(work) : undefined
  const pieceIds = new NewIds(work, ids)
  const loads = loadsOn(draft)

  for (const ordinal of work.selected('frames')) {
    const frame = draft.element('frames', facts.id('frames', ordinal))
    const [a, b] = [facts.place(frame.startNodeId), facts.place(frame.endNodeId)]
    const long = length(subtract(b, a))
    if (!(long > tolerance)) {
      if (!near) noteUndivided(frame.id)
      continue
    }
    if (every !== undefined && long / every > MOST_PIECES) {
      const msg = `frame ${quoted(frame.id)} would be more than ${MOST_PIECES} pieces`
      work.problem('limit_exceeded', ['every'], msg, frame.id, { limit: MOST_PIECES })
      continue
    }
    const meant = near ? near(a, b) : ratios({ parts, at, every }, long).map((ratio, k) => nodeAt(frame, a, b, ratio, k + 1))
    // A piece whose ends are one node is none.
    const ends = new Set([frame.startNodeId, frame.endNodeId])
    const through = [...new Set(meant)].filter((id) => !ends.has(id))
    if (through.length < meant.length) noteUndivided(frame.id)
    if (through.length === 0) continue
    const { length: _, releases, ...fields } = frame
    draft.remove('frames', frame.id)
    const pieces: string[] = []
    const made: Piece[] = []
    const along = subtract(b, a)
    const places = through.map((id) => {
      const node = draft.get('nodes', id) // none, where its id was refused
      return node ? dot(subtract(vec(node.position), a), along) / (long * long) : 0
    })
    let { startNodeId } = frame
    for (const [i, endNodeId] of [...through, frame.endNodeId].entries()) {
      const words = { id: frame.id, k: i + 1, n: i + 1, label: frame.label || undefined }
      const id = pieceIds.idFor('frames', frame.id, words)
      if (id !== undefined) {
        pieces.push(id)
        const own = releases && pieceReleases(releases, i === 0, i === through.length)
        made.push({ id, startNodeId, endNodeId })
        const piece = pieceOf(fields, places[i - 1] ?? 0, places[i] ?? 1)
        work.make('frames', { ...piece, id, startNodeId, endNodeId, ...(own && { releases: own }) })
      }
      startNodeId = endNodeId
    }
    divideLoads(work, loads.frames.get(frame.id) ?? [], { pieces: made, ids: pieceIds })
    inMember(frame, pieces)
  }
  const free = pieceIds.free()
  if (free) work.advise('duplicate_id', free)

  function noteUndivided(frame: string): void {
    work.note('not_divided', frame, (count, ids) => {
      const frames = count === 1 ? `frame ${some(ids, count)} has` : `frames ${some(ids, count)} have`
      return `${frames} fewer pieces than asked for: nodes nearer together than ${digits(tolerance)} are one`
    })
  }

  function nodeAt(frame: ViewerFrame, a: Vec, b: Vec, ratio: number, k: number): string {
    const exact = add(a, scale(subtract(b, a), ratio))
    const size = Math.max(...a.map(Math.abs), ...b.map(Math.abs))
    // What both ends share, the point has as well, digit by digit.
    const point = perAxis((k) => (a[k] === b[k] ? a[k] : rounded(exact[k], size, zeroTolerance)))
    const there = pointIndex.near(point)
    if (there !== undefined) return there
    const id = `${frame.id}.${k}`
    if (draft.has('nodes', id)) {
      const msg = `node ${quoted(id)} is already used, and lies elsewhere than on frame ${quoted(frame.id)}`
      work.problem('duplicate_id', [], msg, frame.id, { kind: 'node', id })
      return id
    }
    const [x, y, z] = point
    work.make('nodes', { id, position: { x, y, z } })
    work.moved.add(id)
    pointIndex.add(id, point)
    return id
  }

  /** A beam in pieces is still one beam. */
  function inMember(frame: ViewerFrame, pieces: readonly string[]): void {
    const lists = draft.memberThatLists(frame.id)
    if (lists) {
      const frameIds = lists.frameIds.flatMap((id) => (id === frame.id ? pieces : [id]))
      draft.put('members', { ...lists, frameIds })
    } else if (member && pieces.length > 0) {
      if (!draft.has('members', frame.id)) work.make('members', { id: frame.id, frameIds: [...pieces] })
      else {
        const msg = `member ${quoted(frame.id)} is there already, so the pieces cannot be a member of this name; member false leaves it out`
        work.problem('duplicate_id', ['member'], msg, frame.id, { kind: 'member', id: frame.id })
      }
    }
  }
}

function ratios({ parts, at, every }: Pick<Divide, 'parts' | 'at' | 'every'>, long: number): number[] {
  if (at) return [...new Set(at)].sort((a, b) => a - b)
  // As long as they may be, and no piece of nothing where the length divides.
  const count = parts ?? Math.max(1, Math.ceil(long / (every ?? long) - 1e-9))
  return Array.from({ length: Math.max(0, count - 1) }, (_, k) => (k + 1) / count)
}

/** Nodes within τ of a frame and not so near an end that they were meant to be the node there, from its start on. */
function nodesAlong(work: Work): (a: Vec, b: Vec) => string[] {
  const { facts } = work
  const { tolerance } = facts
  const mergeTolerance = facts.mergeTolerance()
  const boxes = new Float64Array(6 * facts.count('nodes'))
  for (const [i, { position }] of facts.model.nodes.entries()) {
    const point = vec(position)
    boxes.set(point, 6 * i)
    boxes.set(point, 6 * i + 3)
  }
  const near = nearIn(boxes)
  return (a, b) => {
    const along = subtract(b, a)
    const long = length(along)
    const box = [...perAxis((k) => Math.min(a[k], b[k]) - tolerance), ...perAxis((k) => Math.max(a[k], b[k]) + tolerance)]
    const found: { id: string; at: number }[] = []
    near(box, (node) => {
      work.compare(8)
      const from = subtract(facts.position(node), a)
      const position = dot(from, along) / long
      const off = length(subtract(from, scale(along, position / long)))
      if (off <= tolerance && position > mergeTolerance && position < long - mergeTolerance)
        found.push({ id: facts.id('nodes', node), at: position })
    })
    found.sort((one, other) => one.at - other.at)
    // Of nodes that were meant to be one the first is enough: a piece between them would be a sliver.
    let before = Number.NEGATIVE_INFINITY
    return found.flatMap(({ id, at }) => {
      const isApart = at - before > mergeTolerance
      before = at
      return isApart ? [id] : []
    })
  }
}
