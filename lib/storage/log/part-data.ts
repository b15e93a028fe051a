import type { Run } from '../index/kind-index.ts'
import type { Part } from './chunks.ts'

/** What was read of all the parts that were asked for: where one of them is gone, the reading throws `PartGone`. */
export class PartData<T> extends Map<Part, T> {
  of(part: Part): T {
    const data = this.get(part)
    if (data === undefined) throw new Error(`part ${part.seq} of ${part.kind} at revision ${part.revision} was not asked for`)
    return data
  }
}

export class PartTexts extends PartData<Buffer> {
  slice({ part, start, end }: Run): Buffer {
    return this.of(part).subarray(start, end)
  }
}
