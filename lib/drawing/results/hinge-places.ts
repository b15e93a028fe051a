import type { Vec } from '#lib/model/shape/vector.ts'
import type { FrameReleases } from '#lib/schema/schema.ts'

/** What lets a mechanism go: frames by their releases, supports that let their node turn. */
export type HingeElement = { kind: string; id: string }

export type HingeLookup = {
  frame(id: string): { start: Vec; end: Vec; releases?: FrameReleases | null | undefined } | undefined
  /** The place of its node. */
  support(id: string): Vec | undefined
}

/** `towards`: the other end of a frame, on whose side of the node its hinge lies. */
export type HingePlace = { at: Vec; towards: Vec | undefined }

/** Where the hinges of a mechanism are ringed: released ends of frames, and nodes of supports. */
export function hingePlaces(elements: readonly HingeElement[], lookup: HingeLookup): HingePlace[] {
  return elements.flatMap(({ kind, id }): HingePlace[] => {
    if (kind === 'support') {
      const at = lookup.support(id)
      return at ? [{ at, towards: undefined }] : []
    }
    const frame = kind === 'frame' ? lookup.frame(id) : undefined
    if (!frame) return []
    const { start, end, releases } = frame
    const isReleased = (of: 'start' | 'end') => Object.values(releases?.[of] ?? {}).includes(true)
    return [
      ...(isReleased('start') ? [{ at: start, towards: end }] : []),
      ...(isReleased('end') ? [{ at: end, towards: start }] : []),
    ]
  })
}
