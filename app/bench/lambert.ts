import { ShaderChunk, ShaderLib } from 'three'
import { ShaderChunk as texts } from 'three/src/renderers/shaders/ShaderChunk.js?whole'
import { ShaderLib as shaders } from 'three/src/renderers/shaders/ShaderLib.js?whole'
import { lights } from 'three/src/renderers/webgl/WebGLLights.js'
import { WebGLLights } from 'three/src/renderers/webgl/WebGLLights.js?whole'
import { materials } from 'three/src/renderers/webgl/WebGLMaterials.js'
import { WebGLMaterials } from 'three/src/renderers/webgl/WebGLMaterials.js?whole'

/**
 * The build of the pages leaves three's own lights, materials and their shaders out (`lib/start/build/three-parts.mjs`); the peer has
 * its own back.
 */
Object.assign(ShaderChunk, texts)
Object.assign(ShaderLib, shaders)
ShaderLib.lambert.vertexShader = texts.meshlambert_vert
ShaderLib.lambert.fragmentShader = texts.meshlambert_frag
lights.by = (extensions) => new WebGLLights(extensions)
materials.by = (renderer, properties) => new WebGLMaterials(renderer, properties)
