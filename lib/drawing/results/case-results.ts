import { type CaseColumns, COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'

/** Results of a case as they are drawn: numbers in the units of the model, stresses MPa; NaN where there is no value. */
export type CaseResults = {
  case: string
  /** Of an envelope. */
  of: 'max' | 'min' | undefined
  /** Shares of the length of frames. */
  at: readonly number[]
  nodes: readonly string[]
  /** Nodes that reactions are of. */
  supported: readonly string[]
  frames: readonly string[]
} & {
  /** Of each node or frame and station so many numbers as `COLUMN_WIDTHS` says; undefined where they were not asked for. */
  [kind in ColumnKind]?: Float32Array | undefined
}

/** Of an envelope its max and its min. Throws `RangeError` for what is no whole number of entries. */
export function readCaseResults({ at, nodes = [], supported = [], frames = [], lines }: CaseColumns): CaseResults[] {
  return lines.map(({ case: id, of, ...packed }): CaseResults => {
    const read: CaseResults = { case: id, of, at, nodes, supported, frames }
    for (const kind of Object.keys(COLUMN_WIDTHS) as ColumnKind[]) {
      const text = packed[kind]
      if (text === undefined) continue
      const entries =
        kind === 'reactions' ? supported.length : kind === 'displacements' ? nodes.length : frames.length * at.length
      read[kind] = floatsOf(text, entries * COLUMN_WIDTHS[kind])
    }
    return read
  })
}

function floatsOf(text: string, count: number): Float32Array {
  const bytes = atob(text)
  if (bytes.length !== 4 * count) throw new RangeError(`${bytes.length} bytes are not ${count} numbers of 4`)
  const view = new DataView(new ArrayBuffer(bytes.length))
  for (let k = 0; k < bytes.length; k++) view.setUint8(k, bytes.charCodeAt(k))
  return Float32Array.from({ length: count }, (_, k) => view.getFloat32(4 * k, true))
}
