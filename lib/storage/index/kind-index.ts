import { type Box, emptyBox, extend, holdsFace } from '#lib/model/bounds.ts'
import type { Part, PartIndex } from '../log/chunks.ts'
import { capacityFor, grown, IdTable } from './id-table.ts'

/** A stretch of neighbouring elements inside one part's text. */
export type Run = { part: Part; start: number; end: number }

/** Where one kind's elements lie, in order. An ordinal is a place in that order; a removed element leaves its place empty. */
export class KindIndex {
  ids = new IdTable()
  parts: Part[] = []
  #part = new Int32Array(0)
  #start = new Uint32Array(0)
  #end = new Uint32Array(0)
  /** Of nodes: x, y, z by ordinal. */
  positions: Float64Array | undefined
  /** Of the positions; undefined until it is asked for. */
  #box: Box | undefined
  /** Of what is there, the bytes of JSON. */
  jsonBytes = 0

  constructor(readonly withPositions: boolean) {
    if (withPositions) this.positions = new Float64Array(0)
  }

  /** Ordinals given. */
  get length(): number {
    return this.ids.length
  }

  /** How many there are. */
  get size(): number {
    return this.ids.size
  }

  apply(part: Part, { ids, lengths, removed, positions }: PartIndex): void {
    for (const id of removed) {
      const ordinal = this.ids.of(id)
      if (ordinal < 0) continue
      this.#leave(ordinal)
      this.ids.remove(ordinal)
      this.jsonBytes -= this.#end[ordinal]! - this.#start[ordinal]!
      this.#part[ordinal] = -1
    }
    if (lengths.length === 0) return
    const number = this.parts.push(removed.length > 0 ? { ...part, removes: true } : part) - 1
    this.#reserve(lengths.length, ids.starts[lengths.length]! - ids.starts[0]!)
    let start = 0
    for (let i = 0; i < lengths.length; i++) {
      const lengthBefore = this.length
      const ordinal = this.ids.place(ids, i)
      if (ordinal < lengthBefore) this.#leave(ordinal)
      this.jsonBytes += lengths[i]! - (this.#end[ordinal]! - this.#start[ordinal]!) // of a new one both are 0
      this.#part[ordinal] = number
      this.#start[ordinal] = start
      this.#end[ordinal] = start + lengths[i]!
      start += lengths[i]! + 1
      if (this.positions && positions) {
        for (let axis = 0; axis < 3; axis++) this.positions[3 * ordinal + axis] = positions[3 * i + axis]!
        if (this.#box) extend(this.#box, positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!)
      }
    }
  }

  /** The box is asked for after every write: it is looked for anew only where what leaves its place held it there. */
  #leave(ordinal: number): void {
    if (this.#box && this.holdsFace(ordinal)) this.#box = undefined
  }

  get box(): Box {
    this.#box ??= this.boxWithout([])
    return this.#box
  }

  holdsFace(ordinal: number): boolean {
    const { positions, box } = this
    return (
      positions !== undefined && holdsFace(box, positions[3 * ordinal]!, positions[3 * ordinal + 1]!, positions[3 * ordinal + 2]!)
    )
  }

  /** The ordinals of what a part replaces or removes. */
  leaving({ ids, removed }: Pick<PartIndex, 'ids' | 'removed'>, visit: (ordinal: number) => void): void {
    for (let i = 0; i < ids.hashes.length; i++) {
      const ordinal = this.ids.at(ids, i)
      if (ordinal >= 0) visit(ordinal)
    }
    for (const id of removed) {
      const ordinal = this.ids.of(id)
      if (ordinal >= 0) visit(ordinal)
    }
  }

  /** The box of all but what these parts replace or remove. */
  boxWithout(parts: readonly Pick<PartIndex, 'ids' | 'removed'>[]): Box {
    const gone = new Uint8Array(parts.length > 0 ? this.length : 0)
    const leave = (ordinal: number) => {
      gone[ordinal] = 1
    }
    for (const part of parts) this.leaving(part, leave)
    const box = emptyBox()
    const { positions } = this
    if (!positions) return box
    for (let ordinal = 0; ordinal < this.length; ordinal++) {
      if (this.#part[ordinal]! < 0 || gone[ordinal]) continue
      extend(box, positions[3 * ordinal]!, positions[3 * ordinal + 1]!, positions[3 * ordinal + 2]!)
    }
    return box
  }

  #reserve(count: number, bytes: number): void {
    this.ids.reserve(count, bytes)
    const size = capacityFor(this.length + count, this.#part.length)
    if (size === this.#part.length) return
    this.#part = grown(this.#part, size)
    this.#start = grown(this.#start, size)
    this.#end = grown(this.#end, size)
    if (this.positions) this.positions = grown(this.positions, 3 * size)
  }

  hasCapacity(count: number, bytes: number): boolean {
    return this.length + count <= this.#part.length && this.ids.hasCapacity(count, bytes)
  }

  /** A copy with room for these and for those that come after, made a little at a time: `rest` is asked in between. */
  async copy(count: number, bytes: number, yieldIfDue: () => Promise<void> | undefined): Promise<KindIndex> {
    const copy = new KindIndex(this.withPositions)
    copy.ids = await this.ids.copy(count, bytes, yieldIfDue)
    copy.parts = this.parts.slice()
    const size = capacityFor(this.length + count, this.#part.length)
    copy.#part = grown(this.#part, size)
    copy.#start = grown(this.#start, size)
    copy.#end = grown(this.#end, size)
    if (this.positions) copy.positions = grown(this.positions, 3 * size)
    copy.#box = this.#box?.slice()
    copy.jsonBytes = this.jsonBytes
    return copy
  }

  at(ordinal: number): Run | undefined {
    const number = ordinal < 0 || ordinal >= this.length ? -1 : this.#part[ordinal]!
    return number < 0 ? undefined : { part: this.parts[number]!, start: this.#start[ordinal]!, end: this.#end[ordinal]! }
  }

  /** Of the element's JSON; 0 when it is not there. */
  bytesAt(ordinal: number): number {
    return ordinal < 0 ? 0 : this.#end[ordinal]! - this.#start[ordinal]!
  }

  of(id: string): Run | undefined {
    return this.at(this.ids.of(id))
  }

  isThere(ordinal: number): boolean {
    return ordinal < this.length && this.#part[ordinal]! >= 0
  }

  /** Of what is there, in order. */
  *ordinals(): Generator<number> {
    for (let ordinal = 0; ordinal < this.length; ordinal++) if (this.#part[ordinal]! >= 0) yield ordinal
  }

  /** Ids with their places among what is there, from a place on, at most so many; `wanted`: of these ordinals only. */
  page(from: number, most: number, wanted?: ReadonlySet<number>): { id: string; place: number }[] {
    const page: { id: string; place: number }[] = []
    const hasGaps = this.size < this.length
    let place = hasGaps ? 0 : from
    for (let ordinal = place; ordinal < this.length && page.length < most; ordinal++) {
      if (this.#part[ordinal]! < 0) continue
      if (place >= from && (wanted?.has(ordinal) ?? true)) page.push({ id: this.ids.textOf(ordinal), place })
      place++
    }
    return page
  }

  *texts(): Generator<string> {
    for (const ordinal of this.ordinals()) yield this.ids.textOf(ordinal)
  }

  /** All elements in order, neighbours in one part as one run. `isApart`: of an ordinal that must stand alone. */
  runs(isApart?: (ordinal: number) => boolean): (Run & { ordinal: number })[] {
    const runs: (Run & { ordinal: number })[] = []
    let last: (Run & { ordinal: number; number: number }) | undefined
    for (let ordinal = 0; ordinal < this.length; ordinal++) {
      const number = this.#part[ordinal]!
      if (number < 0) continue
      const start = this.#start[ordinal]!
      const alone = isApart?.(ordinal)
      if (last && last.number === number && start === last.end + 1 && !alone) {
        last.end = this.#end[ordinal]!
        continue
      }
      const run = { part: this.parts[number]!, start, end: this.#end[ordinal]!, ordinal, number }
      runs.push(run)
      last = alone ? undefined : run
    }
    return runs
  }

  get bytes(): number {
    return (
      this.ids.bytes +
      this.#part.byteLength +
      this.#start.byteLength +
      this.#end.byteLength +
      (this.positions?.byteLength ?? 0) +
      this.parts.length * PART_BYTES
    )
  }
}

/** About what an object of seven fields takes, and its place in a list. */
const PART_BYTES = 100
