import { crc32, deflateSync } from 'node:zlib'
import type { Rgb } from '#lib/drawing/palette.ts'
import { PAPER } from './colours.ts'

/**
 * PNG (ISO/IEC 15948) with a palette: drawings have few colours, and one byte a pixel packs well. The palette is cut from
 * the picture's own colours; when the file comes out too large it gets fewer colours, then fewer pixels.
 */

export type Image = { width: number; height: number /** Red, green, blue a pixel. */; rgb: Uint8ClampedArray }

export const blank = (width: number, height: number): Image => ({
  width,
  height,
  rgb: new Uint8ClampedArray(3 * width * height).fill(PAPER[0]),
})

/** A picture into another. */
export function copyTo(image: Image, tile: Image, x: number, y: number): void {
  for (let row = 0; row < Math.min(tile.height, image.height - y); row++) {
    const line = tile.rgb.subarray(3 * row * tile.width, 3 * (row + 1) * tile.width)
    image.rgb.set(line, 3 * ((y + row) * image.width + x))
  }
}

/** `kept`: colours that must come out as they are, for somebody will look them up. */
export function toPng(
  image: Image,
  mostBytes: number,
  fixed: readonly Rgb[] = [],
): { png: Uint8Array; width: number; height: number } {
  for (let smaller = image, colours = 256; ; colours = 64) {
    const { width, height } = smaller
    const png = encode(smaller, colours, fixed)
    if (png.length <= mostBytes || width <= 64) return { png, width, height }
    // Bytes go with the area; a little less, so that the next attempt is the last.
    if (colours === 64) smaller = shrunk(smaller, Math.min(0.9, 0.95 * Math.sqrt(mostBytes / png.length)))
  }
}

function encode({ width, height, rgb }: Image, most: number, fixed: readonly Rgb[]): Uint8Array {
  const { palette, index } = paletteOf(rgb, most, fixed)
  const rows = Buffer.alloc((width + 1) * height) // each row begins with filter 0: none
  for (let y = 0; y < height; y++) rows.set(index.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8) // 8 bits, palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Bins of five bits a channel, each with the sum of the colours in it. */
type Bin = { key: number; count: number; red: number; green: number; blue: number }

/** Median cut over the bins: the box with the widest spread is halved by pixels until there are enough. */
function paletteOf(rgb: Uint8ClampedArray, most: number, fixed: readonly Rgb[]): { palette: Uint8Array; index: Uint8Array } {
  const sums = new Float64Array(4 * 32768)
  const keyAt = (from: ArrayLike<number>, i: number) => ((from[i]! >> 3) << 10) | ((from[i + 1]! >> 3) << 5) | (from[i + 2]! >> 3)
  for (let i = 0; i < rgb.length; i += 3) {
    const offset = 4 * keyAt(rgb, i)
    sums[offset]!++
    for (let k = 0; k < 3; k++) sums[offset + 1 + k]! += rgb[i + k]!
  }
  const bins: Bin[] = []
  for (let key = 0; key < 32768; key++) {
    const count = sums[4 * key]!
    if (count === 0) continue
    bins.push({
      key,
      count,
      red: sums[4 * key + 1]! / count,
      green: sums[4 * key + 2]! / count,
      blue: sums[4 * key + 3]! / count,
    })
  }
  const fixedKeys = new Set(fixed.slice(0, most / 2).map((colour) => keyAt(colour.map(Math.round), 0)))
  const boxes = [
    ...bins.filter(({ key }) => fixedKeys.has(key)).map((bin) => boxed([bin])),
    boxed(bins.filter(({ key }) => !fixedKeys.has(key))),
  ]
  while (boxes.length < most) {
    let widest = -1
    boxes.forEach((box, i) => {
      if (box.bins.length > 1 && (widest < 0 || box.weight > boxes[widest]!.weight)) widest = i
    })
    const box = boxes[widest]
    if (!box) break
    box.bins.sort((a, b) => a[box.side] - b[box.side])
    const half = box.bins.reduce((sum, { count }) => sum + count, 0) / 2
    let cut = 1
    for (let sum = box.bins[0]!.count; cut < box.bins.length - 1 && sum < half; cut++) sum += box.bins[cut]!.count
    boxes.splice(widest, 1, boxed(box.bins.slice(0, cut)), boxed(box.bins.slice(cut)))
  }
  const palette = new Uint8Array(3 * boxes.length)
  const entryOf = new Uint8Array(32768)
  boxes.forEach(({ bins }, entry) => {
    const count = bins.reduce((sum, bin) => sum + bin.count, 0)
    const mean = (side: Side) => Math.round(bins.reduce((sum, bin) => sum + bin[side] * bin.count, 0) / (count || 1))
    palette.set([mean('red'), mean('green'), mean('blue')], 3 * entry)
    for (const { key } of bins) entryOf[key] = entry
  })
  const index = new Uint8Array(rgb.length / 3)
  for (let pixel = 0; pixel < index.length; pixel++) index[pixel] = entryOf[keyAt(rgb, 3 * pixel)]!
  return { palette, index }
}

type Side = 'red' | 'green' | 'blue'

function boxed(bins: Bin[]): { bins: Bin[]; side: Side; weight: number } {
  const spread = (side: Side) => {
    let [low, high] = [255, 0]
    for (const bin of bins) {
      low = Math.min(low, bin[side])
      high = Math.max(high, bin[side])
    }
    return high - low
  }
  const spreads = (['red', 'green', 'blue'] as const).map((side) => ({ side, wide: bins.length > 0 ? spread(side) : 0 }))
  const { side, wide } = spreads.reduce((most, each) => (each.wide > most.wide ? each : most))
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  // Wide boxes first, but one with a hundred times the pixels counts ten times as much.
  return { bins, side, weight: wide * wide * Math.sqrt(Math.sqrt(count)) }
}

/** Each pixel the mean of those it stands for, by the share that it covers. */
function shrunk({ width, height, rgb }: Image, by: number): Image {
  const [w, h] = [Math.max(1, Math.round(width * by)), Math.max(1, Math.round(height * by))]
  const across = passed(rgb, height, width, w, 3, 3 * width, 3, 3 * w)
  return { width: w, height: h, rgb: Uint8ClampedArray.from(passed(across, w, height, h, 3 * w, 3, 3 * w, 3)) }
}

/** One direction of shrinking: `lines` of `from` pixels become lines of `to`; steps are those in the arrays. */
function passed(
  pixels: ArrayLike<number>,
  lines: number,
  from: number,
  to: number,
  step: number,
  lineStep: number,
  outStep: number,
  outLineStep: number,
): Float32Array {
  const out = new Float32Array(3 * lines * to)
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < to; i++) {
      const [start, end] = [(i * from) / to, ((i + 1) * from) / to]
      for (let j = Math.floor(start); j < end; j++) {
        const share = (Math.min(end, j + 1) - Math.max(start, j)) / (end - start)
        for (let k = 0; k < 3; k++) out[line * outLineStep + i * outStep + k]! += share * pixels[line * lineStep + j * step + k]!
      }
    }
  }
  return out
}
