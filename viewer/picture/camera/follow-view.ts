import type { WebGLRenderer } from 'three'
import type { ViewerSession } from '../../session/session.ts'
import { sectionPlanes } from '../../session/view/scene-points.ts'
import type { Stage } from '../elements/stage.ts'
import { type SharedUniforms, setUp } from '../shading/gpu-tables.ts'
import type { CameraRig } from './camera-rig.ts'

/** The camera is as the view says. */
export function followView(session: ViewerSession, rig: CameraRig, redraw: () => void) {
  const { projection, up } = session.view.get()
  rig.setProjection(projection)
  rig.setUp(up)
  return session.view.subscribe((state, before) => {
    if (state.projection !== before.projection) rig.setProjection(state.projection)
    if (state.up !== before.up) rig.setUp(state.up)
    redraw()
  })
}

/** What a section box cuts open, in either theme; on a drawing what is cut is its darkest ink. */
const CAP = [0.8, 0.3, 0.25] as const

/** What all shaders are told of camera and section before a picture. */
export function setUniforms({ view, theme }: ViewerSession, shared: SharedUniforms, rig: CameraRig, { drawn }: Stage) {
  const camera = rig.camera3
  const isParallel = 'isOrthographicCamera' in camera
  shared.uPixel.value.set(isParallel ? 0 : rig.pixelAt(1), isParallel ? 1 / camera.zoom : 0)
  setUp(shared, view.get().up)
  shared.uCap.value.set(...(view.get().drawing ? theme.get().cut : CAP))
  const planes = sectionPlanes(view.get().section, drawn.scene.origin)
  shared.uClipCount.value = planes.length
  for (const [k, plane] of planes.entries()) shared.uClip.value[k]?.set(...plane)
}

/** And of the canvas, which has more pixels on paper than on the screen. */
export function setCanvas(shared: SharedUniforms, gl: WebGLRenderer) {
  gl.getDrawingBufferSize(shared.uViewport.value)
  shared.uRatio.value = gl.getPixelRatio()
}
