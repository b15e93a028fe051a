/** How bodies are drawn: see-through areas, all opaque, or the axes and surfaces that are analysed. */
export const PRESETS = [
  ['x-ray', 'X-ray'],
  ['solid', 'Solid'],
  ['analytical', 'Analytical'],
] as const
export type Preset = (typeof PRESETS)[number][0]

/** So many areas are more than the slabs of a frame. */
const MANY_AREAS = 20

/** A model of areas is looked at from outside, one of frames is looked into. */
export const firstPreset = (frames: number, areas: number): Preset => (areas >= frames && areas >= MANY_AREAS ? 'solid' : 'x-ray')
