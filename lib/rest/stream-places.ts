import { limits } from '#lib/runtime/limits.ts'
import { Refused } from './request-parts.ts'

/** How many event streams are open, in all and by user: each holds a connection and listens. Load, section 4. */

const places = { taken: 0, byUser: new Map<string, number>() }

/** Returns the way to give the place back. Throws `Refused`: 429 when the user has too many, 503 when the process has. */
export function takePlace(userId: string): () => void {
  const own = places.byUser.get(userId) ?? 0
  if (own >= limits.userStreams)
    throw new Refused(429, 'Too many event streams at once', { 'Retry-After': '10' }, 'too_many_at_once')
  if (places.taken >= limits.processStreams) throw new Refused(503, 'Service Unavailable', { 'Retry-After': '10' })
  places.taken++
  places.byUser.set(userId, own + 1)
  let isTaken = true
  return () => {
    if (!isTaken) return
    isTaken = false
    places.taken--
    const left = (places.byUser.get(userId) ?? 1) - 1
    if (left > 0) places.byUser.set(userId, left)
    else places.byUser.delete(userId)
  }
}
