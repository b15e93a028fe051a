'use client'

import { Fragment } from 'react'
import { elementsOf } from './finding-marks.tsx'
import styles from './panel.module.css'
import type { ViewerSession } from './session.ts'
import { useStore } from './store.ts'

const intoSight = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'nearest' })

const NAMES = { error: ['error', 'errors'], warning: ['warning', 'warnings'], info: ['note', 'notes'] } as const

/** What the model check found; a click selects the elements and flies to them. */
type Props = { session: ViewerSession; chosen: number | null; onChoose: (finding: number) => void }

export function FindingsPanel({ session, chosen, onChoose }: Props) {
  const findings = useStore(session.derived, (state) => state.findings)
  if (!findings) return <p className={styles.empty}>Checking…</p>
  if (!findings.length) return <p className={styles.empty}>The check found nothing to say about this model.</p>
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count ? [`${count} ${NAMES[severity][count > 1 ? 1 : 0]}`] : []
  })
  return (
    <div className={styles.findings}>
      <p className={styles.count}>
        {counts.join(', ')}
        <button type="button" className={styles.small} onClick={() => session.view.set({ colourBy: 'finding' })}>
          Colour by finding
        </button>
      </p>
      <ul>
        {findings.map((finding, k) => {
          const { severity, code, message, fix } = finding
          const refs = elementsOf(finding)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and are replaced as a whole
            <li key={k} ref={k === chosen ? intoSight : null}>
              <button
                type="button"
                className={styles.finding}
                aria-current={k === chosen}
                disabled={!refs.length}
                onClick={() => onChoose(k)}
              >
                <span className={`${styles.severity} ${styles[severity]}`}>{NAMES[severity][0]}</span>
                <span className={styles.code}>{code.replaceAll('_', ' ')}</span>
                <span className={styles.message}>{message}</span>
                {fix && (
                  <Fragment>
                    <span className="visually-hidden">. To do: </span>
                    <span className="muted">{fix}</span>
                  </Fragment>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
