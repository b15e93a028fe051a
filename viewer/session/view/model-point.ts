import type { Vec } from '#lib/model/shape/vector.ts'

/**
 * Single precision knows a point about the scene's origin in steps; rounded to the next larger decimal step it is again the
 * number that was meant.
 */
export function inModel(point: Vec, { origin, low, high }: { origin: Vec; low: Vec; high: Vec }): Vec {
  const most = Math.max(...low.map(Math.abs), ...high.map(Math.abs), 1e-30)
  const places = -Math.ceil(Math.log10(most * 2 ** -23))
  const rounded = (value: number) => (places >= 0 && places <= 15 ? Number(value.toFixed(places)) + 0 : value)
  return [rounded(point[0] + origin[0]), rounded(point[1] + origin[1]), rounded(point[2] + origin[2])]
}
