import type { ViewerSession } from '../session/session.ts'
import { CompareBar } from './compare-bar.tsx'
import { DrawingBar } from './drawing-bar.tsx'
import { MeasurePanel, SectionPanel } from './later.tsx'
import { Legend } from './legend.tsx'
import styles from './model-view.module.css'
import { NotShownBar } from './not-shown-bar.tsx'
import { NotShownStrip } from './not-shown-strip.tsx'
import type { Panel } from './panel-names.ts'
import { RevisionBar } from './revision-bar.tsx'
import { useStore } from './use-store.ts'
import { WalkBar } from './walk-bar.tsx'
import { WayUpBar } from './way-up-bar.tsx'

type Props = { session: ViewerSession; panel: Panel | null; onPanel: (panel: Panel) => void; onSheets: () => void }

/** What stands over the picture and says what is seen there: tools that are in use, colours, the drawing, what is missing. */
export function Surroundings({ session, panel, onPanel, onSheets }: Props) {
  const isCut = useStore(session.view, ({ section, drawing }) => section !== null && drawing === null)
  const isMeasuring = useStore(session.view, ({ measuring }) => measuring !== null)
  return (
    <>
      <div className={styles.below} data-see-through>
        {isCut && <SectionPanel session={session} />}
        {isMeasuring && <MeasurePanel session={session} />}
        <Legend session={session} />
      </div>
      <div className={styles.title} data-see-through>
        <RevisionBar session={session} />
        <CompareBar session={session} panel={panel} onPanel={onPanel} />
        <DrawingBar session={session} onSheets={onSheets} />
        <WalkBar session={session} />
        <NotShownStrip session={session} />
        <NotShownBar session={session} />
        <WayUpBar session={session} />
      </div>
    </>
  )
}
