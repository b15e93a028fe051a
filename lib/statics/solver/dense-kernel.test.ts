import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import wabt from 'wabt'
import { type DenseKernel, plainKernel, simdKernel } from './dense-kernel.ts'
import { DENSE_KERNEL_BYTES } from './dense-kernel-bytes.ts'

it('has the bytes of its text', async () => {
  const text = readFileSync(new URL('./dense-kernel.wat', import.meta.url), 'utf8')
  const { buffer } = (await wabt()).parseWat('dense-kernel.wat', text, { simd: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(DENSE_KERNEL_BYTES)
})

/** Numbers from a linear congruence, the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  }
}

it('subtracts a product from the lower trapezoid alike in SIMD and in TypeScript, to 1e-13', () => {
  const simd = simdKernel()
  if (!simd) throw new Error('this Node has no SIMD')
  for (const [rows, columns, depth, seed] of [
    [1, 1, 1, 1],
    [5, 2, 7, 2],
    [9, 9, 32, 3],
    [17, 4, 31, 4],
  ] as const) {
    const stride = 4 * rows + 4
    const panel = 4 * rows * depth
    const run = (kernel: DenseKernel) => {
      const all = kernel.reserve(2 * panel + stride * 4 * rows)
      const random = numbersFrom(seed)
      for (let k = 0; k < 2 * panel + stride * 4 * rows; k++) all[k] = random()
      const before = all.slice(2 * panel, 2 * panel + stride * 4 * rows)
      kernel.update(2 * panel, stride, 0, panel, rows, columns, depth)
      return { before, after: all.slice(2 * panel, 2 * panel + stride * 4 * rows), all: all.slice(0, 2 * panel) }
    }
    const [one, other] = [run(simd), run(plainKernel())]
    for (const [k, value] of one.after.entries()) expect(Math.abs(value - other.after[k]!)).toBeLessThan(1e-13 * depth)
    for (let column = 0; column < 4 * columns; column++) {
      for (let row = column - (column % 4); row < 4 * rows; row++) {
        let product = 0
        for (let k = 0; k < depth; k++) {
          const at = (index: number) => 4 * depth * (index >> 2) + 4 * k + (index & 3)
          product += one.all[at(row)]! * one.all[panel + at(column)]!
        }
        const place = column * stride + row
        expect(one.after[place]).toBeCloseTo(one.before[place]! - product, 12)
      }
    }
  }
})
