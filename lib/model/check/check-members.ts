import type { ConstructMember, ViewerFrame } from '#lib/schema/schema.ts'
import { asPattern } from '../validate/references.ts'
import { named, type RuleFinding, refs } from './check-finding.ts'

/** Members whose frames stand in another order than along the line. */

export type Chained = Pick<ViewerFrame, 'id' | 'startNodeId' | 'endNodeId'>

/** Frames up to which a fix writes them out. */
const MOST_WRITTEN = 20

export function* membersOutOfOrder(
  members: readonly Pick<ConstructMember, 'id' | 'frameIds'>[],
  frameOf: (id: string) => Chained | undefined,
): Iterable<RuleFinding> {
  for (const { id, frameIds } of members) {
    const frames = frameIds.flatMap((one) => frameOf(one) ?? [])
    // What is not there, or touches nothing, is told by rules of its own.
    if (frames.length < frameIds.length) continue
    const jump = frames.findIndex((frame, i) => i > 0 && !touch(frames[i - 1]!, frame))
    const ordered = jump < 0 ? undefined : alongTheLine(frames)
    if (!ordered) continue
    const op = { select: { kinds: ['members'], ids: [asPattern(id)] }, set: { frameIds: ordered } }
    yield {
      message: `Member ${named(id)} lists its frames out of order: ${named(frameIds[jump - 1]!)} and ${named(frameIds[jump]!)} follow each other and do not touch`,
      elements: [{ kind: 'member', id }, ...refs('frame', frameIds)],
      fix:
        ordered.length <= MOST_WRITTEN
          ? `List them along the line: "frameIds": ${JSON.stringify(ordered)}.`
          : 'List its frames in order along the line.',
      ...(ordered.length <= MOST_WRITTEN && { op }),
    }
  }
}

const touch = (one: Chained, other: Chained) =>
  [one.startNodeId, one.endNodeId].some((node) => node === other.startNodeId || node === other.endNodeId)

/** The frames from one end of their chain to the other, or around a ring; undefined where they make neither. */
function alongTheLine(frames: readonly Chained[]): string[] | undefined {
  const at = new Map<string, Chained[]>()
  for (const frame of frames)
    for (const node of [frame.startNodeId, frame.endNodeId]) at.set(node, [...(at.get(node) ?? []), frame])
  if ([...at.values()].some((there) => there.length > 2)) return undefined
  const isTip = (node: string) => at.get(node)?.length === 1
  const first = frames.find(({ startNodeId, endNodeId }) => isTip(startNodeId) || isTip(endNodeId)) ?? frames[0]
  const order = new Set<Chained>()
  let node = first && isTip(first.endNodeId) ? first.endNodeId : first?.startNodeId
  for (let frame = first; frame && node !== undefined; frame = at.get(node)?.find((next) => !order.has(next))) {
    order.add(frame)
    node = frame.startNodeId === node ? frame.endNodeId : frame.startNodeId
  }
  return order.size === frames.length ? [...order].map(({ id }) => id) : undefined
}
