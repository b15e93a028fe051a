import { setImmediate as breathe } from 'node:timers/promises'
import { type Box, emptyBox, extend, holdsFace, toBounds } from '#lib/model/bounds.ts'
import { countsOf } from '#lib/model/changes.ts'
import type { ModelIds } from '#lib/model/judge-batch.ts'
import type { MemberGift } from '#lib/model/members.ts'
import { type Bounds, type ConstructMember, type Counts, KINDS, type Kind } from '#lib/model/schema.ts'
import type { Part, PartIndex } from './chunks.ts'

/** A part whose index is known. */
export type IndexedPart = Part & { index: PartIndex }

/** A stretch of neighbouring elements inside one part's text. */
export type Run = { part: Part; start: number; end: number }

/** Where one kind's elements lie, in order. An ordinal is a place in that order; a removed element leaves its place empty. */
export class KindIndex {
  /** In element order: a Map keeps a replaced key in its place and puts new ones at the end. */
  readonly ordinals = new Map<string, number>()
  parts: Part[] = []
  #part = new Int32Array(64)
  #start = new Uint32Array(64)
  #end = new Uint32Array(64)
  /** Of nodes: x, y, z by ordinal. */
  positions: Float64Array | undefined
  length = 0

  constructor(withPositions: boolean) {
    if (withPositions) this.positions = new Float64Array(3 * 64)
  }

  apply(part: Part, index: PartIndex): void {
    for (const id of index.removed) {
      const ordinal = this.ordinals.get(id)
      if (ordinal === undefined) continue
      this.ordinals.delete(id)
      this.#part[ordinal] = -1
    }
    if (index.ids.length === 0) return
    const number = this.parts.push(part) - 1
    this.#reserve(this.length + index.ids.length)
    let start = 0
    for (let i = 0; i < index.ids.length; i++) {
      const id = index.ids[i]!
      let ordinal = this.ordinals.get(id)
      if (ordinal === undefined) {
        ordinal = this.length++
        this.ordinals.set(id, ordinal)
      }
      this.#part[ordinal] = number
      this.#start[ordinal] = start
      this.#end[ordinal] = start + index.lengths[i]!
      start += index.lengths[i]! + 1
      if (this.positions && index.positions) {
        for (let axis = 0; axis < 3; axis++) this.positions[3 * ordinal + axis] = index.positions[3 * i + axis]!
      }
    }
  }

  #reserve(length: number): void {
    if (length <= this.#part.length) return
    const size = Math.max(length, 2 * this.#part.length)
    this.#part = grown(this.#part, size)
    this.#start = grown(this.#start, size)
    this.#end = grown(this.#end, size)
    if (this.positions) this.positions = grown(this.positions, 3 * size)
  }

  at(ordinal: number): Run | undefined {
    const number = this.#part[ordinal]!
    return ordinal >= this.length || number < 0
      ? undefined
      : { part: this.parts[number]!, start: this.#start[ordinal]!, end: this.#end[ordinal]! }
  }

  of(id: string): Run | undefined {
    const ordinal = this.ordinals.get(id)
    return ordinal === undefined ? undefined : this.at(ordinal)
  }

  /** All elements in order, neighbours in one part as one run. `apart`: ordinals that must stand alone. */
  runs(apart?: ReadonlySet<number>): (Run & { ordinal: number })[] {
    const runs: (Run & { ordinal: number })[] = []
    let last: (Run & { ordinal: number; number: number }) | undefined
    for (let ordinal = 0; ordinal < this.length; ordinal++) {
      const number = this.#part[ordinal]!
      if (number < 0) continue
      const start = this.#start[ordinal]!
      const alone = apart?.has(ordinal)
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

  /** Parts of which something is still shown. */
  liveParts(): Set<Part> {
    const live = new Set<Part>()
    for (let ordinal = 0; ordinal < this.length; ordinal++)
      if (this.#part[ordinal]! >= 0) live.add(this.parts[this.#part[ordinal]!]!)
    return live
  }

  get bytes(): number {
    return this.#part.length * (this.positions ? 36 : 12) + this.ordinals.size * 100 + this.parts.length * 100
  }
}

function grown<T extends Int32Array | Uint32Array | Float64Array>(old: T, size: number): T {
  const larger = new (old.constructor as new (size: number) => T)(size)
  larger.set(old)
  return larger
}

const FEW_PARTS = 8

/** What a model says beside its elements, as JSON text; null where it says nothing. */
export type Header = { name: string; units: string | null; metadata: string | null; source: string | null }

/** A model as of one revision: its header, its ids, and where each element's text lies in the log. */
export class ModelIndex implements ModelIds {
  readonly kinds: Record<Kind, KindIndex>
  readonly members = new Map<string, ConstructMember>()
  /** Frame → the member that lists it. */
  readonly memberOfFrame = new Map<string, string>()
  /** By ordinal, the frames of members as they were last returned: they are the costly part of rendering a model again. */
  readonly returnedFrames = new Map<number, { of: Run; member: MemberGift; text: string }>()
  #box: Box | undefined
  /** Parts since the last base, by which compaction judges. */
  deltas = 0

  constructor(
    readonly id: string,
    readonly createdAt: Date,
    public revision: number,
    public header: Header,
    public updatedAt: Date,
  ) {
    this.kinds = Object.fromEntries(KINDS.map((kind) => [kind, new KindIndex(kind === 'nodes')])) as Record<Kind, KindIndex>
  }

  /** One part of the log, in the log's order. */
  apply(whole: IndexedPart): void {
    const { index, ...part } = whole
    const before = this.count(part.kind)
    this.kinds[part.kind].apply(part, index)
    this.#applied(whole, this.count(part.kind) - before === index.ids.length)
  }

  #applied({ index, kind, base }: IndexedPart, onlyAdds: boolean): void {
    if (kind === 'members') this.#applyMembers(index)
    if (kind === 'nodes') this.#applyToBox(index, onlyAdds)
    if (!base) this.deltas++
  }

  /** Bounds are asked after every write: those of many nodes are not looked for anew because of a few. */
  #applyToBox({ positions = new Float64Array(), removed }: PartIndex, onlyAdds: boolean): void {
    if (!this.#box || !onlyAdds || removed.length > 0) this.#box = undefined
    else for (let i = 0; i < positions.length; i += 3) extend(this.#box, positions[i]!, positions[i + 1]!, positions[i + 2]!)
  }

  /**
   * Gets many parts ready a few at a time, so that others are answered in between. Until what comes back is called, nothing shows;
   * then everything at once. Kinds that hold elements already are worked on only then.
   */
  async prepare(parts: readonly IndexedPart[]): Promise<() => void> {
    const fresh: Partial<Record<Kind, KindIndex>> = {}
    for (const { index, ...part } of parts) {
      if (this.kinds[part.kind].length > 0) continue
      fresh[part.kind] ??= new KindIndex(part.kind === 'nodes')
      fresh[part.kind]?.apply(part, index)
      if (parts.length > FEW_PARTS) await breathe()
    }
    return () => {
      Object.assign(this.kinds, fresh)
      for (const part of parts) if (fresh[part.kind]) this.#applied(part, true)
      for (const part of parts) if (!fresh[part.kind]) this.apply(part)
    }
  }

  #applyMembers(index: PartIndex): void {
    const leave = (id: string) => {
      for (const frame of this.members.get(id)?.frameIds ?? [])
        if (this.memberOfFrame.get(frame) === id) this.memberOfFrame.delete(frame)
    }
    for (const id of index.removed) {
      leave(id)
      this.members.delete(id)
    }
    for (const member of index.members ?? []) {
      leave(member.id)
      this.members.set(member.id, member)
      for (const frame of member.frameIds) this.memberOfFrame.set(frame, member.id)
    }
  }

  has(kind: Kind, id: string): boolean {
    return this.kinds[kind].ordinals.has(id)
  }
  ids(kind: Kind): Iterable<string> {
    return this.kinds[kind].ordinals.keys()
  }
  count(kind: Kind): number {
    return this.kinds[kind].ordinals.size
  }
  memberOf(frameId: string): string | undefined {
    return this.memberOfFrame.get(frameId)
  }

  get counts(): Counts {
    return countsOf((kind) => this.count(kind))
  }

  get box(): Box {
    this.#box ??= this.#boxWithout(new Set())
    return this.#box
  }

  get bounds(): Bounds {
    return toBounds(this.box)
  }

  #boxWithout(gone: ReadonlySet<number>): Box {
    const box = emptyBox()
    const { positions, ordinals } = this.kinds.nodes
    if (!positions) return box
    for (const ordinal of ordinals.values()) {
      if (!gone.has(ordinal)) extend(box, positions[3 * ordinal]!, positions[3 * ordinal + 1]!, positions[3 * ordinal + 2]!)
    }
    return box
  }

  /** The bounds once these nodes are added or replaced, and those removed. */
  boundsWith(ids: readonly string[], positions: Float64Array | undefined, removed: readonly string[] = []): Bounds {
    const nodes = this.kinds.nodes
    const gone = new Set<number>()
    let shrinks = false
    if (nodes.ordinals.size > 0)
      for (const list of [ids, removed]) {
        for (const id of list) {
          const ordinal = nodes.ordinals.get(id)
          if (ordinal === undefined) continue
          gone.add(ordinal)
          const [x, y, z] = nodes.positions!.subarray(3 * ordinal, 3 * ordinal + 3)
          shrinks ||= holdsFace(this.box, x!, y!, z!)
        }
      }
    const box = shrinks ? this.#boxWithout(gone) : this.box.slice()
    if (positions) for (let i = 0; i < positions.length; i += 3) extend(box, positions[i]!, positions[i + 1]!, positions[i + 2]!)
    return toBounds(box)
  }

  /** About how much memory it takes. */
  get bytes(): number {
    let bytes = 1000 + (this.header.metadata?.length ?? 0) + (this.header.source?.length ?? 0)
    for (const kind of KINDS) bytes += this.kinds[kind].bytes
    return bytes + this.memberOfFrame.size * 500 + this.members.size * 200
  }
}
