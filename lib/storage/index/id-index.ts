import { extend, toBounds } from '#lib/model/bounds.ts'
import { countsOf } from '#lib/model/changes.ts'
import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import type { ModelIds } from '#lib/model/validate/judge-batch.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { type Bounds, type Counts, KINDS, type Kind } from '#lib/schema/schema.ts'
import { slices } from '#lib/work/slice.ts'
import type { Part, PartIndex } from '../log/chunks.ts'
import { bytesOfHeader, type Header } from '../read/model-header.ts'
import { KindIndex } from './kind-index.ts'
import { MemberIndex } from './member-index.ts'
import { ReturnedFrames } from './returned-frames.ts'

/** A part whose index is known. */
export type IndexedPart = Part & { index: PartIndex }

/** So many ids at once are worked on beside the index, a little at a time; fewer are put into it in no time. */
const MANY = 5000

/** A model as of one revision: its header, its ids, and where each element's text lies in the log. */
export class ModelIndex implements ModelIds {
  readonly kinds: Record<Kind, KindIndex>
  readonly members = new MemberIndex(() => this.kinds.frames)
  readonly returnedFrames = new ReturnedFrames()

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
    const yieldIfDue = slices()
    const beside: Partial<Record<Kind, KindIndex>> = {}
    const put = (kinds: Partial<Record<Kind, KindIndex>>, { index, ...part }: IndexedPart) => kinds[part.kind]!.apply(part, index) // asked for kinds that are there
    for (const kind of KINDS) {
      const own = parts.filter((part) => part.kind === kind)
      const count = own.reduce((sum, { index }) => sum + index.lengths.length, 0)
      const bytes = own.reduce((sum, { index: { ids } }) => sum + (ids.starts.at(-1) ?? 0) - (ids.starts[0] ?? 0), 0)
      const old = this.kinds[kind]
      // What has no room is moved, and of many that takes long.
      if (count < MANY && (old.length < MANY || old.hasCapacity(count, bytes))) continue
      const copy = await old.copy(count, bytes, yieldIfDue)
      beside[kind] = copy
      for (const part of own) {
        put(beside, part)
        await yieldIfDue()
      }
    }
    return () => {
      Object.assign(this.kinds, beside)
      for (const part of parts) if (!beside[part.kind]) put(this.kinds, part)
      for (const { kind, index } of parts) if (kind === 'members') this.members.apply(index)
    }
  }

  get lengthUnit(): LengthUnit | null {
    const { units } = this.header
    return (units === null ? undefined : readUnits(JSON.parse(units)).length) ?? null
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
    return this.members.giftOf(frameId)?.id
  }

  get counts(): Counts {
    return countsOf((kind) => this.count(kind))
  }

  get bounds(): Bounds {
    return toBounds(this.kinds.nodes.box)
  }

  /** The bounds once these parts of nodes are there, and theirs that go are gone. */
  async boundsWith(parts: readonly Pick<PartIndex, 'ids' | 'positions' | 'removed'>[]): Promise<Bounds> {
    const yieldIfDue = slices()
    const { nodes } = this.kinds
    let shrinks = false
    for (const part of parts) {
      nodes.leaving(part, (ordinal) => {
        shrinks ||= nodes.holdsFace(ordinal)
      })
      await yieldIfDue()
    }
    const box = shrinks ? nodes.boxWithout(parts) : nodes.box.slice()
    for (const { positions = new Float64Array() } of parts) {
      for (let i = 0; i < positions.length; i += 3) extend(box, positions[i]!, positions[i + 1]!, positions[i + 2]!)
      await yieldIfDue()
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
    return bytes + this.members.bytes + this.returnedFrames.bytes
  }
}
