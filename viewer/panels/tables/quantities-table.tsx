'use client'

import { type Ref, useCallback, useMemo, useRef, useState } from 'react'
import { inUnit, massInUnit } from '#lib/model/measures.ts'
import { formatLength, type LengthDisplay, type LengthUnit, readUnits } from '#lib/model/units.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { refsOf } from '../../worker/elements.ts'
import { quantityText } from '../../worker/tables/quantity-text.ts'
import type { FileKind, QuantitiesAnswer, QuantityKey, Sums } from '../../worker/tables/table-types.ts'
import { withoutText } from '../../worker/tables/without-text.ts'
import { Choice } from '../fields.tsx'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { saveTable } from './save-table.ts'
import { OnlySelected, SaveButtons } from './table-tools.tsx'
import styles from './tables-dock.module.css'
import { useWholeTablePrint } from './use-table-print.ts'

const BY: readonly (readonly [QuantityKey, string])[] = [
  ['section', 'Section'],
  ['thickness', 'Thickness of areas'],
  ['material', 'Material'],
  ['storey', 'Storey'],
  ['kind', 'Kind'],
]

/** What frames and areas come to, by what they are: the numbers that a question over MCP is answered with. */
export function QuantitiesTable({ session, name, say }: { session: ViewerSession; name: string; say: (text: string) => void }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const selected = useStore(session.view, (state) => state.selected)
  const display = useStore(session.view, (state) => state.units)
  const units = drawn?.summary.units
  const unit = useMemo(() => readUnits(units).length, [units])
  const [by, setBy] = useState<QuantityKey>('section')
  const [isOnly, setOnly] = useState(false)
  const refs = useMemo(() => (isOnly ? refsOf(selected) : null), [isOnly, selected])
  const question = useCallback(async () => {
    void drawn // a new revision is added up anew
    return { by, ...(await session.model.ask('quantities', { by, refs })) }
  }, [session, drawn, by, refs])
  const request = useRequest(session, question)
  const table = useRef<HTMLTableElement>(null)
  const lacking = request.face === 'answer' ? withoutText(request.answer.total) : ''
  useWholeTablePrint(session, `Quantities by ${by}`, lacking, table)
  const save = (kind: FileKind) => {
    const make = (title: string) => session.model.ask('quantitiesFile', { by, refs, display, kind, name: title })
    const rows = request.face === 'answer' ? request.answer.rows.length : 0
    return saveTable(session, kind, { title: `${name} quantities by ${by}`, rows, make }, say)
  }
  const choose = async (of: QuantityKey, key: string) =>
    select(session, await session.model.ask('quantityElements', { by: of, refs, key }))
  return (
    <>
      <div className={styles.tools}>
        <Choice label="By" value={by} options={BY} onChange={setBy} />
        <OnlySelected isOn={isOnly} onTurn={setOnly} />
        <span className={styles.gap} />
        <SaveButtons host={session.host} onSave={save} />
      </div>
      <RequestResult request={request} busy="Adding up…">
        {(quantities) => (
          <Quantities
            ref={table}
            {...quantities}
            lacking={lacking}
            unit={unit}
            display={display}
            onChoose={(key) => void attempt(session, choose(quantities.by, key))}
          />
        )}
      </RequestResult>
    </>
  )
}

type QuantitiesProps = QuantitiesAnswer & {
  ref: Ref<HTMLTableElement>
  by: QuantityKey
  lacking: string
  unit: LengthUnit | undefined
  display: LengthDisplay
  onChoose: (key: string) => void
}

function Quantities({ ref, by, rows, total, lacking, unit, display, onChoose }: QuantitiesProps) {
  const shown = (['length', 'area', 'volume', 'mass'] as const).filter((key) => total[key] !== null)
  const hasShares = total.mass !== null && total.mass > 0
  const valueText = (key: (typeof shown)[number], value: number | null): string => {
    if (value === null) return '–'
    if (key === 'mass') return massInUnit(value, total.mass ?? 0, unit, display)
    if (key === 'length' && display === 'feet-inches') return formatLength(value, unit, display)
    const { unit: name, factor, decimals } = inUnit(key, unit, display)
    const number = (value * factor).toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    return name ? `${number} ${name}` : number
  }
  return (
    <div className={styles.scroll}>
      <table ref={ref} className={styles.quantities}>
        <thead>
          <tr>
            <th scope="col">{BY.find(([key]) => key === by)?.[1]}</th>
            <th scope="col">Count</th>
            {shown.map((key) => (
              <th key={key} scope="col">
                {NAMES[key]}
              </th>
            ))}
            {hasShares && <th scope="col">{SHARE}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => onChoose(row.key)}>
                  {quantityText(by, row, unit, display)}
                </button>
              </th>
              <td data-name="Count">{grouped(row.count)}</td>
              {shown.map((key) => (
                <td key={key} data-name={BESIDE[key]} data-none={row[key] === null}>
                  {valueText(key, row[key])}
                </td>
              ))}
              {hasShares && (
                <td data-name={SHARE} data-none={row.mass === null}>
                  {shareText(row, total)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td data-name="Count">{grouped(total.count)}</td>
            {shown.map((key) => (
              <td key={key} data-name={BESIDE[key]}>
                {valueText(key, total[key])}
              </td>
            ))}
            {hasShares && <td data-none="true" />}
          </tr>
        </tfoot>
      </table>
      <p className={styles.lacking}>{lacking && `${capital(lacking)}. `}Gross: where elements overlap, both count.</p>
    </div>
  )
}

const SHARE = 'Share of mass'
const NAMES = { length: 'Length of frames', area: 'Area', volume: 'Volume', mass: 'Mass' } as const
/** Where they stand beside the figure. */
const BESIDE = { ...NAMES, length: 'Length' } as const

const shareText = ({ mass }: Pick<Sums, 'mass'>, { mass: whole }: Pick<Sums, 'mass'>): string =>
  mass === null || !whole ? '' : `${((100 * mass) / whole).toFixed(1)} %`
