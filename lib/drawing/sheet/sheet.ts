/** How a picture is saved: as large as the screen, or on paper. */
export type Sheet = {
  /** Width and height of the paper; null takes what is on the screen. */
  millimetres: readonly [number, number] | null
  dpi: number
  /** Light and without ground and backdrop, as it is printed. */
  isOnWhite: boolean
  /** The 50 of 1:50, on paper in a parallel view; null fits what is on the screen. */
  scale: number | null
}

const MM_PER_INCH = 25.4
/** What CSS calls a pixel, so that writing has the size on paper that it has on the screen. */
const CSS_DPI = 96

/** The sheet in CSS pixels, and how many pixels of the picture make one of them; never more than `most` on a side. */
export function sheetPixels(
  { millimetres, dpi }: Pick<Sheet, 'millimetres' | 'dpi'>,
  screen: { width: number; height: number },
  most: number,
) {
  const sideOf = (mm: number) => Math.round((mm / MM_PER_INCH) * dpi) * (CSS_DPI / dpi) // whole pixels of the picture
  const { width, height } = millimetres ? { width: sideOf(millimetres[0]), height: sideOf(millimetres[1]) } : screen
  return { width, height, ratio: Math.min(dpi / CSS_DPI, most / Math.max(width, height)) }
}

/** CSS pixels of a length unit of the model on paper at 1:`scale`. */
export const zoomOf = (scale: number, metresPerUnit: number) => ((metresPerUnit * 1000) / scale / MM_PER_INCH) * CSS_DPI
/** The same the other way: the N of 1:N. */
export const scaleOf = (zoom: number, metresPerUnit: number) => (metresPerUnit * 1000 * CSS_DPI) / (zoom * MM_PER_INCH)

const HEAD = 33 // signature (8) and IHDR (25): pHYs must come before the image data

/** The same PNG saying its resolution (chunk pHYs, PNG specification 11.3.4.3), so that it prints at its size. */
export function withResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set([0x70, 0x48, 0x59, 0x73], 4) // pHYs
  const perMetre = Math.round((dpi * 1000) / MM_PER_INCH)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  chunk[16] = 1 // the unit is the metre
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  const whole = new Uint8Array(png.length + chunk.length)
  whole.set(png.subarray(0, HEAD))
  whole.set(chunk, HEAD)
  whole.set(png.subarray(HEAD), HEAD + chunk.length)
  return whole
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
