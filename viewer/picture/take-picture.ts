import type { WebGLRenderer } from 'three'
import { niceStep } from '#lib/drawing/nice-step.ts'
import { type Sheet, scaleOf, sheetPixels, withResolution, zoomOf } from '#lib/drawing/sheet/sheet.ts'
import { readUnits } from '#lib/model/units.ts'
import { revisionsShown } from '../session/revision-text.ts'
import type { ViewerSession } from '../session/session.ts'
import { LIGHT, type Theme } from '../session/theme.ts'
import { titleOf } from '../session/view/drawings.ts'
import type { CameraRig } from './camera/camera-rig.ts'
import { FAMILY } from './marks/writing.ts'

const WHITE = [1, 1, 1] as const
const PAPER: Theme = {
  ...LIGHT,
  backdrop: [WHITE, WHITE, WHITE],
  paper: WHITE,
  groundLine: [1, 1, 1, 0],
  textHalo: 'rgba(255, 255, 255, 0.9)',
}
/** Of the sheet's edge, in CSS pixels: 10 mm, which every printer reaches. */
const MARGIN = 38

export type Poser = {
  gl: WebGLRenderer
  rig: CameraRig
  /** Draws now, names and marks too. */
  draw: () => void
  /** What was drawn, as pixels. */
  copyTo: (canvas: HTMLCanvasElement) => CanvasRenderingContext2D
  redraw: () => void
}

/** The picture with its writing as PNG, drawn anew for a sheet; what is on the screen stays as it is. */
export async function takePicture(poser: Poser, session: ViewerSession, sheet: Sheet): Promise<Blob> {
  const { canvas, ratio } = drawnPicture(poser, session, sheet, sheet.millimetres !== null && !sheet.isUntitled)
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
  )
  const png = withResolution(new Uint8Array(await blob.arrayBuffer()), ratio * 96)
  return new Blob([png], { type: 'image/png' })
}

/** At once, for whoever prints: the browser waits for nobody then. `isTitled`: it says itself what it is. */
export function drawnPicture({ gl, rig, draw, copyTo, redraw }: Poser, session: ViewerSession, sheet: Sheet, isTitled: boolean) {
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const most = Math.min(gl.capabilities.maxTextureSize, 8192)
  const { width, height, ratio } = sheetPixels(sheet, rig.size, most)
  const before = { size: { ...rig.size }, ratio: gl.getPixelRatio(), theme: session.theme.get() }
  const isParallel = session.view.get().projection === 'parallel'
  const zoom = sheet.scale && isParallel && unit ? zoomOf(sheet.scale, unit.metres) : null
  const goBack = rig.reframe(width, height, zoom, sheet.millimetres && (isTitled ? [titleOn(width, height)] : []))
  if (sheet.isOnWhite) session.theme.set(PAPER)
  gl.setPixelRatio(ratio)
  gl.setSize(width + 1e-6, height + 1e-6, false) // three rounds down
  session.isPosing = true
  try {
    draw()
    const canvas = document.createElement('canvas')
    const context = copyTo(canvas)
    if (isTitled) {
      context.scale(ratio, ratio)
      const scale = isParallel && unit ? scaleOf(rig.pixelAt(1) ** -1, unit.metres) : null
      titleSheet(context, session, { width, height, scale, pixelsPerUnit: isParallel ? 1 / rig.pixelAt(1) : null })
    }
    return { canvas, ratio }
  } finally {
    session.isPosing = false
    goBack()
    session.theme.set(before.theme)
    gl.setPixelRatio(before.ratio)
    gl.setSize(before.size.width, before.size.height, false)
    redraw()
  }
}

/** What the title and the bar keep for themselves. */
const titleOn = (width: number, height: number) => ({ x0: 0, y0: height - MARGIN - 36, x1: width, y1: height })

type Title = { width: number; height: number; scale: number | null; pixelsPerUnit: number | null }

/** What it is, at which scale, of which revision; and a bar to measure against, which survives a photocopier. */
function titleSheet(context: CanvasRenderingContext2D, session: ViewerSession, { width, height, scale, pixelsPerUnit }: Title) {
  const { summary } = session.model.state.get().drawn ?? {}
  if (!summary) return
  const { drawing, up } = session.view.get()
  const revision = revisionsShown(session)
  const theme = session.theme.get()
  const { length: unit } = readUnits(summary.units)
  const ink = theme.text
  const bottom = height - MARGIN
  context.fillStyle = ink
  context.strokeStyle = ink
  context.lineWidth = 1
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.font = `600 15px ${FAMILY}`
  context.fillText([summary.name, drawing && titleOf(drawing, up)].filter(Boolean).join(' · '), MARGIN, bottom - 18)
  context.font = `12px ${FAMILY}`
  const facts = [
    scale && `1:${Number(scale.toPrecision(3))}`,
    revision && `revision ${revision}`,
    new Date().toLocaleDateString('sv'),
  ]
  context.fillText(facts.filter(Boolean).join(' · '), MARGIN, bottom)
  if (!pixelsPerUnit || !unit) return
  const long = niceStep(160 / pixelsPerUnit)
  const [from, to] = [width - MARGIN - long * pixelsPerUnit, width - MARGIN]
  for (const [x, part] of [
    [from, 0],
    [(from + to) / 2, 0.5],
    [to, 1],
  ] as const) {
    context.fillRect(x - 0.5, bottom - 14, 1, 10)
    context.textAlign = 'center'
    context.fillText(part === 1 ? `${long} ${unit.unit}` : String(long * part), x, bottom + 8)
  }
  context.fillRect(from, bottom - 10, (to - from) / 2, 4)
  context.strokeRect((from + to) / 2, bottom - 10, (to - from) / 2, 4)
}
