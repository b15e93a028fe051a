import type { ViewerSession } from '../../session/session.ts'
import { copyLink } from '../../session/view/copy-link.ts'
import { Inspector, OpenInTab } from '../later.tsx'
import styles from '../model-view.module.css'
import type { Open } from '../use-open.ts'
import { useStore } from '../use-store.ts'
import { OrientationCube } from './orientation-cube.tsx'
import { Toolbar } from './toolbar.tsx'

type Props = {
  session: ViewerSession
  open: Open
  canDraw: boolean
  onSection: () => void
  say: (text: string) => void
}

/** What acts on the picture: the toolbar, the cube, and the properties of what is selected. */
export function PictureTools({
  session,
  open: { setDialog, panel, turnPanel, hasTables, setTables, sheet, backToPanel },
  canDraw,
  onSection,
  say,
}: Props) {
  const isInspected = useStore(session.view, ({ selected, ghost }) => selected.length > 0 || ghost !== null)
  const copy = async () => say(await copyLink(session, session.address(), 'copy the address of this page instead'))
  return (
    <>
      <div className={styles.tools}>
        <Toolbar
          session={session}
          onPicture={() => setDialog('screen')}
          onLink={() => void copy()}
          onHelp={() => setDialog('help')}
          onSection={onSection}
          hasTables={hasTables}
          onTables={() => setTables((now) => !now)}
          hasResults={panel === 'results'}
          onResults={() => turnPanel('results')}
        >
          {session.host.can.has('tab') && <OpenInTab session={session} />}
        </Toolbar>
      </div>
      {canDraw && (
        <div className={styles.cube}>
          <OrientationCube session={session} />
        </div>
      )}
      <div className={styles.right} data-see-through>
        {isInspected && <Inspector session={session} sheet={sheet} onBack={backToPanel} />}
      </div>
    </>
  )
}
