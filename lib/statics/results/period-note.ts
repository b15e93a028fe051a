import type { Analysis } from '../analyse.ts'

/**
 * Periods of buildings by their height in metres, as measured: ASCE 7-22, table 12.8-2. Frames of steel without braces are the slowest kind;
 * what is braced or walled goes by the other row.
 */
const slowest = (height: number) => 0.0724 * height ** 0.8
const usual = (height: number) => 0.0488 * height ** 0.75

/** A first period so many times as long, or as short, is seldom meant. */
const TOO_LONG = 5
const TOO_SHORT = 10
/** In m: what is lower is no building. */
const LEAST_HEIGHT = 2

/** A structure that stands may still do so by an accident: a first period far from that of buildings as high is a second alarm. */
export function periodNote({ modes, model: { nodes } }: Pick<Analysis, 'modes' | 'model'>): string[] {
  const [first] = modes
  const [, , z] = nodes.coordinates
  const height = z.reduce((most, at) => Math.max(most, at), 0) - z.reduce((least, at) => Math.min(least, at), 0)
  if (!first || height < LEAST_HEIGHT) return []
  const { period } = first
  const told = (seldom: string, seconds: number, look: string) => [
    `first period of ${short(period)} s, ${seldom} for a height of ${short(height)} m, at which buildings have about ${short(seconds)} s: look for ${look}`,
  ]
  if (period > TOO_LONG * slowest(height)) return told('long', slowest(height), 'masses, joints and springs that are not meant')
  if (period < usual(height) / TOO_SHORT)
    return told('short', usual(height), 'units, for masses that are missing and for supports that are not meant')
  return []
}

const short = (value: number) => Number(value.toPrecision(2))
