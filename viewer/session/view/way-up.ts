import type { Finding } from '#lib/schema/schema.ts'
import type { LiveState } from '../live-model.ts'
import type { ViewerSession, WayUp } from '../session.ts'

/** A model with more nodes is looked at once only, not with each of its revisions. */
const MANY_NODES = 200_000

/** Looks at each revision, unless this reader has said that the model is to be kept as it is. */
export function followWayUp(session: ViewerSession, isClosed: () => boolean) {
  const { model, derived } = session
  const look = async ({ drawn }: LiveState, before: LiveState) => {
    if (!drawn || drawn.scene.nodes === before.drawn?.scene.nodes || isConfirmed(session)) return
    if (before.drawn && drawn.summary.counts.node > MANY_NODES) return
    try {
      const guess = await model.ask('guessUp', {})
      if (!isClosed()) derived.set({ wayUp: guess ?? guessFromFindings(derived.get().findings) })
    } catch (error) {
      if (!isClosed()) console.error(error)
    }
  }
  model.state.subscribe((state, before) => void look(state, before))
  derived.subscribe(({ findings, wayUp }, before) => {
    if (findings === before.findings || wayUp || isConfirmed(session)) return
    derived.set({ wayUp: guessFromFindings(findings) })
  })
}

function guessFromFindings(findings: readonly Finding[] | null): WayUp | null {
  const finding = findings?.find(({ code }) => code === 'maybe_y_up' || code === 'maybe_z_down')
  return finding ? { up: finding.code === 'maybe_y_up' ? 'y' : '-z', byCheck: true } : null
}

export const keyOf = ({ model }: ViewerSession) => `up-${model.state.get().drawn?.summary.id ?? ''}`
const isConfirmed = (session: ViewerSession) => session.host.setting(keyOf(session)) === 'keep'
