'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isInFeet } from '#lib/drawing/drawing-layout.ts'
import type { PaperChoice } from '#lib/drawing/paper.ts'
import { scaleText, textScale } from '#lib/drawing/sheet-scale.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { Button } from '../../_ui/button.tsx'
import { DialogActions } from '../../_ui/dialog.tsx'
import { type Drawing, isSame, titleOf } from '../session/drawings.ts'
import { allDrawings } from '../session/navigate.ts'
import type { ViewerSession } from '../session/session.ts'
import { leftOutText, madeBy, pictureSheet } from '../session/sheets.ts'
import { deliverSheets, type NamedSheet, type SheetFormat } from './deliver-sheets.ts'
import { Choice } from './fields.tsx'
import { MOST_SHEETS, makeSheets, PAPER_OPTIONS, paperOf, type ScaleChoice, TooLarge } from './sheet-choices.ts'
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
  const all = useMemo(() => allDrawings(session), [session])
  const isOne = open !== null && all[open.axis].some((one) => isSame(one, open))
  const [chosen, setChosen] = useState<readonly Drawing[]>(() => (isOne ? [open] : []))
  const [what, setWhat] = useState<'view' | 'set'>('view')
  const [paperName, setPaper] = useSetting(session, 'sheet-paper', 'A3 landscape')
  const [rule, setRule] = useState<(typeof SCALES)[number][0]>('each')
  const [typed, setTyped] = useState('1:100')
  const [shown, setShown] = useState(0)
  const paper = useMemo(() => paperOf(paperName), [paperName])
  const drawings = useMemo(() => (what === 'set' ? chosen : open ? [open] : []), [what, chosen, open])
  const typedScale = textScale(typed)
  const scale: ScaleChoice = rule === 'typed' ? (typedScale ?? 'each') : rule
  const isInSpace = what === 'view' && !open
  const preview = usePreview(session, drawings, shown, paper, scale)
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
      const sheets = await makeSheets(session, drawings, paper, scale, tell, signal)
      await deliver(sheets.map(({ drawing, sheet: { svg } }) => ({ title: titleOf(drawing, up), svg })))
    }, up)

  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const isFeet = isInFeet(unit, session.view.get().units)
  const leftOut = leftOutText(session)
  const hasSet = Object.values(all).some((some) => some.length > 0)
  return (
    <>
      <div className={styles.form}>
        <div className={styles.choices}>
          {hasSet && (
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
          {what === 'set' && <SheetList all={all} chosen={chosen} up={up} onChoose={setChosen} onShow={setShown} />}
          <Choice label="Paper" value={paperName} options={PAPER_OPTIONS} onChange={setPaper} />
          {!isInSpace && (
            <Choice
              label="Scale"
              value={rule}
              options={SCALES.filter(([key]) => key !== 'one' || what === 'set')}
              onChange={setRule}
            />
          )}
          {!isInSpace && rule === 'typed' && (
            <label className={styles.typed}>
              <span className="visually-hidden">Typed scale</span>
              <input
                type="text"
                value={typed}
                aria-invalid={typedScale === null}
                onChange={(event) => setTyped(event.target.value)}
              />
            </label>
          )}
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
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={work.isBusy} disabled={problem !== null || preview.isRefused} onClick={make}>
          {work.isBusy ? work.progress : format === 'svg' ? savesText(drawings.length) : 'Print or save as PDF'}
        </Button>
      </DialogActions>
    </>
  )
}

const savesText = (count: number) => (count > 1 ? `Save ${count} SVG` : 'Save SVG')

type Preview = { svg: string | null; says: string | null; scale: number | null; isRefused: boolean }
const NO_PREVIEW: Preview = { svg: null, says: null, scale: null, isRefused: false }

/** The sheet that is looked at, as it would be made. */
function usePreview(
  session: ViewerSession,
  drawings: readonly Drawing[],
  at: number,
  paper: PaperChoice,
  scale: ScaleChoice,
): Preview {
  const [preview, setPreview] = useState<Preview>(NO_PREVIEW)
  const drawing = drawings[Math.min(at, drawings.length - 1)]
  useEffect(() => {
    if (!drawing) return setPreview(NO_PREVIEW)
    const leaving = new AbortController()
    const given = scale === 'one' ? 'each' : scale
    makeSheets(session, [drawing], paper, given, () => {}, leaving.signal).then(
      ([made]) => {
        if (leaving.signal.aborted || !made) return
        const { svg, scale, isPainted, count } = made.sheet
        const says = isPainted ? `${count.toLocaleString('en')} elements: a picture at 300 dpi under drawn marks` : null
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
  }, [session, drawing, paper, scale])
  return preview
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Work that takes a while, says how far it is, and ends with the dialog. */
function useWork() {
  const [state, setState] = useState<{ isBusy: boolean; progress: string; says: string | null }>({
    isBusy: false,
    progress: 'Drawing…',
    says: null,
  })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const run = useCallback((work: (tell: (done: number) => void, signal: AbortSignal) => Promise<void>, up: Up | null) => {
    const control = new AbortController()
    leaving.current = control
    setState({ isBusy: true, progress: 'Drawing…', says: null })
    const tell = (done: number) => done > 0 && setState({ isBusy: true, progress: `Drawing sheet ${done + 1}…`, says: null })
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
  return { ...state, run }
}
