import type { AreaKind } from '#lib/model/shell-axes.ts'
import type { Rgb } from './raster.ts'

export const PAPER: Rgb = [255, 255, 255]
export const INK: Rgb = [38, 44, 54]
export const FAINT_INK: Rgb = [110, 119, 131]
export const GRID: Rgb = [168, 177, 189]
export const LEVEL: Rgb = [122, 139, 158]
export const SUPPORT: Rgb = [38, 128, 84]
export const HIGHLIGHT: Rgb = [224, 16, 110]
export const AXES: readonly Rgb[] = [
  [205, 48, 44],
  [42, 140, 60],
  [42, 92, 200],
]

/** Told apart also by people who see red and green alike: neighbours differ in lightness. */
const SECTIONS: readonly Rgb[] = [
  [47, 105, 168],
  [214, 126, 44],
  [72, 156, 98],
  [150, 58, 98],
  [232, 184, 62],
  [108, 92, 176],
  [52, 164, 176],
  [140, 96, 62],
  [222, 118, 156],
  [96, 112, 48],
  [120, 170, 220],
  [88, 96, 110],
]

export const NO_SECTION: Rgb = [140, 146, 155]

/** The n-th section's colour; beyond the list the same ones come again, lighter. */
export function sectionColour(n: number): Rgb {
  const base = SECTIONS[n % SECTIONS.length]!
  const lighter = Math.min(0.6, 0.28 * Math.floor(n / SECTIONS.length))
  return mixed(base, PAPER, lighter)
}

export const AREAS: Record<AreaKind, { rgb: Rgb; opacity: number }> = {
  floor: { rgb: [176, 190, 205], opacity: 0.5 },
  wall: { rgb: [206, 186, 152], opacity: 0.62 },
  ramp: { rgb: [160, 198, 166], opacity: 0.7 },
}

export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const mix = (k: 0 | 1 | 2) => one[k] * (1 - share) + other[k] * share
  return [mix(0), mix(1), mix(2)]
}

export function lit(rgb: Rgb, light: number): Rgb {
  return light <= 1 ? [rgb[0] * light, rgb[1] * light, rgb[2] * light] : mixed(rgb, PAPER, Math.min(1, light - 1))
}

export function asHex([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
