import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { add, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'

/** Beams that deflect as one: a member's, or those in line, from support to support, column to column, hinge to hinge and girder to girder. */
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
  const isTaken = new Uint8Array(frames.length)
  const runs: Run[] = []
  for (const [first, { start }] of frames.entries()) {
    if (!isBeam[first] || isTaken[first]) continue
    // Back to where the run begins, then along it.
    let [frame, node] = [first, start]
    const seen = new Set([first])
    for (let before = onward(frame, node); before !== undefined && !seen.has(before); before = onward(frame, node)) {
      seen.add(before)
      node = farEnd(frames, before, node)
      frame = before
    }
    const [begin, pieces] = [node, [] as RunPiece[]]
    for (let next: number | undefined = frame; next !== undefined && !isTaken[next]; ) {
      isTaken[next] = 1
      pieces.push({ frame: next, isForward: frames[next]!.start === node })
      node = farEnd(frames, next, node)
      next = onward(next, node)
    }
    runs.push(runOf(analysis, memberOf, begin, pieces))
  }
  const { isCarried, restsAt } = carriedNodes(runs, { analysis, isBeam, isBreak })
  return runs.flatMap((whole, k) => {
    const spans = spansOf(whole, frames, (node) => restsAt(k, node))
    return spans.map(({ begin, pieces }) => withFreeEnd(runOf(analysis, memberOf, begin, pieces), k))
  })

  function withFreeEnd(run: Run, whole: number): Run {
    const [heldFirst, heldLast] = run.ends.map((end) => isCarried(whole, end))
    const [aloneFirst, aloneLast] = run.ends.map((end) => framesAt[end]!.length === 1)
    if (heldFirst !== heldLast) run.freeEnd = heldFirst ? 'last' : 'first'
    else if (!heldFirst && aloneFirst !== aloneLast) run.freeEnd = aloneFirst ? 'first' : 'last'
    return run
  }
}

function runOf({ frames, nodes }: AnalysisModel, memberOf: ReadonlyMap<string, string>, begin: number, pieces: RunPiece[]): Run {
  const end = pieces.reduce((node, { frame }) => farEnd(frames, frame, node), begin)
  const chord = subtract(positionOf(nodes, end), positionOf(nodes, begin))
  const long = length(chord)
  const first = frames[Math.min(...pieces.map(({ frame }) => frame))]!
  return {
    id: memberOf.get(first.id) ?? first.id,
    pieces,
    length: pieces.reduce((sum, piece) => sum + frames[piece.frame]!.length, 0),
    along: long > 0 ? scale(chord, 1 / long) : first.axes[0],
    freeEnd: 'none',
    ends: [begin, end],
  }
}

const farEnd = (frames: AnalysisModel['frames'], frame: number, node: number) =>
  frames[frame]!.start === node ? frames[frame]!.end : frames[frame]!.start

/** From girder to girder: where each begins, and its pieces. */
function spansOf({ ends: [begin], pieces }: Run, frames: AnalysisModel['frames'], isGirder: (node: number) => boolean) {
  const spans: { begin: number; pieces: RunPiece[] }[] = []
  let node = begin
  for (const piece of pieces) {
    const last = spans.at(-1)
    if (last && !isGirder(node)) last.pieces.push(piece)
    else spans.push({ begin: node, pieces: [piece] })
    node = farEnd(frames, piece.frame, node)
  }
  return spans
}

/**
 * What holds beams up: supports, columns and braces, and beams that are held themselves in two places. The end of a beam that lies on none
 * of these is free, whatever hangs on it. A beam rests on those that were held before it; of two that cross and are held alike neither
 * carries the other.
 */
function carriedNodes(
  runs: readonly Run[],
  { analysis: { frames, nodes }, isBeam, isBreak }: { analysis: AnalysisModel; isBeam: readonly boolean[]; isBreak: Uint8Array },
) {
  const { rootOf } = nodes
  /** How many beams lie between a node and what holds it; 0: it is held itself. */
  const depth = new Float64Array(isBreak.length).fill(Number.POSITIVE_INFINITY)
  for (const [node, breaks] of isBreak.entries()) if (breaks) depth[rootOf[node]!] = 0
  for (const [i, { start, end }] of frames.entries()) {
    if (isBeam[i]) continue
    depth[rootOf[start]!] = 0
    depth[rootOf[end]!] = 0
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
  const held = along.map((places) => places.filter((node) => depth[node] === 0).length)
  const depthOf = runs.map(() => Number.POSITIVE_INFINITY)
  let ready = [...runs.keys()].filter((run) => held[run]! > 1)
  for (let level = 1; ready.length > 0; level++) {
    const next = new Set<number>()
    for (const run of ready) depthOf[run] = level
    for (const node of ready.flatMap((run) => along[run]!)) {
      if (depth[node]! < Number.POSITIVE_INFINITY) continue
      depth[node] = level
      for (const other of runsAt.get(node) ?? [])
        if (++held[other]! > 1 && depthOf[other] === Number.POSITIVE_INFINITY) next.add(other)
    }
    ready = [...next]
  }
  return {
    /** Whether something else holds a beam there. */
    isCarried: (run: number, node: number) => {
      const others = runsAt.get(rootOf[node]!) ?? []
      return (
        depth[rootOf[node]!] === 0 ||
        others.some((other) => other !== run && depthOf[other]! < Number.POSITIVE_INFINITY && depthOf[other]! <= depthOf[run]!)
      )
    },
    /** Whether a beam lies there on another. */
    restsAt: (run: number, node: number) => {
      const at = depth[rootOf[node]!]!
      return at > 0 && at < depthOf[run]!
    },
  }
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
