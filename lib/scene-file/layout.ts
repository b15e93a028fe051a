import type { Many, ModelColumns, ModelHead, NamedColumn } from '#lib/model/columns.ts'
import { MB } from '#lib/values/bytes.ts'

/**
 * The scene form of a model: `SMSC`, the version and 0 as uint16, the length of the directory as uint32, the directory as JSON, and
 * from the next multiple of 8 on the columns, each at a multiple of 8. All little-endian.
 */

export const SCENE_TYPE = 'application/vnd.structural-scene'

/** Models of at least so many elements are sent in this form; fewer are read as quickly from JSON. */
export const SCENE_FROM = 50_000

export const MAGIC = 0x43534d53 // SMSC
/** 2: loads are columns. */
export const VERSION = 2
export const HEAD_BYTES = 12
export const MOST_DIRECTORY = 16 * MB

export const aligned = (offset: number) => 8 * Math.ceil(offset / 8)

/** Numbers of these types; `utf8`: texts, each ended by NUL. */
export const TYPES = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array, utf8: Uint8Array } as const
export type Type = keyof typeof TYPES

/**
 * `planes`: byte k of all items, then byte k + 1, in which like bytes stand together for what compresses them. `delta`: the same of
 * what each item is more than the one before.
 */
export type Coding = 'plain' | 'planes' | 'delta'

/** `offset`: from where columns begin. A column whose items are all 0, empty or absent is left out. */
export type Column = { name: string; type: Type; count: number; offset: number; bytes: number; coding: Coding }

export type Directory = {
  model: ModelHead
  names: Record<NamedColumn, readonly string[]>
  /** What areas are labelled with: kinds, and where the nodes lie in the thickness. */
  labels: ModelColumns['areas']['labels']
  counts: Record<Many, number>
  columns: Column[]
}

/** What columns of a kind begin with. */
export const ONE = {
  nodes: 'node',
  frames: 'frame',
  areas: 'area',
  supports: 'support',
  members: 'member',
  loads: 'load',
} as const
/** Kinds of which each may have a label. */
export const LABELLED = ['nodes', 'frames', 'areas'] as const
