'use client'

import { useState } from 'react'
import type { Finding } from '#lib/schema/schema.ts'
import { attempt } from '../../session/attempt.ts'
import { SEVERITY_NAMES } from '../../session/findings/finding-counts.ts'
import { findingsByElement } from '../../session/findings/finding-groups.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { KIND_NAMES, keyOf } from '../../worker/elements.ts'
import styles from '../panel.module.css'
import { ShowMore, STRETCH } from '../show-more.tsx'

/** Each element once, with all that is found about it; those with the gravest first. */
export function FindingsByElement({ session, findings }: { session: ViewerSession; findings: readonly Finding[] }) {
  const [stretches, setStretches] = useState(1)
  const elements = findingsByElement(findings)
  const left = elements.length - stretches * STRETCH
  return (
    <ul>
      {elements.slice(0, stretches * STRETCH).map(({ element, findings: of }) => (
        <li key={keyOf(element)}>
          <button
            type="button"
            className={styles.finding}
            onClick={() => void attempt(session, selectByRef(session, [element], { fly: true }))}
          >
            <span className={styles.ofElement}>
              {KIND_NAMES[element.kind][0]} {element.id}
            </span>
            {of.map(({ severity, code, message }) => (
              <span key={`${code} ${message}`} className={styles.message}>
                <span className={`${styles.severity} ${styles[severity]}`}>{SEVERITY_NAMES[severity][0]}</span>
                {message}
              </span>
            ))}
          </button>
        </li>
      ))}
      <ShowMore left={left} onMore={() => setStretches(stretches + 1)} />
    </ul>
  )
}
