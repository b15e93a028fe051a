import { type HeldModel, holdInSteps } from './held-model.ts'
import type { LoadAnswer } from './questions.ts'
import type { Source } from './source.ts'

/** What a source gave. */
export type ReadAnswer =
  | Exclude<LoadAnswer, { state: 'loaded' }>
  | { state: 'read'; text: string }
  | { state: 'read'; held: HeldModel }

/** `isApart`: not the model that is shown. */
export type ReadModel = (source: Source, isApart?: boolean) => Promise<ReadAnswer>

/** As the model came: as columns, or as text. */
export function* hold(read: Extract<ReadAnswer, { state: 'read' }>): Generator<void, HeldModel> {
  return 'held' in read ? read.held : yield* holdInSteps(JSON.parse(read.text))
}
