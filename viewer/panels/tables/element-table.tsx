'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import { readUnits } from '#lib/model/units.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import type { RequestState } from '../../session/create-request.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { flyTo } from '../../session/view/navigate.ts'
import { type FoundElement, isElementKind, KIND_NAMES } from '../../worker/elements.ts'
import type { ColumnHead, FileKind, Listing, PlacedSums, Sums, TableKind, TableRow } from '../../worker/tables/table-types.ts'
import { withoutText } from '../../worker/tables/without-text.ts'
import { NoAnswer, RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useSetting } from '../use-setting.ts'
import { useStore } from '../use-store.ts'
import { ColumnMenu } from './column-menu.tsx'
import { saveTable } from './save-table.ts'
import { columnsShown, columnTexts, columnWidths, sumText } from './table-cells.ts'
import { TableGrid } from './table-grid.tsx'
import { OnlySelected, SaveButtons } from './table-tools.tsx'
import styles from './tables-dock.module.css'
import { useTable } from './use-table.ts'
import { useElementTablePrint } from './use-table-print.ts'

type Props = {
  session: ViewerSession
  kind: TableKind
  name: string
  onFinding: (finding: number) => void
  say: (text: string) => void
}

/** The elements of a kind, row by row; what is pressed here is selected in the picture, and what is selected there is marked here. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state of sort, filters and selection, shown in three places
export function ElementTable({ session, kind, name, onFinding, say }: Props) {
  const display = useStore(session.view, (state) => state.units)
  const selected = useStore(session.view, (state) => state.selected)
  const units = useStore(session.model.state, (state) => state.drawn?.summary.units)
  const unit = useMemo(() => readUnits(units).length, [units])
  const [sort, setSort] = useState<Listing['sort']>(null)
  const [text, setText] = useState('')
  const [cells, setCells] = useState<Record<string, string>>({})
  const [isOnly, setOnly] = useState(false)
  const [hiddenText, setHidden] = useSetting(session, `tables-hidden-${kind}`, '')
  const [active, setActive] = useState(0)
  const anchor = useRef(0)
  /** What was pressed here need not be scrolled to. */
  const own = useRef<readonly FoundElement[] | null>(null)

  const indices = useMemo(() => selected.filter((ref) => ref.kind === kind).map(({ index }) => index), [selected, kind])
  const only = isOnly ? indices : null
  const listing: Listing = useMemo(() => ({ kind, sort, text, cells, only, display }), [kind, sort, text, cells, only, display])
  const { answer, request, rowAt, need } = useTable(session, listing)
  const placesRequest = usePlaced(session, listing, indices)
  const placed = placesRequest.face === 'answer' ? placesRequest.answer : null
  useElementTablePrint(session, listing, hiddenText, { answer, rowAt })
  const reveal = own.current === selected || isOnly ? null : placed?.place

  const { without: hidden, columns, places } = columnsShown(answer?.columns ?? [], hiddenText)
  const texts = columnTexts(columns, unit, display)
  const marked = useMemo(() => new Set(indices), [indices])

  const pick = async (k: number, row: TableRow, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    setActive(k)
    if (!isElementKind(kind)) return onFinding(row.index)
    const here: FoundElement = { kind, id: row.id, index: row.index }
    if (event.shiftKey) {
      const [from, to] = [Math.min(anchor.current, k), Math.max(anchor.current, k)]
      const stretch = await session.model.ask('tableRefs', { listing, from, count: to - from + 1 })
      select(session, stretch, 'add')
    } else {
      anchor.current = k
      select(session, [here], event.ctrlKey || event.metaKey ? 'toggle' : 'replace')
    }
    own.current = session.view.get().selected
  }
  const selectAll = async () => {
    select(session, await session.model.ask('tableRefs', { listing }))
    own.current = session.view.get().selected
  }
  const save = (file: FileKind) => {
    const make = async (title: string) => {
      const findings = kind === 'finding' ? session.derived.get().findings : null
      const keys = columns.map(({ key }) => key)
      return session.model.ask('tableFile', { listing, keys, kind: file, name: title, ...(findings && { findings }) })
    }
    const title = `${name} ${kind === 'finding' ? 'findings' : KIND_NAMES[kind][1]}`
    return saveTable(session, file, { title, rows: answer?.listed ?? 0, make }, say)
  }
  const turnSort = (column: ColumnHead) =>
    setSort(
      sort?.key !== column.key ? { key: column.key, isFalling: false } : sort.isFalling ? null : { ...sort, isFalling: true },
    )

  if (!answer) return <RequestResult request={request} busy="Reading…" />
  const isOfSelected = placed !== null && placed.sums.count > 0
  const sums = isOfSelected ? placed.sums : answer.sums
  const textsOf = (of: Sums) => columns.map((column, k) => sumText(of, column, texts[k]!, { unit, display }))
  const lacking = withoutText(sums)
  return (
    <>
      <div className={styles.tools}>
        <input
          type="search"
          value={text}
          placeholder={kind === 'finding' ? 'Filter by words or id' : 'Filter by id or label'}
          aria-label="Filter the table"
          onChange={(event) => setText(event.target.value)}
        />
        {isElementKind(kind) && <OnlySelected isOn={isOnly} onTurn={setOnly} />}
        <span className={styles.count} role="status">
          {answer.problem
            ? answer.problem.text
            : answer.listed === answer.total
              ? `${grouped(answer.total)} in all`
              : `${grouped(answer.listed)} of ${grouped(answer.total)}`}
        </span>
        <span className={styles.gap} />
        {isElementKind(kind) && answer.listed > 0 && (
          <button type="button" className={styles.button} onClick={() => void attempt(session, selectAll())}>
            Select {answer.listed === answer.total ? 'all' : grouped(answer.listed)}
          </button>
        )}
        <ColumnMenu columns={answer.columns} hidden={hidden} onHide={(keys) => setHidden(keys.join('|'))} />
        <SaveButtons host={session.host} onSave={save} />
      </div>
      <NoAnswer request={request} what="Rows are missing." />
      <NoAnswer request={placesRequest} what="What is selected could not be added up." />
      <TableGrid
        label={kind === 'finding' ? 'Findings' : KIND_NAMES[kind][1]}
        columns={columns}
        heads={texts.map(({ head }) => head)}
        widths={columnWidths(columns, texts, answer.rows, places, [
          `${grouped(answer.listed)} selected`,
          ...textsOf(answer.sums).slice(1),
        ])}
        count={answer.listed}
        rowAt={(k) => {
          const row = rowAt(k)
          return (
            row && {
              row,
              texts: texts.map(({ cell }, index) => cell(row.cells[places[index]!] ?? null)),
              isMarked: marked.has(row.index),
            }
          )
        }}
        need={need}
        reveal={reveal ?? null}
        active={Math.min(active, Math.max(0, answer.listed - 1))}
        onActive={setActive}
        sort={sort}
        onSort={turnSort}
        cells={cells}
        problem={answer.problem?.key ?? null}
        onFilter={(key, value) => setCells((now) => ({ ...now, [key]: value }))}
        onPick={(k, row, event) => void attempt(session, pick(k, row, event))}
        onFly={(row) => isElementKind(kind) && void attempt(session, flyTo(session, [{ kind, id: row.id }]))}
        sums={{
          name: isOfSelected ? `${grouped(sums.count)} selected` : `Sum of ${grouped(sums.count)}`,
          texts: textsOf(sums),
        }}
      />
      {lacking && <p className={styles.lacking}>{capital(lacking)}</p>}
    </>
  )
}

/** What the selected elements of the kind come to, and where the last of them is listed. */
function usePlaced(session: ViewerSession, listing: Listing, indices: readonly number[]): RequestState<PlacedSums> {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const question = useCallback(() => {
    void drawn
    return session.model.ask('placed', { listing, indices })
  }, [session, listing, indices, drawn])
  return useRequest(session, indices.length > 0 && listing.kind !== 'finding' ? question : null)
}
