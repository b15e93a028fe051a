import { limits } from '#lib/limits.ts'
import type { ElementOf } from '#lib/model/references.ts'
import { type ConstructModelElementsBatch, KINDS, type Kind } from '#lib/model/schema.ts'
import { type Elements, type NewPart, toParts } from './chunks.ts'
import type { ModelIndex } from './id-index.ts'
import { toIdList } from './id-list.ts'

/** A batch on its way into the log. Nothing here knows the database: a thread that packs a large batch loads this file. */

type ByKind = Partial<Record<Kind, Elements>>

/** A batch with what indexing needs beside the elements. */
export function listed(batch: ConstructModelElementsBatch): ByKind {
  const all: ByKind = {}
  for (const kind of KINDS) {
    const values: readonly ElementOf[Kind][] = batch[kind] ?? []
    if (values.length > 0) all[kind] = { ids: toIdList(values.map(({ id }) => id)), values }
  }
  if (all.nodes && batch.nodes) {
    const positions = new Float64Array(3 * batch.nodes.length)
    for (let i = 0; i < batch.nodes.length; i++) {
      const { x, y, z } = batch.nodes[i]!.position
      positions[3 * i] = x
      positions[3 * i + 1] = y
      positions[3 * i + 2] = z
    }
    all.nodes.positions = positions
  }
  if (all.members && batch.members) all.members.members = batch.members
  return all
}

/** The parts of a batch, in the order of the log. */
export async function toLog(batch: ConstructModelElementsBatch): Promise<NewPart[]> {
  const packed = packedOf(batch)
  if (packed) return packed.parts
  const elements = listed(batch)
  const parts: NewPart[] = []
  for (const kind of KINDS) if (elements[kind]) parts.push(...(await toParts(kind, false, elements[kind])))
  return parts
}

/**
 * A large batch that a thread has parsed, judged by itself and packed. Its elements stayed there; this is what storing them needs.
 */
export type PackedBatch = {
  parts: NewPart[]
  /** Ids that it refers to and does not hold, to be looked for in the model. */
  outside: Partial<Record<Kind, string[]>>
  /** Parsed here after all: for saying what is wrong. */
  whole(): ConstructModelElementsBatch
}

const packedBatches = new WeakMap<object, PackedBatch>()

/** `body` stands for the batch from then on: it has everything but the elements. */
export function putPacked(body: object, batch: PackedBatch): void {
  packedBatches.set(body, batch)
}

export const packedOf = (body: object): PackedBatch | undefined => packedBatches.get(body)

/** Whether a batch that is right by itself is right in the model too. False means: judge it whole. */
export function fits({ parts, outside }: PackedBatch, index: ModelIndex): boolean {
  let elements = 0
  for (const kind of KINDS) elements += index.count(kind)
  for (const { count, kind, index: part } of parts) {
    elements += count
    // A frame of two members: only where the model has members too.
    if (kind === 'members' && index.members.size > 0 && part.lengths.length > 0) return false
  }
  if (elements > limits.modelElements) return false
  return KINDS.every((kind) => outside[kind]?.every((id) => index.has(kind, id)) ?? true)
}
