import { useEffect, useRef, useState } from 'react'
import type { ViewerSession } from '../session/session.ts'
import type { SheetHeight } from './inspector/sheet-handle.tsx'
import type { Panel } from './panel-names.ts'
import type { PictureFormat } from './sheets/picture-dialog.tsx'
import { useStore } from './use-store.ts'
import { windowSize } from './window-size.ts'

export type Open = ReturnType<typeof useOpen>

/** What is open around the picture: one of the panels, the tables, a dialog, a tool. */
export function useOpen(session: ViewerSession, isBare: boolean) {
  const [panel, setPanel] = useState<Panel | null>(() => firstPanel(session, isBare))
  const [height, setHeight] = useState<SheetHeight>('half')
  const [dialog, setDialog] = useState<'help' | PictureFormat | null>(null)
  const [hasTables, setTables] = useState(false)
  const tool = useStore(session.view, ({ measuring, section, drawing }) =>
    measuring ? 'measure' : section && !drawing ? 'section' : undefined,
  )
  // On a phone a tool and a panel have the same place: the one that was opened last.
  useEffect(() => {
    if (tool && windowSize() === 'phone') setPanel(null)
  }, [tool])
  // What a panel shows in the picture ends with it.
  useEffect(() => {
    if (panel !== 'results') session.view.set({ results: null })
  }, [session, panel])
  // A list of what differs ends with the comparison.
  const isComparing = useStore(session.view, ({ compare }) => compare !== null)
  useEffect(() => {
    if (!isComparing) setPanel((now) => (now === 'compare' ? null : now))
  }, [isComparing])
  // What a tap selects is seen: its sheet opens at its lowest.
  useEffect(() => {
    if (panel !== null) return
    return session.view.subscribe((state, before) => {
      if (state.selected.length > 0 && before.selected.length === 0) setHeight('low')
    })
  }, [session, panel])
  const properties = useInFront(session)
  const openPanel = (next: Panel | null) => {
    setPanel(next)
    setHeight('half')
    properties.leave()
  }
  const latest = useRef(openPanel)
  latest.current = openPanel
  useEffect(
    () =>
      session.comments.subscribe(({ openings, looks, sketching }, before) => {
        if (openings !== before.openings) latest.current('comments')
        // The picture is what one draws on.
        const begins = sketching?.isDrawing && !before.sketching?.isDrawing
        if (begins || looks !== before.looks) setHeight('low')
        // Back to what is being written.
        else if (before.sketching?.isDrawing && sketching?.isDrawing === false) setHeight('half')
      }),
    [session],
  )
  const turnPanel = (next: Panel) => openPanel(panel === next ? null : next)
  const sheet = { height, onHeight: setHeight }
  /** Null where nothing stands behind the properties. */
  const backToPanel = panel === 'outline' && properties.areInFront ? properties.leave : null
  return { panel, setPanel: openPanel, turnPanel, sheet, dialog, setDialog, hasTables, setTables, tool, backToPanel }
}

/** What a link to a comment is about is open at once. */
function firstPanel({ host, comments, view }: ViewerSession, isBare: boolean): Panel | null {
  if (isBare) return null
  if (view.get().results && host.can.has('analyse')) return 'results'
  if (comments.get().chosen !== null && host.can.has('comments')) return 'comments'
  return windowSize() === 'wide' ? 'outline' : null
}

/** On a phone what is selected in the outline, or beside it, is looked at in its place: one sheet at a time. */
function useInFront({ view, model }: ViewerSession) {
  const [areInFront, setInFront] = useState(false)
  useEffect(() => {
    let { drawn } = model.state.get()
    const stops = [
      view.subscribe(({ selected }, before) => {
        // A new revision selects the same again, and nobody has asked for it.
        if (selected !== before.selected && model.state.get().drawn === drawn) setInFront(selected.length > 0)
      }),
      model.state.subscribe((state) => {
        drawn = state.drawn
      }),
    ]
    return () => stops.forEach((stop) => void stop())
  }, [view, model])
  return { areInFront, leave: () => setInFront(false) }
}
