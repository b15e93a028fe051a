'use client'

import { useEffect, useRef } from 'react'
import { paperSize } from '#lib/drawing/sheet/paper.ts'
import { comparedNow } from '../../session/comparison.ts'
import { printerPaper } from '../../session/printer-paper.ts'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { sheetNames } from '../../session/sheet-names.ts'
import { DPI, madeBy, pictureOnPaper, pictureSheet, type RevisionStamp, sheetAsk } from '../../session/sheets.ts'
import { writeView } from '../../session/view/view-text.ts'
import { isPutUp, printUp, putUpInFrame, putUpSheets, putUpWords, takeDown } from '../sheets/print-sheets.ts'
import { offeredTable, putUpTable, tableAhead } from './print-table.ts'

/** The view rests so long before its drawing is read ahead. */
const RESTS_MS = 700

type Props = { session: ViewerSession; name: string; hasTables: boolean; say: (text: string) => void }

/**
 * Ctrl+P prints the view as one sheet, or the table that is open. The browser's own menu waits for nobody: for it the drawing
 * and the beginning of the table are read ahead; what is in space is drawn at once.
 */
export function Printing({ session, name, hasTables, say }: Props) {
  const latest = useRef({ name, hasTables, say })
  latest.current = { name, hasTables, say }
  useEffect(() => {
    const ahead = readAhead(session)
    const about = () => ({ model: latest.current.name, revision: ahead.revision() })
    const putUpView = (svg: string | null) => {
      if (svg) putUpSheets([svg], paperSize(printerPaper(session)))
    }
    const putUpNow = () => {
      if (session.host.place === 'embed') return putUpFramed(session)
      const table = latest.current.hasTables ? tableAhead(session) : null
      if (table) putUpTable(table, about(), paperSize(printerPaper(session)))
      else putUpView(ahead.sheet() ?? pictureSheet(session, printerPaper(session), ahead.made()))
    }
    const beforePrint = () => {
      if (isPutUp()) return
      try {
        putUpNow()
      } catch (error) {
        // Whoever prints by the browser's menu looks at the paper, and may print once more.
        putUpWords(refusal(error))
        void session.fetchPicture?.()
      }
    }
    const print = async () => {
      const table = latest.current.hasTables ? offeredTable(session) : null
      if (table) putUpTable(await table, about(), paperSize(printerPaper(session)))
      else {
        await session.fetchPicture?.()
        putUpView((await ahead.read()) ?? pictureSheet(session, printerPaper(session), ahead.made()))
      }
      const refused = printUp(session.host)
      if (refused) latest.current.say(refused)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      print().catch((error: unknown) => {
        latest.current.say(refusal(error))
      })
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('beforeprint', beforePrint)
    window.addEventListener('afterprint', takeDown)
    return () => {
      ahead.stop()
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('beforeprint', beforePrint)
      window.removeEventListener('afterprint', takeDown)
      takeDown()
    }
  }, [session])
  return null
}

const refusal = (error: unknown) => `This view could not be printed. ${reasonText(error)}`

/** Of a CSS pixel. */
const MILLIMETRES = 25.4 / 96

/** The page around a frame is printed, and the picture with it, in the proportions that it has on the screen. */
function putUpFramed(session: ViewerSession) {
  if (!session.rig) return
  const { width, height } = session.rig.size
  const millimetres = [width * MILLIMETRES, height * MILLIMETRES] as const
  putUpInFrame(pictureOnPaper(session, { millimetres, dpi: DPI, isOnWhite: true, scale: null }))
}

async function commentsFor(session: ViewerSession) {
  const which = sheetNames(session.host).comments
  if (which === 'none') return []
  const { commentsOnSheets } = await import('../../session/comments/thread-places.ts')
  return commentsOnSheets(session, which)
}

/** Keeps the sheet of the drawing that is open. */
function readAhead(session: ViewerSession) {
  let cached: { key: string; svg: string } | null = null
  let made: RevisionStamp = { revision: '', date: '', author: '' }
  let resting: ReturnType<typeof setTimeout> | undefined
  const revisionNow = () => String(session.model.state.get().drawn?.summary.revision ?? '')
  // Of the view all but the camera: it is on no drawing.
  const keyNow = () =>
    [
      revisionNow(),
      comparedNow(session) !== null,
      ...[...Object.values(sheetNames(session.host)), session.comments.get().count],
      writeView(session.view.get(), null),
    ].join(' ')
  const read = async (): Promise<string | null> => {
    const { drawing } = session.view.get()
    const key = keyNow()
    if (cached?.key === key) return cached.svg
    made = await madeBy(session)
    // Lines show one revision: two are printed as the picture has them.
    const ask =
      drawing && !comparedNow(session) && sheetAsk(session, drawing, printerPaper(session), null, made, { sheet: 1, of: 1 })
    if (!ask) return null
    const comments = await commentsFor(session)
    const answer = await session.model.ask('sheet', { ...ask, comments })
    if (answer.state !== 'drawn') return null
    cached = { key, svg: answer.svg }
    return answer.svg
  }
  const schedule = () => {
    clearTimeout(resting)
    resting = setTimeout(() => void read().catch(console.error), RESTS_MS)
  }
  const stops = [
    session.view.subscribe(schedule),
    session.model.state.subscribe(schedule),
    session.comments.subscribe(({ count }, before) => count !== before.count && schedule()),
  ]
  schedule()
  return {
    read,
    revision: revisionNow,
    made: () => (made.revision === revisionNow() ? made : { revision: revisionNow(), date: '', author: '' }),
    sheet: () => (cached?.key === keyNow() ? cached.svg : null),
    stop() {
      clearTimeout(resting)
      for (const stop of stops) stop()
    },
  }
}
