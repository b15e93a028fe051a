import type { Role } from '#lib/access/roles.ts'
import type { Bounds, Counts, ModelSource, ViewerUnits } from '#lib/schema/schema.ts'

/** A model and what the caller may do with it. */
export type OpenModel = {
  id: string
  name: string
  role: Role
  ownerId: string
  revision: number
  createdAt: Date
  updatedAt: Date
  counts: Counts
  bounds: Bounds
  /** Of the last change of rights. */
  accessSeq: number
  /** Of the last change of a saved view. */
  viewSeq: number
  /** Of the last change of a comment. */
  commentSeq: number
  /** By what its lengths were multiplied since it began. */
  scaled: number
  units: ViewerUnits | undefined
  metadata: Record<string, unknown> | undefined
  source: ModelSource | null | undefined
  /** Of a model in the bin: until when it can be brought back. */
  purgeAt?: Date
}
