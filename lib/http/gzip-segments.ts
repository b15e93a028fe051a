import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import { KB } from '#lib/values/bytes.ts'

/** Raw deflate that ends with a full flush: such segments put one after another are one valid gzip member (RFC 1952), without being inflated. */

const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const SMALL = 16 * KB // below it the way to the thread pool and back costs more than the work
const TINY = 512 // below it nothing is won, and setting up a compressor costs more than the rest of a small write
const FLUSHED = { level: 1, finishFlush: constants.Z_FULL_FLUSH }

export async function deflated(text: Buffer): Promise<Buffer> {
  if (text.length < TINY) return stored(text)
  return text.length < SMALL ? zlib.deflateRawSync(text, FLUSHED) : deflate(text, FLUSHED)
}

/** One block of raw deflate that holds the bytes as they are (RFC 1951, 3.2.4); it ends on a whole byte, as after a flush. */
function stored(text: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + text.length)
  block[0] = 0
  block.writeUInt16LE(text.length, 1)
  block.writeUInt16LE(~text.length & 0xffff, 3)
  text.copy(block, 5)
  return block
}

export async function inflated(data: Uint8Array, length: number): Promise<Buffer> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: Math.max(length, 64) }
  return length < SMALL ? zlib.inflateRawSync(data, options) : inflate(data, options)
}

export type Segment = { data: Uint8Array; length: number; crc: number }

export async function toSegment(text: Buffer): Promise<Segment> {
  return { data: await deflated(text), length: text.length, crc: zlib.crc32(text) }
}

export const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255])
export const LAST_BLOCK = Buffer.from([3, 0]) // an empty final block: the segments end with a flush, not with the end

export function gzipOf(segments: readonly Segment[]): Uint8Array[] {
  const sums = new Sums()
  for (const segment of segments) sums.add(segment)
  return [GZIP_HEAD, ...segments.map(({ data }) => data), LAST_BLOCK, gzipTail(sums)]
}

/** CRC and length of the texts of segments one after another. */
export class Sums {
  crc = 0
  length = 0

  add({ crc, length }: { crc: number; length: number }): void {
    this.crc = combinedCrc(this.crc, crc, length)
    this.length += length
  }
}

export function gzipTail({ crc, length }: Sums): Uint8Array {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc >>> 0, 0)
  tail.writeUInt32LE(length >>> 0, 4)
  return tail
}

/** As `gzipOf` made it, with another end: what `change` makes of the text of the last segment. */
export async function withLastText(gzip: readonly Uint8Array[], change: (text: Buffer) => Buffer): Promise<Uint8Array[]> {
  const [data, , tail] = gzip.slice(-3)
  if (!data || !tail) throw new Error('a gzip member without segments')
  const sums = Buffer.from(tail)
  const before = zlib.inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH })
  const after = await toSegment(change(before))
  // The first part's CRC is not known alone, but moved on by the old text it is; from there it moves by the difference in length.
  // x to the power of 2^32 - 1 is 1, so a difference below zero has its like above it.
  const moved = (sums.readUInt32LE(0) ^ zlib.crc32(before)) >>> 0
  const longer = after.length - before.length
  sums.writeUInt32LE(combinedCrc(moved, after.crc, longer < 0 ? longer + 0xffffffff : longer), 0)
  sums.writeUInt32LE((sums.readUInt32LE(4) + longer) >>> 0, 4)
  return [...gzip.slice(0, -3), after.data, LAST_BLOCK, sums]
}

const POLYNOMIAL = 0xedb88320

/** a·b modulo the CRC's polynomial, bits reflected; zlib's crc32_combine. */
function product(a: number, b: number): number {
  let result = 0
  for (let bit = 0x80000000; ; bit >>>= 1) {
    if (a & bit) {
      result ^= b
      if ((a & (bit - 1)) === 0) return result
    }
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1
  }
}

/** x to the power of 2^n. */
const POWERS: number[] = []
for (let power = 0x40000000; POWERS.length < 32; power = product(power, power)) POWERS.push(power)

/** CRC-32 of two texts one after another, from theirs and the second's length. */
export function combinedCrc(one: number, other: number, length: number): number {
  let power = 0x80000000
  for (let n = length, k = 3; n > 0; n = Math.floor(n / 2), k++) if (n % 2 === 1) power = product(POWERS[k & 31]!, power)
  return (product(power, one) ^ other) >>> 0
}
