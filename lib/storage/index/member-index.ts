import type { MemberGift } from '#lib/model/validate/members.ts'
import type { ConstructMember } from '#lib/schema/schema.ts'
import type { PartIndex } from '../log/chunks.ts'
import { capacityFor, grown } from './id-table.ts'
import type { KindIndex } from './kind-index.ts'

/** A member that is there, and its slot. */
type IndexedMember = { member: ConstructMember; slot: number }

/** The members of a model, and which of them lists a frame. */
export class MemberIndex {
  readonly #members = new Map<string, IndexedMember>()
  /** By ordinal of a frame: the slot of the member that lists it, plus one. */
  #memberOfFrame = new Int32Array(0)
  #slots: (ConstructMember | undefined)[] = []
  #memberBytes = 0

  /** `frames`: as they are now. */
  constructor(readonly frames: () => KindIndex) {}

  get size(): number {
    return this.#members.size
  }

  apply(index: PartIndex): void {
    const leave = (id: string): IndexedMember | undefined => {
      const held = this.#members.get(id)
      if (!held) return undefined
      this.#memberBytes -= bytesOf(held.member)
      for (const frame of held.member.frameIds) {
        const ordinal = this.frames().ids.of(frame)
        if (this.#memberOfFrame[ordinal] === held.slot + 1) this.#memberOfFrame[ordinal] = 0
      }
      return held
    }
    for (const id of index.removed) {
      const held = leave(id)
      if (held) this.#slots[held.slot] = undefined
      this.#members.delete(id)
    }
    if (this.#memberOfFrame.length < this.frames().length) {
      this.#memberOfFrame = grown(this.#memberOfFrame, capacityFor(this.frames().length, this.#memberOfFrame.length))
    }
    for (const member of index.members ?? []) {
      const slot = leave(member.id)?.slot ?? this.#slots.length
      this.#members.set(member.id, { member, slot })
      this.#slots[slot] = member
      this.#memberBytes += bytesOf(member)
      for (const frame of member.frameIds) {
        const ordinal = this.frames().ids.of(frame)
        if (ordinal >= 0) this.#memberOfFrame[ordinal] = slot + 1
      }
    }
  }

  /** The member that lists the frame of this ordinal, with what it gives. */
  giftAt(ordinal: number): MemberGift | undefined {
    const slot = this.#memberOfFrame[ordinal] // beyond its end, and at -1: undefined
    return slot ? this.#slots[slot - 1] : undefined
  }

  giftOf(frameId: string): MemberGift | undefined {
    return this.size > 0 ? this.giftAt(this.frames().ids.of(frameId)) : undefined
  }

  get bytes(): number {
    return this.#memberOfFrame.byteLength + this.#memberBytes
  }
}

/** About what a member takes: two maps' entries and an object, and each frame's id as a text of its own. */
const bytesOf = ({ frameIds }: ConstructMember) => frameIds.reduce((sum, { length }) => sum + 32 + length, 300)
