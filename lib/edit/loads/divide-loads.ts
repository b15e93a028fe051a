import { dividedLoad, type PieceShare } from '#lib/model/load/divided-loads.ts'
import { dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { NewIds } from '../naming.ts'
import type { Work } from '../work.ts'

export type Piece = { id: string; startNodeId: string; endNodeId: string }

/** Shares out the loads of a frame among its pieces. One that stays one keeps its id. */
export function divideLoads(
  work: Work,
  loads: readonly Load[],
  { pieces, ids }: { pieces: readonly Piece[]; ids: NewIds },
): void {
  const { draft } = work
  if (loads.length === 0 || work.hasProblems) return
  const shares = sharesOf(work, pieces)
  for (const load of loads) {
    const parts = dividedLoad(load, shares)
    const [first, ...others] = parts
    if (first && others.length === 0) {
      draft.put('loads', first)
      continue
    }
    draft.remove('loads', load.id)
    for (const [i, part] of parts.entries()) {
      const id = ids.idFor('loads', load.id, { id: load.id, k: i + 1, n: i + 1, label: undefined })
      if (id !== undefined) work.make('loads', { ...part, id })
    }
  }
}

/** Nodes may lie beside the frame: a piece then is longer than its share of it says. */
function sharesOf({ draft }: Work, pieces: readonly Piece[]): PieceShare[] {
  const placeOf = (node: string | undefined): Vec => {
    const { x, y, z } = draft.element('nodes', node ?? '').position
    return [x, y, z]
  }
  const a = placeOf(pieces[0]?.startNodeId)
  const along = subtract(placeOf(pieces.at(-1)?.endNodeId), a)
  let from = 0
  return pieces.map(({ id, startNodeId, endNodeId }, i) => {
    const [start, end] = [placeOf(startNodeId), placeOf(endNodeId)]
    const to = i === pieces.length - 1 ? 1 : dot(subtract(end, a), along) / dot(along, along)
    const share = { id, from, to, stretch: length(subtract(end, start)) / ((to - from) * length(along)) }
    from = to
    return share
  })
}
