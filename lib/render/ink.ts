import type { Rgb } from '#lib/drawing/palette.ts'
import { beginning } from '#lib/drawing/sheet/text-width.ts'
import { lettering, letteringWidth } from './lettering.ts'
import type { Image } from './png.ts'

/** Lines, discs and text on the finished picture, smooth by the distance of each pixel's middle. Coordinates in pixels. */

export type Pen = { rgb: Rgb; width: number; opacity?: number }

export function strokeLine(image: Image, x0: number, y0: number, x1: number, y1: number, { rgb, width, opacity = 1 }: Pen): void {
  const cut = clipped(image, x0, y0, x1, y1, width + 1)
  if (!cut) return
  const [ax, ay, bx, by] = cut
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const reach = width / 2 + 1
  // By rows of the line's own box; a long slanting line would visit mostly empty pixels, so it goes in pieces.
  const pieces = Math.max(1, Math.ceil(Math.min(Math.abs(dx), Math.abs(dy)) / 24))
  for (let piece = 0; piece < pieces; piece++) {
    const [s, t] = [piece / pieces, (piece + 1) / pieces]
    const [px, qx] = [ax + dx * s, ax + dx * t]
    const [py, qy] = [ay + dy * s, ay + dy * t]
    const isLast = piece === pieces - 1
    visit(
      image,
      Math.min(px, qx) - reach,
      Math.min(py, qy) - reach,
      Math.max(px, qx) + reach,
      Math.max(py, qy) + reach,
      (x, y) => {
        const share = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0
        // Each pixel belongs to one piece, or it would be inked twice.
        if ((share < s && piece > 0) || (share >= t && !isLast)) return 0
        const along = Math.min(1, Math.max(0, share))
        return opacity * clamp(width / 2 + 0.5 - Math.hypot(x - ax - along * dx, y - ay - along * dy))
      },
      rgb,
    )
  }
}

/** The part of the line inside the picture and a little around it (Liang and Barsky), or null. */
function clipped({ width, height }: Image, x0: number, y0: number, x1: number, y1: number, beyond: number) {
  if (![x0, y0, x1, y1].every(Number.isFinite)) return null
  const [dx, dy] = [x1 - x0, y1 - y0]
  let [from, to] = [0, 1]
  for (const [step, space] of [
    [-dx, x0 + beyond],
    [dx, width + beyond - x0],
    [-dy, y0 + beyond],
    [dy, height + beyond - y0],
  ] as const) {
    if (step === 0 && space < 0) return null
    if (step < 0) from = Math.max(from, space / step)
    if (step > 0) to = Math.min(to, space / step)
  }
  return from < to || (from === to && dx === 0 && dy === 0)
    ? ([x0 + from * dx, y0 + from * dy, x0 + to * dx, y0 + to * dy] as const)
    : null
}

export function dashLine(image: Image, x0: number, y0: number, x1: number, y1: number, pen: Pen, dash: readonly number[]): void {
  const cut = clipped(image, x0, y0, x1, y1, 0)
  if (!cut) return
  dashes(image, cut, 0, pen, dash)
}

/** From point to point with one pattern, which goes on around the corners. */
export function dashPath(image: Image, path: readonly { x: number; y: number }[], pen: Pen, dash: readonly number[]): void {
  const period = dash.reduce((sum, part) => sum + part, 0)
  let along = 0
  for (const [k, to] of path.entries()) {
    const from = path[k - 1]
    if (!from) continue
    const cut = clipped(image, from.x, from.y, to.x, to.y, 0)
    if (cut) dashes(image, cut, (along + Math.hypot(cut[0] - from.x, cut[1] - from.y)) % period, pen, dash)
    along += Math.hypot(to.x - from.x, to.y - from.y)
  }
}

/** `past`: so much of the pattern is before the beginning. */
function dashes(
  image: Image,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  past: number,
  pen: Pen,
  dash: readonly number[],
): void {
  const long = Math.hypot(bx - ax, by - ay)
  for (let offset = -past, k = 0; offset < long; offset += dash[k % dash.length]!, k++) {
    const end = offset + dash[k % dash.length]!
    if (k % 2 || end <= 0) continue
    const [s, t] = [Math.max(0, offset) / long, Math.min(1, end / long)]
    strokeLine(image, ax + (bx - ax) * s, ay + (by - ay) * s, ax + (bx - ax) * t, ay + (by - ay) * t, pen)
  }
}

export function disc(image: Image, x: number, y: number, radius: number, rgb: Rgb, opacity = 1): void {
  if (![x, y].every(Number.isFinite)) return
  const reach = radius + 1
  visit(
    image,
    x - reach,
    y - reach,
    x + reach,
    y + reach,
    (px, py) => opacity * clamp(radius + 0.5 - Math.hypot(px - x, py - y)),
    rgb,
  )
}

export function ring(image: Image, x: number, y: number, radius: number, { rgb, width, opacity = 1 }: Pen): void {
  if (![x, y].every(Number.isFinite)) return
  const reach = radius + width
  visit(
    image,
    x - reach,
    y - reach,
    x + reach,
    y + reach,
    (px, py) => opacity * clamp(width / 2 + 0.5 - Math.abs(Math.hypot(px - x, py - y) - radius)),
    rgb,
  )
}

export function block(image: Image, x0: number, y0: number, x1: number, y1: number, rgb: Rgb, opacity = 1): void {
  visit(image, x0, y0, x1, y1, (x, y) => (x >= x0 && x <= x1 && y >= y0 && y <= y1 ? opacity : 0), rgb)
}

export type Lettered = {
  /** Cap height. */
  size: number
  rgb: Rgb
  /** Which point of the text lies at (x, y): 0 left and baseline, 0.5 middle, 1 right and top. */
  anchor?: readonly [number, number]
  /** Radians, counter-clockwise as seen. */
  turn?: number
  bold?: boolean
  /** Paper around the letters, so that they read over lines. */
  halo?: boolean
}

export function textWidth(text: string, size: number): number {
  return letteringWidth(text) * size
}

/** As much of it as there is room for. */
export const fitted = (text: string, size: number, width: number): string =>
  beginning(text, (part) => textWidth(part, size) <= width)

const PAPER: Rgb = [255, 255, 255]

export function writeText(image: Image, text: string, x: number, y: number, style: Lettered): void {
  const { size, rgb, anchor = [0, 0], turn = 0, bold = false, halo = false } = style
  const { strokes, width } = lettering(text)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const place = (u: number, v: number): [number, number] => {
    const [right, up] = [(u - anchor[0] * width) * size, (v - anchor[1]) * size]
    return [x + right * cos - up * sin, y - right * sin - up * cos]
  }
  const pen = Math.max(1, size / 8) * (bold ? 1.5 : 1)
  const passes: Pen[] = [...(halo ? [{ rgb: PAPER, width: pen + 3.2, opacity: 0.85 }] : []), { rgb, width: pen }]
  for (const each of passes) {
    for (const stroke of strokes) {
      for (let i = 0; i + 3 < stroke.length; i += 2) {
        strokeLine(image, ...place(stroke[i]!, stroke[i + 1]!), ...place(stroke[i + 2]!, stroke[i + 3]!), each)
      }
    }
  }
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** Blends each pixel of a box that lies in the picture by the coverage at its middle. */
function visit(
  { width, height, rgb: pixels }: Image,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  coverage: (x: number, y: number) => number,
  rgb: Rgb,
): void {
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width - 1, Math.ceil(x1))]
  const [top, bottom] = [Math.max(0, Math.floor(y0)), Math.min(height - 1, Math.ceil(y1))]
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const share = coverage(column + 0.5, row + 0.5)
      if (share <= 0) continue
      const i = 3 * (row * width + column)
      for (let k = 0; k < 3; k++) pixels[i + k] = rgb[k]! * share + pixels[i + k]! * (1 - share)
    }
  }
}
