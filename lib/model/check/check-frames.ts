import { asPattern } from '../validate/references.ts'
import { ending, type Found, inModelUnit, listed, named, plural, refs } from './check-finding.ts'
import type { ByEndNodes, Meetings } from './frame-meetings.ts'
import { nodeId, type Structure } from './structure.ts'

/** Frames without length, drawn twice, and such as meet where they should not, or nearly. Conventions, section 10. */

export function* zeroLengthFrames(structure: Structure): Iterable<Found> {
  for (const { id, start, end, length, isZeroLength } of structure.frames) {
    if (!isZeroLength) continue
    const [one, other] = [nodeId(structure, start), nodeId(structure, end)]
    yield {
      message:
        start === end
          ? `Frame ${named(id)} starts and ends at node ${named(one)}`
          : `Frame ${named(id)} has no length: its nodes ${named(one)} and ${named(other)} are ${inModelUnit(structure, length)} apart`,
      elements: [{ kind: 'frame', id }, ...refs('node', new Set([one, other]))],
      fix: 'Give the frame two nodes that lie apart, or remove it; a rigid link or spring belongs in the analysis model.',
    }
  }
}

export function* duplicateFrames(structure: Structure, { several }: ByEndNodes): Iterable<Found> {
  for (const group of several) {
    const ids = group.map(({ id }) => id)
    const { start, end } = group[0]!
    yield {
      message: `${plural(ids.length, 'frame')} between the same nodes ${named(nodeId(structure, start))} and ${named(nodeId(structure, end))}: ${listed(ids)}`,
      elements: refs('frame', ids),
      fix: 'Keep one of them; their stiffness and weight would count twice.',
    }
  }
}

export function* overlappingFrames(meetings: Meetings): Iterable<Found> {
  for (const [i, j] of meetings.overlapping.all) {
    const [one, other] = [meetings.lines[i]!.id, meetings.lines[j]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} lie on one line and overlap`,
      elements: refs('frame', [one, other]),
      fix: 'Split the longer frame at the nodes of the shorter one and keep one frame on each stretch.',
    }
  }
  yield* ending(meetings.overlapping.isCutShort)
}

export function* nodesOnFrames(structure: Structure, meetings: Meetings): Iterable<Found> {
  for (const [node, i] of meetings.nodesOn.all) {
    const [id, frame] = [nodeId(structure, node), meetings.lines[i]!.id]
    yield {
      message: `Node ${named(id)} lies on frame ${named(frame)} between its ends but is not connected to it`,
      elements: [
        { kind: 'node', id },
        { kind: 'frame', id: frame },
      ],
      fix: `Split the frame at the node; the pieces stay one member: edit_model {"ops":[{"select":{"kinds":["frames"],"ids":[${JSON.stringify(asPattern(frame))}]},"divide":{"nodes":true}}]}.`,
    }
  }
  yield* ending(meetings.nodesOn.isCutShort)
}

export function* crossingFrames(meetings: Meetings): Iterable<Found> {
  for (const [i, j] of meetings.crossing.all) {
    const [one, other] = [meetings.lines[i]!.id, meetings.lines[j]!.id]
    yield {
      message: `Frames ${named(one)} and ${named(other)} cross without a common node`,
      elements: refs('frame', [one, other]),
      fix: 'Where they are connected, divide both there; plain X-bracing may stay.',
    }
  }
  yield* ending(meetings.crossing.isCutShort)
}
