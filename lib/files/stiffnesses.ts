import type { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerFrame, ViewerSupport } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** Springs of supports and releases of frames, by their fields, or as earlier imports kept them in sources. */

type Direction = (typeof DIRECTIONS)[number]

/** Of a support in a direction, in the model's units. */
export function springOf({ source, stiffness, restraints }: ViewerSupport, direction: Direction): number {
  const value = stiffness?.[direction] ?? (isDictionary(source?.stiffness) ? source.stiffness[direction] : undefined)
  return typeof value === 'number' && value > 0 && Number.isFinite(value) && restraints?.[direction] !== true ? value : 0
}

const RELEASED = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const
export type Released = (typeof RELEASED)[number]
/** true, or the stiffness of an elastic joint. */
export type Releases = Record<'start' | 'end', ReadonlyMap<Released, number | true>>

/** The released directions of a frame's ends; undefined where none is. */
export function releasesOf({ source, releases: own }: ViewerFrame): Releases | undefined {
  const releases = own ?? (isDictionary(source?.releases) ? source.releases : undefined)
  if (!releases) return undefined
  const of = (end: unknown) =>
    new Map(
      RELEASED.flatMap((freedom) => {
        const value = isDictionary(end) ? end[freedom] : undefined
        return value === true || (typeof value === 'number' && value > 0) ? [[freedom, value] as const] : []
      }),
    )
  const [start, end] = [of(releases.start), of(releases.end)]
  return start.size + end.size === 0 ? undefined : { start, end }
}
