const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** Cosine and sine of a rotation in degrees; whole quarters come out exact, and any number counts modulo 360. */
export function turn(degrees: number): readonly [number, number] {
  const within = ((degrees % 360) + 360) % 360
  if (within % 90 === 0) return QUARTERS[(within / 90) % 4]!
  const angle = (within * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle)]
}
