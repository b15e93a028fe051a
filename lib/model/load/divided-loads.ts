import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** A piece of a frame: its share of the whole, from the start, and by how much it is longer than this share says (its nodes may lie beside). */
export type PieceShare = { id: string; from: number; to: number; stretch: number }

/** What becomes of a load of a frame on its pieces: those that get none of it are left out. Sums and moments stay. */
export function dividedLoad(load: Load, pieces: readonly PieceShare[]): Load[] {
  const type = typeOfLoad(load)
  if (type === 'temperature') return pieces.map(({ id }) => ({ ...load, frameId: id }))
  if (type === 'point') {
    const at = load.at ?? 0
    const piece = pieces.find(({ to }) => at <= to) ?? pieces.at(-1)
    return piece ? [{ ...load, frameId: piece.id, at: within(at, piece) }] : []
  }
  const [from, to] = [load.from ?? 0, load.to ?? 1]
  return pieces.flatMap((piece): Load[] => {
    const [a, b] = [Math.max(from, piece.from), Math.min(to, piece.to)]
    if (!(b - a > 1e-12)) return []
    const { from: _, to: __, force: ___, forceEnd: ____, ...others } = load
    const part: Load = { ...others, frameId: piece.id }
    const valueAt = (share: number) => vectorAt(load, (share - from) / (to - from), piece.stretch)
    part.force = valueAt(a)
    if (load.forceEnd) part.forceEnd = valueAt(b)
    const [start, end] = [within(a, piece), within(b, piece)]
    if (start > 0) part.from = start
    if (end < 1) part.to = end
    return [part]
  })
}

/** A share as it would be typed, where no more than what doubles blur keeps it from that. */
function shareOf(value: number): number {
  const typed = twelveDigits(Number(value.toFixed(15))) + 0
  return Math.min(1, Math.max(0, Math.abs(typed - value) <= 1e-15 ? typed : value))
}

/** A share of the whole as one of the piece. */
const within = (share: number, { from, to }: PieceShare): number => shareOf((share - from) / (to - from))

function vectorAt({ force = {}, forceEnd }: Load, t: number, stretch: number): LoadVector {
  const [first, last] = [force ?? {}, forceEnd ?? force ?? {}]
  const vector: LoadVector = {}
  for (const axis of ['x', 'y', 'z'] as const) {
    if (first[axis] === undefined && last[axis] === undefined) continue
    const [a, b] = [first[axis] ?? 0, last[axis] ?? 0]
    const value = a === b ? a : a + (b - a) * t
    vector[axis] = Math.abs(stretch - 1) > 1e-13 ? value / stretch : value
  }
  return vector
}

/** The load of a piece on the frame that it becomes part of. */
export function joinedLoad(load: Load, { id, from, to }: PieceShare): Load {
  const type = typeOfLoad(load)
  const whole = (share: number): number => shareOf(from + share * (to - from))
  if (type === 'temperature') return { ...load, frameId: id }
  if (type === 'point') return { ...load, frameId: id, at: whole(load.at ?? 0) }
  const { from: _, to: __, ...others } = load
  const [a, b] = [whole(load.from ?? 0), whole(load.to ?? 1)]
  return { ...others, frameId: id, ...(a > 0 && { from: a }), ...(b < 1 && { to: b }) }
}
