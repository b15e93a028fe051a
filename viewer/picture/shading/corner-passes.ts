import {
  CustomBlending,
  DepthTexture,
  type IUniform,
  LinearFilter,
  type Matrix4,
  Mesh,
  NearestFilter,
  NoBlending,
  type Object3D,
  OneFactor,
  OneMinusSrcAlphaFactor,
  type RawShaderMaterial,
  RedFormat,
  type RenderTargetOptions,
  Scene,
  SrcColorFactor,
  UnsignedIntType,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three'
import { BODIES } from '../elements/bodies.ts'
import { disposeAll, shader, wholeScreen } from '../elements/drawing.ts'
import type { ViewCamera } from '../elements/stage.ts'
import { OCCLUSION_FRAGMENT, SHADE_FRAGMENT, SMOOTH_FRAGMENT } from './corner-shaders.ts'
import type { SharedUniforms } from './gpu-tables.ts'
import { SCREEN_VERTEX } from './setting-shaders.ts'
import type { ShadowMap } from './shadow-map.ts'

/** A print is shaded no finer than this. */
const MOST_PIXELS = 4_000_000
/** How far a corner reaches on screen, in CSS pixels. */
const REACH = 40

/** Which shades are wanted. `ground`: how high up the ground lies that shadows fall on; null without one. */
export type Shades = { corners: boolean; shadows: boolean; ground: number | null }

/**
 * The pictures behind the shading: the depth of all bodies, how closed in each point is, the same smoothed, what the light does
 * not reach; and `object`, which multiplies the last onto the picture. `draw` makes them for a camera.
 */
export function cornerPasses(shared: SharedUniforms, gl: WebGLRenderer, root: Object3D, shadows: ShadowMap | null) {
  const screen = wholeScreen()
  const depth = new DepthTexture(1, 1, UnsignedIntType)
  const target = (filter: typeof NearestFilter | typeof LinearFilter, options: RenderTargetOptions = { depthBuffer: false }) =>
    new WebGLRenderTarget(1, 1, { format: RedFormat, minFilter: filter, magFilter: filter, ...options })
  const bodies = target(NearestFilter, { depthTexture: depth })
  const rough = target(NearestFilter)
  const smooth = target(LinearFilter)
  const targets = [bodies, rough, smooth]
  const materials = materialsOf(shared, depth, rough, smooth, shadows)
  const { occlusion, blur, shadow, multiply, toView, texel, reach, ground } = materials
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
    draw(camera: ViewCamera, width: number, height: number, wanted: Shades) {
      if (wanted.shadows) shadows?.draw(camera, height / gl.getPixelRatio())
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
      const pass = (material: RawShaderMaterial, onto: WebGLRenderTarget) => {
        triangle.material = material
        gl.setRenderTarget(onto)
        gl.render(alone, camera)
      }
      if (wanted.corners) pass(occlusion, rough)
      if (wanted.corners) pass(blur, smooth)
      if (wanted.shadows && shadow) {
        ground.value.set(wanted.ground === null ? 0 : 1, wanted.ground ?? 0)
        shadow.blending = wanted.corners ? CustomBlending : NoBlending
        // What is there already is darkened, not cleared.
        gl.autoClear = !wanted.corners
        pass(shadow, smooth)
        gl.autoClear = true
      }
      gl.setRenderTarget(null)
    },
    dispose() {
      disposeAll(screen, occlusion, blur, multiply, ...(shadow ? [shadow] : []))
      for (const one of targets) one.dispose()
    },
  }
}

const MULTIPLIED = { transparent: true, blending: CustomBlending, blendSrc: ZeroFactor, blendDst: SrcColorFactor } as const
/** Where nothing is drawn the canvas is clear, and takes the shadow as black of so much. */
const DARKENED = { ...MULTIPLIED, blendSrcAlpha: OneFactor, blendDstAlpha: OneMinusSrcAlphaFactor } as const

function materialsOf(
  shared: SharedUniforms,
  depth: DepthTexture,
  rough: WebGLRenderTarget,
  smooth: WebGLRenderTarget,
  shadows: ShadowMap | null,
) {
  const ground = { value: new Vector2() }
  const toView: IUniform<Matrix4 | null> = { value: null }
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
    ground,
    shadow: shadows && pass(shadows.fragmentShader, { ...places, ...shadows.uniforms, uGround: ground }, MULTIPLIED),
    multiply: pass(SHADE_FRAGMENT, { uShade: { value: smooth.texture } }, DARKENED),
  }
}
