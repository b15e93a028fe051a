import type { Vec } from '#lib/model/shape/vector.ts'

const AROUND = ['front', 'front right', 'right', 'back right', 'back', 'back left', 'left', 'front left'] as const
/** Nearer to straight down than this no side is seen; nearer to level than that neither the top. */
const STRAIGHT = Math.sin((80 * Math.PI) / 180)
const LEVEL = Math.sin((8 * Math.PI) / 180)

/** From where a model is seen. `toward`: unit, from it to the eye, in the axes of a display: X to the right of the front, Z up. */
export function orientationWords([x, y, z]: Vec): string {
  if (Math.abs(z) > STRAIGHT) return z > 0 ? 'from above' : 'from below'
  const sector = Math.round(Math.atan2(x, -y) / (Math.PI / 4))
  const side = `from the ${AROUND[(sector + 8) % 8]}`
  if (Math.abs(z) < LEVEL) return side
  return `${side}, ${z > 0 ? 'above' : 'below'}`
}
