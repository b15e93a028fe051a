'use client'

import type { ViewerSession } from '../session/session.ts'
import { ComparePanel } from './compare-panel.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { LayersPanel } from './layers-panel.tsx'
import type { Panel } from './panel-names.ts'
import type { ShownFindings } from './use-findings.ts'
import { ViewsPanel } from './views-panel.tsx'

type Props = { session: ViewerSession; panel: Exclude<Panel, 'outline'>; findings: ShownFindings }

/** What stands in the panel at the side. The outline, which is open first, is not among it. */
export function PanelBody({ session, panel, findings: { chosen, choose } }: Props) {
  switch (panel) {
    case 'layers':
      return <LayersPanel session={session} />
    case 'check':
      return <FindingsPanel session={session} chosen={chosen} onChoose={choose} />
    case 'views':
      return <ViewsPanel session={session} />
    case 'history':
      return <HistoryPanel session={session} />
    case 'compare':
      return <ComparePanel session={session} />
  }
}
