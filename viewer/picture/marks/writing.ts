import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { beginning } from '#lib/drawing/sheet/text-width.ts'
import type { Theme } from '../../session/theme.ts'

export const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'
export const FONT = `11px ${FAMILY}`
export const STRONG = `600 12px ${FAMILY}`

const CELL = 4
const cell = (position: number) => Math.floor(position / CELL)

/** What of the picture is written on, in squares of a few pixels. What lies over the picture counts as written on. */
export class Page {
  private readonly columns: number
  private readonly cells: Uint8Array
  constructor(
    readonly width: number,
    readonly height: number,
    readonly overlays: readonly Rect[],
  ) {
    this.columns = Math.ceil(width / CELL) + 1
    this.cells = new Uint8Array(this.columns * (Math.ceil(height / CELL) + 1))
    for (const { x0, y0, x1, y1 } of overlays)
      this.fill(Math.max(x0, 0), Math.max(y0, 0), Math.min(x1, width), Math.min(y1, height))
  }

  isFree(x0: number, y0: number, x1: number, y1: number): boolean {
    if (!(x0 >= 0 && y0 >= 0 && x1 <= this.width && y1 <= this.height)) return false
    const [c0, c1, r0, r1] = [cell(x0), cell(x1), cell(y0), cell(y1)]
    for (let row = r0; row <= r1; row++)
      for (let column = c0; column <= c1; column++) if (this.cells[row * this.columns + column]) return false
    return true
  }

  /** Takes a rectangle, unless some of it is taken or it lies outside. */
  take(x0: number, y0: number, x1: number, y1: number): boolean {
    if (!this.isFree(x0, y0, x1, y1)) return false
    this.fill(x0, y0, x1, y1)
    return true
  }

  /** Written on, whatever was there. */
  fill(x0: number, y0: number, x1: number, y1: number) {
    const [c0, c1, r0, r1] = [cell(x0), cell(x1), cell(y0), cell(y1)]
    for (let row = r0; row <= r1; row++) this.cells.fill(1, row * this.columns + c0, row * this.columns + c1 + 1)
  }
}

export function halo(context: CanvasRenderingContext2D, text: string, x: number, y: number, theme: Theme, colour = theme.text) {
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = theme.textHalo
  context.strokeText(text, x, y)
  context.fillStyle = colour
  context.fillText(text, x, y)
}

/** In the font that is set: as much of a text as there is room for. */
export const shortened = (context: CanvasRenderingContext2D, text: string, most: number): string =>
  beginning(text, (part) => context.measureText(part).width <= most)

export const css = ([r, g, b]: readonly [number, number, number]) => `rgb(${r * 255} ${g * 255} ${b * 255})`

export function line(context: CanvasRenderingContext2D, ...points: readonly (readonly [x: number, y: number])[]) {
  context.beginPath()
  for (const [k, [x, y]] of points.entries()) context[k === 0 ? 'moveTo' : 'lineTo'](x, y)
  context.stroke()
}

/** The canvas for names and marks has as many pixels as the picture. */
export function contextOf(writing: HTMLCanvasElement, size: { width: number; height: number }, ratio: number) {
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (writing.width !== width || writing.height !== height) {
    writing.width = width
    writing.height = height
    // As the picture, which keeps its size until it is drawn anew.
    writing.style.width = `${size.width}px`
    writing.style.height = `${size.height}px`
  }
  return writing.getContext('2d')
}
