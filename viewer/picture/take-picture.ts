import type { WebGLRenderer } from 'three'
import { type Sheet, sheetPixels, withResolution, zoomOf } from '#lib/drawing/sheet/sheet.ts'
import { readUnits } from '#lib/model/units.ts'
import type { ViewerSession } from '../session/session.ts'
import { LIGHT, type Theme } from '../session/theme.ts'
import type { CameraRig } from './camera/camera-rig.ts'

const WHITE = [1, 1, 1] as const
const PAPER: Theme = {
  ...LIGHT,
  backdrop: [WHITE, WHITE, WHITE],
  paper: WHITE,
  groundLine: [1, 1, 1, 0],
  textHalo: 'rgba(255, 255, 255, 0.9)',
}

export type Poser = {
  gl: WebGLRenderer
  rig: CameraRig
  /** Draws now, names and marks too. */
  draw: () => void
  /** What was drawn, as pixels. */
  copyTo: (canvas: HTMLCanvasElement) => void
  redraw: () => void
}

/** The picture with its writing as PNG, drawn anew for a sheet; what is on the screen stays as it is. */
export async function takePicture(poser: Poser, session: ViewerSession, sheet: Sheet): Promise<Blob> {
  const { canvas, ratio } = drawnPicture(poser, session, sheet)
  const blob = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
  )
  const png = withResolution(new Uint8Array(await blob.arrayBuffer()), ratio * 96)
  return new Blob([png], { type: 'image/png' })
}

/** At once, for whoever prints: the browser waits for nobody then. */
export function drawnPicture({ gl, rig, draw, copyTo, redraw }: Poser, session: ViewerSession, sheet: Sheet) {
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const most = Math.min(gl.capabilities.maxTextureSize, 8192)
  const { width, height, ratio } = sheetPixels(sheet, rig.size, most)
  const before = { size: { ...rig.size }, ratio: gl.getPixelRatio(), theme: session.theme.get() }
  const isParallel = session.view.get().projection === 'parallel'
  const zoom = sheet.scale && isParallel && unit ? zoomOf(sheet.scale, unit.metres) : null
  const goBack = rig.reframe(width, height, zoom, sheet.millimetres !== null)
  if (sheet.isOnWhite) session.theme.set(PAPER)
  gl.setPixelRatio(ratio)
  gl.setSize(width + 1e-6, height + 1e-6, false) // three rounds down
  session.isPosing = true
  try {
    draw()
    const canvas = document.createElement('canvas')
    copyTo(canvas)
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
