'use client'

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
      <table>
        <thead>
          <tr>
            {[...heads, 'Meaning'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, about, meaning]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{withMarks(about)}</td>
              <td>{withMarks(meaning)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
