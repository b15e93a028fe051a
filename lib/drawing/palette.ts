/** Colours of what is drawn, for the viewer and for pictures alike. */

export type Rgb = readonly [number, number, number]

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

/**
 * The colour of a section by its ordinal among the model's sections: the same in every view, picture and revision, as an element
 * keeps its place.
 */
export const sectionColour = (ordinal: number): Rgb => inTurn(SECTIONS, ordinal)

/** Beyond the list the same ones come again, lighter. */
export function inTurn(colours: readonly Rgb[], ordinal: number): Rgb {
  const base = colours[ordinal % colours.length]!
  return mixed(base, [255, 255, 255], Math.min(0.6, 0.28 * Math.floor(ordinal / colours.length)))
}

export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const mix = (k: 0 | 1 | 2) => one[k] * (1 - share) + other[k] * share
  return [mix(0), mix(1), mix(2)]
}

export function asHex([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Of `#rrggbb`. */
export function ofHex(hex: string): Rgb {
  const channel = (k: number) => Number.parseInt(hex.slice(k, k + 2), 16)
  return [channel(1), channel(3), channel(5)]
}
