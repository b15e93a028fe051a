import {
  CustomBlending,
  DepthTexture,
  LinearFilter,
  type Matrix4,
  Mesh,
  NearestFilter,
  type Object3D,
  RedFormat,
  type RenderTargetOptions,
  Scene,
  SrcColorFactor,
  UnsignedIntType,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three'
import { OCCLUSION_FRAGMENT, SHADE_FRAGMENT, SMOOTH_FRAGMENT } from './corner-shaders.ts'
import { type Drawing, disposeAll, shader, wholeScreen } from './drawing.ts'
import { SCREEN_VERTEX } from './setting-shaders.ts'
import { drawingAxis, type Stage, type ViewCamera } from './stage.ts'

/** What shades and is shaded: bodies and areas, not symbols and lines. */
const BODIES = 1
export const castsShade = (object: Object3D) => object.layers.enable(BODIES)

/** The camera must have stood still for this long. */
const REST_MS = 120
/** Where the plain picture took longer, the machine is spared this one. */
const AFFORDABLE_MS = 800
/** A print is shaded no finer than this. */
const MOST_PIXELS = 4_000_000
/** How far a corner reaches on screen, in CSS pixels. */
const REACH = 40

/** `root`: all that is drawn; `redraw` asks for one more picture. */
export type Shaded = { gl: WebGLRenderer; root: Object3D; redraw: () => void }

/**
 * Ambient occlusion: corners and joints are a little darker, as in daylight. It costs several pictures, so it comes when the
 * camera rests and is kept, as a texture multiplied onto the picture, until something moves. After SAO (McGuire, Mara and
 * Luebke, Scalable Ambient Obscurance, 2012), with a reach that is the same on screen at any zoom.
 */
export function makeCornerShading({ session, shared }: Stage, { gl, root, redraw }: Shaded): Drawing {
  const screen = wholeScreen()
  const depth = new DepthTexture(1, 1, UnsignedIntType)
  const target = (filter: typeof NearestFilter | typeof LinearFilter, options: RenderTargetOptions = { depthBuffer: false }) =>
    new WebGLRenderTarget(1, 1, { format: RedFormat, minFilter: filter, magFilter: filter, ...options })
  const bodies = target(NearestFilter, { depthTexture: depth })
  const rough = target(NearestFilter)
  const smooth = target(LinearFilter)
  const toView = { value: null as Matrix4 | null }
  const texel = { value: 1 }
  const reach = { value: REACH }
  const pass = (fragmentShader: string, uniforms: Record<string, { value: unknown }>, more = {}) =>
    shader({
      vertexShader: SCREEN_VERTEX,
      fragmentShader,
      uniforms: { ...shared, ...uniforms },
      depthTest: false,
      depthWrite: false,
      ...more,
    })
  const occlusion = pass(OCCLUSION_FRAGMENT, { uDepth: { value: depth }, uToView: toView, uTexel: texel, uReach: reach })
  const blur = pass(SMOOTH_FRAGMENT, {
    uShade: { value: rough.texture },
    uDepth: { value: depth },
    uToView: toView,
    uTexel: texel,
  })
  const multiply = pass(
    SHADE_FRAGMENT,
    { uShade: { value: smooth.texture } },
    { transparent: true, blending: CustomBlending, blendSrc: ZeroFactor, blendDst: SrcColorFactor },
  )
  const alone = new Scene()
  const triangle = new Mesh(screen, occlusion)
  triangle.frustumCulled = false
  alone.add(triangle)
  const shading = new Mesh(screen, multiply)
  shading.frustumCulled = false
  shading.renderOrder = 3
  shading.visible = false

  function draw(camera: ViewCamera, width: number, height: number) {
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
    for (const target of [bodies, rough, smooth]) target.setSize(Math.ceil(width * scale), Math.ceil(height * scale))
    toView.value = camera.projectionMatrixInverse
    texel.value = 1 / (gl.getPixelRatio() * scale) // uPixel is of CSS pixels
    reach.value = REACH / texel.value
    const { mask } = camera.layers
    camera.layers.set(BODIES)
    gl.setRenderTarget(bodies)
    gl.render(root, camera)
    camera.layers.mask = mask
    for (const [material, target] of [
      [occlusion, rough],
      [blur, smooth],
    ] as const) {
      triangle.material = material
      gl.setRenderTarget(target)
      gl.render(alone, camera)
    }
    gl.setRenderTarget(null)
  }

  const context = gl.getContext() as WebGL2RenderingContext
  let drawn: unknown[] = []
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
  /** Once this picture is on the screen, and soon enough, a better one is asked for. */
  const awaitRest = () => {
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

  // What lay on the graphics card is gone with it.
  const startAnew = () => {
    forget()
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
        else awaitRest()
      } else if (isRested && !shading.visible) {
        draw(camera, width, height)
        shading.visible = true
        end()
      }
    },
    dispose() {
      forget()
      for (const event of events) gl.domElement.removeEventListener(event, startAnew)
      disposeAll(screen, occlusion, blur, multiply)
      for (const target of [bodies, rough, smooth]) target.dispose()
    },
  }
}
