import { webgl2Of } from '#viewer/picture/elements/drawing.ts'
import './gl-counters.ts'
import './lambert.ts'
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
import { add, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type Box, FOV, HEIGHT, type Look, WIDTH } from './look.ts'
import type { Opened } from './measure.ts'
import { colourOf, type Outline } from './outline.ts'

/** `place` gives the matrix of a frame by its index: columns local 2, local 3, start to end, start, about the middle of the box. */
type Building = {
  outlines: readonly Outline[]
  place: (frame: number, into: Float32Array) => void
  box: Box
  /** Without multisampling, as the viewer draws large models. */
  isLarge: boolean
}

/** What one writes with three in an afternoon: an InstancedMesh per outline under two lights. `built`: called when the geometry is ready. */
export function showInstanced(
  { outlines, place, box, isLarge }: Building,
  stage: HTMLElement,
  first: Look,
  built: () => void,
): Opened {
  const meshes = outlines.map(({ positions, normals, index, frames }, k) => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setAttribute('normal', new BufferAttribute(normals, 3))
    geometry.setIndex(new BufferAttribute(index, 1))
    const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ color: new Color(...colourOf(k)) }), frames.length)
    const matrices = mesh.instanceMatrix.array as Float32Array
    frames.forEach((frame, frameIndex) => {
      place(frame, matrices.subarray(16 * frameIndex, 16 * frameIndex + 16))
    })
    mesh.userData = { frames }
    return mesh
  })
  built()

  const renderer = new WebGLRenderer({ antialias: !isLarge, powerPreference: 'high-performance', stencil: false })
  renderer.setSize(WIDTH, HEIGHT)
  stage.append(renderer.domElement)
  const scene = new Scene()
  scene.background = new Color(0.95, 0.96, 0.97)
  scene.add(...meshes, ...lights())
  const { camera, look } = cameraAround(box)
  const draw = () => renderer.render(scene, camera)
  const caster = new Raycaster()
  look(first)
  draw()
  return {
    gl: webgl2Of(renderer),
    look,
    draw,
    pick(px, py) {
      caster.setFromCamera(new Vector2((px / WIDTH) * 2 - 1, 1 - (py / HEIGHT) * 2), camera)
      const hit = caster.intersectObjects(meshes, false)[0]
      return hit?.instanceId === undefined ? null : (hit.object.userData.frames[hit.instanceId] ?? null)
    },
    close() {
      for (const { geometry, material } of meshes) {
        geometry.dispose()
        material.dispose()
      }
      renderer.dispose()
      renderer.forceContextLoss()
      renderer.domElement.remove()
    },
  }
}

function lights() {
  const sun = new DirectionalLight(0xffffff, 1.5)
  sun.position.set(-0.45, -0.72, 0.53)
  const sky = new HemisphereLight(0xffffff, 0x999999, 2)
  sky.position.set(0, 0, 1)
  return [sun, sky]
}

function cameraAround({ low, high }: Box) {
  const centre: Vec = scale(add(low, high), 0.5)
  const reach = Math.hypot(...subtract(high, low)) / 2
  const camera = new PerspectiveCamera(FOV, WIDTH / HEIGHT)
  camera.up.set(0, 0, 1)
  const look = ({ eye, target }: Look) => {
    camera.position.set(...subtract(eye, centre))
    camera.lookAt(...subtract(target, centre))
    const apart = camera.position.length()
    camera.near = Math.max(apart - reach * 1.3, reach / 3000)
    camera.far = apart + reach * 6
    camera.updateProjectionMatrix()
    camera.updateMatrixWorld()
  }
  return { camera, look }
}
