import type { Whole } from '#lib/values/whole.ts'
import type { Coding } from './layout.ts'

type Numbers = Float64Array | Whole

/** In the narrowest type that holds them. */
export function narrowed(values: Whole): Whole {
  let largest = 0
  for (let k = 0; k < values.length; k++) if (values[k]! > largest) largest = values[k]!
  if (largest < 1 << 8) return Uint8Array.from(values)
  return largest < 1 << 16 ? Uint16Array.from(values) : Uint32Array.from(values)
}

export function encoded(values: Numbers, coding: Coding): Uint8Array {
  const items = coding === 'delta' ? values.slice() : values
  if (coding === 'delta') for (let k = items.length - 1; k > 0; k--) items[k]! -= items[k - 1]!
  const bytes = new Uint8Array(items.buffer, items.byteOffset, items.byteLength)
  return coding === 'plain' ? bytes : inPlanes(bytes, values.BYTES_PER_ELEMENT)
}

function inPlanes(bytes: Uint8Array, size: number): Uint8Array {
  const planes = new Uint8Array(bytes.length)
  const count = bytes.length / size
  for (let plane = 0; plane < size; plane++) for (let k = 0; k < count; k++) planes[plane * count + k] = bytes[k * size + plane]!
  return planes
}

/** Undoes it where the items lie. */
export function decode(items: Numbers, coding: Coding): void {
  if (coding === 'plain') return
  outOfPlanes(new Uint8Array(items.buffer, items.byteOffset, items.byteLength), items.BYTES_PER_ELEMENT)
  if (coding === 'delta') for (let k = 1; k < items.length; k++) items[k]! += items[k - 1]!
}

function outOfPlanes(bytes: Uint8Array, size: number): void {
  const planes = bytes.slice()
  const count = bytes.length / size
  for (let plane = 0; plane < size; plane++)
    for (let k = 0, offset = plane, from = plane * count; k < count; k++, offset += size) bytes[offset] = planes[from + k]!
}
