import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { EndReleases, FrameReleases, SupportStiffness } from '#lib/schema/schema.ts'
import type { Times } from '../times.ts'

/** Loads, releases and springs with their lengths in another unit. Forces, masses, angles and temperatures stay. */

const vectorIn = <V extends LoadVector>(vector: V, times: Times, power: number): V => {
  const scaled = { ...vector }
  for (const axis of ['x', 'y', 'z'] as const) if (vector[axis]) scaled[axis] = times.length(vector[axis], power)
  return scaled
}

export function scaledLoad(load: Load, times: Times): Load {
  const type = typeOfLoad(load)
  const { force, forceEnd, moment, displacement, gradient } = load
  const power = type === 'distributed' ? -1 : type === 'pressure' ? -2 : 0
  const scaled: Load = { ...load }
  if (force && power !== 0) scaled.force = vectorIn(force, times, power)
  if (forceEnd && power !== 0) scaled.forceEnd = vectorIn(forceEnd, times, power)
  if (moment) scaled.moment = vectorIn(moment, times, 1)
  if (displacement) scaled.displacement = vectorIn(displacement, times, 1)
  if (gradient) scaled.gradient = vectorIn(gradient, times, -1)
  return scaled
}

export function scaledReleases(releases: FrameReleases, times: Times): FrameReleases {
  const end = (of: EndReleases | null | undefined) => {
    const scaled: EndReleases = { ...of }
    for (const key of ['p', 'v2', 'v3'] as const) {
      const value = scaled[key]
      if (typeof value === 'number') scaled[key] = times.length(value, -1)
    }
    for (const key of ['t', 'm2', 'm3'] as const) {
      const value = scaled[key]
      if (typeof value === 'number') scaled[key] = times.length(value, 1)
    }
    return scaled
  }
  const { start, end: far } = releases
  return { ...releases, ...(start && { start: end(start) }), ...(far && { end: end(far) }) }
}

export function scaledStiffness(stiffness: SupportStiffness, times: Times): SupportStiffness {
  const scaled = { ...stiffness }
  for (const key of ['u1', 'u2', 'u3'] as const) if (scaled[key]) scaled[key] = times.length(scaled[key], -1)
  for (const key of ['r1', 'r2', 'r3'] as const) if (scaled[key]) scaled[key] = times.length(scaled[key], 1)
  return scaled
}
