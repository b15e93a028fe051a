import { hasProfile, withResolved } from '#lib/model/section/section-profile.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import type { StoredRelations } from '#lib/model/validate/judge-relations.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import type { ModelError } from '#lib/schema/model-error.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { type Counts, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Elements, type NewPart, toParts } from './chunks.ts'
import { toIdList } from './id-list.ts'
import { itemsOf } from './json-chunks.ts'

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
  /** Sections of which one has a profile, as texts: they are not in `parts`, for their sizes depend on the model's unit. */
  sections?: Uint8Array[]
  toLookUp: ToLookUp
  /** What is wrong with it in this model, in the words of the door that it came through. */
  explain(looked: LookedUp): Promise<ModelError>
}

/** What must be known of the model to judge a batch. Lists of ids are texts (`lib/storage/log/json-chunks.ts`), in the order of judging. */
export type ToLookUp = {
  /** Ids that it refers to and does not hold. */
  outside: Partial<Record<Kind, Uint8Array[]>>
  /** Frames that its members list. */
  listed: Uint8Array[]
  /** How many elements it has, and of a batch that is not packed their ids. */
  sent: number
  ids?: Partial<Record<Kind, Uint8Array[]>>
  /** Its combinations, diaphragms and grid lines, and the frames that taper with their sections, where it has any. */
  related?: Record<'combinations' | 'diaphragms' | 'gridLines' | 'frames' | 'sections', Uint8Array[]>
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
  /** In which profiles get their sizes; null where none can be read. */
  lengthUnit?: LengthUnit | null
  /** How many of the batch's elements the model does not have; absent where it has room for all of them anyway. */
  added?: number
  /** The same of the kinds of which a model has few. */
  fewAdded: Partial<Record<Kind, number>>
  relations?: StoredRelations
}

/** The parts of a batch, in the order of the log; profiles as they are in this unit. */
export async function toLog(batch: Batch, unit: LengthUnit | null): Promise<NewPart[]> {
  if ('packed' in batch) {
    const { parts, sections } = batch.packed
    if (!sections) return parts
    const resolved: ElementOf['sections'][] = []
    for await (const some of itemsOf<ElementOf['sections']>(sections))
      for (const one of some) resolved.push(withResolved(one, unit))
    const made = await partsOf('sections', listed({ sections: resolved }).sections)
    return [...parts, ...made].sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))
  }
  const { sections = [] } = batch.values
  const isNamed = sections.some(hasProfile)
  const elements = listed(isNamed ? { ...batch.values, sections: sections.map((one) => withResolved(one, unit)) } : batch.values)
  const parts: NewPart[] = []
  for (const kind of KINDS) for (const part of await partsOf(kind, elements[kind])) parts.push(part)
  return parts
}

const partsOf = async (kind: Kind, elements: Elements | undefined) => (elements ? toParts(kind, false, elements) : [])

/** Whether what is stored of the batch depends on the model's unit. */
export const hasProfiles = (batch: Batch): boolean =>
  'packed' in batch ? batch.packed.sections !== undefined : (batch.values.sections?.some(hasProfile) ?? false)
