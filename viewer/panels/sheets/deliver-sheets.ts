import { type PaperChoice, paperSize } from '#lib/drawing/sheet/paper.ts'
import type { ViewerHost } from '../../viewer-host.ts'
import { saveFile } from '../save-file.ts'
import { printUp, putUpSheets } from './print-sheets.ts'
import { sheetPng } from './sheet-png.ts'

export type SheetFormat = 'pdf' | 'svg' | 'png'
export type NamedSheet = { title: string; svg: string }

/** Hands sheets to the printer's window, which makes a PDF too, or saves each as a file. `dpi`: of PNG. `says`: what to tell the reader. */
export async function deliverSheets(
  host: ViewerHost,
  { format, dpi }: { format: SheetFormat; dpi: number },
  name: string,
  paper: PaperChoice,
  sheets: readonly NamedSheet[],
): Promise<{ isDone: boolean; says: string | null }> {
  if (format === 'pdf') {
    putUpSheets(
      sheets.map(({ svg }) => svg),
      paperSize(paper),
    )
    const refused = printUp(host)
    return { isDone: refused === null, says: refused }
  }
  const digits = String(sheets.length).length
  for (const [k, { title, svg }] of sheets.entries()) {
    // In a folder they lie in the order of the set, and two drawings of one title are two files.
    const number = sheets.length > 1 ? `${String(k + 1).padStart(digits, '0')} ` : ''
    const file = format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await sheetPng(svg, paper, dpi)
    const refused = await saveFile(host, `${name} ${number}${title}`, format, file)
    if (refused) return { isDone: false, says: refused }
  }
  return { isDone: true, says: sheets.length > 1 ? `${sheets.length} sheets saved` : 'Sheet saved' }
}
