import type { Up } from '#lib/model/up-axis.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { LiveState } from '../live-model.ts'
import type { ViewerSession, WayUp } from '../session.ts'

/** A model with more nodes is looked at once only, not with each of its revisions. */
const MANY_NODES = 200_000

/** Looks at each revision, unless this reader has said that the model is to be kept as it is. */
export function followWayUp(session: ViewerSession, isClosed: () => boolean) {
  const { model, derived } = session
  const look = async ({ drawn }: LiveState, before: LiveState) => {
    if (!drawn || drawn.scene.nodes === before.drawn?.scene.nodes || isKept(session)) return
    if (before.drawn && drawn.summary.counts.node > MANY_NODES) return
    try {
      const guess = await model.ask('guessUp', {})
      if (!isClosed()) derived.set({ wayUp: guess ?? saidByCheck(derived.get().findings) })
    } catch (error) {
      if (!isClosed()) console.error(error)
    }
  }
  model.state.subscribe((state, before) => void look(state, before))
  derived.subscribe(({ findings, wayUp }, before) => {
    if (findings === before.findings || wayUp || isKept(session)) return
    derived.set({ wayUp: saidByCheck(findings) })
  })
}

function saidByCheck(findings: readonly Finding[] | null): WayUp | null {
  const said = findings?.find(({ code }) => code === 'maybe_y_up' || code === 'maybe_z_down')
  return said ? { up: said.code === 'maybe_y_up' ? 'y' : '-z', byCheck: true } : null
}

const keyOf = ({ model }: ViewerSession) => `up-${model.state.get().drawn?.summary.id ?? ''}`
const isKept = (session: ViewerSession) => session.host.setting(keyOf(session)) === 'keep'

/** Not to be asked again about this model. */
export function keepWayUp(session: ViewerSession) {
  session.host.setting(keyOf(session), 'keep')
  session.derived.set({ wayUp: null })
}

/** Another way up. What was cut for a drawing lies along other axes then. */
export function turnUp({ view }: ViewerSession, up: Up | null) {
  view.set(({ drawing, section }) => ({ up, drawing: null, section: drawing ? null : section }))
}

const NAMES: Record<Up, string> = { y: 'Y up', '-y': 'Y down', '-z': 'Z down' }

/** `All 12 supports are at the top: it may be made with Z down.` */
export function wayUpWords({ up, held, byCheck }: WayUp): string {
  const may = `it may be made with ${NAMES[up]}.`
  if (byCheck) return `The check says where its supports are and how its frames run: ${may}`
  if (!held) return `Nearly all areas face along Y: ${may}`
  const { count, of, at } = held
  const who =
    of === 1 ? 'The one support is' : `${count < of ? `${count} of ${of}` : of === 2 ? 'Both' : `All ${of}`} supports are`
  return `${who} at the ${at}: ${may}`
}
