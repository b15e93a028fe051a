import { type Box, emptyBox, extend, holdsFace, toBounds } from '#lib/model/bounds.ts'
import { countsOf } from '#lib/model/changes.ts'
import type { ModelIds } from '#lib/model/judge-batch.ts'
import { byKind } from '#lib/model/kinds.ts'
import type { MemberGift } from '#lib/model/members.ts'
import { type Bounds, type ConstructMember, type Counts, KINDS, type Kind } from '#lib/model/schema.ts'
import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import { slices } from '#lib/work/slice.ts'
import type { Part, PartIndex } from './chunks.ts'
import { grown, IdTable, roomFor } from './id-table.ts'

/** A part whose index is known. */
export type IndexedPart = Part & { index: PartIndex }

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
      this.ids.remove(ordinal)
      this.jsonBytes -= this.#end[ordinal]! - this.#start[ordinal]!
      this.#part[ordinal] = -1
    }
    if (lengths.length === 0) return
    const number = this.parts.push(removed.length > 0 ? { ...part, removes: true } : part) - 1
    this.#reserve(lengths.length, ids.starts[lengths.length]! - ids.starts[0]!)
    let start = 0
    for (let i = 0; i < lengths.length; i++) {
      const ordinal = this.ids.place(ids, i)
      this.jsonBytes += lengths[i]! - (this.#end[ordinal]! - this.#start[ordinal]!) // of a new one both are 0
      this.#part[ordinal] = number
      this.#start[ordinal] = start
      this.#end[ordinal] = start + lengths[i]!
      start += lengths[i]! + 1
      if (this.positions && positions) {
        for (let axis = 0; axis < 3; axis++) this.positions[3 * ordinal + axis] = positions[3 * i + axis]!
      }
    }
  }

  #reserve(count: number, bytes: number): void {
    this.ids.reserve(count, bytes)
    const length = this.length + count
    if (length <= this.#part.length) return
    const size = roomFor(length, this.#part.length)
    this.#part = grown(this.#part, size)
    this.#start = grown(this.#start, size)
    this.#end = grown(this.#end, size)
    if (this.positions) this.positions = grown(this.positions, 3 * size)
  }

  hasRoom(count: number, bytes: number): boolean {
    return this.length + count <= this.#part.length && this.ids.hasRoom(count, bytes)
  }

  /** A copy with room for more, made a little at a time: `rest` is asked in between. */
  async copy(count: number, bytes: number, rest: () => Promise<void> | undefined): Promise<KindIndex> {
    const copy = new KindIndex(this.withPositions)
    copy.ids = await this.ids.copy(count, bytes, rest)
    copy.parts = this.parts.slice()
    const size = Math.max(this.#part.length, this.length + count)
    copy.#part = grown(this.#part, size)
    copy.#start = grown(this.#start, size)
    copy.#end = grown(this.#end, size)
    if (this.positions) copy.positions = grown(this.positions, 3 * size)
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

/** So many ids at once are worked on beside the index, a little at a time; fewer are put into it in no time. */
const MANY = 5000

/** What a model says beside its elements, as JSON text; null where it says nothing. */
export type Header = { name: string; units: string | null; metadata: string | null; source: string | null }

const headerBytes = new WeakMap<Header, number>()

/** Counted once: every write asks, and metadata may be long. */
export function bytesOfHeader(header: Header): number {
  let bytes = headerBytes.get(header)
  if (bytes !== undefined) return bytes
  bytes = 0
  for (const text of [header.name, header.units, header.metadata, header.source])
    if (text !== null) bytes += Buffer.byteLength(text)
  headerBytes.set(header, bytes)
  return bytes
}

/** A member that is there, and its slot. */
type Held = { member: ConstructMember; slot: number }

type Returned = { of: Run; member: MemberGift; text: string }

/** A model as of one revision: its header, its ids, and where each element's text lies in the log. */
export class ModelIndex implements ModelIds {
  readonly kinds: Record<Kind, KindIndex>
  readonly members = new Map<string, Held>()
  /** By ordinal of a frame: the slot of the member that lists it, plus one. */
  #memberOfFrame = new Int32Array(0)
  #slots: (ConstructMember | undefined)[] = []
  #memberBytes = 0
  /** By ordinal, the frames of members as they were last returned: they are the costly part of rendering a model again. */
  readonly #returnedFrames = new Map<number, Returned>()
  #returnedBytes = 0
  #box: Box | undefined

  constructor(
    readonly id: string,
    readonly createdAt: Date,
    public revision: number,
    public header: Header,
    public updatedAt: Date,
    /** JSON text: of what it is a copy. */
    readonly copiedFrom: string | null = null,
  ) {
    this.kinds = byKind((kind) => new KindIndex(kind === 'nodes'))
  }

  /**
   * Gets parts of the log ready, in the log's order and many of them a little at a time, so that others are answered in between.
   * Until what comes back is called nothing shows; then everything at once.
   */
  async prepare(parts: readonly IndexedPart[]): Promise<() => void> {
    const rest = slices()
    const beside: Partial<Record<Kind, KindIndex>> = {}
    const onlyAdds = new Map<IndexedPart, boolean>()
    const put = (kinds: Partial<Record<Kind, KindIndex>>, whole: IndexedPart) => {
      const { index, ...part } = whole
      const kind = kinds[part.kind]! // asked for kinds that are there
      const before = kind.size
      kind.apply(part, index)
      onlyAdds.set(whole, kind.size - before === index.lengths.length)
    }
    for (const kind of KINDS) {
      const own = parts.filter((part) => part.kind === kind)
      const count = own.reduce((sum, { index }) => sum + index.lengths.length, 0)
      const bytes = own.reduce((sum, { index: { ids } }) => sum + (ids.starts.at(-1) ?? 0) - (ids.starts[0] ?? 0), 0)
      const old = this.kinds[kind]
      // What has no room is moved, and of many that takes long.
      if (count < MANY && (old.length < MANY || old.hasRoom(count, bytes))) continue
      const copy = await old.copy(count, bytes, rest)
      beside[kind] = copy
      for (const part of own) {
        put(beside, part)
        await rest()
      }
    }
    return () => {
      Object.assign(this.kinds, beside)
      for (const part of parts) if (!beside[part.kind]) put(this.kinds, part)
      for (const part of parts) {
        if (part.kind === 'members') this.#applyMembers(part.index)
        if (part.kind === 'nodes') this.#applyToBox(part.index, onlyAdds.get(part) ?? false)
      }
    }
  }

  /** Bounds are asked after every write: those of many nodes are not looked for anew because of a few. */
  #applyToBox({ positions = new Float64Array(), removed }: PartIndex, onlyAdds: boolean): void {
    if (!this.#box || !onlyAdds || removed.length > 0) this.#box = undefined
    else for (let i = 0; i < positions.length; i += 3) extend(this.#box, positions[i]!, positions[i + 1]!, positions[i + 2]!)
  }

  #applyMembers(index: PartIndex): void {
    const leave = (id: string): Held | undefined => {
      const held = this.members.get(id)
      if (!held) return undefined
      this.#memberBytes -= bytesOf(held.member)
      for (const frame of held.member.frameIds) {
        const ordinal = this.kinds.frames.ids.of(frame)
        if (this.#memberOfFrame[ordinal] === held.slot + 1) this.#memberOfFrame[ordinal] = 0
      }
      return held
    }
    for (const id of index.removed) {
      const held = leave(id)
      if (held) this.#slots[held.slot] = undefined
      this.members.delete(id)
    }
    if (this.#memberOfFrame.length < this.kinds.frames.length) {
      this.#memberOfFrame = grown(this.#memberOfFrame, roomFor(this.kinds.frames.length, this.#memberOfFrame.length))
    }
    for (const member of index.members ?? []) {
      const slot = leave(member.id)?.slot ?? this.#slots.length
      this.members.set(member.id, { member, slot })
      this.#slots[slot] = member
      this.#memberBytes += bytesOf(member)
      for (const frame of member.frameIds) {
        const ordinal = this.kinds.frames.ids.of(frame)
        if (ordinal >= 0) this.#memberOfFrame[ordinal] = slot + 1
      }
    }
  }

  get lengthUnit(): LengthUnit | null {
    const { units } = this.header
    return (units === null ? undefined : readUnits(JSON.parse(units)).length) ?? null
  }

  /** The member that lists the frame of this ordinal, with what it gives. */
  giftAt(ordinal: number): MemberGift | undefined {
    const slot = this.#memberOfFrame[ordinal] // beyond its end, and at -1: undefined
    return slot ? this.#slots[slot - 1] : undefined
  }

  giftOf(frameId: string): MemberGift | undefined {
    return this.members.size > 0 ? this.giftAt(this.kinds.frames.ids.of(frameId)) : undefined
  }

  returnedFrame(ordinal: number): Returned | undefined {
    return this.#returnedFrames.get(ordinal)
  }

  keepReturned(ordinal: number, returned: Returned): void {
    this.#returnedBytes += RETURNED_BYTES + returned.text.length
    const before = this.#returnedFrames.get(ordinal)
    if (before) this.#returnedBytes -= RETURNED_BYTES + before.text.length
    this.#returnedFrames.set(ordinal, returned)
  }

  has(kind: Kind, id: string): boolean {
    return this.kinds[kind].ids.of(id) >= 0
  }
  ids(kind: Kind): Iterable<string> {
    return this.kinds[kind].texts()
  }
  count(kind: Kind): number {
    return this.kinds[kind].size
  }
  memberOf(frameId: string): string | undefined {
    return this.giftOf(frameId)?.id
  }

  get counts(): Counts {
    return countsOf((kind) => this.count(kind))
  }

  get box(): Box {
    this.#box ??= this.#boxWithout(() => false)
    return this.#box
  }

  get bounds(): Bounds {
    return toBounds(this.box)
  }

  #boxWithout(isGone: (ordinal: number) => boolean): Box {
    const box = emptyBox()
    const { nodes } = this.kinds
    const { positions, length } = nodes
    if (!positions) return box
    for (let ordinal = 0; ordinal < length; ordinal++) {
      if (!nodes.isThere(ordinal) || isGone(ordinal)) continue
      extend(box, positions[3 * ordinal]!, positions[3 * ordinal + 1]!, positions[3 * ordinal + 2]!)
    }
    return box
  }

  /** The bounds once these parts of nodes are there, and the nodes removed. */
  async boundsWith(parts: readonly Pick<PartIndex, 'ids' | 'positions'>[], removed: Iterable<string> = []): Promise<Bounds> {
    const rest = slices()
    const { nodes } = this.kinds
    const gone = new Uint8Array(nodes.length)
    let shrinks = false
    const leave = (ordinal: number) => {
      const { positions } = nodes
      if (ordinal < 0 || !positions) return
      gone[ordinal] = 1
      const [i, j, k] = [3 * ordinal, 3 * ordinal + 1, 3 * ordinal + 2]
      shrinks ||= holdsFace(this.box, positions[i]!, positions[j]!, positions[k]!)
    }
    for (const { ids } of parts) {
      for (let i = 0; i < ids.hashes.length; i++) leave(nodes.ids.at(ids, i))
      await rest()
    }
    for (const id of removed) leave(nodes.ids.of(id))
    const box = shrinks ? this.#boxWithout((ordinal) => gone[ordinal] === 1) : this.box.slice()
    for (const { positions = new Float64Array() } of parts) {
      for (let i = 0; i < positions.length; i += 3) extend(box, positions[i]!, positions[i + 1]!, positions[i + 2]!)
      await rest()
    }
    return toBounds(box)
  }

  /** Of what the model holds, the bytes of JSON. */
  get jsonBytes(): number {
    let bytes = bytesOfHeader(this.header)
    for (const kind of KINDS) bytes += this.kinds[kind].jsonBytes
    return bytes
  }

  /** How much memory it takes: of ids and places exactly, of the rest about. */
  get bytes(): number {
    let bytes = 1000 + 2 * ((this.header.metadata?.length ?? 0) + (this.header.source?.length ?? 0))
    for (const kind of KINDS) bytes += this.kinds[kind].bytes
    return bytes + this.#memberOfFrame.byteLength + this.#memberBytes + this.#returnedBytes
  }
}

/** An entry of a map and its objects, without the text. */
const RETURNED_BYTES = 200

/** About what a member takes: two maps' entries and an object, and each frame's id as a text of its own. */
const bytesOf = ({ frameIds }: ConstructMember) => frameIds.reduce((sum, { length }) => sum + 32 + length, 300)
