import type { LoadUnits } from '#lib/model/load/load-text.ts'
import { COLUMN_WIDTHS, type ColumnKind } from '#lib/schema/case-results.ts'
import type { ElementRef } from '../../worker/elements.ts'
import type { PlacedResults } from '../../worker/results/placed-results.ts'
import type { ViewerSession } from '../session.ts'
import { analysedRevision } from './analysis.ts'

/** Numbers of an analysis as rows of a table, each of an element or of a mode. */

/** Kinds of which the service answers rows. */
export const SERVED_KINDS = ['drifts', 'storeys', 'modes'] as const
export type ServedKind = (typeof SERVED_KINDS)[number]
export type TableKind = ColumnKind | ServedKind

export type ResultRow = {
  /** What stands first. */
  id: string
  labels: readonly string[]
  /** What a press selects, and by which a selection finds its row. */
  ref: ElementRef | null
  /** What a press shows instead. */
  shows?: string
  /** NaN: not known. */
  value: (column: number) => number
}
export type ResultRows = {
  /** Of the id and the labels. */
  heads: readonly string[]
  columns: readonly { name: string; unit: string }[]
  rows: readonly ResultRow[]
}

type Units = Pick<LoadUnits, 'force' | 'moment' | 'length'>
type UnitKey = keyof Units | 'rad' | 'MPa' | 'kg' | 's' | 'Hz' | ''
const columns = (...groups: readonly (readonly [names: string, unit: UnitKey])[]) =>
  groups.flatMap(([names, unit]) => names.split(' ').map((name) => ({ name, unit })))

const COLUMNS: Record<TableKind, readonly { name: string; unit: UnitKey }[]> = {
  reactions: columns(['fx fy fz', 'force'], ['mx my mz', 'moment']),
  displacements: columns(['ux uy uz', 'length'], ['rx ry rz', 'rad']),
  deflections: columns(['ux uy uz', 'length']),
  forces: columns(['p v2 v3', 'force'], ['t m2 m3', 'moment']),
  stresses: columns(['stress', 'MPa'], ['ratio', '']),
  drifts: columns(['ratio drift', '']),
  storeys: columns(['mass', 'kg'], ['cmX cmY crX crY', 'length']),
  modes: columns(['period', 's'], ['frequency', 'Hz'], ['massX massY massZ', '']),
}

function columnsOf(kind: TableKind, units: Units): ResultRows['columns'] {
  const text = (unit: UnitKey) => (unit === 'force' || unit === 'moment' || unit === 'length' ? units[unit] : unit)
  return COLUMNS[kind].map(({ name, unit }) => ({ name, unit: text(unit) }))
}

/** Of what is drawn: a row for each node, or frame and station; of an envelope for both sides. */
export function rowsOf({ lines }: PlacedResults, kind: ColumnKind, units: Units): ResultRows {
  const width = COLUMN_WIDTHS[kind]
  const isOfNodes = kind === 'reactions' || kind === 'displacements'
  const isEnvelope = lines.some(({ of }) => of !== undefined)
  const rows = lines.flatMap((line) => {
    const numbers = line[kind]
    if (!numbers) return []
    const ids = kind === 'reactions' ? line.supported : kind === 'displacements' ? line.nodes : line.frames
    const stations = isOfNodes ? [null] : line.at
    const side = isEnvelope ? [line.of ?? ''] : []
    return ids.flatMap((id, k) =>
      stations.map((at, station): ResultRow => {
        const from = width * (k * stations.length + station)
        return {
          id,
          labels: [...(at === null ? [] : [String(Number(at.toPrecision(4)))]), ...side],
          ref: { kind: isOfNodes ? 'node' : 'frame', id },
          value: (column) => numbers[from + column]!,
        }
      }),
    )
  })
  return { heads: ['id', ...(isOfNodes ? [] : ['at']), ...(isEnvelope ? ['of'] : [])], columns: columnsOf(kind, units), rows }
}

/** As the API answers them. */
type DriftRow = { storey: string; ratio: number | null; id: string; drift: number }
type StoreyRow = { id: string; mass: number | null; cm: [number, number] | null; cr: [number, number] | null }
type ModeRow = { mode: number; period: number; frequency: number; massX: number; massY: number; massZ: number }
type Page = { rows?: { drifts?: DriftRow[]; storeys?: StoreyRow[]; modes?: ModeRow[] }; nextCursor?: string }

/** Rows of a page that is asked for. */
const LIMIT = 1000

/** Of the revision that is shown, all pages; drifts of a case. */
export async function servedRows(
  session: ViewerSession,
  { kind, case: id, units }: { kind: ServedKind; case: string; units: Units },
  signal: AbortSignal,
): Promise<ResultRows> {
  const pages: Page[] = []
  const body = { ...analysedRevision(session), show: [kind], limit: LIMIT, ...(kind === 'drifts' && { cases: [id] }) }
  let cursor: string | undefined
  do {
    const page = await session.host.ask<Page>('analyse_model', { ...body, ...(cursor && { cursor }) }, signal)
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor)
  return { columns: columnsOf(kind, units), ...READ[kind](pages) }
}

const known = (values: readonly (number | null | undefined)[]) => (column: number) => values[column] ?? Number.NaN

const READ: Record<ServedKind, (pages: readonly Page[]) => Pick<ResultRows, 'heads' | 'rows'>> = {
  drifts: (pages) => ({
    heads: ['storey', 'column'],
    rows: pages.flatMap(({ rows }) =>
      (rows?.drifts ?? []).map(
        ({ storey, id, ratio, drift }): ResultRow => ({
          ...{ id: storey, labels: [id], ref: { kind: 'frame', id } },
          value: known([ratio, drift]),
        }),
      ),
    ),
  }),
  storeys: (pages) => ({
    heads: ['diaphragm'],
    rows: pages.flatMap(({ rows }) =>
      (rows?.storeys ?? []).map(
        ({ id, mass, cm, cr }): ResultRow => ({
          ...{ id, labels: [], ref: { kind: 'diaphragm', id } },
          value: known([mass, ...(cm ?? [null, null]), ...(cr ?? [null, null])]),
        }),
      ),
    ),
  }),
  modes: (pages) => ({
    heads: ['mode'],
    rows: pages.flatMap(({ rows }) =>
      (rows?.modes ?? []).map(
        ({ mode, period, frequency, massX, massY, massZ }): ResultRow => ({
          ...{ id: String(mode), labels: [], ref: null, shows: `mode ${mode}` },
          value: known([period, frequency, massX, massY, massZ]),
        }),
      ),
    ),
  }),
}
