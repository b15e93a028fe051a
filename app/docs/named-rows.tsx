import type { ReactNode } from 'react'
import { withMarks } from './marks.tsx'
import styles from './reference.module.css'

type Row = { name: string; about: ReactNode; meaning: string | undefined }

/** What has a name and a meaning, a row each; `heads`: of the name, and of what is said between the two. */
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
          {rows.map(({ name, about, meaning }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{about}</td>
              <td>{meaning && withMarks(meaning)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
