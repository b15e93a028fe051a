import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { slices } from '#lib/work/slice.ts'
import type { ModelIndex } from '../index/id-index.ts'
import type { Run } from '../index/kind-index.ts'
import { textsOf } from '../index/memory.ts'
import { type Elements, type NewPart, toParts } from './chunks.ts'
import { textAt, toIdList } from './id-list.ts'

/** How many elements of each kind a write found as it would have left them. */
export type Unchanged = Partial<Record<Kind, number>>

/**
 * The parts of a batch without the elements that the model holds already, byte for byte: what changes nothing is not stored. Decisions,
 * section 3.
 */
export async function whatDiffers(
  parts: readonly NewPart[],
  index: ModelIndex,
): Promise<{ parts: NewPart[]; unchanged: Unchanged }> {
  const differing: NewPart[] = []
  const unchanged: Unchanged = {}
  const yieldIfDue = slices()
  for (const part of parts) {
    await yieldIfDue()
    const same = await sameAs(part, index)
    if (same.size === 0) differing.push(part)
    else {
      unchanged[part.kind] = (unchanged[part.kind] ?? 0) + same.size
      if (same.size < part.count) for (const remaining of await without(part, same)) differing.push(remaining)
    }
  }
  if (Object.keys(unchanged).length === 0) return { parts: differing, unchanged }
  const numbered = KINDS.flatMap((kind) => differing.filter((part) => part.kind === kind).map((part, seq) => ({ ...part, seq })))
  return { parts: numbered, unchanged }
}

/** Places in the part. Only texts of equal length are looked at. */
async function sameAs({ kind, count, index: { ids, lengths }, text }: NewPart, index: ModelIndex): Promise<Set<number>> {
  const stored = new Map<number, Run & { at: number }>()
  const known = index.kinds[kind]
  if (known.size === 0) return new Set()
  let offset = 0
  for (let i = 0; i < count; i++) {
    const run = known.at(known.ids.at(ids, i))
    if (run && run.end - run.start === lengths[i]) stored.set(i, { ...run, at: offset })
    offset += lengths[i]! + 1
  }
  const texts = await textsOf(
    index.id,
    Array.from(stored.values(), ({ part }) => part),
  )
  const same = new Set<number>()
  for (const [i, { part, start, end, at }] of stored) {
    if (text.compare(texts.of(part), start, end, at, at + end - start) === 0) same.add(i)
  }
  return same
}

async function without(part: NewPart, same: ReadonlySet<number>): Promise<NewPart[]> {
  const { ids, lengths, positions, members } = part.index
  const remaining: number[] = []
  const texts: Buffer[] = []
  let offset = 0
  for (let i = 0; i < part.count; i++) {
    if (!same.has(i)) {
      remaining.push(i)
      texts.push(part.text.subarray(offset, offset + lengths[i]!))
    }
    offset += lengths[i]! + 1
  }
  const elements: Elements = { ids: toIdList(remaining.map((i) => textAt(ids, i))), texts }
  if (positions) {
    elements.positions = new Float64Array(3 * remaining.length)
    for (const [k, i] of remaining.entries()) elements.positions.set(positions.subarray(3 * i, 3 * i + 3), 3 * k)
  }
  if (members) elements.members = remaining.map((i) => members[i]!)
  return toParts(part.kind, false, elements)
}
