'use client'

import { Fragment, useState } from 'react'
import type { Finding } from '#lib/schema/schema.ts'
import { dismiss } from '../../session/findings/dismiss.ts'
import { findingKey } from '../../session/findings/dismissals.ts'
import { elementsOf, SEVERITY_NAMES } from '../../session/findings/finding-counts.ts'
import type { ViewerSession } from '../../session/session.ts'
import styles from '../panel.module.css'
import { DismissForm } from './dismiss-form.tsx'

const intoSight = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'nearest' })

export const FindingTitle = ({ severity, code }: Pick<Finding, 'severity' | 'code'>) => (
  <>
    <span className={`${styles.severity} ${styles[severity]}`}>{SEVERITY_NAMES[severity][0]}</span>
    <span className={styles.code}>{code.replaceAll('_', ' ')}</span>
  </>
)

type ItemProps = {
  session: ViewerSession
  finding: Finding
  place: number
  chosen: number | null
  onChoose: (finding: number) => void
  title?: React.ReactNode
}

export function FindingItem({ session, finding, place, chosen, onChoose, title }: ItemProps) {
  const [isDismissing, setDismissing] = useState(false)
  const { message, fix } = finding
  const isChosen = place === chosen
  return (
    <li ref={isChosen ? intoSight : null}>
      <button
        type="button"
        className={styles.finding}
        aria-current={isChosen}
        disabled={!elementsOf(finding).length}
        onClick={() => onChoose(place)}
      >
        {title}
        <span className={styles.message}>{message}</span>
        {fix && (
          <Fragment>
            <span className="visually-hidden">. To do: </span>
            <span className="muted">{fix}</span>
          </Fragment>
        )}
      </button>
      {(isChosen || isDismissing || !elementsOf(finding).length) && (
        <div className={styles.groupTools}>
          {isDismissing ? (
            <DismissForm
              what="this finding"
              onDismiss={(reason) => dismiss(session, findingKey(finding), reason)}
              onCancel={() => setDismissing(false)}
            />
          ) : (
            <button type="button" className={styles.small} onClick={() => setDismissing(true)}>
              Dismiss
            </button>
          )}
        </div>
      )}
    </li>
  )
}
