'use client'

import { useCallback, useEffect } from 'react'
import { natureColour } from '#lib/drawing/load-marks.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { loadsText } from '../../session/loads-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { countText } from '../../worker/elements.ts'
import type { ShownLoads } from '../../worker/loads/shown-loads.ts'
import { Tool } from '../bars/toolbar.tsx'
import styles from '../bars/walk-bar.module.css'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { LoadCaseChoice } from './load-case-choice.tsx'

/** Which load case is drawn, in which colour, and what it sums up to; it has the picture draw it. */
export function LoadsBar({ session }: { session: ViewerSession }) {
  const caseId = useStore(session.view, (state) => state.loadCase)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const isDark = useStore(session.theme, (theme) => theme.isDark)
  const question = useCallback(() => {
    void drawn // of each revision anew
    return session.model.ask('loads', { caseId })
  }, [session, caseId, drawn])
  const request = useRequest(session, drawn && question)
  const answer = request.face === 'answer' ? request.answer : null
  useEffect(() => {
    if (!answer) return
    session.loads.set({ shown: answer })
    session.redraw()
  }, [session, answer])
  useEffect(
    () => () => {
      session.loads.set({ shown: null })
      session.redraw()
    },
    [session],
  )
  const nature = answer?.loadCase?.nature ?? 'other'
  return (
    <section className={styles.bar} aria-label="Loads" data-ready={answer !== null}>
      <Patch rgb={natureColour(nature, isDark)} />
      <LoadCaseChoice session={session} />
      <p role="status" title={answer ? structureOf(answer) : undefined}>
        {answer ? loadsText(answer) : request.face === 'failed' ? request.says : 'Reading the loads…'}
      </p>
      <Tool
        icon="close"
        label="Hide the loads"
        keys="L"
        onPress={() => session.view.set(({ layers }) => ({ layers: { ...layers, loads: false } }))}
      />
    </section>
  )
}

/** The colour of what is drawn. */
const Patch = ({ rgb }: { rgb: Rgb }) => (
  <svg width="14" height="14" style={{ flex: 'none', forcedColorAdjust: 'none' }} aria-hidden="true">
    <rect width="14" height="14" rx="3" fill={`rgb(${rgb.join(' ')})`} />
  </svg>
)

/** What is drawn of the structure beside the loads. */
function structureOf({ hinges, springs, diaphragms }: ShownLoads): string {
  const counts = [
    hinges.length > 0 && `${hinges.length} released ends (○, elastic ◠)`,
    springs.length > 0 && `${springs.length} springs (zigzag)`,
    diaphragms.length > 0 && `${countText(diaphragms.length, 'diaphragm')} (dash-dot)`,
  ]
  return counts.filter(Boolean).join('\n')
}
