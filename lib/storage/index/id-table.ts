import { decoded, encoded, hashOf, type IdList } from '../log/id-list.ts'

/** At most two thirds of the slots are taken, so that a look-up seldom goes further than its neighbours. */
const slotsFor = (ids: number) => 2 ** Math.ceil(Math.log2(Math.max(16, 1.5 * ids)))

/**
 * Id → ordinal: a hash table with linear probing (Knuth, 6.4) in typed arrays. Ordinals are given in the order in which ids come
 * and never again; so the bytes of ids lie in the order of their ordinals. About 25 bytes an id of ten.
 */
export class IdTable {
  #bytes = new Uint8Array(0)
  /** By ordinal: where its id ends in `#bytes`. */
  #ends = new Uint32Array(0)
  #hashes = new Int32Array(0)
  /** Ordinal + 1; 0 where there is none. */
  #slots = new Int32Array(slotsFor(0))
  /** Ordinals given, also of ids that are gone. */
  length = 0
  /** Ids that are there. */
  size = 0

  /** Whether so many more fit without moving what is there. */
  hasCapacity(ids: number, bytes: number): boolean {
    return (
      this.length + ids <= this.#ends.length &&
      this.#end(this.length - 1) + bytes <= this.#bytes.length &&
      slotsFor(this.size + ids) <= this.#slots.length
    )
  }

  reserve(ids: number, bytes: number): void {
    if (this.hasCapacity(ids, bytes)) return
    this.#grow(ids, bytes)
    const slots = slotsFor(this.size + ids)
    if (slots <= this.#slots.length) return
    const old = this.#slots
    this.#slots = new Int32Array(slots)
    for (const taken of old) if (taken > 0) this.#put(taken - 1)
  }

  #grow(ids: number, bytes: number): void {
    const size = capacityFor(this.length + ids, this.#ends.length)
    if (size > this.#ends.length) {
      this.#ends = grown(this.#ends, size)
      this.#hashes = grown(this.#hashes, size)
    }
    const end = capacityFor(this.#end(this.length - 1) + bytes, this.#bytes.length)
    if (end > this.#bytes.length) this.#bytes = grown(this.#bytes, end)
  }

  /** A copy with room for more, made a little at a time: `rest` is asked in between. */
  async copy(ids: number, bytes: number, yieldIfDue: () => Promise<void> | undefined): Promise<IdTable> {
    const copy = new IdTable()
    copy.#bytes = this.#bytes
    copy.#ends = this.#ends
    copy.#hashes = this.#hashes
    copy.length = this.length
    copy.size = this.size
    copy.#grow(ids, bytes)
    // What had room is shared until here.
    if (copy.#bytes === this.#bytes) copy.#bytes = this.#bytes.slice()
    if (copy.#ends === this.#ends) {
      copy.#ends = this.#ends.slice()
      copy.#hashes = this.#hashes.slice()
    }
    copy.#slots = new Int32Array(Math.max(this.#slots.length, slotsFor(this.size + ids)))
    for (let slot = 0; slot < this.#slots.length; slot++) {
      if (this.#slots[slot]! > 0) copy.#put(this.#slots[slot]! - 1)
      if ((slot & 0xfff) === 0) await yieldIfDue()
    }
    return copy
  }

  #put(ordinal: number): void {
    const mask = this.#slots.length - 1
    let slot = this.#hashes[ordinal]! & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = ordinal + 1
  }

  #end(ordinal: number): number {
    return ordinal < 0 ? 0 : this.#ends[ordinal]!
  }

  /** -1 when it is not there. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const ordinal = this.#slots[slot]! - 1
      if (ordinal < 0) return -1
      if (this.#hashes[ordinal] === hash && this.#is(ordinal, bytes, start, end)) return ordinal
    }
  }

  #is(ordinal: number, bytes: Uint8Array, start: number, end: number): boolean {
    let position = ordinal === 0 ? 0 : this.#ends[ordinal - 1]!
    if (this.#ends[ordinal]! - position !== end - start) return false
    for (let i = start; i < end; i++) if (bytes[i] !== this.#bytes[position++]) return false
    return true
  }

  of(id: string): number {
    const text = encoded(id)
    return text ? this.find(text.bytes, 0, text.length, hashOf(text.bytes, 0, text.length)) : -1
  }

  at({ bytes, starts, hashes }: IdList, i: number): number {
    return this.find(bytes, starts[i]!, starts[i + 1]!, hashes[i]!)
  }

  /** The ordinal that the id of this table's ordinal has in another. */
  in(other: IdTable, ordinal: number): number {
    return other.find(this.#bytes, this.#end(ordinal - 1), this.#ends[ordinal]!, this.#hashes[ordinal]!)
  }

  /** The ordinal of an id, a new one where it is not there: room for it is reserved. */
  place({ bytes, starts, hashes }: IdList, i: number): number {
    const start = starts[i]!
    const end = starts[i + 1]!
    const hash = hashes[i]!
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]! - 1
      if (this.#hashes[known] === hash && this.#is(known, bytes, start, end)) return known
    }
    const ordinal = this.length++
    let offset = this.#end(ordinal - 1)
    for (let k = start; k < end; k++) this.#bytes[offset++] = bytes[k]!
    this.#ends[ordinal] = offset
    this.#hashes[ordinal] = hash
    this.#slots[slot] = ordinal + 1
    this.size++
    return ordinal
  }

  /** What stood behind it because of it moves up, so that no look-up ends at the gap (Knuth, 6.4, algorithm R). */
  remove(ordinal: number): void {
    const mask = this.#slots.length - 1
    let gap = this.#hashes[ordinal]! & mask
    while (this.#slots[gap] !== ordinal + 1) gap = (gap + 1) & mask
    for (let slot = (gap + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#hashes[this.#slots[slot]! - 1]! & mask
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue
      this.#slots[gap] = this.#slots[slot]!
      gap = slot
    }
    this.#slots[gap] = 0
    this.size--
  }

  textOf(ordinal: number): string {
    return decoded(this.#bytes, this.#end(ordinal - 1), this.#ends[ordinal]!)
  }

  get bytes(): number {
    return this.#bytes.length + this.#ends.byteLength + this.#hashes.byteLength + this.#slots.byteLength
  }
}

/**
 * What there is where it suffices. The first batch of a kind is often the only one, so it gets what it needs; then by halves, so that
 * many small ones copy little.
 */
export const capacityFor = (length: number, before: number): number => {
  if (length <= before) return before
  return before === 0 ? Math.max(16, length) : Math.max(length, Math.ceil(1.5 * before))
}

export function grown<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(old: T, size: number): T {
  const larger = new (old.constructor as new (size: number) => T)(size)
  larger.set(old)
  return larger
}
