import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { add, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'

/** Beams that deflect as one: a member's, or those in line, from support to support, from column to column and from hinge to hinge. */
export type Run = {
  id: string
  pieces: RunPiece[]
  length: number
  along: Vec
  freeEnd: 'none' | 'first' | 'last'
  ends: [number, number]
}
/** `freeEnd`: of a cantilever, which may carry beams there. `isForward`: the run goes the way of the frame. */
export type RunPiece = { frame: number; isForward: boolean }

/** Frames within one degree go on straight. */
const STRAIGHT = Math.cos(Math.PI / 180)

export function deflectionRuns(model: ViewerModel, analysis: AnalysisModel): Run[] {
  const { frames, nodes, supports } = analysis
  const memberOf = new Map((model.members ?? []).flatMap(({ id, frameIds }) => frameIds.map((frame) => [frame, id] as const)))
  const families = frameFamiliesOf(model)
  const isBeam = frames.map(({ ordinal }) => families[ordinal] === 'beam')
  const isBreak = new Uint8Array(nodes.ids.length)
  const framesAt: number[][] = nodes.ids.map(() => [])
  for (const { node } of supports) isBreak[node] = 1
  for (const [i, { ordinal, start, end }] of frames.entries()) {
    framesAt[start]!.push(i)
    framesAt[end]!.push(i)
    if (families[ordinal] !== 'column') continue
    isBreak[start] = 1
    isBreak[end] = 1
  }
  /** The frame that goes on behind a node, if there is one. */
  const onward = (frame: number, node: number): number | undefined => {
    if (isBreak[node]) return undefined
    if (isHinged(frame, node)) return undefined
    const away = outward(frame, node)
    let best: { frame: number; straight: number } | undefined
    for (const other of framesAt[node]!) {
      if (
        other === frame ||
        !isBeam[other] ||
        isHinged(other, node) ||
        memberOf.get(frames[other]!.id) !== memberOf.get(frames[frame]!.id)
      )
        continue
      const straight = -dot(away, outward(other, node))
      if (straight >= STRAIGHT && (!best || straight > best.straight)) best = { frame: other, straight }
    }
    return best?.frame
  }
  /** A beam bends for itself that turns freely at its end. */
  const isHinged = (frame: number, node: number): boolean => {
    const { ordinal, start } = frames[frame]!
    const released = model.frames?.[ordinal]?.releases?.[start === node ? 'start' : 'end']
    return released?.m2 === true || released?.m3 === true
  }
  const outward = (frame: number, node: number): Vec => {
    const { start, axes } = frames[frame]!
    return start === node ? axes[0] : scale(axes[0], -1)
  }
  const farEnd = (frame: number, node: number) => (frames[frame]!.start === node ? frames[frame]!.end : frames[frame]!.start)
  const isTaken = new Uint8Array(frames.length)
  const runs: Run[] = []
  for (const [first, { start }] of frames.entries()) {
    if (!isBeam[first] || isTaken[first]) continue
    // Back to where the run begins, then along it.
    let [frame, node] = [first, start]
    const seen = new Set([first])
    for (let before = onward(frame, node); before !== undefined && !seen.has(before); before = onward(frame, node)) {
      seen.add(before)
      node = farEnd(before, node)
      frame = before
    }
    const [begin, pieces] = [node, [] as RunPiece[]]
    for (let next: number | undefined = frame; next !== undefined && !isTaken[next]; ) {
      isTaken[next] = 1
      pieces.push({ frame: next, isForward: frames[next]!.start === node })
      node = farEnd(next, node)
      next = onward(next, node)
    }
    const chord = subtract(positionOf(nodes, node), positionOf(nodes, begin))
    const long = length(chord)
    runs.push({
      id: memberOf.get(frames[first]!.id) ?? frames[first]!.id,
      pieces,
      length: pieces.reduce((sum, piece) => sum + frames[piece.frame]!.length, 0),
      along: long > 0 ? scale(chord, 1 / long) : frames[first]!.axes[0],
      freeEnd: 'none',
      ends: [begin, node],
    })
  }
  const isCarried = carriedNodes(runs, { analysis, isBeam, isBreak })
  for (const run of runs) {
    const [heldFirst, heldLast] = run.ends.map((end) => isCarried(end))
    const [aloneFirst, aloneLast] = run.ends.map((end) => framesAt[end]!.length === 1)
    if (heldFirst !== heldLast) run.freeEnd = heldFirst ? 'last' : 'first'
    else if (!heldFirst && aloneFirst !== aloneLast) run.freeEnd = aloneFirst ? 'first' : 'last'
  }
  return runs
}

/**
 * What holds beams up: supports, columns and braces, and beams that are held themselves in two places. The end of a beam that lies on none
 * of these is free, whatever hangs on it.
 */
function carriedNodes(
  runs: readonly Run[],
  { analysis: { frames, nodes }, isBeam, isBreak }: { analysis: AnalysisModel; isBeam: readonly boolean[]; isBreak: Uint8Array },
): (node: number) => boolean {
  const { rootOf } = nodes
  const isCarried = new Uint8Array(isBreak.length)
  for (const [node, breaks] of isBreak.entries()) if (breaks) isCarried[rootOf[node]!] = 1
  for (const [i, { start, end }] of frames.entries()) {
    if (isBeam[i]) continue
    isCarried[rootOf[start]!] = 1
    isCarried[rootOf[end]!] = 1
  }
  const along = runs.map(({ pieces }) => [
    ...new Set(pieces.flatMap(({ frame }) => [frames[frame]!.start, frames[frame]!.end].map((node) => rootOf[node]!))),
  ])
  const runsAt = new Map<number, number[]>()
  for (const [run, places] of along.entries()) {
    for (const node of places) {
      const list = runsAt.get(node)
      if (list) list.push(run)
      else runsAt.set(node, [run])
    }
  }
  const held = along.map((places) => places.filter((node) => isCarried[node]).length)
  const isDone = new Uint8Array(runs.length)
  const ready = [...runs.keys()].filter((run) => held[run]! > 1)
  for (let run = ready.pop(); run !== undefined; run = ready.pop()) {
    if (isDone[run]) continue
    isDone[run] = 1
    for (const node of along[run]!) {
      if (isCarried[node]) continue
      isCarried[node] = 1
      for (const other of runsAt.get(node) ?? []) if (++held[other]! > 1 && !isDone[other]) ready.push(other)
    }
  }
  return (node) => isCarried[rootOf[node]!] === 1
}

/** `moves`: deflections at places along the run, in m from its beginning. */
export function deflectionOf({ length: long, along, freeEnd }: Run, moves: readonly { x: number; move: Vec }[]): number {
  const [first, last] = [moves[0]?.move, moves.at(-1)?.move]
  if (!first || !last) return 0
  if (freeEnd !== 'none') return length(across(subtract(last, first), along))
  let largest = 0
  for (const { x, move } of moves) {
    const chord = add(scale(first, 1 - x / long), scale(last, x / long))
    largest = Math.max(largest, length(across(subtract(move, chord), along)))
  }
  return largest
}

const across = (move: Vec, along: Vec): Vec => subtract(move, scale(along, dot(move, along)))
