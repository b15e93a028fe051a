import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import type { ColumnKind } from '#lib/schema/case-results.ts'
import { grouped } from '#lib/values/count-text.ts'
import { csvLine } from '#lib/values/csv-line.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { attempt } from '../../session/attempt.ts'
import type { AnalysisSummary } from '../../session/results/analysis.ts'
import {
  type ResultRow,
  type ResultRows,
  rowsOf,
  SERVED_KINDS,
  type ServedKind,
  servedRows,
  type TableKind,
} from '../../session/results/result-rows.ts'
import { selectRefs } from '../../session/results/select-refs.ts'
import type { ViewerSession } from '../../session/session.ts'
import { keyOf } from '../../worker/elements.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import panel from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { saveFile } from '../save-file.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import styles from './results.module.css'

export const TABLES: readonly (readonly [TableKind, string])[] = [
  ['reactions', 'Reactions'],
  ['displacements', 'Displacements of nodes'],
  ['forces', 'Forces in frames'],
  ['deflections', 'Deflections of frames'],
  ['stresses', 'Stresses'],
  ['drifts', 'Drifts of storeys'],
  ['storeys', 'Storeys: masses and centres'],
  ['modes', 'Modes'],
]

export const isServed = (kind: TableKind): kind is ServedKind => isOneOf(SERVED_KINDS, kind)

/** Rows that are listed; a file has all. */
const LISTED = 200

type Props = { session: ViewerSession; case: string; kind: TableKind; placed: PlacedResults | null; summary: AnalysisSummary }

/** The numbers of a case: drawn ones are here already, others are asked for. */
export function ResultTable({ session, case: id, kind, placed, summary }: Props) {
  if (isServed(kind)) return <ServedTable key={kind} session={session} case={id} kind={kind} summary={summary} />
  return placed && <PlacedTable session={session} case={id} kind={kind} placed={placed} />
}

const useUnits = (session: ViewerSession) => {
  const units = useStore(session.model.state, ({ drawn }) => drawn?.summary.units)
  return useMemo(() => loadUnitsOf(units), [units])
}

function PlacedTable({
  session,
  case: id,
  kind,
  placed,
}: {
  session: ViewerSession
  case: string
  kind: ColumnKind
  placed: PlacedResults
}) {
  const units = useUnits(session)
  const table = useMemo(() => rowsOf(placed, kind, units), [placed, kind, units])
  return <RowsTable session={session} name={`${id}: ${kind}`} table={table} />
}

function ServedTable({
  session,
  case: id,
  kind,
  summary,
}: {
  session: ViewerSession
  case: string
  kind: ServedKind
  summary: AnalysisSummary
}) {
  const units = useUnits(session)
  const question = useCallback(
    (signal: AbortSignal) => {
      void summary // of each analysis anew
      return servedRows(session, { kind, case: id, units }, signal)
    },
    [session, kind, id, units, summary],
  )
  const request = useRequest(session, question)
  const name = kind === 'drifts' ? `${id}: ${kind}` : kind
  return (
    <RequestResult request={request} busy="Reading the rows…">
      {(table) =>
        table.rows.length > 0 ? (
          <RowsTable session={session} name={name} table={table} />
        ) : (
          <p className="muted">
            {kind === 'storeys' ? 'No diaphragm says which nodes of a storey move together.' : 'There are none.'}
          </p>
        )
      }
    </RequestResult>
  )
}

/** The largest of a column first where it was pressed; a row selects what it is about, and what is selected marks its rows. */
function RowsTable({ session, name, table }: { session: ViewerSession; name: string; table: ResultRows }) {
  const [sorted, setSorted] = useState<number | null>(null)
  const { heads, columns, rows } = table
  const by = sorted !== null && sorted < columns.length ? sorted : null
  const ordered = useMemo(() => {
    if (by === null) return rows
    const size = (row: ResultRow) => Math.abs(row.value(by)) || 0
    return rows.toSorted((a, b) => size(b) - size(a))
  }, [rows, by])
  const { isMarked, own } = useMarks(session)
  const listed = useMemo(() => listedRows(ordered, isMarked), [ordered, isMarked])
  const place = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    void isMarked
    if (!own.current) place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    own.current = false
  }, [isMarked, own])
  const press = ({ ref, shows }: ResultRow) => {
    if (shows) return session.view.set({ results: { case: shows, show: 'deflected' } })
    own.current = true
    if (ref) void attempt(session, selectRefs(session, [ref]))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.rows} aria-label={name} tabIndex={0}>
        <table className={styles.figures}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              {columns.map(({ name: head, unit }, k) => (
                <th key={head} scope="col" aria-sort={by === k ? 'descending' : undefined}>
                  <button type="button" onClick={() => setSorted(by === k ? null : k)}>
                    {head}
                    {by === k ? ' ↓' : ''}
                  </button>
                  {unit && <div className="muted small">{unit}</div>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={place}>
            {listed.map((row) => (
              <tr key={[row.id, ...row.labels].join('\n')} aria-current={isMarked(row) || undefined}>
                <td>
                  <button type="button" onClick={() => press(row)}>
                    <bdi>{row.id}</bdi>
                  </button>
                </td>
                {row.labels.map((label, k) => (
                  <td key={heads[k + 1]}>
                    <bdi>{label}</bdi>
                  </td>
                ))}
                {columns.map(({ name: column }, k) => (
                  <td key={column}>{numberText(row.value(k), 4)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.line}>
        <span className="muted">
          {ordered.length > listed.length
            ? `${listed.length} of ${grouped(ordered.length)} rows`
            : `${grouped(ordered.length)} rows`}
        </span>
        {session.host.can.has('file') && (
          <button
            type="button"
            className={panel.small}
            onClick={() => void attempt(session, save(session, name, table, ordered))}
          >
            Save as CSV
          </button>
        )}
      </p>
    </>
  )
}

/** Which rows are of what is selected. `own`: the selection was made here, where the row is in sight already. */
function useMarks(session: ViewerSession) {
  const selected = useStore(session.view, (state) => state.selected)
  const own = useRef(false)
  const isMarked = useMemo(() => {
    const keys = new Set(selected.map(keyOf))
    return ({ ref }: ResultRow) => ref !== null && keys.has(keyOf(ref))
  }, [selected])
  return { isMarked, own }
}

/** The first; and before them what is selected and lies further down. */
function listedRows(ordered: readonly ResultRow[], isMarked: (row: ResultRow) => boolean): readonly ResultRow[] {
  const first = ordered.slice(0, LISTED)
  if (ordered.length <= LISTED) return first
  const marked = ordered.slice(LISTED).filter(isMarked).slice(0, LISTED)
  return [...marked, ...first]
}

const numberText = (value: number, digits: number) => (Number.isNaN(value) ? '' : String(Number(value.toPrecision(digits)) + 0))

async function save(session: ViewerSession, name: string, { heads, columns }: ResultRows, rows: readonly ResultRow[]) {
  const head = [...heads, ...columns.map(({ name: column, unit }) => (unit ? `${column} [${unit}]` : column))]
  const lines = rows.map((row) => [row.id, ...row.labels, ...columns.map((_, k) => numberText(row.value(k), 7))])
  const text = `\uFEFF${[head, ...lines].map((cells) => csvLine(cells)).join('\r\n')}\r\n`
  const model = session.model.state.get().drawn?.summary.name ?? ''
  const wrong = await saveFile(session.host, `${model} ${name.replace(':', '')}`, 'csv', new Blob([text], { type: 'text/csv' }))
  if (wrong) session.say(wrong)
}
