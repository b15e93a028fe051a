import { randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/**
 * Ids as bytes: no string each, so that half a million of them go from a thread to this one without being copied and into the
 * index without being made. Ids are well-formed text, so their UTF-8 is compared as they are.
 */
export type IdList = {
  /** UTF-8 of one id after another; a list cut out of a longer one shares its bytes. */
  bytes: Uint8Array
  /** Where each begins, and where the last one ends. */
  starts: Uint32Array
  /** `hashOf` each. */
  hashes: Int32Array
}

export const NO_IDS: IdList = { bytes: new Uint8Array(), starts: new Uint32Array(1), hashes: new Int32Array() }

export function toIdList(ids: readonly string[]): IdList {
  const joined = ids.join('')
  const bytes = Buffer.from(joined)
  const isAscii = bytes.length === joined.length
  const lengths = new Uint32Array(ids.length)
  for (let i = 0; i < ids.length; i++) lengths[i] = isAscii ? ids[i]!.length : Buffer.byteLength(ids[i]!)
  return listOf(bytes, lengths)
}

/** From the bytes of all and the length of each. */
export function listOf(bytes: Uint8Array, lengths: Uint32Array): IdList {
  const starts = new Uint32Array(lengths.length + 1)
  const hashes = new Int32Array(lengths.length)
  let offset = 0
  for (let i = 0; i < lengths.length; i++) {
    starts[i] = offset
    offset += lengths[i]!
    hashes[i] = hashOf(bytes, starts[i]!, offset)
  }
  starts[lengths.length] = offset
  return { bytes, starts, hashes }
}

/** A view: nothing is copied. */
export const cutOut = ({ bytes, starts, hashes }: IdList, from: number, to: number): IdList => ({
  bytes,
  starts: starts.subarray(from, to + 1),
  hashes: hashes.subarray(from, to),
})

export const textAt = ({ bytes, starts }: IdList, i: number): string => decoded(bytes, starts[i]!, starts[i + 1]!)

export const textsIn = (list: IdList): string[] => Array.from(list.hashes, (_, i) => textAt(list, i))

export function decoded({ buffer, byteOffset, byteLength }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8', start, end)
}

const encoder = new TextEncoder()
const LONGEST = 256 * 4
const scratch = new Uint8Array(LONGEST)

/** The bytes of an id, good until the next is asked for; undefined for text that no id is: with lone surrogates. */
export function encoded(id: string): { bytes: Uint8Array; length: number } | undefined {
  const bytes = 3 * id.length <= LONGEST ? scratch : new Uint8Array(3 * id.length)
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i)
    if (code < 128) bytes[i] = code
    else return id.isWellFormed() ? { bytes, length: encoder.encodeInto(id, bytes).written } : undefined
  }
  return { bytes, length: id.length }
}

// The key is one for all threads of the process: what one hashes another looks up.
const KEY = 'structural-model-service.id-hash'
const known = getEnvironmentData(KEY)
const key = Int32Array.from(known instanceof Int32Array ? known : new Int32Array(new Uint8Array(randomBytes(8)).buffer))
if (!known) setEnvironmentData(KEY, key)
const [K0 = 0, K1 = 0] = key

/**
 * HalfSipHash-1-3 (Aumasson and Bernstein, SipHash, with 32-bit words) under a key of the process: ids are the client's, and with a
 * hash that can be foreseen a batch could be made whose ids all fall into one place.
 */
export function hashOf(bytes: Uint8Array, start: number, end: number, k0 = K0, k1 = K1): number {
  let v0 = k0
  let v1 = k1
  let v2 = 0x6c796765 ^ k0
  let v3 = 0x74656462 ^ k1
  const length = end - start
  const words = length >> 2
  let word = 0
  let offset = start
  // Whole words, then what is left with the length, then the end: 0xff and three rounds.
  for (let i = 0; i < words + 4; i++) {
    if (i < words) {
      word = bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)
      offset += 4
    } else if (i === words) {
      word = length << 24
      for (let k = 0; offset < end; k += 8) word |= bytes[offset++]! << k
    } else {
      if (i === words + 1) v2 ^= 0xff
      word = 0
    }
    v3 ^= word
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
    v0 ^= word
  }
  return v1 ^ v3
}
