import type { ViewerSession } from '../session.ts'
import type { Rig } from './rig.ts'

/** The camera will stand where it sees all of the model, or what it was sent to: both wait for where all lies. */
export const isFitted = ({ firstCamera, firstMove }: Pick<ViewerSession, 'firstCamera' | 'firstMove'>): boolean =>
  firstCamera === null || firstMove !== null

/** Somebody wants to go somewhere: tells, as answers come, whether it is still the last that was wanted. */
export function beginMove(session: Pick<ViewerSession, 'movesBegun'>): () => boolean {
  session.movesBegun += 1
  const mine = session.movesBegun
  return () => session.movesBegun === mine
}

/** Before it is known where all lies it waits for that, and of several the last. */
export function moveCamera(session: Pick<ViewerSession, 'rig' | 'firstMove' | 'model' | 'movesBegun'>, move: (rig: Rig) => void) {
  beginMove(session)
  if (session.rig?.isSet && session.model.state.get().drawn?.lookups.now()) move(session.rig)
  else session.firstMove = move
}

/** What was asked for meanwhile. */
export function makeFirstMove(session: Pick<ViewerSession, 'firstMove'>, rig: Rig): void {
  const move = session.firstMove
  session.firstMove = null
  move?.(rig)
}
