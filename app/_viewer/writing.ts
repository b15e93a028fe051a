import type { Drawing } from './drawings.ts'
import type { Theme } from './theme.ts'

/** What all writing over the picture shares: type, halo, room on the screen, and the marks of grid lines and levels. */

export const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'
export const STRONG = '600 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'

/** A place of the picture that opens a drawing when it is pressed. */
export type Spot = { x: number; y: number; halfWidth: number; halfHeight: number; drawing: Drawing }

/** What of the picture is written on, in squares of a few pixels. */
export class Screen {
  readonly columns: number
  readonly cells: Uint8Array
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.columns = Math.ceil(width / 8) + 1
    this.cells = new Uint8Array(this.columns * (Math.ceil(height / 8) + 1))
  }

  /** Takes a rectangle, unless some of it is taken or it lies outside. */
  take(x0: number, y0: number, x1: number, y1: number): boolean {
    if (x0 < 0 || y0 < 0 || x1 > this.width || y1 > this.height) return false
    const [c0, c1, r0, r1] = [x0, x1, y0, y1].map((value) => Math.floor(value / 8)) as [number, number, number, number]
    for (let row = r0; row <= r1; row++)
      for (let column = c0; column <= c1; column++) if (this.cells[row * this.columns + column]) return false
    for (let row = r0; row <= r1; row++) this.cells.fill(1, row * this.columns + c0, row * this.columns + c1 + 1)
    return true
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

export const css = ([r, g, b]: readonly [number, number, number]) => `rgb(${r * 255} ${g * 255} ${b * 255})`

export const bubbleHalf = (context: CanvasRenderingContext2D, label: string) =>
  Math.max(11, context.measureText(label).width / 2 + 6)

/** A grid line's name in its circle; false where there is no room. */
export function drawBubble(
  context: CanvasRenderingContext2D,
  label: string,
  x: number,
  y: number,
  theme: Theme,
  taken: Screen,
): boolean {
  const half = bubbleHalf(context, label)
  if (!taken.take(x - half, y - 11, x + half, y + 11)) return false
  context.beginPath()
  context.roundRect(x - half, y - 11, 2 * half, 22, 11)
  context.fillStyle = theme.textHalo
  context.fill()
  context.lineWidth = 1.25
  context.strokeStyle = css(theme.ink)
  context.stroke()
  context.fillStyle = theme.text
  context.fillText(label, x, y + 0.5)
  return true
}

/** The triangle on its line, as levels are marked on drawings; `from` is where the line comes from. */
export function drawLevelMark(context: CanvasRenderingContext2D, from: number, x: number, y: number, theme: Theme) {
  context.lineWidth = 1
  context.strokeStyle = css(theme.ink)
  context.beginPath()
  context.moveTo(from, y)
  context.lineTo(x + 6, y)
  context.stroke()
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x + 5, y - 7)
  context.lineTo(x - 5, y - 7)
  context.closePath()
  context.fillStyle = css(theme.ink)
  context.fill()
}
