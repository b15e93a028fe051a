import type { Finding, Vector3, ViewerFrame } from '#lib/schema/schema.ts'
import { quoted } from '../validate/references.ts'

const MOST_NAMED = 5

/** Frames that were written with both ends in one place: nobody means that, and the check would call it an error. */
export function framesWithoutLength(
  frames: readonly ViewerFrame[],
  positionOf: (node: string) => Vector3 | undefined,
): Finding[] {
  const none = frames.filter(({ startNodeId, endNodeId }) => {
    if (startNodeId === endNodeId) return true
    const [a, b] = [positionOf(startNodeId), positionOf(endNodeId)]
    return a !== undefined && b !== undefined && a.x === b.x && a.y === b.y && a.z === b.z
  })
  const [first] = none
  if (!first) return []
  const times = none.length > 1 ? ` [${none.length} times]` : ''
  const message = `Frame ${quoted(first.id)} has no length: both ends are in one place${times}`
  const elements = none.slice(0, MOST_NAMED).map(({ id }) => ({ kind: 'frame' as const, id }))
  return [{ severity: 'warning', code: 'zero_length_frame', message, elements }]
}
