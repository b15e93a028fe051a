'use client'

import dynamic from 'next/dynamic'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countsText } from '../_ui/counts-text.ts'
import { shownName } from '../_ui/shown-name.ts'
import { When } from '../_ui/when.tsx'
import { type WebPlace, webHost } from './hosts/web-host.ts'
import { DrawingBar } from './panels/drawing-bar.tsx'
import { elementsOf, FindingMarks } from './panels/finding-marks.tsx'
import { FindingsPanel } from './panels/findings-panel.tsx'
import { HelpSheet } from './panels/help-sheet.tsx'
import { HoverCard } from './panels/hover-card.tsx'
import { Icon, type IconName } from './panels/icon.tsx'
import { Inspector } from './panels/inspector.tsx'
import { LayersPanel } from './panels/layers-panel.tsx'
import { Legend } from './panels/legend.tsx'
import { LevelList } from './panels/level-list.tsx'
import { MeasurePanel } from './panels/measure-panel.tsx'
import { ModelOutline } from './panels/model-outline.tsx'
import styles from './panels/model-view.module.css'
import { NotShownBar } from './panels/not-shown-bar.tsx'
import { NotShownStrip } from './panels/not-shown-strip.tsx'
import { OrientationCube } from './panels/orientation-cube.tsx'
import { PictureDialog } from './panels/picture-dialog.tsx'
import { RevisionsPanel } from './panels/revisions-panel.tsx'
import { firstSection, SectionPanel } from './panels/section-panel.tsx'
import { StatusBar } from './panels/status-bar.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import { useKeys } from './panels/use-keys.ts'
import { useStore } from './panels/use-store.ts'
import { hasWebGl } from './picture/has-webgl.ts'
import { findingKey, standing } from './session/dismissals.ts'
import { countOf, findingCounts } from './session/finding-groups.ts'
import { isLarge } from './session/is-large.ts'
import type { Ending } from './session/live-model.ts'
import { openSession } from './session/open-session.ts'
import { selectByRef } from './session/selection.ts'
import type { ViewerSession } from './session/session.ts'

// three and the canvas live in the browser only.
// Comes when it is first opened.
const TablesDock = dynamic(() => import('./panels/tables-dock.tsx').then(({ TablesDock }) => TablesDock), { ssr: false })
const ModelCanvas = dynamic(() => import('./panels/model-canvas.tsx'), { ssr: false })

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

type Panel = 'outline' | 'layers' | 'check' | 'revisions'
/** By its full name, and the word of it that is written on its tab. */
const PANELS: readonly (readonly [Panel, string, string, IconName])[] = [
  ['outline', 'Outline', 'Outline', 'outline'],
  ['layers', 'Show and filter', 'Show', 'layers'],
  ['check', 'Model check', 'Check', 'check'],
  ['revisions', 'Revisions', 'Revisions', 'history'],
]

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
          <State title="Opening the viewer…" />
        </>
      )}
    </main>
  )
}

type OpenedProps = { session: ViewerSession } & Omit<ModelViewProps, 'place' | 'onSession'>

function Opened({ session, name, counts, empty, actions, whenShut, isBare = false, onRole }: OpenedProps) {
  const { status, progress, refusal, ended, role, drawn } = useStore(session.model.state, (state) => state)
  const [panel, setPanel] = useState<Panel | null>(() => (window.innerWidth >= 1100 && !isBare ? 'outline' : null))
  const [dialog, setDialog] = useState<'help' | 'picture' | null>(null)
  const [hasTables, setTables] = useState(false)
  const [tables, setTablesHeight] = useState(0)
  const [said, setSaid] = useState('')
  const findingNow = useStore(session.view, (state) => state.finding)
  const [canvas, setCanvas] = useState(0)
  const [isLost, setLost] = useState(false)
  const [canDraw] = useState(hasWebGl)
  const element = useRef<HTMLDivElement>(null)
  const summary = drawn?.summary
  const findings = useStore(session.derived, (state) => state.findings)
  const dismissals = useStore(session.dismissals, (state) => state.by)
  const tool = useStore(session.view, ({ measuring, section, drawing }) =>
    measuring ? 'measure' : section && !drawing ? 'section' : undefined,
  )
  useEffect(() => {
    if (role) onRole?.(role)
  }, [role, onRole])
  // On a phone a tool and a panel have the same place: the one that was opened last.
  useEffect(() => {
    if (tool && window.innerWidth <= 860) setPanel(null)
  }, [tool])
  const troubles = standing(findings ?? [], dismissals).reduce(
    (sum, { finding }) => sum + (finding.severity === 'info' ? 0 : countOf(finding)),
    0,
  )
  const finding = findingNow === null ? null : (findings?.findIndex((one) => findingKey(one) === findingNow) ?? null)

  // A link to a finding shows it, once it is known where it is.
  const isLinked = useRef(findingNow !== null)
  useEffect(() => {
    const linked = isLinked.current && findings?.find((one) => findingKey(one) === session.view.get().finding)
    if (!linked) return
    isLinked.current = false
    setPanel('check')
    void selectByRef(session, elementsOf(linked), { fly: session.firstCamera === null })
  }, [findings, session])

  const say = (text: string) => {
    setSaid(text)
    setTimeout(() => setSaid(''), 3500)
  }
  const choose = (k: number) => {
    const found = findings?.[k]
    if (found) session.view.set({ finding: findingKey(found) })
    if (found) void selectByRef(session, elementsOf(found), { fly: true })
  }
  const chooseInCheck = (k: number) => {
    setPanel('check')
    choose(k)
  }
  const copyLink = async () => {
    const link = session.host.address.link(session.address())
    if (link !== null && (await session.host.copy(link))) say('Link copied')
    else say('The clipboard is closed: copy the address of this page instead')
  }
  const turnSection = () =>
    session.view.set(({ section }) => ({ section: section ? null : firstSection(session), drawing: null }))
  const closePanel = () => {
    // Back to what opened it: a button that goes takes the focus with it.
    element.current?.querySelector<HTMLElement>('nav [aria-pressed="true"]')?.focus()
    setPanel(null)
  }
  const turnPanel = (next: Panel) => setPanel((now) => (now === next ? null : next))

  useKeys(session, {
    '?': () => setDialog('help'),
    s: () => canDraw && setDialog('picture'),
    x: turnSection,
    e: () => setTables((now) => !now),
    '/': () => {
      // In the same turn: what is typed on belongs in the field.
      flushSync(() => setPanel('outline'))
      element.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
    },
  })

  const redrawn = () => {
    setLost(false)
    setCanvas((count) => count + 1)
  }
  return (
    <div
      ref={element}
      className={styles.whole}
      data-panel={panel ?? 'none'}
      data-tool={tool}
      data-ended={ended?.why}
      data-tables={hasTables}
      style={{ '--tables': tables } as CSSProperties}
    >
      {canDraw && (
        <div className={styles.picture} data-lost={isLost}>
          <ModelCanvas key={canvas} session={session} isLarge={isLarge(counts)} onLost={setLost} />
          <HoverCard session={session} />
          <LevelList session={session} />
          {panel === 'check' && <FindingMarks session={session} onChoose={choose} />}
        </div>
      )}
      {!isBare && (
        <Heading
          name={summary?.name ?? name}
          says={countsText(
            summary ? { frames: summary.counts.frame, areas: summary.counts.area, nodes: summary.counts.node } : counts,
          )}
          actions={actions}
        >
          <nav className={styles.tabs} aria-label="Panels">
            {PANELS.filter(([key]) => key !== 'revisions' || session.host.can.has('history')).map(([key, label, word, icon]) => (
              <button
                key={key}
                type="button"
                aria-label={label}
                title={label}
                aria-pressed={panel === key}
                onClick={() => turnPanel(key)}
              >
                <Icon name={icon} />
                <span className={styles.word}>{word}</span>
                {key === 'check' && troubles > 0 && (
                  <span
                    className={styles.badge}
                    title={findingCounts(standing(findings ?? [], dismissals).map(({ finding }) => finding))}
                  >
                    {troubles > 99 ? '99+' : troubles}
                  </span>
                )}
              </button>
            ))}
          </nav>
        </Heading>
      )}
      {panel && (
        <aside className={styles.panel} aria-label={PANELS.find(([key]) => key === panel)?.[1]}>
          <h2 className={styles.panelTitle}>
            {PANELS.find(([key]) => key === panel)?.[1]}
            <button type="button" aria-label="Close the panel" onClick={closePanel}>
              <Icon name="close" />
            </button>
          </h2>
          {panel === 'outline' && <ModelOutline session={session} />}
          {panel === 'layers' && <LayersPanel session={session} />}
          {panel === 'check' && <FindingsPanel session={session} chosen={finding} onChoose={choose} />}
          {panel === 'revisions' && <RevisionsPanel session={session} />}
        </aside>
      )}
      {!isBare && (
        <div className={styles.tools}>
          <Toolbar
            session={session}
            onPicture={() => setDialog('picture')}
            onLink={() => void copyLink()}
            onHelp={() => setDialog('help')}
            onSection={turnSection}
            hasTables={hasTables}
            onTables={() => setTables((now) => !now)}
          />
        </div>
      )}
      {canDraw && !isBare && (
        <div className={styles.cube}>
          <OrientationCube session={session} />
        </div>
      )}
      {!isBare && (
        <div className={styles.right} data-see-through>
          <Inspector session={session} />
        </div>
      )}
      <div className={styles.below} data-see-through>
        <SectionPanel session={session} />
        <MeasurePanel session={session} />
        <Legend session={session} />
      </div>
      <div className={styles.title} data-see-through>
        <DrawingBar session={session} />
        <NotShownStrip session={session} />
        <NotShownBar session={session} />
      </div>
      {hasTables && !isBare && (
        <TablesDock
          session={session}
          name={summary?.name ?? name}
          onClose={() => setTables(false)}
          onFinding={chooseInCheck}
          onHeight={setTablesHeight}
          say={say}
        />
      )}
      <StatusBar session={session} />
      <p className={said ? styles.toast : 'visually-hidden'} role="status">
        {said}
      </p>
      {dialog === 'help' && <HelpSheet onClose={() => setDialog(null)} />}
      {dialog === 'picture' && (
        <PictureDialog session={session} name={summary?.name ?? name} onClose={() => setDialog(null)} say={say} />
      )}
      {!ended && status === 'loading' && <State title="Loading the model…">{progressText(progress)}</State>}
      {!ended && status === 'failed' && (
        <State title="The model could not be loaded" isAlert>
          {refusal ? `The server could not answer (${refusal}).` : 'There is no connection to the server.'} It is tried again by
          itself.{' '}
          <button type="button" onClick={() => void session.model.reload()}>
            Try now
          </button>
        </State>
      )}
      {ended && <Ended session={session} ended={ended} whenShut={whenShut} />}
      {!canDraw && (
        <State title="This browser cannot draw in 3D">
          WebGL 2 is off or missing. The outline on the left lists the whole model; to see the picture, turn on hardware
          acceleration or use another browser.
        </State>
      )}
      {isLost && (
        <State title="The graphics card was taken away" isAlert>
          The picture comes back with it, or can be drawn anew from what is here.{' '}
          <button type="button" onClick={redrawn}>
            Draw again
          </button>
        </State>
      )}
      {status === 'ready' && summary && !summary.counts.node && !summary.counts.gridLine && (
        <section className={styles.beginning} aria-label="An empty model">
          <p className={styles.stateTitle}>An empty model</p>
          <p className="muted">What is added appears here as it comes.</p>
          {empty}
        </section>
      )}
    </div>
  )
}

/** Why there is nothing more to come, and the one thing to do about it. What is drawn can still be read. */
function Ended({ session, ended, whenShut }: { session: ViewerSession; ended: Ending; whenShut: ReactNode }) {
  const [isRead, setRead] = useState(false)
  const hasPicture = session.model.state.get().drawn !== null
  if (isRead) return null
  const back = encodeURIComponent(location.pathname + session.address())
  const close = hasPicture && (
    <button type="button" onClick={() => setRead(true)}>
      Look at what is here
    </button>
  )
  if (session.host.place !== 'page') {
    return ended.why === 'signed_out' ? (
      <State title="This link has another password now" isAlert>
        <a href={location.pathname + session.address()}>Enter it</a> {close}
      </State>
    ) : (
      <State title="This link leads nowhere any more" isAlert>
        Ask whoever sent it for a new one. {close}
      </State>
    )
  }
  if (ended.why === 'signed_out')
    return (
      <State title="You are signed out" isAlert>
        <a href={`/sign-in?callbackUrl=${back}`}>Sign in again</a> {close}
      </State>
    )
  if (ended.why === 'access')
    return (
      <State title="Your access to this model has ended" isAlert below={whenShut}>
        <a href="/">Your models</a> {close}
      </State>
    )
  return (
    <State title="This model is not here any more" isAlert>
      {ended.why === 'deleted' && ended.purgeAt && (
        <>
          It was deleted. Until <When at={ended.purgeAt} isDay /> its owner can bring it back from <a href="/bin">the bin</a>.{' '}
        </>
      )}
      <a href="/">Your models</a> {close}
    </State>
  )
}

type HeadingProps = { name: string; says: string; actions?: ReactNode; children?: ReactNode }

function Heading({ name, says, actions, children }: HeadingProps) {
  return (
    <header className={styles.heading}>
      <div className={styles.top}>
        <div className={styles.titles}>
          <h1 title={shownName(name)}>
            <bdi>{shownName(name)}</bdi>
          </h1>
          <p className="muted">{says}</p>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  )
}

type StateProps = { title: string; isAlert?: boolean; children?: ReactNode; below?: ReactNode }

function State({ title, isAlert = false, children, below }: StateProps) {
  return (
    <div className={styles.state} role={isAlert ? 'alert' : 'status'}>
      <p className={styles.stateTitle}>{title}</p>
      {children && <p className="muted">{children}</p>}
      {below && <div className={styles.deeds}>{below}</div>}
    </div>
  )
}

const progressText = ({ received, isParsing }: { received: number; isParsing: boolean }) =>
  isParsing ? 'Making the picture' : received ? `${(received / 1048576).toFixed(1)} MB received` : ''
