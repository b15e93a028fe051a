import { type HeldModel, holdInSteps } from './held-model.ts'
import type { Loaded } from './questions.ts'
import type { Source } from './source.ts'

/** What a source gave. */
export type Read = Exclude<Loaded, { state: 'loaded' }> | { state: 'read'; text: string } | { state: 'read'; held: HeldModel }

/** `isApart`: not the model that is shown. */
export type ReadModel = (source: Source, isApart?: boolean) => Promise<Read>

/** As the model came: as columns, or as text. */
export function* hold(read: Extract<Read, { state: 'read' }>): Generator<void, HeldModel> {
  return 'held' in read ? read.held : yield* holdInSteps(JSON.parse(read.text))
}
