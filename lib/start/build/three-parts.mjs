import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Parts of three's renderer that no picture of ours asks anything of: glasses, three's own lights, materials and shadows (all of ours
 * are raw shaders; `viewer/picture/shading/shadow-map.ts`), backgrounds of more than a colour, surroundings that are mirrored, forms that change into another, effects behind
 * a picture, uniforms in groups. The renderer makes each of them, so each is there, and does what the whole one does when it is never
 * used. Who wants lights and materials has them made `by` the whole ones, and fills `ShaderLib` (`app/bench/lambert.ts`).
 * @type {Readonly<Record<string, string>>}
 */
export const PARTS = {
  'WebXRManager.js': `export class WebXRManager {
    enabled = false
    isPresenting = false
    addEventListener() {}
    removeEventListener() {}
    setAnimationLoop() {}
    getEnvironmentBlendMode() {}
    dispose() {}
  }`,
  'WebGLLights.js': `export const lights = { by: null }
  export function WebGLLights(extensions) {
    const none = () => []
    return lights.by?.(extensions) ?? {
      setup() {},
      setupView() {},
      state: {
        version: 0, ambient: [0, 0, 0], probe: none(), hemi: none(), rectArea: none(), rectAreaLTC1: null, rectAreaLTC2: null,
        sun: none(), sunShadow: none(), sunShadowMap: none(), sunShadowMatrix: none(), sunShadowCascade: none(),
        directional: none(), directionalShadow: none(), directionalShadowMap: none(), directionalShadowMatrix: none(),
        spot: none(), spotShadow: none(), spotShadowMap: none(), spotLightMap: none(), spotLightMatrix: none(),
        point: none(), pointShadow: none(), pointShadowMap: none(), pointShadowMatrix: none(),
        numSpotLightShadowsWithMaps: 0, numLightProbes: 0,
      },
    }
  }`,
  'WebGLMaterials.js': `export const materials = { by: null }
  export function WebGLMaterials(renderer, properties) {
    return materials.by?.(renderer, properties) ?? {
      refreshFogUniforms() {},
      refreshMaterialUniforms(_, material) {
        material.uniformsNeedUpdate = false
      },
    }
  }`,
  'WebGLBackground.js': `import { Color } from '../../math/Color.js'
  import { getUnlitUniformColorSpace } from '../shaders/UniformsUtils.js'
  const rgb = {}
  export function WebGLBackground(renderer, environments, state, objects, alpha, premultipliedAlpha) {
    const colour = new Color(0)
    let opacity = alpha === true ? 0 : 1
    const set = (from, a) => {
      from.getRGB(rgb, getUnlitUniformColorSpace(renderer))
      state.buffers.color.setClear(rgb.r, rgb.g, rgb.b, a, premultipliedAlpha)
    }
    return {
      getClearColor: () => colour,
      setClearColor(wanted, a = 1) {
        colour.set(wanted)
        opacity = a
        set(colour, a)
      },
      getClearAlpha: () => opacity,
      setClearAlpha(a) {
        opacity = a
        set(colour, a)
      },
      render({ background }) {
        if (background) set(background, 1)
        else set(colour, opacity)
        if (!renderer.autoClear && !background) return
        state.buffers.depth.setTest(true)
        state.buffers.depth.setMask(true)
        state.buffers.color.setMask(true)
        renderer.clear(renderer.autoClearColor, renderer.autoClearDepth, renderer.autoClearStencil)
      },
      addToRenderList() {},
      dispose() {},
    }
  }`,
  'ShaderChunk.js': 'export const ShaderChunk = {}',
  'ShaderLib.js': 'export const ShaderLib = {}',
  'WebGLShadowMap.js': `export class WebGLShadowMap {
    enabled = false
    autoUpdate = true
    needsUpdate = false
    render() {}
  }`,
  'WebGLEnvironments.js': 'export function WebGLEnvironments() { return { get: () => null, dispose() {} } }',
  'WebGLMorphtargets.js': 'export function WebGLMorphtargets() { return { update() {} } }',
  'WebGLOutput.js': 'export class WebGLOutput {}',
  'WebGLUniformsGroups.js': 'export function WebGLUniformsGroups() { return { bind() {}, update() {}, dispose() {} } }',
  'DFGLUTData.js': 'export const getDFGLUT = () => null',
}

/**
 * Nothing of ours writes what three holds as JSON, or reads it: half of its materials, a sixth of its objects. Nor has any colour of
 * ours one of CSS's names.
 * @param {string} source
 */
export const trimmed = (source) =>
  source
    .replaceAll(/^\t(?:(?:to|from)JSON|static getDataURL)\([^)]*\) \{\n.*?^\t\}\n/gms, '')
    .replace(/^const _colorKeywords = \{.*?\};$/ms, 'const _colorKeywords = {};')

/**
 * For Turbopack, which asks it for each file of three's sources.
 * @this {{ resourcePath: string }}
 * @param {string} source
 */
export default function threeParts(source) {
  return PARTS[basename(this.resourcePath)] ?? trimmed(source)
}

/** The same for esbuild, which makes the view. */
export const threeInParts = /** @satisfies {import('esbuild').Plugin} */ ({
  name: 'three in parts',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^three$/ }, ({ kind, resolveDir }) => resolve('three/src/Three.js', { kind, resolveDir }))
    onLoad({ filter: /[\\/]three[\\/]src[\\/].*\.js$/ }, ({ path }) => ({
      contents: PARTS[basename(path)] ?? trimmed(readFileSync(path, 'utf8')),
    }))
  },
})
