import { useCallback } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { Choice, Options } from '../fields.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'

/** Chooses the load case whose loads are drawn; without a label by its name alone. Nothing where the model has none. */
export function LoadCaseChoice({ session, label }: { session: ViewerSession; label?: string }) {
  const chosen = useStore(session.view, (state) => state.loadCase)
  const shown = useStore(session.loads, (state) => state.shown)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const question = useCallback(() => {
    void drawn // of each revision anew
    return session.model.ask('loadCases', {})
  }, [session, drawn])
  const request = useRequest(session, drawn && question)
  const cases = request.face === 'answer' ? request.answer : []
  if (cases.length === 0) return null
  const choosing = {
    value: shown?.loadCase?.id ?? chosen ?? cases[0]?.id ?? '',
    options: cases.map(({ id, name }) => [id, name && name !== id ? `${id} · ${name}` : id] as const),
    onChange: (loadCase: string) => session.view.set({ loadCase }),
  }
  return label ? <Choice label={label} {...choosing} /> : <Options aria-label="Load case" {...choosing} />
}
