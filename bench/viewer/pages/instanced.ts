import './gl-counters.ts'
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  WebGLRenderer,
} from 'three'
import { subtract } from '#lib/geometry/vector.ts'
import type { ViewerModel } from '#lib/model/schema.ts'
import { type Contender, contend } from './contend.ts'
import { isLarge } from './is-large.ts'
import { FOV, HEIGHT, WIDTH } from './look.ts'
import { colourOf, middleOf, outlinesOf, placer } from './solids.ts'

/** What one writes with three in an afternoon: an InstancedMesh per outline under two lights. */
const open: Contender['open'] = async (model, stage, first, built) => {
  const place = placer(model)
  const meshes = outlinesOf(model).map(({ positions, normals, index, frames }, k) => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setAttribute('normal', new BufferAttribute(normals, 3))
    geometry.setIndex(new BufferAttribute(index, 1))
    const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ color: new Color(...colourOf(k)) }), frames.length)
    const matrices = mesh.instanceMatrix.array as Float32Array
    frames.forEach((frame, at) => {
      place(frame, matrices.subarray(16 * at, 16 * at + 16))
    })
    mesh.userData = { frames: new Uint32Array(frames) }
    return mesh
  })
  built()

  const renderer = new WebGLRenderer({ antialias: !isLarge(model), powerPreference: 'high-performance', stencil: false })
  renderer.setSize(WIDTH, HEIGHT)
  stage.append(renderer.domElement)
  const scene = new Scene()
  scene.background = new Color(0.95, 0.96, 0.97)
  const sun = new DirectionalLight(0xffffff, 1.5)
  sun.position.set(-0.45, -0.72, 0.53)
  const sky = new HemisphereLight(0xffffff, 0x999999, 2)
  sky.position.set(0, 0, 1)
  scene.add(...meshes, sun, sky)
  const centre = middleOf(model)
  const { x, y, z } = model.bounds.max
  const reach = Math.hypot(x, y, z) / 2
  const camera = new PerspectiveCamera(FOV, WIDTH / HEIGHT)
  camera.up.set(0, 0, 1)
  const look = ({ eye, target }: typeof first) => {
    camera.position.set(...subtract(eye, centre))
    camera.lookAt(...subtract(target, centre))
    const apart = camera.position.length()
    camera.near = Math.max(apart - reach * 1.3, reach / 3000)
    camera.far = apart + reach * 6
    camera.updateProjectionMatrix()
    camera.updateMatrixWorld()
  }
  const draw = () => renderer.render(scene, camera)
  const caster = new Raycaster()
  look(first)
  draw()
  return {
    gl: renderer.getContext() as WebGL2RenderingContext, // three has no other since r163
    look,
    draw,
    pick(px, py) {
      caster.setFromCamera(new Vector2((px / WIDTH) * 2 - 1, 1 - (py / HEIGHT) * 2), camera)
      const hit = caster.intersectObjects(meshes, false)[0]
      return hit?.instanceId === undefined ? null : (hit.object.userData.frames[hit.instanceId] ?? null)
    },
  }
}

contend({
  open,
  async openAddress(address, stage, look) {
    const model: ViewerModel = await (await fetch(address, { cache: 'no-store' })).json()
    return open(model, stage, look, () => {})
  },
})
