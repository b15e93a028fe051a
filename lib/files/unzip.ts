import { crc32, inflateRawSync } from 'node:zlib'
import { MB } from '#lib/values/bytes.ts'
import { contentForbidden, FileRefused, fileSyntax, overLimit } from './file-refused.ts'

/** A ZIP from anybody: its list of entries is judged first, an entry is unpacked when it is read, and sizes are counted, not believed. */

const MOST_UNPACKED = 256 * MB
const MOST_ENTRIES = 2000
/** Below so many bytes an entry may be packed as tightly as it likes. */
const SMALL = MB
const MOST_RATIO = 200

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff

type Entry = { name: string; method: number; crc: number; packed: number; at: number }

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

export class Zip {
  readonly #view: DataView
  readonly #entries = new Map<string, Entry>()
  #unpacked = 0

  /** Throws `FileRefused` for one that is damaged, or holds what no program of structures writes. */
  constructor(
    readonly bytes: Uint8Array,
    readonly mostEntries = MOST_ENTRIES,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#readDirectory()
  }

  /** Without folders. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has = (name: string): boolean => this.#entries.has(name)

  /** An entry's bytes; undefined where there is none. All that are read count towards one limit. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    const bytes = this.#inflated(entry)
    this.#unpacked += bytes.length
    if (isZip(bytes)) throw new FileRefused([contentForbidden([name], 'a ZIP in a ZIP is not read')])
    return bytes
  }

  #inflated({ name, method, crc, packed, at }: Entry): Uint8Array {
    const damaged = (what = 'the entry is damaged') => new FileRefused([fileSyntax([name], what)])
    const view = this.#view
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL) throw damaged()
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    if (from + packed > view.byteLength) throw damaged()
    const data = this.bytes.subarray(from, from + packed)
    const left = MOST_UNPACKED - this.#unpacked
    const most = Math.min(left, Math.max(SMALL, MOST_RATIO * packed))
    const tooLarge = () => {
      const msg =
        most === left
          ? `the file unpacks to more than ${MOST_UNPACKED} bytes`
          : `the entry unpacks to more than ${MOST_RATIO} times its size`
      return new FileRefused([overLimit([name], msg, most === left ? MOST_UNPACKED : MOST_RATIO)])
    }
    if (method === 0 && data.length > left) throw tooLarge()
    if (method !== 0 && method !== 8) throw damaged(`the entry is packed by method ${method}, only deflate is read`)
    let bytes: Uint8Array
    try {
      bytes = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, most) })
    } catch (error) {
      throw error instanceof RangeError ? tooLarge() : damaged()
    }
    if (crc32(bytes) !== crc) throw damaged()
    return bytes
  }

  #readDirectory(): void {
    const view = this.#view
    const end = this.#findEnd()
    if (end === undefined) throw damagedDirectory()
    const count = view.getUint16(end + 10, true)
    if (count > this.mostEntries)
      throw new FileRefused([overLimit([], `${count} entries in the ZIP, the limit is ${this.mostEntries}`, this.mostEntries)])
    let offset = view.getUint32(end + 16, true)
    const lowered = new Set<string>()
    for (let i = 0; i < count; i++) {
      if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== ENTRY) throw damagedDirectory()
      const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(offset + field, true)) as [
        number,
        number,
        number,
      ] // three of three
      if (offset + 46 + nameLength > view.byteLength) throw damagedDirectory()
      const name = new TextDecoder().decode(this.bytes.subarray(offset + 46, offset + 46 + nameLength))
      const fault = faultOf(name, view.getUint16(offset + 8, true), lowered)
      if (fault) throw new FileRefused([contentForbidden([name], fault)])
      const entry = { name, method: view.getUint16(offset + 10, true), crc: view.getUint32(offset + 16, true) }
      if (!name.endsWith('/'))
        this.#entries.set(name, { ...entry, packed: view.getUint32(offset + 20, true), at: view.getUint32(offset + 42, true) })
      offset += 46 + nameLength + extra + comment
    }
  }

  #findEnd(): number | undefined {
    const { byteLength } = this.#view
    const least = Math.max(0, byteLength - END_LENGTH - LONGEST_COMMENT)
    for (let offset = byteLength - END_LENGTH; offset >= least; offset--)
      if (this.#view.getUint32(offset, true) === END) return offset
    return undefined
  }
}

const damagedDirectory = () => new FileRefused([fileSyntax([], 'the directory of the ZIP is damaged')])

const ENCRYPTED = 0x41

function faultOf(name: string, flags: number, lowered: Set<string>): string | undefined {
  if ((flags & ENCRYPTED) !== 0) return 'encrypted entries are not read'
  const path = name.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'an absolute path in a ZIP is not read'
  if (path.split('/').includes('..')) return 'a path out of the ZIP is not read'
  const key = path.toLowerCase()
  if (lowered.has(key)) return 'two entries have this name'
  lowered.add(key)
  return undefined
}
