import { taperOf } from '#lib/model/taper.ts'
import { type TaperPair, taperPairs } from '#lib/model/taper-pairs.ts'
import { type TaperShape, taperShape } from '#lib/model/taper-shape.ts'
import type { Facts } from '../select/facts.ts'

/** A frame that tapers. `shape`: none, where the area of an end cannot be told. */
type FrameTaper = TaperPair & { parts: readonly [number, number]; shape: TaperShape | undefined }

/** By the ordinal of a frame; undefined of a prism, and of sections that no longer fit. */
export function tapersOf(facts: Facts): (frame: number) => FrameTaper | undefined {
  const pairs = taperPairs(facts.sectionOf, facts.model.sectionDefinitions)
  const shapes = new Map<TaperPair, TaperShape | undefined>()
  return (frame) => {
    const parts = taperOf(facts.element('frames', frame))
    const pair = parts && pairs(facts.section('frames', frame), facts.endSection('frames', frame))
    if (!pair) return undefined
    if (!shapes.has(pair)) shapes.set(pair, taperShape(pair.first, pair.last))
    return { ...pair, parts, shape: shapes.get(pair) }
  }
}
