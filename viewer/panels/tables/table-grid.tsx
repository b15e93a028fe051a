// biome-ignore-all lint/a11y/useSemanticElements: a table would need all of its rows, and these are those in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
'use client'

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ColumnHead, Listing, TableRow } from '../../worker/tables/table-types.ts'
import styles from './tables-dock.module.css'
import { useRowHeight } from './use-row-height.ts'

/** Of a row, in pixels, where a mouse points at it. */
const LEAST = 26
const BEYOND = 6

export type RowPress = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }
type ShownRow = { row: TableRow; texts: string[]; isMarked: boolean }

type Props = {
  label: string
  columns: readonly ColumnHead[]
  heads: readonly { label: string; unit: string }[]
  widths: readonly number[]
  count: number
  rowAt: (k: number) => ShownRow | undefined
  need: (first: number, end: number) => void
  /** The row that should come into sight. */
  reveal: number | null
  active: number
  onActive: (k: number) => void
  sort: Listing['sort']
  onSort: (column: ColumnHead) => void
  cells: Readonly<Record<string, string>>
  /** The column whose filter is not understood. */
  problem: string | null
  onFilter: (key: string, value: string) => void
  onPick: (k: number, row: TableRow, press: RowPress) => void
  onFly: (row: TableRow) => void
  sums: { name: string; texts: readonly string[] }
}

/** A table of any length: only the rows in sight are made. Arrow keys walk, Enter selects, Shift stretches, Ctrl adds. */
export function TableGrid(props: Props) {
  const { label, columns, widths, count, rowAt, need, reveal, active, onActive, onPick, onFly, sums } = props
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(LEAST)
  const [scroll, setScroll] = useState({ top: 0, height: 300 })
  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - BEYOND)
  const end = Math.min(count, Math.ceil((scroll.top + scroll.height) / rowHeight) + BEYOND)
  useEffect(() => need(first, end))
  useEffect(() => {
    const watched = box.current
    if (!watched) return
    const watch = new ResizeObserver(() => setScroll({ top: watched.scrollTop, height: watched.clientHeight }))
    watch.observe(watched)
    return () => watch.disconnect()
  }, [])

  /** The head and the sums stand over the rows. */
  const intoSight = (k: number) => {
    const element = box.current
    if (!element) return
    const free = element.clientHeight - 3 * rowHeight - 8
    if (k * rowHeight < element.scrollTop) element.scrollTop = k * rowHeight
    else if ((k + 1) * rowHeight > element.scrollTop + free) element.scrollTop = (k + 1) * rowHeight - free
  }
  const shown = useRef(intoSight)
  shown.current = intoSight
  useEffect(() => {
    if (reveal === null) return
    onActive(reveal)
    shown.current(reveal)
  }, [reveal, onActive])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('input, [role="columnheader"]')) return
    const page = Math.max(1, Math.floor(scroll.height / rowHeight) - 4)
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      const next = Math.max(0, Math.min(count - 1, active + step))
      onActive(next)
      intoSight(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      const there = rowAt(active)
      event.preventDefault()
      if (there) onPick(active, there.row, event)
    }
  }
  const template = widths.map((width) => `${width}px`).join(' ')
  return (
    <div
      ref={box}
      className={styles.grid}
      style={{ '--row': `${rowHeight}px` } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 3}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={count > 0 ? `row-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <div className={styles.table} role="presentation" style={{ gridTemplateColumns: template, width: 'max-content' }}>
        <Head {...props} template={template} />
        <div role="rowgroup" className={styles.rows} style={{ height: count * rowHeight }}>
          {Array.from({ length: Math.max(0, end - first) }, (_, index) => {
            const k = first + index
            return <Line key={k} {...{ k, columns, active, onPick, onFly, template, rowHeight }} there={rowAt(k)} />
          })}
        </div>
        <div role="rowgroup" className={styles.sums}>
          <div role="row" aria-rowindex={count + 3} className={styles.sumLine} style={{ gridTemplateColumns: template }}>
            {columns.map((column, k) => (
              <div key={column.key} role="gridcell" className={column.isNumber ? styles.numberCell : styles.cell}>
                {k === 0 ? sums.name : sums.texts[k]}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

type LineProps = Pick<Props, 'columns' | 'active' | 'onPick' | 'onFly'> & {
  k: number
  there: ShownRow | undefined
  template: string
  rowHeight: number
}

function Line({ k, there, columns, active, onPick, onFly, template, rowHeight }: LineProps) {
  return (
    <div
      id={`row-${k}`}
      role="row"
      aria-rowindex={k + 3}
      aria-selected={there?.isMarked ?? false}
      data-active={k === active}
      className={styles.line}
      style={{ top: k * rowHeight, gridTemplateColumns: template }}
      onClick={(event) => there && onPick(k, there.row, event)}
      onDoubleClick={() => there && onFly(there.row)}
    >
      {columns.map((column, index) => (
        <div
          key={column.key}
          role="gridcell"
          className={column.isNumber ? styles.numberCell : styles.cell}
          title={(there?.texts[index]?.length ?? 0) > 24 ? there?.texts[index] : undefined}
        >
          {there ? there.texts[index] : index === 0 ? '…' : ''}
        </div>
      ))}
    </div>
  )
}

function Head({ columns, heads, sort, onSort, cells, problem, onFilter, template }: Props & { template: string }) {
  return (
    <div role="rowgroup" className={styles.heads}>
      <div role="row" className={styles.headLine} aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map((column, k) => {
          const way = sort?.key === column.key ? (sort.isFalling ? 'descending' : 'ascending') : 'none'
          const { label, unit } = heads[k]!
          return (
            <div
              key={column.key}
              role="columnheader"
              aria-sort={way}
              className={column.isNumber ? styles.numberCell : styles.cell}
            >
              <button type="button" className={styles.headName} onClick={() => onSort(column)}>
                {label} {unit && <span className={styles.unit}>{unit}</span>}
                {way !== 'none' && <span aria-hidden="true">{way === 'ascending' ? '▲' : '▼'}</span>}
              </button>
            </div>
          )
        })}
      </div>
      <div role="row" className={styles.filterLine} aria-rowindex={2} style={{ gridTemplateColumns: template }}>
        {columns.map(({ key, label, isNumber, values }) => (
          <div key={key} role="gridcell" className={styles.filterCell}>
            <input
              value={cells[key] ?? ''}
              placeholder={isNumber ? '>5' : ''}
              aria-label={`Filter ${label}`}
              aria-invalid={problem === key}
              list={values && `values-${key}`}
              onChange={(event) => onFilter(key, event.target.value)}
            />
            {values && (
              <datalist id={`values-${key}`}>
                {values.map((value) => (
                  <option key={value} value={`=${value}`}>
                    {value}
                  </option>
                ))}
              </datalist>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
