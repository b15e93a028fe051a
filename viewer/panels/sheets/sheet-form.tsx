'use client'

import { useMemo, useRef, useState } from 'react'
import type { PaperChoice } from '#lib/drawing/sheet/paper.ts'
import { textScale } from '#lib/drawing/sheet/sheet-scale.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { isReadInFeet } from '../../session/printer-paper.ts'
import type { ViewerSession } from '../../session/session.ts'
import { NAMES, sheetNames } from '../../session/sheet-names.ts'
import { isBoxCut, leftOutText, notDrawnText, sheetGroups } from '../../session/sheets.ts'
import { type Drawing, isSame, titleOf } from '../../session/view/drawings.ts'
import type { ViewerHost } from '../../viewer-host.ts'
import type { SheetNames } from '../../worker/sheet-types.ts'
import { Choice } from '../fields.tsx'
import { useSetting } from '../use-setting.ts'
import { useStore } from '../use-store.ts'
import { deliverSheets, type NamedSheet, type SheetFormat } from './deliver-sheets.ts'
import {
  firstSet,
  MOST_SHEETS,
  makeSheets,
  PAPER_OPTIONS,
  paperOf,
  type Scales,
  type SheetSet,
  sheetCount,
  viewSheets,
} from './sheet-choices.ts'
import { SheetList } from './sheet-list.tsx'
import { pixelsOf } from './sheet-png.ts'
import { SheetPreview } from './sheet-preview.tsx'
import { ResultsChoices, useSheetResults } from './sheet-results-choices.tsx'
import { SheetStatus } from './sheet-status.tsx'
import styles from './sheets.module.css'
import { useSheetPreview } from './use-sheet-preview.ts'
import { useSheetWork } from './use-sheet-work.ts'

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

const RESOLUTIONS = [
  ['150', '150 dpi'],
  ['300', '300 dpi'],
] as const

/** Kept apart, for those who have models of both. */
const ISO_PAPER = { name: 'sheet-paper', first: 'A3 landscape' }
const FEET_PAPER = { name: 'sheet-paper-feet', first: 'ANSI B landscape' }

function usePaper(session: ViewerSession) {
  const isFeet = useStore(session.view, () => isReadInFeet(session))
  const { name, first } = isFeet ? FEET_PAPER : ISO_PAPER
  const [paperName, setPaper] = useSetting(session, name, first)
  return { isFeet, paperName, setPaper }
}

/** The view, or a set of plans and elevations, on sheets: to print, which makes a PDF too, as SVG or PNG. */
export function SheetForm({ session, name, format, onClose, say }: Props) {
  const open = useStore(session.view, (state) => state.drawing)
  const up = useStore(session.view, (state) => state.up)
  const groups = useMemo(() => sheetGroups(session), [session])
  const [chosen, setChosen] = useState<readonly Drawing[]>(() => firstSet(groups, up, open))
  const [what, setWhat] = useState<'view' | 'set'>('view')
  const { isFeet, paperName, setPaper } = usePaper(session)
  const [names, setNames] = useState(() => sheetNames(session.host))
  const [rule, setRule] = useState<(typeof SCALES)[number][0]>('each')
  const [typed, setTyped] = useState('1:100')
  const [shown, setShown] = useState(0)
  const [dpi, setDpi] = useState<(typeof RESOLUTIONS)[number][0]>('300')
  const results = useSheetResults(session, paperName)
  const typedScale = textScale(typed)
  const scale = rule !== 'typed' ? rule : 'n' in typedScale ? typedScale.n : 'each'
  const wrongScale = 'says' in typedScale ? typedScale.says : null
  const set = useMemo(
    (): SheetSet => ({
      drawings: what === 'set' ? chosen : open ? [open] : [],
      paper: paperOf(paperName),
      scale,
      names,
      ...results.set,
    }),
    [what, chosen, open, paperName, scale, names, results.set],
  )
  const { drawings, paper } = set
  const scales = useRef<Scales>(new Map())
  const isInSpace = what === 'view' && !open
  const count = isInSpace ? 1 + set.table.count : sheetCount(set)
  const preview = useSheetPreview(session, set, shown, scales.current)
  const work = useSheetWork()
  const problem = isInSpace ? null : problemOf(rule === 'typed' ? wrongScale : null, drawings.length && count)

  const deliver = async (sheets: readonly NamedSheet[]) => {
    const { isDone, says } = await deliverSheets(session.host, { format, dpi: Number(dpi) }, name, paper, sheets)
    if (says) say(says)
    if (isDone) onClose()
  }
  const make = () =>
    work.run(async (onProgress, signal) => {
      const sheets = isInSpace
        ? await viewSheets(session, set)
        : await makeSheets(session, set, scales.current, onProgress, signal)
      await deliver(sheets.map(({ title, sheet: { svg } }) => ({ title, svg })))
    }, up)

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
                setShown(
                  next === 'set'
                    ? Math.max(
                        0,
                        chosen.findIndex((one) => isSame(one, open)),
                      )
                    : 0,
                )
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
          {format === 'png' && <Choice label="Resolution" value={dpi} options={RESOLUTIONS} onChange={setDpi} />}
          {format === 'png' && <p className={styles.aside}>{pixelsText(paper, Number(dpi))}</p>}
          {!isInSpace && (
            <Choice
              label="Scale"
              value={rule}
              options={SCALES.filter(([key]) => key !== 'one' || what === 'set')}
              onChange={setRule}
            />
          )}
          {!isInSpace && <NamesChoices host={session.host} names={names} onChange={setNames} />}
          <ResultsChoices {...results} isInSpace={isInSpace} />
          {!isInSpace && rule === 'typed' && <TypedScale value={typed} isWrong={wrongScale !== null} onChange={setTyped} />}
          <SheetStatus
            says={problem ?? work.says}
            sheets={what === 'set' || set.table.count > 0 ? count : null}
            {...{ preview, isFeet, leftOut }}
          />
        </div>
        {isInSpace ? (
          <p className={styles.note}>
            What the picture shows becomes a sheet with title block and legend. A plan or an elevation is drawn in lines, to
            scale.
          </p>
        ) : (
          <SheetPreview {...preview} count={count} at={Math.min(shown, count - 1)} onShow={setShown} />
        )}
      </div>
      <DialogActions>
        {work.isBusy ? <Button onClick={work.stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
        <Button look="primary" busy={work.isBusy} disabled={problem !== null || preview.refused !== null} onClick={make}>
          {work.isBusy ? `${work.progress}…` : format === 'pdf' ? 'Print or save as PDF' : savesText(count, format)}
        </Button>
      </DialogActions>
    </>
  )
}

/** Why there is nothing to make. */
function problemOf(wrongScale: string | null, sheets: number): string | null {
  if (wrongScale !== null) return wrongScale
  if (sheets === 0) return 'Tick the plans and elevations of the set'
  return sheets > MOST_SHEETS ? `${sheets} sheets, the limit is ${MOST_SHEETS}` : null
}

type NamesProps = { host: ViewerHost; names: SheetNames; onChange: (names: SheetNames) => void }

function NamesChoices({ host, names, onChange }: NamesProps) {
  const choose = <K extends keyof SheetNames>(kind: K, name: SheetNames[K]) => {
    host.setting(NAMES[kind].setting, name)
    onChange({ ...names, [kind]: name })
  }
  const { frames, areas, nodes, comments } = NAMES
  return (
    <>
      <Choice {...frames} value={names.frames} onChange={(name) => choose('frames', name)} />
      <Choice {...areas} value={names.areas} onChange={(name) => choose('areas', name)} />
      <Choice {...nodes} value={names.nodes} onChange={(name) => choose('nodes', name)} />
      {host.can.has('comments') && <Choice {...comments} value={names.comments} onChange={(name) => choose('comments', name)} />}
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

const savesText = (count: number, format: SheetFormat) => `Save ${count > 1 ? `${count} ` : ''}${format.toUpperCase()}`

/** A sheet that is too large for a canvas has fewer dots an inch. */
function pixelsText(paper: PaperChoice, wanted: number): string {
  const { width, height, dpi } = pixelsOf(paper, wanted)
  return `${width} × ${height} pixels${Math.round(dpi) < wanted ? `, ${Math.round(dpi)} dpi: more has no room` : ''}.`
}
