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
import { disposeAll, shader, wholeScreen } from './drawing.ts'
import type { SharedUniforms } from './gpu-tables.ts'
import { SCREEN_VERTEX } from './setting-shaders.ts'
import type { ViewCamera } from './stage.ts'

/** What shades and is shaded: bodies and areas, not symbols and lines. */
const BODIES = 1
export const castsShade = (object: Object3D) => object.layers.enable(BODIES)
export const castsNoShade = (object: Object3D) => object.layers.disable(BODIES)

/** A print is shaded no finer than this. */
const MOST_PIXELS = 4_000_000
/** How far a corner reaches on screen, in CSS pixels. */
const REACH = 40

/**
 * The pictures behind the shading of corners: the depth of all bodies, how closed in each point is, the same smoothed; and
 * `object`, which multiplies the last onto the picture. `draw` makes them for a camera.
 */
export function cornerPasses(shared: SharedUniforms, gl: WebGLRenderer, root: Object3D) {
  const screen = wholeScreen()
  const depth = new DepthTexture(1, 1, UnsignedIntType)
  const target = (filter: typeof NearestFilter | typeof LinearFilter, options: RenderTargetOptions = { depthBuffer: false }) =>
    new WebGLRenderTarget(1, 1, { format: RedFormat, minFilter: filter, magFilter: filter, ...options })
  const bodies = target(NearestFilter, { depthTexture: depth })
  const rough = target(NearestFilter)
  const smooth = target(LinearFilter)
  const targets = [bodies, rough, smooth]
  const { occlusion, blur, multiply, toView, texel, reach } = materialsOf(shared, depth, rough, smooth)
  const alone = new Scene()
  const triangle = new Mesh(screen, occlusion)
  triangle.frustumCulled = false
  alone.add(triangle)
  const object = new Mesh(screen, multiply)
  object.frustumCulled = false
  object.renderOrder = 3
  object.visible = false

  return {
    object,
    draw(camera: ViewCamera, width: number, height: number) {
      const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
      for (const one of targets) one.setSize(Math.ceil(width * scale), Math.ceil(height * scale))
      toView.value = camera.projectionMatrixInverse
      texel.value = 1 / (gl.getPixelRatio() * scale) // uPixel is of CSS pixels
      reach.value = REACH / texel.value
      const { mask } = camera.layers
      camera.layers.set(BODIES)
      gl.setRenderTarget(bodies)
      gl.render(root, camera)
      camera.layers.mask = mask
      for (const [material, onto] of [
        [occlusion, rough],
        [blur, smooth],
      ] as const) {
        triangle.material = material
        gl.setRenderTarget(onto)
        gl.render(alone, camera)
      }
      gl.setRenderTarget(null)
    },
    dispose() {
      disposeAll(screen, occlusion, blur, multiply)
      for (const one of targets) one.dispose()
    },
  }
}

function materialsOf(shared: SharedUniforms, depth: DepthTexture, rough: WebGLRenderTarget, smooth: WebGLRenderTarget) {
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
  const places = { uDepth: { value: depth }, uToView: toView, uTexel: texel }
  return {
    toView,
    texel,
    reach,
    occlusion: pass(OCCLUSION_FRAGMENT, { ...places, uReach: reach }),
    blur: pass(SMOOTH_FRAGMENT, { ...places, uShade: { value: rough.texture } }),
    multiply: pass(
      SHADE_FRAGMENT,
      { uShade: { value: smooth.texture } },
      { transparent: true, blending: CustomBlending, blendSrc: ZeroFactor, blendDst: SrcColorFactor },
    ),
  }
}
