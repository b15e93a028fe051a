import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Material,
  type Object3D,
  RawShaderMaterial,
  type ShaderMaterialParameters,
  type WebGLRenderer,
} from 'three'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { ViewCamera } from './stage.ts'

/** three draws with no other since r163, and its type has not heard of it. */
export function webgl2Of(gl: WebGLRenderer): WebGL2RenderingContext {
  const context = gl.getContext()
  if (!(context instanceof WebGL2RenderingContext)) throw new Error('three draws without WebGL 2')
  return context
}

/** Objects of one kind, given back as a whole. `update` runs before each picture; `height`: of the picture in CSS pixels. */
export type Drawing = {
  object: Object3D
  update?: (camera: ViewCamera, height: number) => void
  dispose: () => void
}

export const shader = (parameters: ShaderMaterialParameters) => new RawShaderMaterial({ glslVersion: GLSL3, ...parameters })

/** A material's two programs: with the section planes, and the quicker one without. */
export function setClipped(isClipped: boolean, ...materials: readonly RawShaderMaterial[]) {
  for (const material of materials) {
    if ('CLIPPED' in material.defines === isClipped) continue
    const { CLIPPED: _, ...others } = material.defines
    material.defines = isClipped ? { ...others, CLIPPED: 1 } : others
    material.needsUpdate = true
  }
}

/** Two ends each, about `at`; of a given size in the model, or with `reach` > 0 of a size on screen. `start`: where its dashes go on from. */
export type Stroke = { at: Vec; from: Vec; to: Vec; tint: Vec; reach: number; start?: number }

export function strokeGeometry(strokes: readonly Stroke[]): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  geometry.setDrawRange(0, 6)
  for (const field of ['at', 'from', 'to', 'tint'] as const)
    geometry.setAttribute(field, instanced(new Float32Array(strokes.flatMap((stroke) => stroke[field])), 3))
  const single = (value: (stroke: Stroke) => number) => instanced(Float32Array.from(strokes, value), 1)
  geometry.setAttribute(
    'reach',
    single(({ reach }) => reach),
  )
  geometry.setAttribute(
    'start',
    single(({ start = 0 }) => start),
  )
  geometry.instanceCount = strokes.length
  return geometry
}

/** One triangle over everything. */
export function wholeScreen(): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3))
  return geometry
}

/** Integers stay integers in the shader. */
export const attribute = (values: Float32Array | Uint32Array | Uint8Array, size: number) => new BufferAttribute(values, size)
export const instanced = (values: Float32Array | Uint32Array, size: number) => new InstancedBufferAttribute(values, size)

export function disposeAll(...parts: readonly (BufferGeometry | Material)[]) {
  for (const part of parts) part.dispose()
}
