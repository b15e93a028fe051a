import type { ElementRef } from '../../worker/elements.ts'
import { select } from '../selection.ts'
import type { ViewerSession } from '../session.ts'
import { flyTo } from '../view/navigate.ts'

/** Selects elements of results by their ids, and goes there. */
export async function selectRefs(session: ViewerSession, refs: readonly ElementRef[]): Promise<void> {
  const found = await session.model.ask('find', { refs: [...refs] })
  if (found.length === 0) return session.say('That is not in the model any more.')
  select(session, found)
  await flyTo(session, found)
}
