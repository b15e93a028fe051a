import { Frustum, Matrix4, Vector3 } from 'three'
import type { Sight } from '#lib/geometry/frame-chunks.ts'
import type { ViewCamera } from '../elements/stage.ts'

/** Says what a camera sees whenever that is not what it saw before; null when it is. `also`: what else it depends on. */
export function newSeen() {
  const frustum = new Frustum()
  const matrix = new Matrix4()
  const eye = new Vector3()
  let last = ''
  return {
    anew(camera: ViewCamera, height: number, also = ''): Sight | null {
      matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
      const key = `${also} ${height} ${matrix.elements.join()}`
      if (key === last) return null
      last = key
      return sightOf(camera, height, frustum, matrix, eye)
    },
  }
}

/** What a camera sees, in the terms of the geometry. */
function sightOf(camera: ViewCamera, height: number, frustum: Frustum, matrix: Matrix4, eye: Vector3): Sight {
  frustum.setFromProjectionMatrix(matrix)
  camera.getWorldPosition(eye)
  const isParallel = 'isOrthographicCamera' in camera
  return {
    // Four sides only: near and far follow the model, so nothing of it lies outside them.
    planes: frustum.planes.slice(0, 4).map(({ normal, constant }) => [normal.x, normal.y, normal.z, constant] as const),
    eye: [eye.x, eye.y, eye.z],
    pixels: isParallel ? camera.zoom : height / (2 * Math.tan((camera.fov * Math.PI) / 360)),
    isParallel,
  }
}
