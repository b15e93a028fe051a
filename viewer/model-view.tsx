'use client'

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countsText } from '#ui/counts-text.ts'
import { type WebPlace, webHost } from './hosts/web-host.ts'
import { PictureTools } from './panels/bars/picture-tools.tsx'
import { StatusBar } from './panels/bars/status-bar.tsx'
import { Surroundings } from './panels/bars/surroundings.tsx'
import { useKeys } from './panels/bars/use-keys.ts'
import { useMissing } from './panels/bars/use-missing.ts'
import { type ShownFindings, useFindings } from './panels/findings/use-findings.ts'
import { firstSection } from './panels/first-section.ts'
import { Heading } from './panels/heading.tsx'
import { HelpSheet, OverPicture, PictureDialog, Printing, TablesDock } from './panels/later.tsx'
import styles from './panels/model-view.module.css'
import { openingKeys } from './panels/opening-keys.ts'
import { InPicture, later } from './panels/part-later.tsx'
import { PictureMarks } from './panels/picture-marks.tsx'
import { PanelTabs, SidePanel } from './panels/side-panel.tsx'
import { StateBox } from './panels/state-box.tsx'
import { States } from './panels/states.tsx'
import touch from './panels/touch.module.css'
import { useFocusRescue } from './panels/use-focus-rescue.ts'
import { type Open, useOpen } from './panels/use-open.ts'
import { useParts } from './panels/use-parts.ts'
import { useSetting } from './panels/use-setting.ts'
import { useShortMessage } from './panels/use-short-message.ts'
import { useStore } from './panels/use-store.ts'
import { hasWebGl } from './picture/canvas.ts'
import { beginComment } from './session/comments/comments-state.ts'
import { turnMeasuring } from './session/measure/measure-mode.ts'
import { openSession } from './session/open-session.ts'
import type { ViewerSession } from './session/session.ts'
import { isLarge, isSmooth } from './session/view/is-large.ts'

// three and the canvas live in the browser only; there they are sent for at once, and not when the page first wants to draw.
const ModelCanvas = later(() => import('./panels/model-canvas.tsx').then((found) => found.ModelCanvas), InPicture)
if (typeof window !== 'undefined') ModelCanvas.fetch().catch(() => {}) // asked for again when it is drawn

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
  const [message, say] = useShortMessage()
  useEffect(() => {
    session.say = say
  }, [session, say])
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
  useFocusRescue(element)
  const focusIn = (part: string) => element.current?.querySelector<HTMLElement>(part)?.focus()
  const turnSection = () =>
    session.view.set(({ section }) => ({ section: section ? null : firstSection(session), drawing: null }))
  const opening = {
    dialog: setDialog,
    section: () => flushSync(turnSection),
    measure: () => flushSync(() => turnMeasuring(session)),
    tables: () => flushSync(() => setTables((now) => !now)),
    outline: () => flushSync(() => setPanel('outline')),
    results: () => flushSync(() => open.turnPanel('results')),
    comment: () => flushSync(() => beginComment(session)),
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
      data-front={open.backToPanel ? 'properties' : undefined}
      data-ended={ended?.why}
      data-tables={hasTables}
      data-parts={parts}
      style={{ '--tables': tables } as CSSProperties}
    >
      {canDraw && (
        <div className={styles.picture} data-lost={canvas.isLost}>
          <ModelCanvas
            key={canvas.made}
            session={session}
            counts={counts}
            onLost={(isLost) => setCanvas(({ made }) => ({ made, isLost }))}
          />
          {isWhole && <OverPicture session={session} />}
          <PictureMarks session={session} panel={panel} findings={findings} />
        </div>
      )}
      {!isBare && (
        <Heading name={its.name} says={countsText(its.counts)} actions={actions}>
          <PanelTabs session={session} open={panel} onTurn={open.turnPanel} findings={findings} />
        </Heading>
      )}
      {panel && <SidePanel session={session} panel={panel} onClose={closePanel} findings={findings} sheet={sheet} />}
      {!isBare && <PictureTools session={session} open={open} canDraw={canDraw} onSection={turnSection} say={say} />}
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
      <p className={message ? styles.toast : 'visually-hidden'} role="status">
        {message}
      </p>
      {dialog === 'help' && (
        <HelpSheet
          session={session}
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
