import type { MemberGift } from '#lib/model/validate/members.ts'
import type { Run } from './kind-index.ts'

type Returned = { of: Run; member: MemberGift; text: string }

/** An entry of a map and its objects, without the text. */
const RETURNED_BYTES = 200

/** By ordinal, the frames of members as they were last returned: they are the costly part of rendering a model again. */
export class ReturnedFrames {
  readonly #frames = new Map<number, Returned>()
  bytes = 0

  /** Undefined where the element lies elsewhere now, or its member has become another. */
  textOf(ordinal: number, { part, start }: Run, member: MemberGift): string | undefined {
    const known = this.#frames.get(ordinal)
    const isSame = known?.member === member && known.of.part === part && known.of.start === start
    return isSame ? known.text : undefined
  }

  set(ordinal: number, returned: Returned): void {
    this.bytes += RETURNED_BYTES + returned.text.length
    const before = this.#frames.get(ordinal)
    if (before) this.bytes -= RETURNED_BYTES + before.text.length
    this.#frames.set(ordinal, returned)
  }
}
