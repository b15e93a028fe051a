'use client'

import { useEffect, useState } from 'react'
import { webHost } from './hosts/web-host.ts'
import { ModelCanvas } from './panels/model-canvas.tsx'
import { useStore } from './panels/use-store.ts'
import { hasWebGl } from './picture/canvas.ts'
import { openSession } from './session/open-session.ts'
import type { ViewerSession } from './session/session.ts'

type Props = { onThere: () => void; onFailed: () => void }

/** The demo building alone, without the viewer's tools and panels. */
export default function DemoPicture({ onThere, onFailed }: Props) {
  const [session, setSession] = useState<ViewerSession>()
  useEffect(() => {
    if (!hasWebGl(true)) return onFailed()
    const opened = openSession(webHost(DEMO_PLACE))
    setSession(opened)
    return () => opened.close()
  }, [onFailed])
  return session ? <Opened session={session} onThere={onThere} onFailed={onFailed} /> : null
}

function Opened({ session, onThere, onFailed }: Props & { session: ViewerSession }) {
  const status = useStore(session.model.state, (state) => state.status)
  useEffect(() => {
    if (status === 'ready') onThere()
    if (status === 'failed') onFailed()
  }, [status, onThere, onFailed])
  return <ModelCanvas session={session} counts={FEW} onLost={(isLost) => isLost && onFailed()} />
}

/** A view that keeps no address: the page around it has one of its own. */
const DEMO_PLACE = {
  place: 'embed',
  can: [],
  addresses: { model: '/demo/model', events: null, check: '/demo/check', revisions: null, views: null },
} as const

/** The demo building has some of each, and is small. */
const FEW = { frames: 1, areas: 1 }
