import '../../../app/bench/gl-counters.ts'
import { subtract } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { FOV, HEIGHT, WIDTH } from '../../../app/bench/look.ts'
import { colourOf } from '../../../app/bench/outline.ts'
import { type Contender, contend } from './contend.ts'
import { isLarge } from './is-large.ts'
import { middleOf, outlinesOf, placer } from './solids.ts'

/** The little of xeokit that is used here. The library itself is served by the bench from a temporary folder. */
type Xeokit = {
  Viewer: new (
    options: object,
  ) => {
    camera: {
      worldAxis: number[]
      eye: readonly number[]
      look: readonly number[]
      up: readonly number[]
      perspective: { fov: number; fovAxis: string; near: number; far: number }
    }
    scene: {
      canvas: { gl: WebGL2RenderingContext }
      render(isForced: boolean): void
      pick(options: { canvasPos: [number, number] }): { entity?: { id: string } } | null
    }
  }
  SceneModel: new (
    scene: object,
    options: object,
  ) => {
    createGeometry(options: object): void
    createMesh(options: object): void
    createEntity(options: object): void
    finalize(): void
  }
}
const library: Xeokit = await import(['/library.js'].join())

/** A geometry per outline, a mesh and an entity per frame: how xeokit's documentation shows many objects of few shapes. */
const open: Contender['open'] = async (model, stage, first, built) => {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = `width: ${WIDTH}px; height: ${HEIGHT}px; background: #f2f5f7`
  stage.append(canvas)
  const { camera, scene } = new library.Viewer({
    canvasElement: canvas,
    antialias: !isLarge(model),
    transparent: false,
    backgroundColor: [0.95, 0.96, 0.97],
    dtxEnabled: false,
  })
  const made = new library.SceneModel(scene, {
    id: 'model',
    isModel: true,
    edges: false,
    saoEnabled: false,
    pbrEnabled: false,
    dtxEnabled: false,
  })
  const place = placer(model)
  outlinesOf(model).forEach(({ positions, normals, index, frames }, k) => {
    made.createGeometry({ id: `outline${k}`, primitive: 'triangles', positions, normals, indices: index })
    for (const frame of frames) {
      const matrix: number[] = new Array(16).fill(0)
      place(frame, matrix)
      made.createMesh({ id: `mesh${frame}`, geometryId: `outline${k}`, matrix, color: colourOf(k) })
      made.createEntity({ id: `frame${frame}`, meshIds: [`mesh${frame}`], isObject: true })
    }
  })
  made.finalize()
  built()

  camera.worldAxis = [1, 0, 0, 0, 0, 1, 0, -1, 0] // right, up, forward: Z up
  const { perspective } = camera
  perspective.fovAxis = 'y'
  perspective.fov = FOV
  const centre = middleOf(model)
  const { x, y, z } = model.bounds.max
  const reach = Math.hypot(x, y, z) / 2
  const look = ({ eye, target }: typeof first) => {
    camera.eye = subtract(eye, centre)
    camera.look = subtract(target, centre)
    camera.up = [0, 0, 1]
    const apart = Math.hypot(...subtract(eye, centre))
    perspective.near = Math.max(apart - reach * 1.3, reach / 3000)
    perspective.far = apart + reach * 6
  }
  const draw = () => scene.render(true)
  look(first)
  draw()
  return {
    gl: scene.canvas.gl,
    look,
    draw,
    pick(px, py) {
      const id = scene.pick({ canvasPos: [px, py] })?.entity?.id
      return id === undefined ? null : Number(id.slice('frame'.length))
    },
    close() {},
  }
}

contend({
  open,
  async openAddress(address, stage, look) {
    const model: ViewerModel = await (await fetch(address, { cache: 'no-store' })).json()
    return open(model, stage, look, () => {})
  },
})
