'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isInFeet } from '#lib/drawing/drawing-layout.ts'
import { scaleText, textScale } from '#lib/drawing/sheet-scale.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { capital } from '#lib/values/capital.ts'
import { grouped } from '#lib/values/count-text.ts'
import { Button } from '../../_ui/button.tsx'
import { DialogActions } from '../../_ui/dialog.tsx'
import { type Drawing, isSame, titleOf } from '../session/drawings.ts'
import type { ViewerSession } from '../session/session.ts'
import { FRAME_NAMES, frameNames, NAMES_SETTING } from '../session/sheet-names.ts'
import { isBoxCut, leftOutText, madeBy, notDrawnText, pictureSheet, sheetGroups } from '../session/sheets.ts'
import { deliverSheets, type NamedSheet, type SheetFormat } from './deliver-sheets.ts'
import { Choice } from './fields.tsx'
import {
  MOST_SHEETS,
  makeSheets,
  oneOfSheets,
  PAPER_OPTIONS,
  paperOf,
  type Scales,
  type SheetSet,
  type Tell,
  TooLarge,
} from './sheet-choices.ts'
import { SheetList } from './sheet-list.tsx'
import { SheetPreview } from './sheet-preview.tsx'
import styles from './sheets.module.css'
import { useSetting } from './use-setting.ts'
import { useStore } from './use-store.ts'

type Props = {
  session: ViewerSession
  name: string
  format: SheetFormat
  onClose: () => void
  say: (text: string) => void
}

const SCALES = [
  ['each', 'Largest that fits'],
  ['one', 'One for all'],
  ['typed', 'Typed'],
] as const

/** The view, or a set of plans and elevations, on sheets: to print, which makes a PDF too, or as SVG. */
export function SheetForm({ session, name, format, onClose, say }: Props) {
  const open = useStore(session.view, (state) => state.drawing)
  const up = useStore(session.view, (state) => state.up)
  const groups = useMemo(() => sheetGroups(session), [session])
  const isOne = open !== null && groups.some(({ drawings }) => drawings.some((one) => isSame(one, open)))
  const [chosen, setChosen] = useState<readonly Drawing[]>(() => (isOne ? [open] : []))
  const [what, setWhat] = useState<'view' | 'set'>('view')
  const [paperName, setPaper] = useSetting(session, 'sheet-paper', 'A3 landscape')
  const [keptNames, setNames] = useSetting(session, NAMES_SETTING, '')
  const names = frameNames(keptNames)
  const [rule, setRule] = useState<(typeof SCALES)[number][0]>('each')
  const [typed, setTyped] = useState('1:100')
  const [shown, setShown] = useState(0)
  const typedScale = textScale(typed)
  const scale = rule === 'typed' ? (typedScale ?? 'each') : rule
  const set = useMemo(
    (): SheetSet => ({
      drawings: what === 'set' ? chosen : open ? [open] : [],
      paper: paperOf(paperName),
      scale,
      names,
    }),
    [what, chosen, open, paperName, scale, names],
  )
  const { drawings, paper } = set
  const scales = useRef<Scales>(new Map())
  const isInSpace = what === 'view' && !open
  const preview = usePreview(session, set, shown, scales.current)
  const work = useWork()
  const problem =
    rule === 'typed' && typedScale === null && !isInSpace
      ? 'Type a scale from 1:1 to 1:100,000, such as 1:75 or 1/4" = 1\'-0"'
      : what === 'set' && chosen.length === 0
        ? 'Tick the plans and elevations of the set'
        : chosen.length > MOST_SHEETS
          ? `${chosen.length} sheets, the limit is ${MOST_SHEETS}`
          : null

  const deliver = async (sheets: readonly NamedSheet[]) => {
    const { isDone, says } = await deliverSheets(session.host, format, name, paper, sheets)
    if (says) say(says)
    if (isDone) onClose()
  }
  const make = () =>
    work.run(async (tell, signal) => {
      if (isInSpace) {
        const svg = pictureSheet(session, paper, await madeBy(session))
        if (!svg) throw new Error('no picture')
        return deliver([{ title: 'view', svg }])
      }
      const sheets = await makeSheets(session, set, scales.current, tell, signal)
      await deliver(sheets.map(({ drawing, sheet: { svg } }) => ({ title: titleOf(drawing, up), svg })))
    }, up)

  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const isFeet = isInFeet(unit, session.view.get().units)
  const leftOut = isInSpace ? leftOutText(session) : notDrawnText(session)
  return (
    <>
      <div className={styles.form}>
        <div className={styles.choices}>
          {groups.length > 0 && (
            <Choice
              label="Sheets"
              value={what}
              options={[
                ['view', open ? titleOf(open, up) : 'This view'],
                ['set', 'A whole set'],
              ]}
              onChange={(next) => {
                setWhat(next)
                setShown(0)
              }}
            />
          )}
          {what === 'set' && <SheetList groups={groups} chosen={chosen} up={up} onChoose={setChosen} onShow={setShown} />}
          {what === 'set' && isBoxCut(session) && (
            <p className={styles.aside}>
              The section box cuts none of these: each is cut at its own level or grid line. The view itself is printed as it is
              cut.
            </p>
          )}
          <Choice label="Paper" value={paperName} options={PAPER_OPTIONS} onChange={setPaper} />
          {!isInSpace && (
            <Choice
              label="Scale"
              value={rule}
              options={SCALES.filter(([key]) => key !== 'one' || what === 'set')}
              onChange={setRule}
            />
          )}
          {!isInSpace && <Choice label="Names of frames" value={names} options={FRAME_NAMES} onChange={setNames} />}
          {!isInSpace && rule === 'typed' && <TypedScale value={typed} isWrong={typedScale === null} onChange={setTyped} />}
          <p className="muted small" role="status">
            {problem ?? work.says ?? preview.says ?? (preview.scale ? scaleText(preview.scale, isFeet) : '')}
            {!problem && !work.says && leftOut && ` · ${leftOut}`}
          </p>
        </div>
        {isInSpace ? (
          <p className={styles.note}>
            What the picture shows becomes a sheet with title block and legend. A plan or an elevation is drawn in lines, to
            scale.
          </p>
        ) : (
          <SheetPreview svg={preview.svg} count={drawings.length} at={Math.min(shown, drawings.length - 1)} onShow={setShown} />
        )}
      </div>
      <DialogActions>
        {work.isBusy ? <Button onClick={work.stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
        <Button look="primary" busy={work.isBusy} disabled={problem !== null || preview.isRefused} onClick={make}>
          {work.isBusy ? `${work.progress}…` : format === 'svg' ? savesText(drawings.length) : 'Print or save as PDF'}
        </Button>
      </DialogActions>
    </>
  )
}

function TypedScale({ value, isWrong, onChange }: { value: string; isWrong: boolean; onChange: (text: string) => void }) {
  return (
    <label className={styles.typed}>
      <span className="visually-hidden">Typed scale</span>
      <input type="text" value={value} aria-invalid={isWrong} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

const savesText = (count: number) => (count > 1 ? `Save ${count} SVG` : 'Save SVG')

type Preview = { svg: string | null; says: string | null; scale: number | null; isRefused: boolean }
const NO_PREVIEW: Preview = { svg: null, says: null, scale: null, isRefused: false }

/** Said while each sheet of a set is measured, which takes seconds for many. */
const FITTING = 'Looking for the scale at which all fit…'

/** The sheet that is looked at, as it will be made with its set. */
function usePreview(session: ViewerSession, set: SheetSet, shown: number, known: Scales): Preview {
  const [preview, setPreview] = useState<Preview>(NO_PREVIEW)
  const at = Math.min(shown, set.drawings.length - 1)
  useEffect(() => {
    if (at < 0) return setPreview(NO_PREVIEW)
    const leaving = new AbortController()
    const tell = () => !leaving.signal.aborted && setPreview((now) => ({ ...now, says: FITTING }))
    oneOfSheets(session, set, at, known, tell, leaving.signal).then(
      ({ svg, scale, isPainted, count }) => {
        if (leaving.signal.aborted) return
        const says = isPainted ? `${grouped(count)} elements: a picture at 300 dpi under drawn marks` : null
        setPreview({ svg, says, scale, isRefused: false })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        if (error instanceof TooLarge) return setPreview({ ...NO_PREVIEW, says: capital(error.says), isRefused: true })
        console.error(error)
        setPreview({ ...NO_PREVIEW, says: 'This sheet could not be drawn' })
      },
    )
    return () => leaving.abort()
  }, [session, set, at, known])
  return preview
}

/** Work that takes a while, says how far it is, can be stopped, and ends with the dialog. */
function useWork() {
  const [state, setState] = useState<{ isBusy: boolean; progress: string; says: string | null }>({
    isBusy: false,
    progress: 'Drawing',
    says: null,
  })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const run = useCallback((work: (tell: Tell, signal: AbortSignal) => Promise<void>, up: Up | null) => {
    const control = new AbortController()
    leaving.current = control
    setState({ isBusy: true, progress: 'Drawing', says: null })
    const tell: Tell = (progress) => !control.signal.aborted && setState({ isBusy: true, progress, says: null })
    work(tell, control.signal).then(
      () => !control.signal.aborted && setState((now) => ({ ...now, isBusy: false })),
      (error: unknown) => {
        if (control.signal.aborted) return
        if (!(error instanceof TooLarge)) console.error(error)
        const says = error instanceof TooLarge ? `${titleOf(error.drawing, up)} ${error.says}` : 'The sheets could not be drawn'
        setState({ isBusy: false, progress: '', says })
      },
    )
  }, [])
  const stop = useCallback(() => {
    leaving.current?.abort()
    setState({ isBusy: false, progress: '', says: 'Stopped: no sheet was handed over' })
  }, [])
  return { ...state, run, stop }
}
