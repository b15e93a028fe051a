import type { ViewerSession } from '../session/session.ts'
import { DrawingBar } from './drawing-bar.tsx'
import { Legend } from './legend.tsx'
import { MeasurePanel } from './measure-panel.tsx'
import styles from './model-view.module.css'
import { NotShownBar } from './not-shown-bar.tsx'
import { NotShownStrip } from './not-shown-strip.tsx'
import { SectionPanel } from './section-panel.tsx'
import { WalkBar } from './walk-bar.tsx'
import { WayUpBar } from './way-up-bar.tsx'

/** What stands over the picture and says what is seen there: tools that are in use, colours, the drawing, what is missing. */
export function Surroundings({ session, onSheets }: { session: ViewerSession; onSheets: () => void }) {
  return (
    <>
      <div className={styles.below} data-see-through>
        <SectionPanel session={session} />
        <MeasurePanel session={session} />
        <Legend session={session} />
      </div>
      <div className={styles.title} data-see-through>
        <DrawingBar session={session} onSheets={onSheets} />
        <WalkBar session={session} />
        <NotShownStrip session={session} />
        <NotShownBar session={session} />
        <WayUpBar session={session} />
      </div>
    </>
  )
}
