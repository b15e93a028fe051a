'use client'

import type { ViewerSession } from '../../session/session.ts'
import { SketchBar } from '../comments/sketch-bar-later.tsx'
import { CompareBar } from '../compare/compare-bar.tsx'
import { FollowingBar } from '../compare/following-bar.tsx'
import { RestoredBar } from '../compare/restored-bar.tsx'
import { RevisionBar } from '../compare/revision-bar.tsx'
import { LoadsBar } from '../loads/loads-later.tsx'
import type { Panel } from '../panel-names.ts'
import { useStore } from '../use-store.ts'
import { DrawingBar } from '../views/drawing-bar.tsx'
import { VisitBar } from '../visits/visit-bar.tsx'
import { NotShownBar } from './not-shown-bar.tsx'
import { NotShownStrip } from './not-shown-strip.tsx'
import { WalkBar } from './walk-bar.tsx'
import { WayUpBar } from './way-up-bar.tsx'

type Props = { session: ViewerSession; panel: Panel | null; onPanel: (panel: Panel) => void; onSheets: () => void }

/** What says which revision, drawing or part is seen, each where it is so. */
export function Bars({ session, panel, onPanel, onSheets }: Props) {
  const hasSketch = useStore(session.comments, ({ sketching, isSketchAway }) => sketching !== null || isSketchAway)
  const hasLoads = useStore(session.view, ({ layers }) => layers.loads)
  return (
    <>
      <RevisionBar session={session} />
      <RestoredBar session={session} />
      <CompareBar session={session} panel={panel} onPanel={onPanel} />
      {hasLoads && <LoadsBar session={session} />}
      {panel === 'comments' && hasSketch && <SketchBar session={session} />}
      <DrawingBar session={session} onSheets={onSheets} />
      <WalkBar session={session} />
      <VisitBar session={session} />
      <NotShownStrip session={session} />
      <NotShownBar session={session} />
      <FollowingBar session={session} />
      <WayUpBar session={session} />
    </>
  )
}
