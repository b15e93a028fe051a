import type { ReactNode } from 'react'
import styles from './models.module.css'

type Column = { title: string; isNumber?: boolean }
type Row = {
  id: string
  /** The cell that names the model; `summary` below it is what a narrow window shows of the others. */
  name: ReactNode
  summary: ReactNode
  cells: ReactNode[]
  actions: ReactNode
}

/** A list of models: on the start page and in the bin. */
export function ModelTable({ caption, columns, rows }: { caption: string; columns: readonly Column[]; rows: readonly Row[] }) {
  return (
    <div className={styles.scrollable}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? styles.number : undefined}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, summary, cells, actions }) => (
            <tr key={id} data-model={id}>
              <th scope="row">
                {name}
                <div className={styles.summary}>{summary}</div>
              </th>
              {columns.map(({ title, isNumber }, i) => (
                <td key={title} className={isNumber ? styles.number : undefined}>
                  {cells[i]}
                </td>
              ))}
              <td>{actions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
