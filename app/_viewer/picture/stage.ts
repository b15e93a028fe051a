import type { OrthographicCamera, PerspectiveCamera } from 'three'
import { at } from '#lib/model/at.ts'
import type { Drawn, LiveModel } from '../session/live-model.ts'
import type { ViewerSession } from '../session/session.ts'
import type { GpuTables, SharedUniforms } from './gpu-tables.ts'

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
export function drawingAxis(camera: ViewCamera): 0 | 1 | 2 | null {
  if (!('isOrthographicCamera' in camera)) return null
  const axis = [8, 9, 10].findIndex((k) => Math.abs(at(camera.matrixWorld.elements, k)) > 0.99999)
  return axis < 0 ? null : (axis as 0 | 1 | 2)
}
