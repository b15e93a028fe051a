import { OrthographicCamera, PerspectiveCamera } from 'three'
import type { Box } from '#lib/geometry/pick/extent.ts'
import { add, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewCamera } from '../elements/stage.ts'
import { type CameraView, FOV, vector } from './rays.ts'

/** One camera in perspective, one in parallel, of which one is in use; both have the size of the picture. */
export function twoCameras() {
  const perspective = new PerspectiveCamera(FOV, 1, 0.1, 1000)
  const parallel = new OrthographicCamera(-1, 1, 1, -1, 0.1, 1000)
  let camera: ViewCamera = perspective
  let size = { width: 1, height: 1 }
  return {
    get now() {
      return camera
    },
    get size() {
      return size
    },
    get isParallel() {
      return camera === parallel
    },
    get seen(): CameraView {
      return { camera, size }
    },
    use(projection: 'perspective' | 'parallel'): ViewCamera {
      camera = projection === 'parallel' ? parallel : perspective
      return camera
    },
    setUp(up: Vec) {
      for (const one of [perspective, parallel]) one.up.set(...up)
    },
    resize(width: number, height: number) {
      size = { width: Math.max(1, width), height: Math.max(1, height) }
      perspective.aspect = size.width / size.height
      perspective.updateProjectionMatrix()
      parallel.left = -size.width / 2
      parallel.right = size.width / 2
      parallel.top = size.height / 2
      parallel.bottom = -size.height / 2
      parallel.updateProjectionMatrix()
    },
    /** Near and far follow the model: a 3 mm detail and a 3 km bridge both exist. `reach`: half its diagonal; `nearest`: near itself. */
    setDepth({ low, high }: Box, reach: number, nearest: number | null) {
      const apart = length(subtract(vector(camera.position), scale(add(low, high), 0.5)))
      const far = apart + reach * 6
      const usual = Math.max(apart - reach * 1.3, far / 40000, reach / 3000)
      const near = camera === parallel ? -far : (nearest ?? usual)
      if (camera.near !== near || camera.far !== far) {
        camera.near = near
        camera.far = far
        camera.updateProjectionMatrix()
      }
      camera.updateMatrixWorld()
    },
  }
}
