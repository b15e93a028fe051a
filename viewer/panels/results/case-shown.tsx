import { useCallback, useEffect, useState } from 'react'
import { automaticScale, isFreeMotion, largestMotion } from '#lib/drawing/results/deflected-shape.ts'
import { DIAGRAM_NAMES, DIAGRAMS, sideText, signText } from '#lib/drawing/results/force-diagram.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type AnalysisSummary, type CaseAnswer, caseResults, comparedRevision } from '../../session/results/analysis.ts'
import { legendKeys } from '../../session/results/legend-keys.ts'
import { resultColouring } from '../../session/results/result-colours.ts'
import type { TableKind } from '../../session/results/result-rows.ts'
import type { ResultShow } from '../../session/results/results-state.ts'
import { reactionText, stationText } from '../../session/results/station-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { lookAt } from '../../session/view/navigate.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { Choice } from '../fields.tsx'
import panel from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { isServed, ResultTable, TABLES } from './result-table.tsx'
import styles from './results.module.css'
import { ShapeControls } from './shape-controls.tsx'

const SHOWS: readonly (readonly [ResultShow, string])[] = [
  ['deflected', 'Deflected shape'],
  ...DIAGRAMS.map((diagram) => [diagram, DIAGRAM_NAMES[diagram]] as const),
  ['reactions', 'Reactions'],
  ['ratio', 'Colour: stress / yield stress'],
  ['drift', 'Colour: drift of columns'],
  ['displacement', 'Colour: displacement'],
]

/** Of modes and mechanisms. */
const OF_MOTIONS: readonly TableKind[] = ['displacements', 'deflections', 'storeys', 'modes']

type Props = { session: ViewerSession; summary: AnalysisSummary; isStale: boolean }

/** What of a case or mode is drawn, how large, and its numbers. */
export function CaseShown({ session, summary, isStale }: Props) {
  const results = useStore(session.view, (state) => state.results)
  const [wantedTable, setTable] = useState<TableKind | null>(null)
  const cases = casesOf(summary)
  const chosen = cases.find(([id]) => id === results?.case)?.[0] ?? cases[0]?.[0] ?? null
  const isMechanism = chosen?.startsWith('mechanism ') ?? false
  const shows =
    chosen && isFreeMotion(chosen)
      ? SHOWS.filter(([show]) => show === 'deflected' || (show === 'displacement' && !isMechanism))
      : SHOWS
  const show = shows.find(([one]) => one === results?.show)?.[0] ?? 'deflected'
  const mechanism = isMechanism ? (summary.mechanisms?.[Number(chosen?.slice('mechanism '.length)) - 1] ?? null) : null
  const tables = chosen && isFreeMotion(chosen) ? TABLES.filter(([kind]) => OF_MOTIONS.includes(kind)) : TABLES
  const table = tables.find(([kind]) => kind === wantedTable)?.[0] ?? null
  const drawnTable = table && !isServed(table) ? table : null
  const question = useCallback(
    (signal: AbortSignal) => {
      void summary // of each analysis anew
      return caseResults(session, { case: chosen ?? '', show, table: drawnTable, mechanism }, signal)
    },
    [session, summary, chosen, show, drawnTable, mechanism],
  )
  const request = useRequest(session, chosen === null ? null : question)
  const answer = request.face === 'answer' ? request.answer : null
  const choose = (change: { case?: string; show?: ResultShow }) =>
    session.view.set({ results: { case: chosen, show, ...change } })
  if (chosen === null) return null
  return (
    <>
      <fieldset>
        <legend className="visually-hidden">What is shown</legend>
        <Choice label="Case" value={chosen} options={cases} onChange={(id) => choose({ case: id })} />
        <Choice label="Show" value={show} options={shows} onChange={(one) => choose({ show: one })} />
        {answer && <Drawing key={chosen} session={session} answer={answer} show={show} id={chosen} isStale={isStale} />}
        <RequestResult request={request} busy="Reading the results…">
          {() => null}
        </RequestResult>
      </fieldset>
      <fieldset>
        <Choice
          label="Table"
          value={table ?? 'none'}
          options={[['none', 'None'], ...tables]}
          onChange={(kind) => setTable(kind === 'none' ? null : kind)}
        />
        {table && (
          <ResultTable
            session={session}
            case={chosen}
            kind={table}
            placed={drawnTable && (answer?.placed ?? null)}
            summary={summary}
          />
        )}
      </fieldset>
    </>
  )
}

function casesOf({ cases = [], modes = [], mechanisms = [] }: AnalysisSummary): (readonly [string, string])[] {
  return [
    ...cases.map((id) => [id, id] as const),
    ...modes.map(({ period }, k) => [`mode ${k + 1}`, `Mode ${k + 1}, ${Number(period.toPrecision(4))} s`] as const),
    // Loads that nothing carries come behind them, and move nothing.
    ...mechanisms.flatMap(({ nodes }, k) => (nodes.length > 0 ? [[`mechanism ${k + 1}`, `Mechanism ${k + 1}`] as const] : [])),
  ]
}

type DrawingProps = { session: ViewerSession; answer: CaseAnswer; show: ResultShow; id: string; isStale: boolean }

/** Has the picture draw it, and says how large and in which colours. */
function Drawing({ session, answer: { placed, older }, show, id, isStale }: DrawingProps) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [line] = placed.lines
  const isEnvelope = line?.of !== undefined
  const largest = line?.deflections ? largestMotion(line.deflections) : 0
  const auto = automaticScale(largest, placed.diagonal)
  const [scale, setScale] = useState<number | null>(null)
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [isPlaying, setPlaying] = useState(() => isFreeMotion(id) && !isCalm)
  const motion = isPlaying ? 'play' : isFreeMotion(id) && isCalm ? 'both' : 'still'
  useEffect(() => {
    if (!drawn) return
    const units = loadUnitsOf(drawn.summary.units)
    const counts = { frames: drawn.scene.frames.count, areas: drawn.scene.areas.count }
    const textAt = (element: FoundElement, x: number, y: number) =>
      element.kind === 'frame' ? stationText(session, element.index, x, y) : reactionText(session, element)
    session.results.set({
      drawn: { placed, older, show, scale: scale ?? auto, motion, isStale, units, textAt },
      colouring: resultColouring(placed, show, counts, units),
      legend: legendKeys(show, {
        ...{ scale: isFreeMotion(id) ? null : (scale ?? auto), hasHinges: placed.hinges.length > 0 },
        ...{ revision: drawn.summary.revision, before: older && comparedRevision(session) },
      }),
    })
    session.redraw()
  }, [session, drawn, placed, older, show, scale, auto, motion, isStale, id])
  if (show === 'deflected' && isEnvelope)
    return (
      <p className={styles.message}>
        An envelope has no shape of its own: choose one of its cases, or a diagram, which has both its sides.
      </p>
    )
  if (show === 'deflected')
    return (
      <ShapeControls
        auto={auto}
        scale={scale}
        onScale={setScale}
        isPlaying={isPlaying}
        onPlay={isCalm ? null : setPlaying}
        isCompared={older !== null}
        isMotion={isFreeMotion(id)}
      />
    )
  if (isOneOf(DIAGRAMS, show))
    return (
      <>
        <p className="muted small">{`Blue: ${signText(show, 1)}. Red: ${signText(show, -1)}. Drawn ${sideText(show)}.`}</p>
        <EdgeOn session={session} />
      </>
    )
  if (show === 'reactions')
    return <p className="muted small">{isEnvelope ? 'The largest of each.' : 'What the supports do to the structure.'}</p>
  return <p className="muted small">The colours are those of the legend; a press on an entry selects its frames.</p>
}

/** Where heights point at the eye they are not seen: so it is said, and the view turned at a press. */
function EdgeOn({ session }: { session: ViewerSession }) {
  const isEdgeOn = useStore(session.results, (state) => state.isEdgeOn)
  if (!isEdgeOn) return null
  return (
    <p className={styles.message} role="status">
      Most of it points at the eye from here.{' '}
      <button type="button" className={panel.small} onClick={() => lookAt(session, 'overview')}>
        Turn the view
      </button>
    </p>
  )
}
