/** A mark of the byte order at the beginning is a character of the text, as any other. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Texts of a column, made from their bytes one at a time as they are asked for. */
export class Texts {
  readonly #bytes: Uint8Array
  #ends: Uint32Array | null = null

  /** `bytes`: null where all are empty. */
  constructor(
    bytes: Uint8Array | null,
    readonly count: number,
  ) {
    this.#bytes = bytes ?? new Uint8Array()
    if (bytes && endsIn(bytes) !== count) throw new RangeError(`${endsIn(bytes)} texts of ${count}`)
  }

  at(k: number): string {
    const [from, end] = [this.#beginOf(k), this.#endOf(k)]
    return from === end ? '' : decoder.decode(this.#bytes.subarray(from, end))
  }

  all(): string[] {
    if (this.#bytes.length === 0) return Array(this.count).fill('')
    return decoder.decode(this.#bytes.subarray(0, -1)).split('\0')
  }

  /** That it is the same text as one of another column: told by the bytes. */
  isAt(k: number, other: Texts, l: number): boolean {
    const [from, begin] = [this.#beginOf(k), other.#beginOf(l)]
    const length = this.#endOf(k) - from
    if (length !== other.#endOf(l) - begin) return false
    const [bytes, others] = [this.#bytes, other.#bytes]
    for (let i = 0; i < length; i++) if (bytes[from + i] !== others[begin + i]) return false
    return true
  }

  #beginOf(k: number): number {
    return k === 0 || this.#bytes.length === 0 ? 0 : this.#endOf(k - 1) + 1
  }

  #endOf(k: number): number {
    if (this.#bytes.length === 0) return 0
    this.#ends ??= endsOf(this.#bytes, this.count)
    return this.#ends[k]!
  }
}

function endsIn(bytes: Uint8Array): number {
  let count = 0
  for (let k = 0; k < bytes.length; k++) if (bytes[k] === 0) count++
  return bytes.at(-1) === 0 || bytes.length === 0 ? count : -1
}

function endsOf(bytes: Uint8Array, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  let offset = 0
  for (let k = 0; k < bytes.length; k++) if (bytes[k] === 0) ends[offset++] = k
  return ends
}

/** Of texts that can be told. */
export const textBytes = (texts: readonly string[]): Uint8Array =>
  new TextEncoder().encode(texts.map((text) => `${text}\0`).join(''))

/** One that holds NUL or half a character cannot be told. */
export const canBeText = (text: string) => !text.includes('\0') && text.isWellFormed()
