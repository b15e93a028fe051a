'use client'

import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countsText } from '../_ui/counts-text.ts'
import { type WebPlace, webHost } from './hosts/web-host.ts'
import { firstSection } from './panels/first-section.ts'
import { Heading } from './panels/heading.tsx'
import {
  FindingMarks,
  fetchLater,
  HelpSheet,
  Inspector,
  OverPicture,
  PictureDialog,
  Printing,
  TablesDock,
} from './panels/later.tsx'
import styles from './panels/model-view.module.css'
import { openingKeys } from './panels/opening-keys.ts'
import { OrientationCube } from './panels/orientation-cube.tsx'
import type { Panel } from './panels/panel-names.ts'
import type { PictureFormat } from './panels/picture-dialog.tsx'
import { roomNow } from './panels/room.ts'
import type { SheetHeight } from './panels/sheet-handle.tsx'
import { PanelTabs, SidePanel } from './panels/side-panel.tsx'
import { StateBox } from './panels/state-box.tsx'
import { States } from './panels/states.tsx'
import { StatusBar } from './panels/status-bar.tsx'
import { Surroundings } from './panels/surroundings.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import touch from './panels/touch.module.css'
import { type ShownFindings, useFindings } from './panels/use-findings.ts'
import { useFocusKept } from './panels/use-focus-kept.ts'
import { useKeys } from './panels/use-keys.ts'
import { useMissing } from './panels/use-missing.ts'
import { useSaid } from './panels/use-said.ts'
import { useSetting } from './panels/use-setting.ts'
import { useStore } from './panels/use-store.ts'
import { hasWebGl } from './picture/canvas.ts'
import { isLarge, isSmooth } from './session/is-large.ts'
import { openSession } from './session/open-session.ts'
import type { ViewerSession } from './session/session.ts'

// three and the canvas live in the browser only; there they are sent for at once, and not when the page first wants to draw.
const fetchCanvas = () => import('./panels/model-canvas.tsx')
if (typeof window !== 'undefined') fetchCanvas().catch(() => {}) // asked for again when it is drawn
const ModelCanvas = lazy(fetchCanvas)

/** What the server knows and says before the model itself is here. */
export type ModelViewProps = {
  name: string
  counts: { frames: number; areas: number; nodes: number }
  place: WebPlace
  /** What an empty model offers instead of a picture. */
  empty?: ReactNode
  /** Beside the panels, in the heading. */
  actions?: ReactNode
  /** What to do for somebody whose access has ended. */
  whenShut?: ReactNode
  /** The server told the reader's role. */
  onRole?: (role: string) => void
  /** The picture alone: no toolbar, panels or cube. */
  isBare?: boolean
  /** Hears of the session, and by null of its end. */
  onSession?: (session: ViewerSession | null) => void
}

/** The one door: loads the model, hears its revisions, keeps camera and selection in the address. */
export function ModelView({ place, onSession, ...about }: ModelViewProps) {
  const { name, counts } = about
  const [session, setSession] = useState<ViewerSession | null>(null)
  const spec = JSON.stringify(place) // the server sends it anew with each refresh, mostly the same
  useEffect(() => {
    const opened = openSession(webHost(JSON.parse(spec) as WebPlace))
    setSession(opened)
    onSession?.(opened)
    return () => {
      setSession(null)
      onSession?.(null)
      opened.close()
    }
  }, [spec, onSession])
  return (
    <main id="main" className={styles.viewer} data-place={place.place}>
      {session ? (
        <Opened session={session} {...about} />
      ) : (
        <>
          <Heading name={name} says={countsText(counts)} />
          <StateBox title="Opening the viewer…" />
        </>
      )}
    </main>
  )
}

type OpenedProps = { session: ViewerSession } & Omit<ModelViewProps, 'place' | 'onSession'>

function Opened({ session, name, counts, empty, actions, whenShut, isBare = false, onRole }: OpenedProps) {
  const ended = useStore(session.model.state, (state) => state.ended)
  const role = useStore(session.model.state, (state) => state.role)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [said, say] = useSaid()
  useMissing(session, say)
  const [canDraw] = useState(() => hasWebGl(isSmooth(session.view.get(), isLarge(counts))))
  const element = useRef<HTMLDivElement>(null)
  const open = useOpen(session, isBare)
  const { panel, setPanel, hasTables, setTables, dialog, setDialog, tool, sheet } = open
  const [letters, setLetters] = useSetting(session, 'single-keys', 'on')
  const findings = useFindings(session, () => setPanel('check'))
  const { isWhole, parts } = useParts(session, canDraw)
  const [tables, setTablesHeight] = useState(0)
  const [canvas, setCanvas] = useState({ made: 0, isLost: false })
  useEffect(() => {
    if (role) onRole?.(role)
  }, [role, onRole])
  useFocusKept(element)
  const focusIn = (part: string) => element.current?.querySelector<HTMLElement>(part)?.focus()
  const turnSection = () =>
    session.view.set(({ section }) => ({ section: section ? null : firstSection(session), drawing: null }))
  const opening = {
    dialog: setDialog,
    section: () => flushSync(turnSection),
    tables: () => flushSync(() => setTables((now) => !now)),
    outline: () => flushSync(() => setPanel('outline')),
  }
  useKeys(session, letters !== 'off', openingKeys({ session, isBare, canDraw, focusIn, ...opening }))
  const closePanel = () => {
    // Back to what opened it: a button that goes takes the focus with it.
    element.current?.querySelector<HTMLElement>('nav [aria-pressed="true"]')?.focus()
    setPanel(null)
  }
  const summary = drawn?.summary
  const its = { name: summary?.name ?? name, counts: summary ? countsOf(summary.counts) : counts }
  return (
    <div
      ref={element}
      className={`${styles.whole} ${touch.touch}`}
      data-panel={panel ?? 'none'}
      data-tool={tool}
      data-sheet={sheet.height}
      data-ended={ended?.why}
      data-tables={hasTables}
      data-parts={parts}
      style={{ '--tables': tables } as CSSProperties}
    >
      {canDraw && (
        <div className={styles.picture} data-lost={canvas.isLost}>
          <Suspense>
            <ModelCanvas
              key={canvas.made}
              session={session}
              counts={counts}
              onLost={(isLost) => setCanvas(({ made }) => ({ made, isLost }))}
            />
          </Suspense>
          {isWhole && <OverPicture session={session} />}
          {panel === 'check' && <FindingMarks session={session} onChoose={findings.choose} />}
        </div>
      )}
      {!isBare && (
        <Heading name={its.name} says={countsText(its.counts)} actions={actions}>
          <PanelTabs session={session} open={panel} onTurn={open.turnPanel} findings={findings} />
        </Heading>
      )}
      {panel && <SidePanel session={session} panel={panel} onClose={closePanel} findings={findings} sheet={sheet} />}
      {!isBare && <Tools session={session} open={open} canDraw={canDraw} onSection={turnSection} say={say} />}
      <Surroundings {...{ session, isWhole, panel, isBare }} onPanel={open.turnPanel} onSheets={() => setDialog('pdf')} />
      {hasTables && !isBare && (
        <TablesDock
          session={session}
          name={its.name}
          onClose={() => setTables(false)}
          onFinding={(finding) => openInCheck(open, findings, finding)}
          onHeight={setTablesHeight}
          say={say}
        />
      )}
      {isWhole && <Printing session={session} name={its.name} hasTables={hasTables} say={say} />}
      <StatusBar session={session} />
      <p className={said ? styles.toast : 'visually-hidden'} role="status">
        {said}
      </p>
      {dialog === 'help' && (
        <HelpSheet
          host={session.host}
          onClose={() => setDialog(null)}
          hasLetters={letters !== 'off'}
          onLetters={(hasThem) => setLetters(hasThem ? 'on' : 'off')}
        />
      )}
      {dialog && dialog !== 'help' && (
        <PictureDialog session={session} name={its.name} first={dialog} onClose={() => setDialog(null)} say={say} />
      )}
      <States
        {...{ session, canDraw, empty, whenShut }}
        isLost={canvas.isLost}
        onRedraw={() => setCanvas(({ made }) => ({ made: made + 1, isLost: false }))}
      />
    </div>
  )
}

const countsOf = ({ frame, area, node }: { frame: number; area: number; node: number }) => ({
  frames: frame,
  areas: area,
  nodes: node,
})

function openInCheck({ setPanel }: Open, { choose }: ShownFindings, finding: number) {
  setPanel('check')
  choose(finding)
}

/**
 * What can wait comes once the first picture stands, or the model where nothing is drawn. `parts`: `here` when nothing more will
 * be fetched for them, for tests and for people's scripts.
 */
function useParts(session: ViewerSession, canDraw: boolean) {
  const hasModel = useStore(session.model.state, ({ drawn }) => drawn !== null)
  const hasStood = useStore(session.stood, ({ once }) => once)
  const [parts, setParts] = useState<'here'>()
  const isWhole = hasModel && (hasStood || !canDraw)
  useEffect(() => {
    if (isWhole) void fetchLater(session).then(() => setParts('here'))
  }, [session, isWhole])
  return { isWhole, parts }
}

type Open = ReturnType<typeof useOpen>

/** What is open around the picture: one of the panels, the tables, a dialog, a tool. */
function useOpen(session: ViewerSession, isBare: boolean) {
  const [panel, setPanel] = useState<Panel | null>(() => (!isBare && roomNow() === 'wide' ? 'outline' : null))
  const [height, setHeight] = useState<SheetHeight>('half')
  const [dialog, setDialog] = useState<'help' | PictureFormat | null>(null)
  const [hasTables, setTables] = useState(false)
  const tool = useStore(session.view, ({ measuring, section, drawing }) =>
    measuring ? 'measure' : section && !drawing ? 'section' : undefined,
  )
  // On a phone a tool and a panel have the same place: the one that was opened last.
  useEffect(() => {
    if (tool && roomNow() === 'phone') setPanel(null)
  }, [tool])
  // A list of what differs ends with the comparison.
  const isComparing = useStore(session.view, ({ compare }) => compare !== null)
  useEffect(() => {
    if (!isComparing) setPanel((now) => (now === 'compare' ? null : now))
  }, [isComparing])
  // What a tap selects is seen: its sheet opens at its lowest.
  useEffect(() => {
    if (panel !== null) return
    return session.view.subscribe((state, before) => {
      if (state.selected.length > 0 && before.selected.length === 0) setHeight('low')
    })
  }, [session, panel])
  const openPanel = (next: Panel | null) => {
    setPanel(next)
    setHeight('half')
  }
  const turnPanel = (next: Panel) => openPanel(panel === next ? null : next)
  const sheet = { height, onHeight: setHeight }
  return { panel, setPanel: openPanel, turnPanel, sheet, dialog, setDialog, hasTables, setTables, tool }
}

type ToolsProps = {
  session: ViewerSession
  open: Open
  canDraw: boolean
  onSection: () => void
  say: (text: string) => void
}

/** What acts on the picture: the toolbar, the cube, and the properties of what is selected. */
function Tools({ session, open: { setDialog, hasTables, setTables, sheet }, canDraw, onSection, say }: ToolsProps) {
  const isInspected = useStore(session.view, ({ selected, ghost }) => selected.length > 0 || ghost !== null)
  const copyLink = async () => {
    const link = session.host.address.link(session.address())
    if (link !== null && (await session.host.copy(link))) say('Link copied')
    else say('The clipboard is closed: copy the address of this page instead')
  }
  return (
    <>
      <div className={styles.tools}>
        <Toolbar
          session={session}
          onPicture={() => setDialog('png')}
          onLink={() => void copyLink()}
          onHelp={() => setDialog('help')}
          onSection={onSection}
          hasTables={hasTables}
          onTables={() => setTables((now) => !now)}
        />
      </div>
      {canDraw && (
        <div className={styles.cube}>
          <OrientationCube session={session} />
        </div>
      )}
      <div className={styles.right} data-see-through>
        {isInspected && <Inspector session={session} sheet={sheet} />}
      </div>
    </>
  )
}
