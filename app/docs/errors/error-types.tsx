'use client'

import { withMarks } from '../marks.tsx'
import styles from '../reference.module.css'

export type ErrorRow = { id: string; type: string; when: string; request: string; answer: string }

/** Laid out in the browser, too: as rows they are half of what they are as elements. */
export const ErrorTypes = ({ rows }: { rows: readonly ErrorRow[] }) => (
  <dl className={styles.kinds}>
    {rows.map(({ id, type, when, request, answer }) => (
      <div key={id} id={id}>
        <dt>
          <code>{type}</code>
        </dt>
        <dd>
          <p>{withMarks(when)}</p>
          <pre className={styles.code}>{request}</pre>
          <pre className={styles.code}>{answer}</pre>
        </dd>
      </div>
    ))}
  </dl>
)
