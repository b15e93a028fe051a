import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { AXES } from '#lib/model/shape/vector.ts'

export type Colour = readonly [number, number, number]
/** Rows of pixels from above. `at` takes a pixel's place in them. */
export type Picture = { width: number; height: number; at: (pixel: number) => Colour }

/** The viewer's picture alone: what lies over it is out of sight for a moment. */
export async function pictureOf(page: Page): Promise<Picture> {
  const cover = (isShown: boolean) =>
    page.evaluate(
      (visibility) => {
        for (const over of document.querySelectorAll<HTMLElement>('[data-panel] > :not(:first-child)'))
          over.style.visibility = visibility
      },
      isShown ? '' : 'hidden',
    )
  await cover(false)
  const png = await page.locator('main canvas').first().screenshot({ animations: 'disabled' })
  await cover(true)
  return readPng(png)
}

const SIGNATURE = '89504e470d0a1a0a'
/** Bytes of a pixel, by the header behind the size: eight bits a part without or with opacity, no rows left out for later. */
const DEPTHS: Record<string, number> = { '0802000000': 3, '0806000000': 4 }

/** A PNG as Chromium writes it, read here: to have the page read it, and send each pixel back, takes four times as long. */
export function readPng(png: Buffer): Picture {
  if (png.toString('hex', 0, 8) !== SIGNATURE) throw new Error('no PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const depth = DEPTHS[png.toString('hex', 24, 29)]
  if (depth === undefined) throw new Error('no PNG of 8-bit colours')
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), height, width * depth, depth)
  return { width, height, at: (k) => [pixels[k * depth]!, pixels[k * depth + 1]!, pixels[k * depth + 2]!] }
}

/** Rows of bytes, each of which is held against the one before it and the one above (PNG, section 9). */
function unfiltered(rows: Buffer, height: number, length: number, depth: number): Uint8Array {
  if (rows.length !== (length + 1) * height) throw new Error('rows of the PNG are missing')
  const pixels = new Uint8Array(length * height)
  for (let y = 0; y < height; y++) {
    const from = y * (length + 1)
    const filter = rows[from]!
    if (filter > 4) throw new Error(`no filter of PNG: ${filter}`)
    const to = y * length
    for (let x = 0; x < length; x++) {
      const before = x >= depth ? pixels[to + x - depth]! : 0
      const above = y > 0 ? pixels[to + x - length]! : 0
      const corner = x >= depth && y > 0 ? pixels[to + x - length - depth]! : 0
      let guess = 0
      if (filter === 1) guess = before
      else if (filter === 2) guess = above
      else if (filter === 3) guess = (before + above) >> 1
      else if (filter === 4) guess = nearest(before, above, corner)
      pixels[to + x] = rows[from + 1 + x]! + guess
    }
  }
  return pixels
}

/** Of three the one that is nearest to the first two less the third; of equals the first. */
function nearest(before: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(before - corner), Math.abs(before + above - 2 * corner)]
  if (a <= b && a <= c) return before
  return b <= c ? above : corner
}

/** How many pixels differ in a part by more than `least` of 255. */
export function pixelsApart(a: Picture, b: Picture, least = 0): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity
  let apart = 0
  for (let k = 0; k < a.width * a.height; k++) {
    const [p, q] = [a.at(k), b.at(k)]
    if (AXES.some((i) => Math.abs(p[i] - q[i]) > least)) apart++
  }
  return apart
}

/** The pixels of a colour: how many, and the box around them. */
export function coloursOf({ width, height, at }: Picture, is: (colour: Colour, pixel: number) => boolean) {
  const box = { count: 0, x0: width, y0: height, x1: -1, y1: -1 }
  for (let k = 0; k < width * height; k++) {
    if (!is(at(k), k)) continue
    const [x, y] = [k % width, Math.floor(k / width)]
    box.count++
    box.x0 = Math.min(box.x0, x)
    box.x1 = Math.max(box.x1, x)
    box.y0 = Math.min(box.y0, y)
    box.y1 = Math.max(box.y1, y)
  }
  return box
}
