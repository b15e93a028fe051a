import { useEffect } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { titleOf } from '../../session/view/drawings.ts'
import { type ElementRef, KIND_NAMES } from '../../worker/elements.ts'
import { useStore } from '../use-store.ts'

/** Says what was selected, or named by an address, and is not in the model. */
export function useMissing({ model, view, derived }: ViewerSession, say: (text: string) => void) {
  const missed = useStore(derived, (state) => state.missed)
  const gone = useStore(derived, (state) => state.gone)
  useEffect(() => {
    if (missed) say(`${titleOf(missed, view.get().up)} is not in this model`)
  }, [missed, view, say])
  useEffect(() => {
    const revision = model.state.get().drawn?.summary.revision
    if (gone.length > 0) say(`${wordsOf(gone)} not in revision ${revision}`)
  }, [gone, model, say])
}

function wordsOf(gone: readonly ElementRef[]): string {
  const [one, another] = gone
  if (one && !another) return `${KIND_NAMES[one.kind][0]} ${one.id} is`
  return `${grouped(gone.length)} elements that were selected are`
}
