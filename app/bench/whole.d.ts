/** A module of three's as it stands, where the build of the pages leaves something out (`next.config.ts`). */
declare module 'three/src/renderers/shaders/ShaderChunk.js?whole' {
  export { ShaderChunk } from 'three/src/renderers/shaders/ShaderChunk.js'
}
