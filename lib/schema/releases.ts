import { type Issue, valueError } from './model-error.ts'

/** Releases of a frame's ends, in its local axes: P V2 V3 along, T M2 M3 about 1 2 3. */

export const RELEASED = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const
type Released = (typeof RELEASED)[number]

const SHORT: Readonly<Record<string, object>> = {
  pinned: { start: { m2: true, m3: true }, end: { m2: true, m3: true } },
  truss: { start: { t: true, m2: true, m3: true }, end: { m2: true, m3: true } },
}

export function readReleases(sent: unknown): { value: unknown } | { error: string } | undefined {
  if (typeof sent !== 'string') return undefined
  const word = sent.trim().toLowerCase()
  if (Object.hasOwn(SHORT, word)) return { value: structuredClone(SHORT[word]) }
  return { error: `'${[...sent].slice(0, 64).join('')}' does not say what is released: "pinned", "truss" or {start, end}` }
}

/** What leaves a frame free to move as a whole. Elastic joints hold it. */
export function releaseIssues({ start, end }: { start?: unknown; end?: unknown }): Issue[] {
  const isReleased = (at: unknown, of: Released) =>
    typeof at === 'object' && at !== null && (at as Record<string, unknown>)[of] === true
  const atBoth = (of: Released) => isReleased(start, of) && isReleased(end, of)
  const floating = (what: string): Issue => valueError([], `released in ${what}, the frame floats`)
  const issues = (['p', 'v2', 'v3', 't'] as const).filter(atBoth).map((of) => floating(`${of} at both ends`))
  const withShear = [
    ['m3', 'v2'],
    ['m2', 'v3'],
  ] as const
  for (const [moment, shear] of withShear) {
    if (atBoth(moment) && isReleased(start, shear) !== isReleased(end, shear))
      issues.push(floating(`${moment} at both ends and ${shear}`))
  }
  return issues
}

/** Whether anything of the frame is released, be it by an elastic joint. */
export const hasRelease = (
  releases: { start?: object | null | undefined; end?: object | null | undefined } | null | undefined,
): boolean =>
  [releases?.start, releases?.end].some(
    (end) => end && Object.values(end).some((value) => value === true || typeof value === 'number'),
  )
