import type { Object3D } from 'three'

/** What shades and is shaded: bodies and areas, not symbols and lines. */
export const BODIES = 1
export const castsShade = (object: Object3D) => object.layers.enable(BODIES)
export const castsNoShade = (object: Object3D) => object.layers.disable(BODIES)
