import type { Structure } from '#lib/model/check/structure.ts'
import { type Break, breaksAmong, frameChainsOf } from '#lib/model/runs.ts'

/** The runs of a model's frames, by ordinals of frames and nodes in the model. */
export type FrameRuns = {
  count: number
  /** Undefined for a frame without length. */
  of(frame: number): number | undefined
  /** From one end to the other. */
  frames(run: number): readonly number[]
  /** The member that is the run; of one frame the frame's id; else `first..last`. */
  id(run: number): string
  ends(run: number): { start: number; end: number }
  length(run: number): number
  /** Pairs of these frames, columns both, that a floor alone parts. */
  partedByFloors(frames: readonly number[]): number
  /** Why neighbours among these frames are of two runs. */
  breaksAmong(frames: readonly number[]): { why: Break; pair: [number, number] }[]
}

export function frameRunsOf(structure: Structure): FrameRuns {
  const { runs, atFloors } = frameChainsOf(structure)
  const { model, frames } = structure
  const runOfFrame = new Map<number, number>()
  for (const [i, { ordinal }] of frames.entries()) if (runs.of[i]! >= 0) runOfFrame.set(ordinal, runs.of[i]!)
  const chain = (run: number) => Array.from(runs.frames.subarray(runs.from[run]!, runs.from[run + 1]!), (i) => frames[i]!)
  const piece = (place: number) => frames[runs.frames[place]!]!
  /** The first and the last, and those next to them. */
  const endPieces = (run: number) => {
    const [first, last] = [runs.from[run]!, runs.from[run + 1]! - 1]
    return [piece(first), piece(last), piece(Math.min(first + 1, last)), piece(Math.max(last - 1, first))] as const
  }
  const memberSizes = new Map((model.members ?? []).map(({ id, frameIds }) => [id, new Set(frameIds).size]))
  return {
    count: runs.count,
    of: (frame) => runOfFrame.get(frame),
    frames: (run) => chain(run).map(({ ordinal }) => ordinal),
    id(run) {
      const pieces = chain(run)
      const [first, last] = endPieces(run)
      const { memberId } = first
      const isMember = memberId !== undefined && pieces.every((piece) => piece.memberId === memberId)
      if (isMember && memberSizes.get(memberId) === pieces.length) return memberId
      return pieces.length === 1 ? first.id : `${first.id}..${last.id}`
    },
    ends(run) {
      const [first, last, second, beforeLast] = endPieces(run)
      const isOf = (node: number, { start, end }: { start: number; end: number }) => start === node || end === node
      if (first === last) return { start: first.start, end: first.end }
      return {
        start: isOf(first.start, second) && !isOf(first.end, second) ? first.end : first.start,
        end: isOf(last.end, beforeLast) && !isOf(last.start, beforeLast) ? last.start : last.end,
      }
    },
    partedByFloors(selected) {
      const among = new Set(selected)
      return atFloors.filter((pair) => pair.every((i) => among.has(frames[i]!.ordinal))).length
    },
    breaksAmong(selected) {
      const among = new Set(selected)
      const places = frames.flatMap(({ ordinal }, i) => (among.has(ordinal) ? [i] : []))
      return breaksAmong(structure, places).map(({ why, pair: [a, b] }) => ({
        why,
        pair: [frames[a]!.ordinal, frames[b]!.ordinal],
      }))
    },
    length: (run) => chain(run).reduce((sum, { length }) => sum + length, 0) / structure.scale,
  }
}
