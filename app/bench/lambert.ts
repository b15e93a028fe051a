import { ShaderChunk, ShaderLib } from 'three'
import { ShaderChunk as texts } from 'three/src/renderers/shaders/ShaderChunk.js?whole'

/** The build of the pages leaves the shaders of three's own materials out (`lib/start/shader-texts.mjs`); the peer has its own back. */
Object.assign(ShaderChunk, texts)
ShaderLib.lambert.vertexShader = texts.meshlambert_vert
ShaderLib.lambert.fragmentShader = texts.meshlambert_frag
