import type { Group, WebGLRenderer } from 'three'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import { bindTables, type SharedUniforms } from '../shading/gpu-tables.ts'
import type { shadowMap } from '../shading/shadow-map.ts'
import { type Staged, stageScene } from './staged.ts'

type Surroundings = {
  shared: SharedUniforms
  gl: WebGLRenderer
  root: Group
  redraw: () => void
  shadows: typeof shadowMap | undefined
  /** It lies on the graphics card and comes with the next picture. */
  arrived: (stage: Staged) => void
  /** Where all of it lies is known. */
  lookedUp: (stage: Staged) => void
  failed: (error: unknown) => void
}

/** The scenes of a session on the graphics card, one at a time: the one before stays until the next is whole. */
export function stagesOf(session: ViewerSession, { shared, gl, root, redraw, shadows, arrived, lookedUp, failed }: Surroundings) {
  let stage: Staged | null = null
  /** Of a scene that has not been drawn yet. `staged` ends what is awaited until all of it has. */
  let fresh: { finish: Staged['finish']; staged: () => void } | null = null
  const leave = () => {
    fresh?.staged()
    fresh = null
  }
  const stop = eachScene(session, async (drawn, isStale) => {
    const staged = session.pending.begin()
    try {
      const next = await stageScene(session, drawn, shared, { gl, root, redraw, shadows }, isStale)
      if (isStale()) {
        next.dispose()
        return staged()
      }
      stage?.dispose()
      leave()
      fresh = { finish: next.finish, staged }
      stage = next
      bindTables(shared, next.tables)
      root.add(...next.objects)
      arrived(next)
    } catch (error) {
      staged()
      failed(error)
    }
  })
  return {
    now: () => stage,
    /** `stands` resolves when the picture that was sent does: what comes later would hold it up. */
    drew(stands: () => Promise<void>) {
      if (!fresh) return
      const { finish, staged } = fresh
      const drawn = stage
      fresh = null
      void stands()
        .then(finish)
        .then((isMore) => {
          if (drawn && drawn === stage) lookedUp(drawn)
          if (isMore) redraw()
        })
        .catch(failed)
        .finally(staged)
    },
    dispose() {
      stop()
      leave()
      stage?.dispose()
      stage = null
    },
  }
}

/** Takes every scene that comes, the present one first. `isStale`: another has come since, or it is over. */
function eachScene(session: ViewerSession, take: (drawn: Drawn, isStale: () => boolean) => void) {
  let newest: Drawn | null = null
  const next = ({ drawn }: { drawn: Drawn | null }) => {
    if (!drawn || drawn === newest) return
    newest = drawn
    take(drawn, () => newest !== drawn)
  }
  const stop = session.model.state.subscribe(next)
  next(session.model.state.get())
  return () => {
    newest = null
    stop()
  }
}
