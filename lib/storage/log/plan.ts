import type { Bounds, Changes, Counts } from '#lib/schema/schema.ts'
import type { OpenModel } from '../open-model.ts'
import type { Header } from '../read/model-header.ts'
import type { NewPart, StoredPart } from './chunks.ts'

/** What a write does. */
export type WrittenRevision = { modelId: string; revision: number; changed: Changes; counts: Counts; bounds: Bounds }

/** What a write will do to the model as it is now. */
export type Plan = {
  changes: Changes
  counts: Counts
  bounds: Bounds
  /** Of the model's JSON. */
  bytes: number
  header?: Header | null
  /** Of a restored revision, which is read anew when it is next asked for, only what is stored. */
  parts: NewPart[] | StoredPart[]
  restoredFrom?: number
  /** The verbs of an edit, in their order. */
  ops?: readonly string[]
}

/** The model that is written, and whose account it counts for. */
export type Writable = Pick<OpenModel, 'id' | 'revision' | 'ownerId'>
