import { setImmediate as breathe } from 'node:timers/promises'
import zlib, { constants } from 'node:zlib'
import { deflated } from '#lib/http/gzip-segments.ts'
import type { ConstructMember, Kind } from '#lib/schema/schema.ts'
import { KB } from '#lib/values/bytes.ts'
import { cutOut, type IdList, listOf, toIdList } from './id-list.ts'

/**
 * Elements ↔ compressed parts. A part is up to some two thousand elements of one kind: their JSON text joined by commas, as raw
 * deflate that ends with a full flush, so that parts put one after another are one valid gzip member (RFC 1952) without being
 * inflated. Beside it an index: which ids, where each lies, and what judging and the bounds need without the text.
 */

export const PART_ELEMENTS = 2000
export const PART_BYTES = 512 * KB

/** Where a part stands in the log. */
export type PartKey = { revision: number; base: boolean; kind: Kind; seq: number }

export type PartIndex = {
  ids: IdList
  /** Bytes of each element's text. */
  lengths: Uint32Array
  /** Ids that the part's revision took away; stands in the first part of its kind. */
  removed: string[]
  /** Of nodes: x, y, z of each. */
  positions?: Float64Array
  /** Of members: whom they list and what they give, for judging without the text. */
  members?: ConstructMember[]
}

export type Part = PartKey & {
  count: number
  length: number
  crc: number
  /** Its index names ids that were taken away. */
  removes?: boolean
}
/** What the database has of a part. */
export type StoredPart = Omit<Part, 'revision'> & { ids: Uint8Array; data: Uint8Array }
export type NewPart = Omit<Part, 'revision'> & { index: PartIndex; ids: Buffer; data: Buffer; text: Buffer }

/** What goes into parts: elements of one kind, in order; as values, or as the texts that they have already. */
export type Elements = {
  ids: IdList
  positions?: Float64Array
  members?: ConstructMember[]
} & ({ values: readonly object[] } | { texts: readonly Buffer[] })

const COMMA = Buffer.from(',')

/** Cuts elements into parts and compresses them, several at a time. `removed` makes a part even when nothing was added. */
export async function toParts(kind: Kind, base: boolean, elements: Elements, removed: string[] = []): Promise<NewPart[]> {
  const { ids, positions, members } = elements
  const making: Promise<NewPart>[] = []
  let from = 0
  const make = ({ text, lengths }: Texts) => {
    const seq = making.length
    const to = from + lengths.length
    const index: PartIndex = {
      ids: cutOut(ids, from, to),
      lengths: Uint32Array.from(lengths),
      removed: seq === 0 ? removed : [],
    }
    if (positions) index.positions = positions.subarray(3 * from, 3 * to)
    if (members) index.members = members.slice(from, to)
    making.push(
      (async () => {
        const [data, packed] = await Promise.all([deflated(text), deflated(packIndex(index))])
        const crc = zlib.crc32(text) | 0
        return { base, kind, seq, count: index.lengths.length, length: text.length, crc, index, ids: packed, data, text }
      })(),
    )
    from = to
  }
  const count = ids.hashes.length
  if (count === 0) make({ text: Buffer.alloc(0), lengths: [] })
  while (from < count) {
    if (from > 0) await breathe() // half a million elements take a while, and others want an answer
    if ('texts' in elements) make(joined(elements.texts, from))
    else for (const texts of written(elements.values.slice(from, from + PART_ELEMENTS))) make(texts)
  }
  return Promise.all(making)
}

/** Elements joined by commas, and the bytes of each. */
type Texts = { text: Buffer; lengths: number[] }

function joined(texts: readonly Buffer[], from: number): Texts {
  const taken: Buffer[] = []
  const lengths: number[] = []
  let bytes = 0
  for (let i = from; i < texts.length && lengths.length < PART_ELEMENTS && bytes < PART_BYTES; i++) {
    const text = texts[i]!
    if (lengths.length > 0) taken.push(COMMA)
    taken.push(text)
    lengths.push(text.length)
    bytes += text.length
  }
  return { text: Buffer.concat(taken), lengths }
}

/** Written in one go, which takes half the time of writing them one by one, and cut again where they are many bytes. */
function written(values: readonly object[]): Texts[] {
  const whole = JSON.stringify(values).slice(1, -1)
  const buffer = Buffer.from(whole)
  const lengths = lengthsWithin(whole, values.length) ?? values.map((value) => JSON.stringify(value).length)
  if (buffer.length > whole.length) {
    let offset = 0 // not ASCII: characters are not bytes
    for (const [i, length] of lengths.entries()) {
      lengths[i] = Buffer.byteLength(whole.slice(offset, offset + length))
      offset += length + 1
    }
  }
  const cut: Texts[] = []
  let first = 0
  let start = 0
  let end = 0
  for (const [i, length] of lengths.entries()) {
    end += length
    if (end - start >= PART_BYTES || i === lengths.length - 1) {
      cut.push({ text: buffer.subarray(start, end), lengths: lengths.slice(first, i + 1) })
      first = i + 1
      start = end + 1
    }
    end += 1
  }
  return cut
}

/**
 * Characters of each of the objects in a list of them. A quote inside a string is escaped, so `},{"` stands between objects only;
 * where there are more of these than places between our objects (an element holds a list of objects), undefined.
 */
function lengthsWithin(whole: string, count: number): number[] | undefined {
  const lengths: number[] = []
  let start = 0
  for (let i = 1; i < count; i++) {
    const index = whole.indexOf('},{"', start)
    if (index < 0) return undefined
    lengths.push(index + 1 - start)
    start = index + 2
  }
  if (whole.includes('},{"', start)) return undefined
  lengths.push(whole.length - start)
  return lengths
}

/** Stands where the JSON's length stood in what was written before ids were kept as bytes. */
const AS_BYTES = 0xffffffff

/**
 * 32-bit numbers: AS_BYTES, of how many elements, bytes of ids, bytes of JSON, how many positions; the bytes of each element's text; the
 * bytes of each id. Then the positions as doubles, the ids, and the rest as JSON.
 */
function packIndex({ ids: { bytes, starts }, lengths, positions, ...rest }: PartIndex): Buffer {
  const count = lengths.length
  const ids = bytes.subarray(starts[0], starts[count])
  const json = Buffer.from(JSON.stringify(rest))
  const head = new Uint32Array(5 + 2 * count)
  head.set([AS_BYTES, count, ids.length, json.length, positions?.length ?? 0])
  head.set(lengths, 5)
  for (let i = 0; i < count; i++) head[5 + count + i] = starts[i + 1]! - starts[i]!
  return Buffer.concat([asBytes(head), asBytes(positions ?? new Float64Array()), ids, json])
}

const asBytes = ({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array) => new Uint8Array(buffer, byteOffset, byteLength)

export function unpackIndex(packed: Uint8Array): PartIndex {
  const bytes = zlib.inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })
  if (bytes.readUInt32LE(0) !== AS_BYTES) return unpackText(bytes)
  /** A copy where doubles and numbers may lie; the bytes may begin anywhere. */
  const taken = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to)).buffer
  const [, count = 0, idBytes = 0, jsonBytes = 0, places = 0] = new Uint32Array(taken(0, 20))
  const numbers = new Uint32Array(taken(20, 20 + 8 * count))
  const offset = 20 + 8 * count + 8 * places
  const ids = listOf(bytes.subarray(offset, offset + idBytes), numbers.subarray(count))
  const rest: Pick<PartIndex, 'removed' | 'members'> = JSON.parse(
    bytes.toString('utf8', offset + idBytes, offset + idBytes + jsonBytes),
  ) // what we wrote
  const index: PartIndex = { ids, lengths: numbers.subarray(0, count), ...rest }
  if (places > 0) index.positions = new Float64Array(taken(20 + 8 * count, offset))
  return index
}

/** As it was written before: the length of JSON, JSON with ids and lengths too, the positions. */
function unpackText(bytes: Buffer): PartIndex {
  const end = 4 + bytes.readUInt32LE(0)
  const { ids, lengths, ...rest } = JSON.parse(bytes.toString('utf8', 4, end))
  const index: PartIndex = { ...rest, ids: toIdList(ids), lengths: Uint32Array.from(lengths) }
  if (end < bytes.length) index.positions = new Float64Array(new Uint8Array(bytes.subarray(end)).buffer)
  return index
}
