import { amountText, loadUnitsOf } from '#lib/model/load/load-text.ts'
import { attempt } from '../../session/attempt.ts'
import type { AnalysisSummary, Figures } from '../../session/results/analysis.ts'
import type { ResultShow } from '../../session/results/results-state.ts'
import { selectRefs } from '../../session/results/select-refs.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { ElementRef } from '../../worker/elements.ts'
import { useStore } from '../use-store.ts'
import styles from './results.module.css'

type Figure = { value: string; where?: string; ref?: ElementRef; case?: string; show?: ResultShow }
type Row = {
  name: string
  change: string
  of: (figures: Partial<Figures>, units: ReturnType<typeof loadUnitsOf>) => Figure | null
}

const short = (value: number) => Number(value.toPrecision(4))

const ROWS: readonly Row[] = [
  {
    name: 'Reaction, largest',
    change: '',
    of: ({ reactions }, { force }) => {
      const { largest } = reactions ?? {}
      return largest
        ? {
            value: amountText(short(largest.fz), force),
            where: `${largest.id}, ${largest.case}`,
            ref: { kind: 'node', id: largest.id },
            case: largest.case,
            show: 'reactions',
          }
        : null
    },
  },
  {
    name: 'Deflection',
    change: 'deflection',
    of: ({ deflection, displacement }, { length }) => {
      if (deflection)
        return {
          value: `L/${deflection.ratio} (${amountText(short(deflection.value), length)})`,
          where: `${deflection.id}, ${deflection.case}`,
          ...{ ref: { kind: 'frame', id: deflection.id }, case: deflection.case, show: 'deflected' },
        }
      if (!displacement) return null
      return {
        value: amountText(short(displacement.value), length),
        where: `${displacement.id}, ${displacement.case}`,
        ...{ ref: { kind: 'node', id: displacement.id }, case: displacement.case, show: 'deflected' },
      }
    },
  },
  {
    name: 'Drift',
    change: 'drift',
    of: ({ drift }) =>
      drift ? { value: `h/${drift.ratio}`, where: `${drift.storey}, ${drift.case}`, case: drift.case, show: 'drift' } : null,
  },
  {
    name: 'Stress',
    change: 'stress',
    of: ({ stress }) =>
      stress
        ? {
            value: `${stress.ratio === undefined ? '' : `${Number(stress.ratio.toPrecision(3))} of yield, `}${short(stress.stress)} MPa`,
            where: `${stress.id}, ${stress.case}`,
            ...{ ref: { kind: 'frame', id: stress.id }, case: stress.case, show: 'ratio' },
          }
        : null,
  },
  {
    name: 'First period',
    change: 'period',
    of: ({ modes }) => {
      const [first] = modes ?? []
      if (!first) return null
      const way =
        first.massX >= first.massY
          ? `${Math.round(100 * first.massX)} % of the mass along X`
          : `${Math.round(100 * first.massY)} % along Y`
      return { value: `${short(first.period)} s`, where: way, case: 'mode 1', show: 'deflected' }
    },
  },
]

/** Five figures, each leading to where it is; in a comparison those of the earlier revision beside them. */
export function SummaryFigures({ session, summary }: { session: ViewerSession; summary: AnalysisSummary }) {
  const units = loadUnitsOf(useStore(session.model.state, ({ drawn }) => drawn?.summary.units))
  const { compared, change } = summary
  const rows = ROWS.map((row) => ({ ...row, now: row.of(summary, units), before: compared ? row.of(compared, units) : null }))
  const show = ({ ref, case: id, show }: Figure) => {
    session.view.set(({ results }) => ({
      results: { case: id ?? results?.case ?? null, show: show ?? results?.show ?? 'deflected' },
    }))
    if (ref) void attempt(session, selectRefs(session, [ref]))
  }
  return (
    <>
      <table className={styles.figures}>
        <caption className="visually-hidden">Figures of all load cases and combinations</caption>
        {compared && (
          <thead>
            <tr>
              <td />
              <th scope="col">Revision {summary.revision}</th>
              <th scope="col">Revision {compared.revision}</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(
            ({ name, change: key, now, before }) =>
              (now || before) && (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    {now ? (
                      <>
                        <button type="button" onClick={() => show(now)}>
                          {now.value}
                        </button>
                        {now.where && <div className="muted">{now.where}</div>}
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                  {compared && (
                    <>
                      <td>{before?.value ?? '–'}</td>
                      <td>{changeText(change?.[key])}</td>
                    </>
                  )}
                </tr>
              ),
          )}
        </tbody>
      </table>
      {compared?.refused && <p className={styles.message}>{`Revision ${compared.revision}: ${compared.refused.join('; ')}`}</p>}
    </>
  )
}

const changeText = (percent: number | undefined) => (percent === undefined ? '' : `${percent > 0 ? '+' : ''}${percent} %`)
