import { mixed } from '#lib/drawing/palette.ts'
import type { Rgb, Theme } from '../../session/theme.ts'
import { css } from './writing.ts'

/**
 * What lies behind the model: a calm gradient, lightest at the horizon; behind a drawing plain paper; nothing where the page around a
 * frame is to show through. The page draws it behind the canvas, which is clear where nothing is drawn: as a part of each picture it
 * was a program to compile and a pass over the whole screen.
 */

/** How far down the horizon lies. */
const HORIZON = 0.45
/** Width of the strips that it is put together of. */
const STRIP = 16
/** Of each side of the horizon: its colours have no corner there, and a gradient of a page is straight from stop to stop. */
const STEPS = 8

type Stop = readonly [place: number, colour: Rgb]

function stopsOf({ backdrop: [top, middle, bottom], paper }: Theme, isPaper: boolean): Stop[] {
  if (isPaper) return [0, 1].map((place) => [place, paper])
  const side = (edge: Rgb, from: number) =>
    Array.from({ length: STEPS + 1 }, (_, k): Stop => {
      const t = k / STEPS
      return [HORIZON + (from - HORIZON) * t, mixed(middle, edge, t * t * (3 - 2 * t))]
    })
  return [...side(top, 0).reverse(), ...side(bottom, 1).slice(1)]
}

/** Puts it behind a canvas, which is seen from then on; where it is the same as before, nothing is touched. */
export function backdropBehind({ style }: HTMLCanvasElement) {
  let last: [Theme, boolean] | null = null
  style.setProperty('forced-color-adjust', 'none') // as what is drawn over it
  return (theme: Theme, isPaper: boolean) => {
    if (last?.[0] === theme && last[1] === isPaper) return
    last = [theme, isPaper]
    style.visibility = ''
    const stops = stopsOf(theme, isPaper).map(([place, colour]) => `${css(colour)} ${100 * place}%`)
    // A strip beside a strip: of a gradient the browser works out each pixel, and of a strip only its own.
    style.background = theme.isClear ? 'none' : `linear-gradient(${stops.join(', ')}) 0 0 / ${STRIP}px 100% repeat-x`
  }
}

/** A picture as pixels, in the turn in which it was drawn: what lies behind it, then its canvases, one over the other. */
export function copyPicture(
  flat: HTMLCanvasElement,
  canvases: readonly [HTMLCanvasElement, ...HTMLCanvasElement[]],
  theme: Theme,
  isPaper: boolean,
): CanvasRenderingContext2D {
  const { width, height } = canvases[0]
  flat.width = width
  flat.height = height
  const context = flat.getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  if (!theme.isClear) {
    const gradient = context.createLinearGradient(0, 0, 0, height)
    for (const [place, colour] of stopsOf(theme, isPaper)) gradient.addColorStop(place, css(colour))
    context.fillStyle = gradient
    context.fillRect(0, 0, width, height)
  }
  for (const canvas of canvases) context.drawImage(canvas, 0, 0, width, height)
  return context
}
