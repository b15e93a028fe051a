'use client'

import type { ViewerSession } from '../session/session.ts'
import { LayersPanel } from './bars/layers-panel.tsx'
import { CommentsPanel } from './comments/comments-panel-later.tsx'
import { ComparePanel } from './compare/compare-panel.tsx'
import { HistoryPanel } from './compare/history-panel.tsx'
import { FindingsPanel } from './findings/findings-panel.tsx'
import type { ShownFindings } from './findings/use-findings.ts'
import type { Panel } from './panel-names.ts'
import { ViewsPanel } from './views/views-panel.tsx'

type Props = { session: ViewerSession; panel: Exclude<Panel, 'outline' | 'results'>; findings: ShownFindings }

/** What stands in the panel at the side. The outline, which is open first, is not among it. */
export function PanelBody({ session, panel, findings: { chosen, choose } }: Props) {
  switch (panel) {
    case 'layers':
      return <LayersPanel session={session} />
    case 'check':
      return <FindingsPanel session={session} chosen={chosen} onChoose={choose} />
    case 'views':
      return <ViewsPanel session={session} />
    case 'comments':
      return <CommentsPanel session={session} />
    case 'history':
      return <HistoryPanel session={session} />
    case 'compare':
      return <ComparePanel session={session} />
  }
}
