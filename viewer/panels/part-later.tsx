'use client'

import { type ComponentType, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import type { RequestState } from '../session/create-request.ts'
import { part } from '../session/part.ts'
import type { ViewerSession } from '../session/session.ts'
import styles from './model-view.module.css'
import { RequestResult, troubleOf } from './request-result.tsx'
import { useRequest } from './use-request.ts'
import { useStore } from './use-store.ts'

/** Stands in the place of a part that is not here, or not yet. `isMissed`: it has failed to come, or was long in coming. */
type Waiting = { request: RequestState<unknown>; isMissed: boolean }
type InViewer = { session: Pick<ViewerSession, 'model'> }

/** In a panel. */
const InPanel = ({ request }: Pick<Waiting, 'request'>) => <RequestResult request={request} busy="Fetching…" />

const box = (where: string | undefined) =>
  function InBox({ request, isMissed }: Waiting) {
    return (
      isMissed && (
        <div className={where}>
          <InPanel request={request} />
        </div>
      )
    )
  }
/** Over the picture, at its edge. */
export const AtEdge = box(styles.notHere)
/** In its middle. */
export const InMiddle = box(styles.state)
/** In place of the picture itself. Until the model is here what is said of that stands there. */
export function InPicture({ session, ...waiting }: Waiting & InViewer) {
  const hasModel = useStore(session.model.state, ({ drawn }) => drawn !== null)
  return hasModel && <InMiddle {...waiting} />
}

export const InDialog = ({ request, isMissed, onClose }: Waiting & { onClose: () => void }) =>
  isMissed && (
    <Dialog title="Not here yet" onClose={onClose}>
      <InPanel request={request} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )

/** Where nobody misses it for as long as it is not here. */
export const nothing = () => null

/**
 * A part with a script of its own, which is fetched when it is first shown, or ahead of that by `fetch`. Once it is here it stands at once;
 * until then it is asked for like any answer (`session/create-request.ts`).
 */
export function later<Props extends InViewer>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props & Waiting> = InPanel,
) {
  const script = part(load)
  function Coming(props: Props) {
    const request = useRequest(props.session, script.bring)
    // While it is asked for again what said so stays.
    const isMissed = useRef(false)
    isMissed.current ||= troubleOf(request).says !== ''
    if (request.face !== 'answer') return <Missing {...props} request={request} isMissed={isMissed.current} />
    return <request.answer {...props} />
  }
  function Later(props: Props) {
    const [Part] = useState(() => script.now())
    return Part ? <Part {...props} /> : <Coming {...props} />
  }
  return Object.assign(Later, { fetch: script.bring })
}
