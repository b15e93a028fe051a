import { type PaperChoice, paperSize } from '#lib/drawing/paper.ts'
import type { ViewerHost } from '../viewer-host.ts'
import { putUpSheets, takeDown } from './print-sheets.ts'

export type SheetFormat = 'pdf' | 'svg'
export type NamedSheet = { title: string; svg: string }

/** Hands sheets to the printer's window, which makes a PDF too, or saves each as a file. `says`: what to tell the reader. */
export async function deliverSheets(
  host: ViewerHost,
  format: SheetFormat,
  name: string,
  paper: PaperChoice,
  sheets: readonly NamedSheet[],
): Promise<{ isDone: boolean; says: string | null }> {
  if (format === 'pdf') {
    putUpSheets(
      sheets.map(({ svg }) => svg),
      paperSize(paper),
    )
    if (host.print()) return { isDone: true, says: null }
    takeDown()
    return { isDone: false, says: 'Nothing can be printed from here: open the model on its own page' }
  }
  for (const { title, svg } of sheets) {
    const file = `${`${name} ${title}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.svg`
    if (!(await host.save(file, new Blob([svg], { type: 'image/svg+xml' }))))
      return { isDone: false, says: 'No file can be saved from here: open the model on its own page' }
  }
  return { isDone: true, says: sheets.length > 1 ? `${sheets.length} sheets saved` : 'Sheet saved' }
}
