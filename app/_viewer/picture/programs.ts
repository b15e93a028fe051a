import { BufferGeometry, Camera, Mesh, Scene, type WebGLRenderer } from 'three'
import { EDGE_FRAGMENT, EDGE_VERTEX, FACE_FRAGMENT, FACE_VERTEX } from './area-shaders.ts'
import { OCCLUSION_FRAGMENT, SHADE_FRAGMENT, SMOOTH_FRAGMENT } from './corner-shaders.ts'
import { disposeAll, shader } from './drawing.ts'
import {
  BACKDROP_FRAGMENT,
  GROUND_FRAGMENT,
  GROUND_VERTEX,
  SCREEN_VERTEX,
  STROKE_FRAGMENT,
  STROKE_VERTEX,
} from './setting-shaders.ts'
import {
  DOT_FRAGMENT,
  LINE_VERTEX,
  NODE_FRAGMENT,
  NODE_VERTEX,
  PLAIN_FRAGMENT,
  RIBBON_FRAGMENT,
  RIBBON_VERTEX,
  SOLID_FRAGMENT,
  SOLID_VERTEX,
  SUPPORT_DOT_VERTEX,
  SUPPORT_VERTEX,
} from './shaders.ts'

const PROGRAMS = [
  [SCREEN_VERTEX, BACKDROP_FRAGMENT],
  [GROUND_VERTEX, GROUND_FRAGMENT],
  [STROKE_VERTEX, STROKE_FRAGMENT],
  [SOLID_VERTEX, SOLID_FRAGMENT],
  [RIBBON_VERTEX, RIBBON_FRAGMENT],
  [LINE_VERTEX, PLAIN_FRAGMENT],
  [FACE_VERTEX, FACE_FRAGMENT],
  [EDGE_VERTEX, EDGE_FRAGMENT],
  [SUPPORT_VERTEX, PLAIN_FRAGMENT],
  [SUPPORT_DOT_VERTEX, DOT_FRAGMENT],
  [NODE_VERTEX, NODE_FRAGMENT],
  [SCREEN_VERTEX, OCCLUSION_FRAGMENT],
  [SCREEN_VERTEX, SMOOTH_FRAGMENT],
  [SCREEN_VERTEX, SHADE_FRAGMENT],
] as const

/**
 * Holds the programs that every picture uses: the driver compiles them while the model is still on its way, and a new revision
 * finds them ready. three shares a program by its source for as long as one material uses it. Gives the way to let them go.
 */
export function holdPrograms(gl: WebGLRenderer): () => void {
  gl.debug.checkShaderErrors = process.env.NODE_ENV !== 'production' // asking waits for the compiler
  const geometry = new BufferGeometry()
  const materials = PROGRAMS.map(([vertexShader, fragmentShader]) => shader({ vertexShader, fragmentShader }))
  const scene = new Scene().add(...materials.map((material) => new Mesh(geometry, material)))
  gl.compile(scene, new Camera())
  return () => disposeAll(geometry, ...materials)
}
