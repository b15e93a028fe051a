/** The binary part of a GLB and what its JSON says of it: glTF 2.0, sections 3.6 and 4.4. */

const COMPONENTS = { float: 5126, short: 5123, int: 5125 } as const
const TARGETS = { vertices: 34962, indices: 34963 } as const
const SIZES = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const

type Accessor = {
  bufferView: number
  componentType: number
  count: number
  type: keyof typeof SIZES
  min?: number[]
  max?: number[]
}

export class GlbBuffer {
  readonly accessors: Accessor[] = []
  readonly views: { buffer: 0; byteOffset: number; byteLength: number; target?: number }[] = []
  readonly parts: Uint8Array[] = []
  byteLength = 0

  positions(values: Float32Array): number {
    return this.#add(values, { componentType: COMPONENTS.float, type: 'VEC3', ...boxOf(values) }, TARGETS.vertices)
  }

  normals(values: Float32Array): number {
    return this.#add(values, { componentType: COMPONENTS.float, type: 'VEC3' }, TARGETS.vertices)
  }

  /** Of vertices, which are fewer than the numbers of their type. */
  indices(values: ArrayLike<number>, vertices: number): number {
    const isShort = vertices <= 65_535 // the highest number stands for no vertex
    const array = isShort ? Uint16Array.from(values) : Uint32Array.from(values)
    return this.#add(array, { componentType: isShort ? COMPONENTS.short : COMPONENTS.int, type: 'SCALAR' }, TARGETS.indices)
  }

  /** One value an instance. */
  instances(values: Float32Array, type: 'VEC3' | 'VEC4'): number {
    return this.#add(values, { componentType: COMPONENTS.float, type })
  }

  #add(
    array: Float32Array | Uint16Array | Uint32Array,
    accessor: Omit<Accessor, 'bufferView' | 'count'>,
    target?: number,
  ): number {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    this.views.push({ buffer: 0, byteOffset: this.byteLength, byteLength: bytes.length, ...(target !== undefined && { target }) })
    this.parts.push(bytes)
    const padding = -bytes.length & 3
    if (padding > 0) this.parts.push(new Uint8Array(padding))
    this.byteLength += bytes.length + padding
    const { componentType, type, ...box } = accessor
    const count = array.length / SIZES[type]
    return this.accessors.push({ bufferView: this.views.length - 1, componentType, count, type, ...box }) - 1
  }
}

function boxOf(values: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of values.entries()) {
    const axis = i % 3
    if (value < min[axis]!) min[axis] = value
    if (value > max[axis]!) max[axis] = value
  }
  return { min, max }
}

const [HEADER, CHUNK] = [12, 8]

/** The pieces of a file: header, JSON, binary. `json` comes in pieces, for it may be long. */
export function* glbPieces(json: readonly Uint8Array[], buffer: GlbBuffer): Generator<Uint8Array, void> {
  const jsonLength = lengthOf(json)
  const padding = -jsonLength & 3
  const hasBinary = buffer.byteLength > 0
  const total = HEADER + CHUNK + jsonLength + padding + (hasBinary ? CHUNK + buffer.byteLength : 0)
  yield words(MAGIC, 2, total, jsonLength + padding, JSON_CHUNK)
  yield* json
  yield new Uint8Array(padding).fill(0x20)
  if (!hasBinary) return
  yield words(buffer.byteLength, BINARY_CHUNK)
  yield* buffer.parts
}

/** What the file's own header has to say of it, at most. */
export const glbLength = (json: readonly Uint8Array[], buffer: GlbBuffer): number =>
  HEADER + 2 * CHUNK + lengthOf(json) + 3 + buffer.byteLength

const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0)

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942

function words(...values: number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * values.length))
  for (const [i, value] of values.entries()) bytes.setUint32(4 * i, value, true)
  return new Uint8Array(bytes.buffer)
}
