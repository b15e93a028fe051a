import { LIT_MS } from '../../session/open-session.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Theme } from '../../session/theme.ts'
import { type SharedUniforms, setPalette } from '../shading/gpu-tables.ts'
import { writeStates } from './element-states.ts'
import { FIRST_PALETTE, firstColours } from './first-colours.ts'
import type { Stage } from './stage.ts'

/**
 * Colours, marks and light follow the view, what the worker answers, and the theme. `anew`: another scene is drawn; `stop` ends
 * it all.
 */
export function followLook(session: ViewerSession, shared: SharedUniforms, stageNow: () => Stage | null, redraw: () => void) {
  const mark = () => {
    const stage = stageNow()
    if (!stage) return
    const view = session.view.get()
    const derived = session.derived.get()
    const colouring = derived.colouring ?? firstColours(stage.drawn, view)
    writeStates(stage.drawn, stage.tables, view, { ...derived, colouring })
    redraw()
  }
  const look = () => {
    setTheme(shared, session.theme.get(), session.results.get().drawn !== null)
    redraw()
  }
  const colour = () => {
    const { colouring } = session.derived.get()
    if (!colouring) return
    setPalette(
      shared,
      colouring.legend.map(({ colour }) => colour),
    )
  }
  setPalette(shared, FIRST_PALETTE)
  const pulse = glow(session, shared, redraw)
  const stops = [
    session.view.subscribe((state, before) => (state.hovered !== before.hovered || state.how !== before.how) && mark()),
    session.theme.subscribe(look),
    session.results.subscribe((state, before) => (state.drawn === null) !== (before.drawn === null) && look()),
    session.derived.subscribe((state, before) => {
      if (state.colouring !== before.colouring) colour()
      if (state.changed !== before.changed) pulse.begin()
      mark()
    }),
    pulse.stop,
  ]
  return {
    anew() {
      look()
      colour()
      mark()
      pulse.begin()
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** `stepsBack`: below results supports are grey as the rest, so that what has a colour is a result. */
function setTheme(shared: SharedUniforms, theme: Theme, stepsBack: boolean) {
  shared.uSky.value.set(...theme.sky)
  shared.uGroundLight.value.set(...theme.ground)
  shared.uKey.value.set(...theme.key)
  shared.uEdge.value.set(...theme.edge)
  shared.uAreaEdge.value = theme.areaEdge
  shared.uAccent.value.set(...theme.accent)
  shared.uLineTone.value = theme.lineTone
  shared.uInk.value.set(...theme.ink)
  shared.uSupport.value.set(...(stepsBack ? STEPPED_BACK : theme.support))
  shared.uAreaTone.value = theme.areaTone
}

const STEPPED_BACK = [0.52, 0.55, 0.59] as const

/** Lights up what has changed, and lets it go out; for people who want no motion it is lit and then is not. */
function glow(session: ViewerSession, shared: SharedUniforms, redraw: () => void) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let lit = 0
  /** One glow at a time: the last that began. */
  let turn = 0
  const pulse = (mine: number) => {
    if (mine !== turn) return
    const gone = (performance.now() - lit) / LIT_MS
    const isLit = session.derived.get().changed.length > 0 && gone < 1
    shared.uPulse.value = isLit ? (calm.matches ? 1 : (1 - gone) * (0.75 + 0.25 * Math.cos(gone * 18))) : 0
    redraw()
    if (!isLit) return
    // Where a picture takes long, the glow leaves two thirds of the time to everything else.
    const start = performance.now()
    const schedule = () => setTimeout(pulse, 2 * (performance.now() - start), mine)
    requestAnimationFrame(() => requestAnimationFrame(schedule))
  }
  return {
    begin() {
      if (!session.derived.get().changed.length) return
      lit = performance.now()
      pulse(++turn)
    },
    stop() {
      turn++
    },
  }
}
