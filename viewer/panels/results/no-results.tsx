import type { Issue } from '#lib/schema/model-error.ts'
import { capital } from '#lib/values/capital.ts'
import { attempt } from '../../session/attempt.ts'
import { type AnalysisSummary, mendedAt } from '../../session/results/analysis.ts'
import { selectRefs } from '../../session/results/select-refs.ts'
import type { ViewerSession } from '../../session/session.ts'
import { KIND_NAMES } from '../../worker/elements.ts'
import panel from '../panel.module.css'
import styles from './results.module.css'

/** Every reason why the model cannot be analysed, each with what it is about. */
export function Refused({ session, issues }: { session: ViewerSession; issues: readonly Issue[] }) {
  return (
    <div role="alert">
      <p className={styles.message}>
        <strong>It cannot be analysed:</strong>
      </p>
      <ul className={styles.list}>
        {issues.map((issue) => {
          const refs = mendedAt(issue)
          const [first] = refs
          return (
            <li key={issue.msg} className={styles.message}>
              {`${capital(issue.msg)}. `}
              {first && (
                <button type="button" className={panel.small} onClick={() => void attempt(session, selectRefs(session, refs))}>
                  {`Select ${refs.length} ${KIND_NAMES[first.kind][refs.length === 1 ? 0 : 1].toLowerCase()}`}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What moves, which hinges let it go, and what would hold it. */
export function Mechanisms({
  session,
  summary: { stands, mechanisms = [] },
}: {
  session: ViewerSession
  summary: AnalysisSummary
}) {
  return (
    <div role="alert">
      <p className={styles.message}>
        <strong>{stands === 'no' ? 'It does not stand.' : 'Whether it stands cannot be told.'}</strong>
      </p>
      <ul className={styles.list}>
        {mechanisms.map(({ message, fix, elements, nodes }) => (
          <li key={message} className={styles.message}>
            {message}. <span className="muted">{fix}</span>{' '}
            {elements.length + nodes.length > 0 && (
              <button
                type="button"
                className={panel.small}
                onClick={() =>
                  void attempt(
                    session,
                    selectRefs(session, elements.length > 0 ? elements : nodes.map(({ id }) => ({ kind: 'node', id }))),
                  )
                }
              >
                {elements.length === 0 ? 'Select what moves' : nodes.length > 0 ? 'Select what lets it go' : 'Select it'}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
