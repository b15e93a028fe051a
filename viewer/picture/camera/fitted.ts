import type { Vec } from '#lib/model/shape/vector.ts'
import type { FoundElement } from '../../worker/elements.ts'

/** What a fit must show: all that is drawn with its grid and marks, or some elements alone. */
export type Fitted =
  | { what: 'all' }
  | {
      what: 'elements'
      elements: readonly FoundElement[] /** They lie in the earlier one of two revisions. */
      areOlder?: boolean
    }
export type Look = { toward: Vec; up: Vec; isParallel: boolean }
