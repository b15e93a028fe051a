import { DENSE_KERNEL_BYTES } from './dense-kernel-bytes.ts'

/**
 * The inner loop of the factorisation, `C -= W · Lᵀ` on the lower trapezoid of C: in WebAssembly with SIMD, or the same loop in
 * TypeScript where there is none. C lies by columns in `numbers`, `stride` apart; W and L lie in tiles of four rows, one column of the
 * panel after the other. Places are indices into `numbers`; rows and columns are counted in tiles.
 */
export type DenseKernel = {
  /** At least so many numbers, all of them lost. */
  reserve(count: number): Float64Array
  update(c: number, stride: number, w: number, l: number, rows: number, columns: number, depth: number): void
}

const PAGE = 65536

/** Undefined where WebAssembly or its SIMD is missing. */
export function simdKernel(): DenseKernel | undefined {
  if (typeof WebAssembly !== 'object') return undefined
  const bytes = Uint8Array.from(atob(DENSE_KERNEL_BYTES), (character) => character.charCodeAt(0))
  if (!WebAssembly.validate(bytes)) return undefined
  const { memory, update } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as {
    memory: WebAssembly.Memory
    update: (c: number, ld: number, w: number, l: number, rows: number, columns: number, depth: number) => void
  } // what dense-kernel.wat exports
  return {
    reserve(count) {
      const pages = Math.ceil((count * 8) / PAGE) - memory.buffer.byteLength / PAGE
      if (pages > 0) memory.grow(pages)
      return new Float64Array(memory.buffer)
    },
    update: (c, stride, w, l, rows, columns, depth) => update(8 * c, 8 * stride, 8 * w, 8 * l, rows, columns, depth),
  }
}

export function plainKernel(): DenseKernel {
  let numbers = new Float64Array(0)
  return {
    reserve(count) {
      if (numbers.length < count) numbers = new Float64Array(count)
      return numbers
    },
    update(c, stride, w, l, rows, columns, depth) {
      for (let j = 0; j < columns; j++)
        for (let i = j; i < rows; i++)
          updateTile(numbers, c + 4 * i + 4 * j * stride, stride, w + 4 * depth * i, l + 4 * depth * j, depth)
    },
  }
}

/** Sixteen sums in local variables, which stay in registers. */
function updateTile(numbers: Float64Array, c: number, stride: number, w: number, l: number, depth: number): void {
  let [a00, a10, a20, a30, a01, a11, a21, a31] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [a02, a12, a22, a32, a03, a13, a23, a33] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = 0; k < 4 * depth; k += 4) {
    const w0 = numbers[w + k]!
    const w1 = numbers[w + k + 1]!
    const w2 = numbers[w + k + 2]!
    const w3 = numbers[w + k + 3]!
    const l0 = numbers[l + k]!
    const l1 = numbers[l + k + 1]!
    const l2 = numbers[l + k + 2]!
    const l3 = numbers[l + k + 3]!
    a00 += w0 * l0
    a10 += w1 * l0
    a20 += w2 * l0
    a30 += w3 * l0
    a01 += w0 * l1
    a11 += w1 * l1
    a21 += w2 * l1
    a31 += w3 * l1
    a02 += w0 * l2
    a12 += w1 * l2
    a22 += w2 * l2
    a32 += w3 * l2
    a03 += w0 * l3
    a13 += w1 * l3
    a23 += w2 * l3
    a33 += w3 * l3
  }
  subtractColumn(numbers, c, a00, a10, a20, a30)
  subtractColumn(numbers, c + stride, a01, a11, a21, a31)
  subtractColumn(numbers, c + 2 * stride, a02, a12, a22, a32)
  subtractColumn(numbers, c + 3 * stride, a03, a13, a23, a33)
}

function subtractColumn(numbers: Float64Array, c: number, a0: number, a1: number, a2: number, a3: number): void {
  numbers[c]! -= a0
  numbers[c + 1]! -= a1
  numbers[c + 2]! -= a2
  numbers[c + 3]! -= a3
}
