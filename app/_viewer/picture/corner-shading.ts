import type { Object3D, WebGLRenderer } from 'three'
import type { ViewerSession } from '../session/session.ts'
import { cornerPasses } from './corner-passes.ts'
import type { Drawing } from './drawing.ts'
import { drawingAxis, type Stage } from './stage.ts'

/** The camera must have stood still for this long. */
const REST_MS = 120
/** Where the plain picture took longer, the machine is spared this one. */
const AFFORDABLE_MS = 800

/** `root`: all that is drawn; `redraw` asks for one more picture. */
export type Shaded = { gl: WebGLRenderer; root: Object3D; redraw: () => void }

/**
 * Ambient occlusion: corners and joints are a little darker, as in daylight. It costs several pictures, so it comes when the
 * camera rests and is kept, as a texture multiplied onto the picture, until something moves. After SAO (McGuire, Mara and
 * Luebke, Scalable Ambient Obscurance, 2012), with a reach that is the same on screen at any zoom.
 */
export function makeCornerShading({ session, shared }: Stage, { gl, root, redraw }: Shaded): Drawing {
  const { object: shading, draw, dispose } = cornerPasses(shared, gl, root)
  const rest = restOf(session, gl.getContext() as WebGL2RenderingContext, redraw)
  let drawn: unknown[] = []

  // What lay on the graphics card is gone with it.
  const startAnew = () => {
    rest.forget()
    drawn = []
    shading.visible = false
  }
  const events = ['webglcontextlost', 'webglcontextrestored']
  for (const event of events) gl.domElement.addEventListener(event, startAnew)

  return {
    object: shading,
    update(camera) {
      const { style, areaStyle, layers, section, quality } = session.view.get()
      const { hidden, isolated, shown } = session.derived.get()
      const { width, height } = gl.domElement
      if (!layers.shading || style === 'lines' || drawingAxis(camera) !== null) {
        startAnew()
        return
      }
      const matrices = [...camera.projectionMatrix.elements, ...camera.matrixWorldInverse.elements]
      const now = [...matrices, width, height, areaStyle, layers, section, quality, hidden, isolated, shown]
      const isSame = now.length === drawn.length && now.every((value, k) => value === drawn[k])
      if (!isSame) {
        drawn = now
        shading.visible = session.isPosing
        if (session.isPosing) draw(camera, width, height)
        else rest.wait()
      } else if (rest.hasCome() && !shading.visible) {
        draw(camera, width, height)
        shading.visible = true
        rest.end()
      }
    },
    dispose() {
      rest.forget()
      for (const event of events) gl.domElement.removeEventListener(event, startAnew)
      dispose()
    },
  }
}

/** Once a picture is on the screen, and soon enough, `redraw` asks for a better one; until then the session knows that it waits. */
function restOf(session: ViewerSession, context: WebGL2RenderingContext, redraw: () => void) {
  let finished: WebGLSync | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  let isRested = false
  let end = () => {}
  const forget = () => {
    end()
    clearTimeout(resting)
    if (finished) context.deleteSync(finished)
    finished = null
  }
  const wait = () => {
    forget()
    isRested = false
    end = session.awaited.begin()
    const asked = performance.now()
    const look = () => {
      if (context.isContextLost()) return end()
      finished ??= context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
      if (!finished) return end()
      context.flush()
      if (context.getSyncParameter(finished, context.SYNC_STATUS) === context.SIGNALED) {
        isRested = true
        redraw()
      } else if (session.view.get().quality === 'full' || performance.now() - asked < AFFORDABLE_MS)
        resting = setTimeout(look, 30)
      else end()
    }
    resting = setTimeout(look, REST_MS)
  }
  return { wait, forget, hasCome: () => isRested, end: () => end() }
}
