'use client'

import type { Comparing } from '#lib/model/view-query.ts'
import { grouped } from '#lib/values/count-text.ts'
import { leaveComparison } from '../../session/comparison.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { How } from '../../session/view/time.ts'
import type { Panel } from '../panel-names.ts'
import { useStore } from '../use-store.ts'
import styles from './time-bar.module.css'

const WAYS: readonly (readonly [How, string, string])[] = [
  ['overlay', 'Overlay', 'Both in one picture: what was removed as a ghost'],
  ['slider', 'Slider', 'The earlier one on the left, the later one on the right of a line'],
  ['before', 'Before', 'The earlier one alone (Space)'],
  ['after', 'After', 'The later one alone (Space)'],
]

type Props = { session: ViewerSession; panel: Panel | null; onPanel: (panel: Panel) => void }

/** Which revisions are looked at beside each other, in what way, and how many elements differ. */
export function CompareBar({ session, panel, onPanel }: Props) {
  const compare = useStore(session.view, (state) => state.compare)
  const how = useStore(session.view, (state) => state.how)
  const compared = useStore(session.derived, (state) => state.compared)
  const { newest, missing } = useStore(session.model.state, (state) => state)
  if (!compare || !session.host.can.has('history')) return null
  const differs = compared?.state === 'compared' && (compared.kinds.length > 0 || compared.units !== null)
  const ends = `Revision ${endText(compare.from, newest)} → ${endText(compare.to, newest)}`
  const state = stateText(session, compare, compared, missing)
  return (
    <section className={styles.bar} aria-label="Comparison">
      <p role="status" title={`${ends} · ${state}`}>
        <strong>
          Revision {endText(compare.from, newest)} → {compare.to ?? (newest || 'the newest')}
          {compare.to === null && newest > 0 && <span className={styles.aside}> (newest)</span>}
        </strong>
        <span className={styles.more}> · {state}</span>
      </p>
      <div className={styles.tools}>
        {compared?.state === 'compared' && (
          <>
            <fieldset className={styles.ways}>
              <legend className="visually-hidden">How the two revisions are shown</legend>
              {WAYS.map(([key, word, title]) => (
                <button
                  key={key}
                  type="button"
                  title={title}
                  aria-pressed={how === key}
                  onClick={() => session.view.set({ how: key })}
                >
                  {word}
                </button>
              ))}
            </fieldset>
            {differs && (
              <button type="button" aria-pressed={panel === 'compare'} onClick={() => onPanel('compare')}>
                List
              </button>
            )}
          </>
        )}
        {compared && 'tryAgain' in compared && compared.tryAgain && missing === null && (
          <button type="button" onClick={compared.tryAgain}>
            Try again
          </button>
        )}
        <button type="button" onClick={() => leaveComparison(session)}>
          Close
        </button>
      </div>
    </section>
  )
}

const endText = (revision: number | null, newest: number) => revision ?? (newest > 0 ? `${newest} (newest)` : 'the newest')

function stateText(
  { model }: ViewerSession,
  { from }: Comparing,
  compared: ReturnType<ViewerSession['derived']['get']>['compared'],
  missing: number | null,
): string {
  if (missing !== null) return `there is no revision ${missing} in this model`
  if (!compared || compared.state === 'busy') return compared?.tryAgain ? 'comparing… There is no answer yet.' : 'comparing…'
  if (compared.state === 'too_large')
    return `Too large to compare: ${grouped(compared.elements)} elements, the limit is ${grouped(compared.most)}`
  if (compared.state === 'refused') return `there is no revision ${from ?? model.state.get().newest} in this model`
  if (compared.state === 'failed') return `the earlier revision could not be read. ${compared.says}`
  const { added, removed, changed, moved } = compared.counts
  const words = [
    added && `${grouped(added)} added`,
    removed && `${grouped(removed)} removed`,
    changed && `${grouped(changed)} changed`,
    moved && `${grouped(moved)} moved`,
  ].filter(Boolean)
  return [words.join(', '), compared.units].filter(Boolean).join(' · ') || 'everything is the same'
}
