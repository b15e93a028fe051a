/** An object of JSON, of which nothing is known yet. */
export type Dictionary = Record<string, unknown>

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
