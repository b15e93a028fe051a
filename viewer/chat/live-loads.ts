import { natureColour } from '#lib/drawing/load-marks.ts'
import { attempt } from '../session/attempt.ts'
import { loadsText } from '../session/loads-text.ts'
import type { ViewerSession } from '../session/session.ts'
import type { CaseEntry } from '../worker/loads/shown-loads.ts'
import { make } from './make.ts'
import type { Page } from './page.ts'

/**
 * Loads over the model, as on its own page: one case at a time. Each press goes on to the next case that has loads, and after the last one
 * to none; a menu would be clipped by the chat.
 */
export function liveLoads(session: ViewerSession, { loads: { pressed, words } }: Page, first: string) {
  let cases: readonly CaseEntry[] = []
  let shown = first
  let requests = 0
  const draw = async () => {
    const mine = ++requests
    const answer = shown ? await session.model.ask('loads', { caseId: shown }) : null
    if (mine !== requests) return
    const loadCase = answer?.loadCase?.id === shown ? answer.loadCase : null
    session.loads.set({ shown: loadCase && answer })
    session.redraw()
    pressed.setAttribute('aria-pressed', String(loadCase !== null))
    words.hidden = loadCase === null
    if (!answer || !loadCase) return
    const patch = make('span', 'patch')
    patch.style.setProperty('background', `rgb(${natureColour(loadCase.nature, session.theme.get().isDark).join(' ')})`)
    words.replaceChildren(patch, [[loadCase.id, loadCase.name].filter(Boolean).join(' '), loadsText(answer)].join(' · '))
  }
  const read = async () => {
    if (!session.model.state.get().drawn) return
    cases = (await session.model.ask('loadCases', {})).filter(({ loads }) => loads > 0)
    pressed.hidden = cases.length === 0
    if (!cases.some(({ id }) => id === shown)) shown = ''
    await draw()
  }
  const stops = [
    session.model.state.subscribe((now, before) => now.drawn !== before.drawn && void attempt(session, read())),
    session.theme.subscribe(() => void attempt(session, draw())),
  ]
  return {
    next() {
      shown = cases[cases.findIndex(({ id }) => id === shown) + 1]?.id ?? ''
      return draw()
    },
    close() {
      for (const stop of stops) stop()
      pressed.hidden = words.hidden = true
    },
  }
}
