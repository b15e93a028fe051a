import { mixed, type Rgb } from '#lib/drawing/palette.ts'
import type { AreaKind } from '#lib/model/shape/shell-axes.ts'

export const PAPER: Rgb = [255, 255, 255]
export const INK: Rgb = [38, 44, 54]
export const FAINT_INK: Rgb = [110, 119, 131]
export const GRID: Rgb = [168, 177, 189]
export const LEVEL: Rgb = [122, 139, 158]
export const SUPPORT: Rgb = [38, 128, 84]
export const HIGHLIGHT: Rgb = [224, 16, 110]
export const AXIS_RGB: readonly [Rgb, Rgb, Rgb] = [
  [205, 48, 44],
  [42, 140, 60],
  [42, 92, 200],
]

export const NO_SECTION: Rgb = [140, 146, 155]

export const AREAS: Record<AreaKind, { rgb: Rgb; opacity: number }> = {
  floor: { rgb: [176, 190, 205], opacity: 0.5 },
  wall: { rgb: [206, 186, 152], opacity: 0.62 },
  ramp: { rgb: [160, 198, 166], opacity: 0.7 },
  roof: { rgb: [196, 162, 150], opacity: 0.62 },
  shell: { rgb: [176, 178, 206], opacity: 0.7 },
}

/** What is not highlighted beside what is. */
export const stepBack = (rgb: Rgb): Rgb => mixed(rgb, PAPER, 0.68)

export function lit(rgb: Rgb, light: number): Rgb {
  return light <= 1 ? [rgb[0] * light, rgb[1] * light, rgb[2] * light] : mixed(rgb, PAPER, Math.min(1, light - 1))
}
