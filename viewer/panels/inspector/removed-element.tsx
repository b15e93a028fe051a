import { useCallback, useRef } from 'react'
import { comparedNow } from '../../session/comparison.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { OlderElement } from '../../worker/compare/comparison.ts'
import { KIND_NAMES } from '../../worker/elements.ts'
import { Tool } from '../bars/toolbar.tsx'
import { RequestResult } from '../request-result.tsx'
import { useFocusBack } from '../use-focus-back.ts'
import { useRequest } from '../use-request.ts'
import styles from './inspector.module.css'
import { PropertyRows } from './property-rows.tsx'
import { type Sheet, SheetHandle } from './sheet-handle.tsx'

type Props = { session: ViewerSession; ghost: OlderElement; sheet: Sheet; backTo: () => HTMLElement | null }

/** The properties of an element that is not there any more, as they were. */
export function RemovedElement({ session, ghost, sheet, backTo }: Props) {
  const whole = useRef<HTMLElement>(null)
  useFocusBack(whole, backTo)
  const { kind, id, index } = ghost
  const question = useCallback(() => session.model.ask('describeOlder', { kind, index }), [session, kind, index])
  const request = useRequest(session, question)
  const revision = comparedNow(session)?.before.revision
  return (
    <aside ref={whole} className={styles.inspector} aria-label="Properties">
      <SheetHandle {...sheet} />
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{`${KIND_NAMES[kind][0]} ${id}`}</bdi>
        </h2>
        <Tool icon="fly" label="Fly to where it was" onPress={() => void session.rig?.focus([ghost], true)} />
        <Tool icon="close" label="Clear the selection" keys="Esc" onPress={() => select(session, [])} />
      </header>
      <div className={styles.body}>
        <p className="muted small">Removed. As it was{revision == null ? '' : ` in revision ${revision}`}:</p>
        <RequestResult request={request} busy="Reading…">
          {(described) => described?.id === id && <PropertyRows session={session} described={{ ...described, hasAxes: false }} />}
        </RequestResult>
      </div>
    </aside>
  )
}
