/** Modules of three's as they stand, where the build of the pages has others in their place (`next.config.ts`). */
declare module 'three/src/renderers/shaders/ShaderChunk.js?whole' {
  export { ShaderChunk } from 'three/src/renderers/shaders/ShaderChunk.js'
}
declare module 'three/src/renderers/shaders/ShaderLib.js?whole' {
  export { ShaderLib } from 'three/src/renderers/shaders/ShaderLib.js'
}
declare module 'three/src/renderers/webgl/WebGLLights.js?whole' {
  export class WebGLLights {
    constructor(extensions: unknown)
  }
}
declare module 'three/src/renderers/webgl/WebGLMaterials.js?whole' {
  export class WebGLMaterials {
    constructor(renderer: unknown, properties: unknown)
  }
}
/** What stands in their place (`lib/start/build/three-parts.mjs`). */
declare module 'three/src/renderers/webgl/WebGLLights.js' {
  export const lights: { by: ((extensions: unknown) => object) | null }
}
declare module 'three/src/renderers/webgl/WebGLMaterials.js' {
  export const materials: { by: ((renderer: unknown, properties: unknown) => object) | null }
}
