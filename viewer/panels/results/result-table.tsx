import { useMemo, useState } from 'react'
import { COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'
import { grouped } from '#lib/values/count-text.ts'
import { csvLine } from '#lib/values/csv-line.ts'
import { attempt } from '../../session/attempt.ts'
import { selectRefs } from '../../session/results/select-refs.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import panel from '../panel.module.css'
import { saveFile } from '../save-file.ts'
import styles from './results.module.css'

export const TABLES: readonly (readonly [ColumnKind, string])[] = [
  ['reactions', 'Reactions'],
  ['displacements', 'Displacements of nodes'],
  ['forces', 'Forces in frames'],
  ['deflections', 'Deflections of frames'],
  ['stresses', 'Stresses'],
]

const COLUMNS: Record<ColumnKind, readonly string[]> = {
  reactions: ['fx', 'fy', 'fz', 'mx', 'my', 'mz'],
  displacements: ['ux', 'uy', 'uz', 'rx', 'ry', 'rz'],
  deflections: ['ux', 'uy', 'uz'],
  forces: ['p', 'v2', 'v3', 't', 'm2', 'm3'],
  stresses: ['stress', 'ratio'],
}
/** Rows that are listed; a file has all. */
const LISTED = 200

/** A row is a place in the numbers. */
type Row = { id: string; at: number | null; of: string; from: number; numbers: Float32Array }

function rowsOf({ lines }: PlacedResults, kind: ColumnKind): Row[] {
  const width = COLUMN_WIDTHS[kind]
  return lines.flatMap((line) => {
    const numbers = line[kind]
    if (!numbers) return []
    const ids = kind === 'reactions' ? line.supported : kind === 'displacements' ? line.nodes : line.frames
    const stations = kind === 'reactions' || kind === 'displacements' ? [null] : line.at
    return ids.flatMap((id, k) =>
      stations.map((at, station): Row => ({ id, at, of: line.of ?? '', from: width * (k * stations.length + station), numbers })),
    )
  })
}

type Props = { session: ViewerSession; name: string; placed: PlacedResults; kind: ColumnKind }

/** The numbers of the case, the largest of a column first where it was pressed; an id selects its element. */
export function ResultTable({ session, name, placed, kind }: Props) {
  const [sorted, setSorted] = useState<number | null>(null)
  const rows = useMemo(() => rowsOf(placed, kind), [placed, kind])
  const columns = COLUMNS[kind]
  const by = sorted !== null && sorted < columns.length ? sorted : null
  const ordered = useMemo(() => {
    if (by === null) return rows
    const size = ({ numbers, from }: Row) => Math.abs(numbers[from + by]!) || 0
    return rows.toSorted((a, b) => size(b) - size(a))
  }, [rows, by])
  const hasStations = rows.some(({ at }) => at !== null)
  const hasSides = rows.some(({ of }) => of !== '')
  const of = placed.lines[0]?.case ?? ''
  const heads = ['id', ...(hasStations ? ['at'] : []), ...(hasSides ? ['of'] : []), ...columns]
  const cellsOf = ({ id, at, of: side, numbers, from }: Row, write: (value: number) => string) => [
    id,
    ...(hasStations ? [at === null ? '' : String(Number(at.toPrecision(4)))] : []),
    ...(hasSides ? [side] : []),
    ...columns.map((_, k) => (Number.isNaN(numbers[from + k]!) ? '' : write(numbers[from + k]!))),
  ]
  const save = async () => {
    const lines = [heads, ...ordered.map((row) => cellsOf(row, (value) => String(Number(value.toPrecision(7)) + 0)))]
    const text = `\uFEFF${lines.map((cells) => csvLine(cells)).join('\r\n')}\r\n`
    const wrong = await saveFile(session.host, `${name} ${of} ${kind}`, 'csv', new Blob([text], { type: 'text/csv' }))
    if (wrong) session.say(wrong)
  }
  const elementKind = kind === 'reactions' || kind === 'displacements' ? 'node' : 'frame'
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.rows} aria-label={`${of}: ${kind}`} tabIndex={0}>
        <table className={styles.figures}>
          <thead>
            <tr>
              {heads.map((head, k) => {
                const column = k - (heads.length - columns.length)
                return (
                  <th key={head} scope="col" aria-sort={column >= 0 && by === column ? 'descending' : undefined}>
                    {column >= 0 ? (
                      <button type="button" onClick={() => setSorted(by === column ? null : column)}>
                        {head}
                        {by === column ? ' ↓' : ''}
                      </button>
                    ) : (
                      head
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, LISTED).map((row) => {
              const [id, ...cells] = cellsOf(row, (value) => String(Number(value.toPrecision(4)) + 0))
              return (
                <tr key={`${row.id} ${row.at} ${row.of}`}>
                  <td>
                    <button
                      type="button"
                      onClick={() => void attempt(session, selectRefs(session, [{ kind: elementKind, id: row.id }]))}
                    >
                      <bdi>{id}</bdi>
                    </button>
                  </td>
                  {cells.map((cell, k) => (
                    <td key={heads[k + 1]}>{cell}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <p className={styles.line}>
        <span className="muted">
          {ordered.length > LISTED ? `${LISTED} of ${grouped(ordered.length)} rows` : `${grouped(ordered.length)} rows`}
        </span>
        {session.host.can.has('file') && (
          <button type="button" className={panel.small} onClick={() => void attempt(session, save())}>
            Save as CSV
          </button>
        )}
      </p>
    </>
  )
}
