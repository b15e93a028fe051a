import type { Object3D, WebGLRenderer } from 'three'
import type { ViewerSession } from '../../session/session.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { type Drawing, webgl2Of } from '../elements/drawing.ts'
import { groundUnder, isGroundSeen } from '../elements/grid-lines.ts'
import { drawingAxis, type Stage } from '../elements/stage.ts'
import { cornerPasses } from './corner-passes.ts'
import { programsFor } from './programs.ts'
import type { shadowMap } from './shadow-map.ts'

/** The camera must have stood still for this long. */
const REST_MS = 120
/** Where the plain picture took longer, the machine is spared this one, unless somebody asked for what it brings. */
const AFFORDABLE_MS = 800

/** `root`: all that is drawn; `bodies`: what of it throws shadows; `redraw` asks for one more picture. */
export type Shaded = {
  gl: WebGLRenderer
  root: Object3D
  redraw: () => void
  bodies: readonly Drawing[]
  shadows: typeof shadowMap | undefined
}

/**
 * Ambient occlusion: corners and joints are a little darker, as in daylight. It costs several pictures, so it comes when the
 * camera rests and is kept, as a texture multiplied onto the picture, until something moves. After SAO (McGuire, Mara and
 * Luebke, Scalable Ambient Obscurance, 2012), with a reach that is the same on screen at any zoom. Shadows of the key light, where
 * they are wanted, come and go with it.
 */
export function makeCornerShading({ session, shared, drawn, tables }: Stage, shaded: Shaded): Drawing {
  const { gl, root, redraw, bodies } = shaded
  const shadows = shaded.shadows?.(shared, gl, root, bodies, () => drawn.lookups.now()?.extent.box ?? drawn.scene)
  const { object: shading, draw, dispose } = cornerPasses(shared, gl, root, shadows ?? null)
  const stillness = waitForStillness(session, gl, redraw)
  /** What the shading was made for. */
  let last: unknown[] = []

  // What lay on the graphics card is gone with it.
  const startAnew = () => {
    stillness.forget()
    last = []
    shading.visible = false
  }
  const events = ['webglcontextlost', 'webglcontextrestored']
  for (const event of events) gl.domElement.addEventListener(event, startAnew)

  return {
    object: shading,
    update(camera) {
      const { layers, section, quality } = session.view.get()
      const preset = presetOf(session)
      const { hidden, isolated, shown } = session.derived.get()
      const { width, height } = gl.domElement
      // Of two revisions beside each other the ghosts of one would darken the other.
      const isCompared = session.derived.get().compared !== null
      const hasShades = !isCompared && (layers.shading || (layers.shadows && shadows)) && preset !== 'analytical'
      if (!hasShades || drawingAxis(camera) !== null) {
        startAnew()
        return
      }
      const matrices = [...camera.projectionMatrix.elements, ...camera.matrixWorldInverse.elements]
      const ground = isGroundSeen({ drawn, session }, camera) ? groundUnder(drawn).middle[2] : null
      const wanted = { corners: layers.shading, shadows: layers.shadows, ground }
      const now = [...matrices, width, height, preset, layers, ground, section, quality, hidden, isolated, shown, tables.hasEdges]
      const isSame = now.length === last.length && now.every((value, k) => value === last[k])
      if (!isSame) {
        last = now
        shading.visible = session.isPosing
        if (session.isPosing) draw(camera, width, height, wanted)
        else stillness.wait()
      } else if (stillness.hasCome() && !shading.visible) {
        draw(camera, width, height, wanted)
        shading.visible = true
        stillness.end()
      }
    },
    dispose() {
      stillness.forget()
      for (const event of events) gl.domElement.removeEventListener(event, startAnew)
      dispose()
      shadows?.dispose()
    },
  }
}

/** Corners darken unasked, shadows never do. */
function isChosen(session: ViewerSession): boolean {
  const { quality, layers } = session.view.get()
  return quality === 'full' || layers.shadows
}

/** Once a picture is on the screen, and soon enough, `redraw` asks for a better one; until then the session knows that it waits. */
function waitForStillness(session: ViewerSession, gl: WebGLRenderer, redraw: () => void) {
  const context = webgl2Of(gl)
  let finished: WebGLSync | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  let isRested = false
  let turn = 0
  let end = () => {}
  const forget = () => {
    end()
    turn++
    clearTimeout(resting)
    if (finished) context.deleteSync(finished)
    finished = null
  }
  const wait = () => {
    forget()
    isRested = false
    end = session.pending.begin()
    const start = performance.now()
    const look = () => {
      if (context.isContextLost()) return end()
      finished ??= context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
      if (!finished) return end()
      context.flush()
      if (context.getSyncParameter(finished, context.SYNC_STATUS) === context.SIGNALED) {
        const mine = turn
        // Drawn without its programs, it would wait for the compiler and hold up the page.
        void programsFor(gl, ['corners']).then(() => {
          if (mine !== turn) return
          isRested = true
          redraw()
        })
      } else if (isChosen(session) || performance.now() - start < AFFORDABLE_MS) resting = setTimeout(look, 30)
      else end()
    }
    resting = setTimeout(look, REST_MS)
  }
  return { wait, forget, hasCome: () => isRested, end: () => end() }
}
