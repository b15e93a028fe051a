import { type PaperChoice, paperSize } from '#lib/drawing/sheet/paper.ts'
import { sheetPixels, withResolution } from '#lib/drawing/sheet/sheet.ts'

/** What a canvas may have on a side everywhere. */
export const MOST_PIXELS = 8192

/** Of a sheet at this resolution, or at the highest that a canvas has room for. */
export function pixelsOf(paper: PaperChoice, dpi: number): { width: number; height: number; dpi: number } {
  const { width, height } = paperSize(paper)
  const sheet = sheetPixels({ millimetres: [width, height], dpi }, { width, height }, MOST_PIXELS)
  return {
    width: Math.round(sheet.width * sheet.ratio),
    height: Math.round(sheet.height * sheet.ratio),
    dpi: sheet.ratio * 96,
  }
}

/** The sheet that the SVG is, in pixels; it says its resolution, so that it prints at its size. */
export async function sheetPng(svg: string, paper: PaperChoice, dpi: number): Promise<Blob> {
  const size = pixelsOf(paper, dpi)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const sheet = new Image()
    sheet.src = address
    await sheet.decode()
    canvas.getContext('2d')?.drawImage(sheet, 0, 0, size.width, size.height)
  } finally {
    URL.revokeObjectURL(address)
  }
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
  )
  return new Blob([withResolution(new Uint8Array(await blob.arrayBuffer()), size.dpi)], { type: 'image/png' })
}
