'use client'

import { PLACING } from '../session/derive.ts'
import type { ViewerSession } from '../session/session.ts'
import { AtEdge, InDialog, InMiddle, later, nothing } from './part-later.tsx'

/** What the first picture does without. It is fetched once that stands (`fetchLater`): when it is first shown there may be no network. */

export const Ended = later(() => import('./ended.tsx').then((found) => found.Ended), InMiddle)
export const Inspector = later(() => import('./inspector/inspector.tsx').then((found) => found.Inspector), AtEdge)
export const Bars = later(() => import('./bars/bars.tsx').then((found) => found.Bars), AtEdge)
export const OverPicture = later(() => import('./bars/over-picture.tsx').then((found) => found.OverPicture), nothing)
export const OpenInTab = later(() => import('./open-in-tab.tsx').then((found) => found.OpenInTab), nothing)
/** Of grid lines and levels, whose places are written in a unit. */
export const RowText = later(() => import('./row-text.tsx').then((found) => found.RowText), nothing)
export const TablesDock = later(() => import('./tables/tables-dock.tsx').then((found) => found.TablesDock), InMiddle)
export const PanelBody = later(() => import('./panel-body.tsx').then((found) => found.PanelBody))
/** The list beside the picture says the same. */
export const FindingMarks = later(() => import('./findings/finding-marks.tsx').then((found) => found.FindingMarks), nothing)
/** So does the list of comments. */
export const CommentMarks = later(() => import('./comments/comment-pins.tsx').then((found) => found.CommentMarks), nothing)
/** Fetched when it is first opened: it needs the network anyway, for what it shows. */
export const ResultsPanel = later(() => import('./results/results-panel.tsx').then((found) => found.ResultsPanel))
export const SectionPanel = later(() => import('./bars/section-panel.tsx').then((found) => found.SectionPanel), AtEdge)
export const MeasurePanel = later(() => import('./bars/measure-panel.tsx').then((found) => found.MeasurePanel), AtEdge)
export const HelpSheet = later(() => import('./bars/help-sheet.tsx').then((found) => found.HelpSheet), InDialog)
export const PictureDialog = later(() => import('./sheets/picture-dialog.tsx').then((found) => found.PictureDialog), InDialog)
/** Until it is here the browser prints the page. */
export const Printing = later(() => import('./tables/printing.tsx').then((found) => found.Printing), nothing)

const PARTS = [
  Ended,
  Inspector,
  Bars,
  OverPicture,
  OpenInTab,
  RowText,
  TablesDock,
  PanelBody,
  FindingMarks,
  CommentMarks,
  SectionPanel,
  MeasurePanel,
  HelpSheet,
  PictureDialog,
  Printing,
]

/** With what session, picture and worker will need. */
export async function fetchLater({ model, fetchPicture }: ViewerSession): Promise<void> {
  await Promise.allSettled([...PARTS.map((part) => part.fetch()), PLACING.bring(), fetchPicture?.(), model.ask('parts', {})])
}
