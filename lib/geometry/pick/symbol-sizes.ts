/** How large symbols are drawn, which are picked at the same size. */

/** Of a support, in pixels. */
export const SYMBOL_PIXELS = 24

/** Half of the largest body: nodes come that much nearer to the eye, out of what meets there. */
export const nodeLift = (sizes: readonly number[]) => Math.max(0, ...sizes) * 0.75
