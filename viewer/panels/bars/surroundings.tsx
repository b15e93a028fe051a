import { useState } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { writeView } from '../../session/view/view-text.ts'
import { Bars, MeasurePanel, SectionPanel } from '../later.tsx'
import styles from '../model-view.module.css'
import type { Panel } from '../panel-names.ts'
import { useStore } from '../use-store.ts'
import { Legend } from './legend.tsx'

type Props = {
  session: ViewerSession
  /** The first picture stands, or there will be none. */
  isWhole: boolean
  panel: Panel | null
  /** The picture alone: no panel of a tool either. */
  isBare: boolean
  onPanel: (panel: Panel) => void
  onSheets: () => void
}

/** What stands over the picture and says what is seen there: tools that are in use, colours, the drawing, what is missing. */
export function Surroundings({ session, isWhole, panel, isBare, onPanel, onSheets }: Props) {
  const isCut = useStore(session.view, ({ section, drawing }) => section !== null && drawing === null)
  const isMeasuring = useStore(session.view, ({ measuring }) => measuring !== null)
  // A view of all as it is has no bar at first: then they come after the picture.
  const [isPlain] = useState(() => writeView(session.view.get(), null).size === 0)
  return (
    <>
      <div className={styles.below} data-see-through>
        {isCut && !isBare && <SectionPanel session={session} />}
        {isMeasuring && !isBare && <MeasurePanel session={session} />}
        <Legend session={session} />
      </div>
      <div className={styles.title} data-see-through>
        {(isWhole || !isPlain) && <Bars session={session} panel={panel} onPanel={onPanel} onSheets={onSheets} />}
      </div>
    </>
  )
}
