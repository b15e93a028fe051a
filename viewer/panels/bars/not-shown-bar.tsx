'use client'

import { attempt } from '../../session/attempt.ts'
import type { Why } from '../../session/reasons.ts'
import type { ViewerSession } from '../../session/session.ts'
import { isSame, titleOf } from '../../session/view/drawings.ts'
import { whyNotShown } from '../../session/view/hidden-reasons.ts'
import { drawingOf, openDrawingOf, showIt } from '../../session/view/show-it.ts'
import { type FoundElement, KIND_NAMES } from '../../worker/elements.ts'
import { useStore } from '../use-store.ts'
import styles from './not-shown.module.css'

/** Why nothing of it can be drawn, as far as a scene tells. */
const UNDRAWN: Readonly<Partial<Record<FoundElement['kind'], string>>> = {
  node: 'it lies too far away',
  frame: 'one of its nodes is missing or lies too far away',
  area: 'one of its nodes is missing or lies too far away, or its corners enclose nothing',
  support: 'its node is missing or lies too far away',
}

/** What follows the name of an element that is not in the picture. */
function words(session: ViewerSession, { kind }: FoundElement, why: Why): string {
  const { drawing, up } = session.view.get()
  const kinds = KIND_NAMES[kind][1].toLowerCase()
  return {
    undrawn: `cannot be drawn: ${UNDRAWN[kind]}.`,
    layer: `is not shown: ${kinds} are off.`,
    hidden: 'is hidden.',
    isolated: 'is not among those that are shown alone.',
    filtered: 'is left out by a filter.',
    drawing: `is not in ${drawing ? titleOf(drawing, up) : 'this drawing'}.`,
    section: 'lies outside the section box.',
  }[why]
}

/** Why an element is not in the picture as it is now. */
function useWhy(session: ViewerSession, element: FoundElement | undefined): Why | null {
  useStore(session.view, (state) => state)
  useStore(session.derived, (state) => state)
  return element ? whyNotShown(session, element) : null
}

/** Somebody was to be taken to something that the picture does not show: said, and shown on request. */
export function NotShownBar({ session }: { session: ViewerSession }) {
  const notShown = useStore(session.derived, (state) => state.notShown)
  const first = notShown?.elements[0]
  const why = useWhy(session, first)
  if (!notShown || !first || !why) return null
  const { drawing, up } = session.view.get()
  const other = why === 'drawing' ? drawingOf(session, first) : null
  return (
    <section className={styles.bar} aria-label="Not in the picture">
      <p role="status">
        <bdi>{notShown.name}</bdi> {words(session, first, why)}
      </p>
      <div className={styles.actions}>
        {other && !isSame(other, drawing) && (
          <button type="button" onClick={() => openDrawingOf(session, other)}>
            Open {titleOf(other, up)}
          </button>
        )}
        {why !== 'undrawn' && (
          <button type="button" onClick={() => void attempt(session, showIt(session, notShown))}>
            Show it
          </button>
        )}
        <button type="button" onClick={() => session.derived.set({ notShown: null })}>
          Leave it
        </button>
      </div>
    </section>
  )
}

/** The same as the first line of its properties. */
export function NotShownLine({ session, element }: { session: ViewerSession; element: FoundElement }) {
  const why = useWhy(session, element)
  return why && <p className={styles.line}>It {words(session, element, why)}</p>
}
