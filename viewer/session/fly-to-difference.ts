import type { Difference } from '../worker/compare/comparison.ts'
import { comparedNow } from './comparison.ts'
import { select } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { flyTo } from './view/navigate.ts'

/** Selects what is still there; what was removed is looked at where it was. Nothing, where the comparison has ended meanwhile. */
export async function flyToDifference(session: ViewerSession, { kind, id, row }: Difference) {
  const compared = comparedNow(session)
  const { now, before } = await session.model.ask('differencePlaces', { row })
  if (comparedNow(session) !== compared) return
  if (before.length > 0) {
    if (session.view.get().how === 'after') session.view.set({ how: 'overlay' })
    select(session, [])
    const [only] = before
    const ghost = only?.id === id && only.kind === kind ? await session.model.ask('older', { kind, index: only.index }) : null
    if (comparedNow(session) !== compared) return
    if (ghost) session.view.set({ ghost })
    return session.rig?.focus(before, true)
  }
  const [itself] = await session.model.ask('find', { refs: [{ kind, id }] })
  if (itself) select(session, [itself])
  if (now.length > 0) await flyTo(session, now)
}
