import type { OrthographicCamera, PerspectiveCamera } from 'three'
import { AXES, type Axis } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { Drawn, LiveModel } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { GpuTables, SharedUniforms } from '../shading/gpu-tables.ts'

/** What every drawn kind needs: the scene as it is now, its tables on the GPU, and the uniforms all materials share. */
export type Stage = {
  drawn: Drawn
  tables: GpuTables
  shared: SharedUniforms
  session: ViewerSession
  model: LiveModel /** The earlier one of two. */
  isOlder?: boolean
}

export type ViewCamera = PerspectiveCamera | OrthographicCamera

/** The axis that a parallel view looks along, as a drawing does: 2 is a plan, 0 and 1 are elevations. Null: a view in space. */
export function drawingAxis(camera: ViewCamera): Axis | null {
  if (!('isOrthographicCamera' in camera)) return null
  const { elements } = camera.matrixWorld
  return AXES.find((axis) => Math.abs(getOrThrow(elements, 8 + axis)) > 0.99999) ?? null
}
