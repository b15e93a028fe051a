import type { Caller } from '#lib/access/caller.ts'
import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { LookedUp } from '#lib/service/elements/batch.ts'
import type { ReadBatchResult } from '#lib/service/read-batch.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import type { Explained } from './explained-error.ts'
import type { Progress } from './progress.ts'

/** Who calls, and how tool names are spelt to them. */
export type ToolContext = {
  caller: Caller
  style: ToolNameStyle
  /** For long work: who asks, and until when. */
  request: WorkRequest
  /** The elements of a large call, which a thread has read. */
  large?: LargeCall | undefined
  /** Why the call cannot be taken: it is longer than its tool takes. */
  tooLong?: Issue | undefined
  /** Tells the client how far the call is, where it wants to hear of it. */
  notify?: ((progress: Progress) => void) | undefined
}

/** A call that takes elements. `beside`: the input without them, parsed. */
export type LargeCall = {
  beside: object
  namesNoModel: boolean
  warnings: Finding[]
  /** Elements made per template. */
  made?: number[]
  read: ReadBatchResult<(looked: LookedUp | null) => Promise<Explained>>
}
