import type { ViewerSession } from '../session/session.ts'
import type { ShownFindings } from './findings/use-findings.ts'
import { Icon, type IconName } from './icon.tsx'
import { type Sheet, SheetHandle } from './inspector/sheet-handle.tsx'
import { PanelBody, ResultsPanel } from './later.tsx'
import styles from './model-view.module.css'
import { ModelOutline } from './outline/model-outline.tsx'
import type { Panel } from './panel-names.ts'

/** By its full name, and the word of it that is written on its tab. */
const PANELS: readonly (readonly [Panel, string, string, IconName])[] = [
  ['outline', 'Outline', 'Outline', 'outline'],
  ['layers', 'Show and filter', 'Show', 'layers'],
  ['check', 'Model check', 'Check', 'check'],
  ['views', 'Views', 'Views', 'views'],
  ['comments', 'Comments', 'Comments', 'comments'],
  ['history', 'History', 'History', 'history'],
]
/** These have no tab: the bar of a comparison opens one, the toolbar the other. */
const OTHERS: Partial<Record<Panel, string>> = { compare: 'Differences', results: 'Results' }

const isThere = ({ host }: ViewerSession, panel: Panel) =>
  panel === 'history' || panel === 'views' || panel === 'comments' ? host.can.has(panel) : true

type TabsProps = { session: ViewerSession; open: Panel | null; onTurn: (panel: Panel) => void; findings: ShownFindings }

export function PanelTabs({ session, open, onTurn, findings: { troubles, counts } }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label="Panels">
      {PANELS.filter(([key]) => isThere(session, key)).map(([key, label, word, icon]) => (
        <button
          key={key}
          type="button"
          aria-label={label}
          aria-description={key === 'check' && troubles > 0 ? counts : undefined}
          title={label}
          aria-pressed={open === key}
          onClick={() => onTurn(key)}
        >
          <Icon name={icon} />
          <span className={styles.word}>{word}</span>
          {key === 'check' && troubles > 0 && (
            <span className={styles.badge} title={counts}>
              {troubles > 99 ? '99+' : troubles}
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

type PanelProps = { session: ViewerSession; panel: Panel; onClose: () => void; findings: ShownFindings; sheet: Sheet }

export function SidePanel({ session, panel, onClose, findings, sheet }: PanelProps) {
  const label = PANELS.find(([key]) => key === panel)?.[1] ?? OTHERS[panel]
  return (
    <aside className={styles.panel} aria-label={label} data-closed-by="Close the panel">
      <SheetHandle {...sheet} />
      <h2 className={styles.panelTitle}>
        {label}
        <button type="button" aria-label="Close the panel" onClick={onClose}>
          <Icon name="close" />
        </button>
      </h2>
      {panel === 'outline' ? (
        <ModelOutline session={session} />
      ) : panel === 'results' ? (
        <ResultsPanel session={session} />
      ) : (
        <PanelBody session={session} panel={panel} findings={findings} />
      )}
    </aside>
  )
}
