'use client'

import { PlainTable } from '#ui/plain-table.tsx'
import { withMarks } from './marks.tsx'
import styles from './reference.module.css'

type Row = readonly [name: string, about: string, meaning: string]

/**
 * What has a name and a meaning, a row each; `heads`: of the name, and of what is said between the two. Laid out in the browser, too:
 * as texts the rows are a fraction of what they are as elements.
 */
export function NamedRows({ heads, rows }: { heads: readonly [string, string]; rows: readonly Row[] }) {
  return (
    <div className={styles.table}>
      <PlainTable
        heads={[...heads, 'Meaning']}
        rows={rows.map(([name, about, meaning]) => ({
          key: name,
          head: <code>{name}</code>,
          cells: [withMarks(about), withMarks(meaning)],
        }))}
      />
    </div>
  )
}
