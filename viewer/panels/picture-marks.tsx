import type { ViewerSession } from '../session/session.ts'
import type { ShownFindings } from './findings/use-findings.ts'
import { CommentMarks, FindingMarks } from './later.tsx'
import type { Panel } from './panel-names.ts'

type Props = { session: ViewerSession; panel: Panel | null; findings: ShownFindings }

/** Over the picture: where that lies of which the panel at the side speaks. */
export function PictureMarks({ session, panel, findings }: Props) {
  if (panel === 'check') return <FindingMarks session={session} onChoose={findings.choose} />
  if (panel === 'comments')
    return <CommentMarks session={session} onChoose={({ number }) => session.comments.set({ chosen: number })} />
  return null
}
