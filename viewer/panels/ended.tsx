import { type ReactNode, useState } from 'react'
import { When } from '#ui/when.tsx'
import type { Ending } from '../session/live-model.ts'
import type { ViewerSession } from '../session/session.ts'
import { StateBox } from './state-box.tsx'
import { withoutOrigin } from './views/without-origin.ts'

type Props = { session: ViewerSession; ended: Ending; whenShut: ReactNode }

/** Why there is nothing more to come, and the one thing to do about it. What is drawn can still be read. */
export function Ended({ session, ended, whenShut }: Props) {
  const [isRead, setRead] = useState(false)
  const hasPicture = session.model.state.get().drawn !== null
  if (isRead) return null
  const close = hasPicture && (
    <button type="button" onClick={() => setRead(true)}>
      Look at what is here
    </button>
  )
  const here = session.host.address.link(session.address()) ?? ''
  if (session.host.place !== 'page') {
    return ended.why === 'signed_out' ? (
      <StateBox
        title="This link has another password now"
        isAlert
        actions={
          <>
            <a href={here}>Enter it</a> {close}
          </>
        }
      />
    ) : (
      <StateBox title="This link no longer works" isAlert actions={close}>
        Ask whoever sent it for a new one.
      </StateBox>
    )
  }
  if (ended.why === 'signed_out')
    return (
      <StateBox
        title="You are signed out"
        isAlert
        actions={
          <>
            <a href={`/sign-in?callbackUrl=${encodeURIComponent(withoutOrigin(here))}`}>Sign in again</a> {close}
          </>
        }
      />
    )
  const yours = (
    <>
      <a href="/">Your models</a> {close}
    </>
  )
  if (ended.why === 'access')
    return <StateBox title="Your access to this model has ended" isAlert actions={yours} below={whenShut} />
  return (
    <StateBox title="This model is no longer available" isAlert actions={yours}>
      {ended.why === 'deleted' && ended.purgeAt && (
        <>
          It was deleted. Until <When at={ended.purgeAt} isDay /> its owner can restore it from <a href="/bin">the bin</a>.
        </>
      )}
    </StateBox>
  )
}
