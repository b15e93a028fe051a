import type { ModelError } from '#lib/model/model-error.ts'
import type { ElementOf } from '#lib/model/references.ts'
import { type ConstructModelElementsBatch, type Counts, KINDS, type Kind } from '#lib/model/schema.ts'
import { type Elements, type NewPart, toParts } from './chunks.ts'
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

/** A batch as its elements, or as a thread has packed them. */
export type Batch = { values: ConstructModelElementsBatch } | { packed: PackedBatch }

/**
 * A large batch that a thread has parsed, judged by itself and packed. Its elements stayed there; this is what storing them needs.
 */
export type PackedBatch = {
  parts: NewPart[]
  toLookUp: ToLookUp
  /** What is wrong with it in this model, in the words of the door that it came through. */
  explain(looked: LookedUp): Promise<ModelError>
}

/** What must be known of the model to judge a batch. Lists of ids are texts (`lib/batch/texts.ts`), in the order of judging. */
export type ToLookUp = {
  /** Ids that it refers to and does not hold. */
  outside: Partial<Record<Kind, Uint8Array[]>>
  /** Frames that its members list. */
  listed: Uint8Array[]
  /** How many elements it has, and of a batch that is not packed their ids. */
  sent: number
  ids?: Partial<Record<Kind, Uint8Array[]>>
}

/** What was found of it (`look-up-ids.ts`). */
export type LookedUp = {
  /** 1 at the place of each id that is not in the model; absent where none is missing. */
  missing: Partial<Record<Kind, Uint8Array>>
  /** Ids of the model that are near the missing ones, in the model's order. */
  near: Partial<Record<Kind, string[]>>
  /** The stored members that list frames of `listed`: 0 for none, else a place in `members` and 1. */
  others?: { members: string[]; of: Uint32Array }
  held: Counts
  /** How many of the batch's elements the model does not have; absent where it has room for all of them anyway. */
  added?: number
}

/** The parts of a batch, in the order of the log. */
export async function toLog(batch: Batch): Promise<NewPart[]> {
  if ('packed' in batch) return batch.packed.parts
  const elements = listed(batch.values)
  const parts: NewPart[] = []
  for (const kind of KINDS) if (elements[kind]) for (const part of await toParts(kind, false, elements[kind])) parts.push(part)
  return parts
}
