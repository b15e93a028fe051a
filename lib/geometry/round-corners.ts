/** Of corners of an outline below this angle, as a cosine: they belong to a curve, so that a pipe of 32 sides has no lines along it. */
export const SMOOTH = Math.cos((35 * Math.PI) / 180)
