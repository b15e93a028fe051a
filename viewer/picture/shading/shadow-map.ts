import {
  DepthTexture,
  type IUniform,
  Matrix4,
  NearestFilter,
  type Object3D,
  OrthographicCamera,
  RedFormat,
  UnsignedIntType,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { corners } from '#lib/drawing/camera-axes.ts'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { BODIES } from '../elements/bodies.ts'
import type { Drawing } from '../elements/drawing.ts'
import type { ViewCamera } from '../elements/stage.ts'
import type { SharedUniforms } from './gpu-tables.ts'
import { SHADOW_FRAGMENT } from './shadow-shaders.ts'

const SIDE = 2048

export type ShadowMap = ReturnType<typeof shadowMap>

/**
 * How far the key light sees, as one square picture from where it stands: what it does not see lies in shadow. Made on the card
 * when it is first asked for. `bodies`: what places itself anew for each camera, and so for the light.
 */
export function shadowMap(
  shared: SharedUniforms,
  gl: WebGLRenderer,
  root: Object3D,
  bodies: readonly Drawing[],
  boxNow: () => Box,
) {
  const light = new OrthographicCamera(-SIDE / 2, SIDE / 2, SIDE / 2, -SIDE / 2)
  const uShadows: IUniform<DepthTexture | null> = { value: null }
  const uniforms = {
    uShadows,
    uToLight: { value: new Matrix4() },
    /** Length of a texel, and of the depth. */
    uShadowTexel: { value: 1 },
    uShadowReach: { value: 1 },
  }
  let target: WebGLRenderTarget | null = null
  const stand = () => {
    const box = boxNow()
    const middle = new Vector3(...box.low).add(new Vector3(...box.high)).multiplyScalar(0.5)
    const radius = Math.max(middle.distanceTo(new Vector3(...box.low)), 1e-9)
    light.position.copy(middle).addScaledVector(shared.uKeyDirection.value, 2 * radius)
    light.lookAt(middle)
    light.updateMatrixWorld()
    const seen = corners(box).map((corner) => new Vector3(...corner).applyMatrix4(light.matrixWorldInverse))
    const wide = Math.max(...seen.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
    light.zoom = (0.5 * SIDE * 0.98) / Math.max(wide, 1e-9)
    light.near = radius * 0.9
    light.far = radius * 3.1
    light.updateProjectionMatrix()
    uniforms.uToLight.value.multiplyMatrices(light.projectionMatrix, light.matrixWorldInverse)
    uniforms.uShadowTexel.value = 1 / light.zoom
    uniforms.uShadowReach.value = light.far - light.near
  }
  return {
    uniforms,
    /** Of the pass that lays them over what is seen. */
    fragmentShader: SHADOW_FRAGMENT,
    /** `camera` and `height` of the picture: what was listed for the light is listed for them again. */
    draw(camera: ViewCamera, height: number) {
      target ??= new WebGLRenderTarget(SIDE, SIDE, {
        format: RedFormat,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
        depthTexture: new DepthTexture(SIDE, SIDE, UnsignedIntType),
      })
      uniforms.uShadows.value = target.depthTexture
      stand()
      const pixel = shared.uPixel.value.clone()
      shared.uPixel.value.set(0, 1 / light.zoom)
      for (const { update } of bodies) update?.(light, SIDE)
      light.layers.set(BODIES)
      gl.setRenderTarget(target)
      gl.render(root, light)
      gl.setRenderTarget(null)
      shared.uPixel.value.copy(pixel)
      for (const { update } of bodies) update?.(camera, height)
    },
    dispose() {
      target?.depthTexture?.dispose()
      target?.dispose()
    },
  }
}
