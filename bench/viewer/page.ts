import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene as ThreeScene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { type FrameSolid, frameSolid } from '#lib/geometry/frame-solid.ts'
import { frameAt, pick, pickTrees, type Ray } from '#lib/geometry/pick.ts'
import { bodyOf, buildScene, type Scene } from '#lib/geometry/scene.ts'
import { length, subtract, unit, type Vec } from '#lib/geometry/vector.ts'
import { makeFrames } from '../../app/_viewer/frames.tsx'
import { bindTables, gpuTables, sharedUniforms } from '../../app/_viewer/gpu-tables.ts'
import type { Stage } from '../../app/_viewer/stage.ts'
import { createStore } from '../../app/_viewer/store.ts'
import { LIGHT } from '../../app/_viewer/theme.ts'
import { FIRST_VIEW } from '../../app/_viewer/view-state.ts'
import { tower } from './tower.ts'

/** Runs inside the browser: the same building drawn three ways, each measured alike. */

export type Measured = {
  frames: number
  build: number
  first: number
  whole: number
  close: number
  calls: number
  triangles: number
  heap: number
  pick: number
}

type Way = {
  /** Draws one picture and waits until the pixels are there. */
  draw: (eye: Vec, target: Vec) => void
  pick: (x: number, y: number) => unknown
  info: () => { calls: number; triangles: number }
}

const [WIDTH, HEIGHT] = [1280, 720]

export async function run(way: 'ours' | 'instanced' | 'xeokit', count: number): Promise<Measured> {
  const model = tower(count)
  // What the model itself weighs is not the way's; each gets the scene's numbers, made once.
  const scene = buildScene(model)
  const frames = scene.frames.count
  model.nodes = []
  model.frames = []
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  document.body.replaceChildren(canvas)
  const size = length(subtract(scene.high, scene.low))
  const heapBefore = heap()
  const start = performance.now()
  const drawn =
    way === 'ours' ? ours(scene, canvas) : way === 'instanced' ? instanced(scene, canvas) : await xeokit(scene, canvas)
  const build = performance.now() - start
  const orbit = (k: number, distance: number): Vec => [
    Math.cos(k * 0.13 - 2) * distance,
    Math.sin(k * 0.13 - 2) * distance,
    distance * 0.45,
  ]
  drawn.draw(orbit(0, size * 1.1), [0, 0, 0])
  const first = performance.now() - start
  const heapAfter = heap()
  const { calls, triangles } = drawn.info()
  const time = (turns: number, act: (k: number) => void) => {
    const from = performance.now()
    for (let k = 0; k < turns; k++) act(k)
    return (performance.now() - from) / turns
  }
  const turns = count > 200_000 ? 2 : count > 20_000 ? 4 : 10
  const whole = time(turns, (k) => drawn.draw(orbit(k + 1, size * 1.1), [0, 0, 0]))
  const close = time(turns, (k) => drawn.draw(orbit(k + 1, Math.min(40, size * 0.4)), [0, 0, 0]))
  drawn.draw(orbit(0, size * 1.1), [0, 0, 0])
  const picks = way === 'ours' ? 200 : count > 20_000 ? 3 : 20
  const pickTime = time(picks, (k) => drawn.pick(WIDTH / 2 + ((k * 37) % 300) - 150, HEIGHT / 2 + ((k * 23) % 200) - 100))
  return { frames, build, first, whole, close, calls, triangles, heap: heapAfter - heapBefore, pick: pickTime }
}

/** Objects and their buffers, after collecting what is no longer needed. */
function heap() {
  ;(globalThis as { gc?: () => void }).gc?.()
  return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize
}

function renderer(canvas: HTMLCanvasElement) {
  const gl = new WebGLRenderer({ canvas, antialias: false })
  gl.setSize(WIDTH, HEIGHT, false)
  gl.info.autoReset = false
  const pixel = new Uint8Array(4)
  const camera = new PerspectiveCamera(35, WIDTH / HEIGHT, 0.5, 1e5)
  camera.up.set(0, 0, 1)
  return {
    gl,
    camera,
    look(eye: Vec, target: Vec) {
      camera.position.set(...eye)
      camera.lookAt(...target)
      camera.updateMatrixWorld()
    },
    render(scene: ThreeScene) {
      gl.info.reset()
      gl.render(scene, camera)
      const context = gl.getContext()
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel) // waits for the picture
    },
    info: () => ({ calls: gl.info.render.calls, triangles: gl.info.render.triangles }),
  }
}

/** The viewer's own frames, tables and picking, without the page around them. */
function ours(scene: Scene, canvas: HTMLCanvasElement): Way {
  const { gl, camera, look, render, info } = renderer(canvas)
  const trees = pickTrees(scene)
  const chunks = frameChunks(scene.frames, frameBoxes(scene), trees.frames)
  const tables = gpuTables(scene)
  const shared = sharedUniforms()
  shared.uSky.value.set(...LIGHT.sky)
  shared.uGroundLight.value.set(...LIGHT.ground)
  shared.uKey.value.set(...LIGHT.key)
  shared.uEdge.value.set(...LIGHT.edge)
  bindTables(shared, tables)
  const stage = {
    drawn: { scene, trees, chunks },
    tables,
    shared,
    session: { view: createStore(FIRST_VIEW) },
  } as unknown as Stage
  const drawing = makeFrames(stage)
  const three = new ThreeScene()
  three.background = new Color(0xf4f6f8)
  three.add(drawing.object)
  const perPixel = (2 * Math.tan((camera.fov * Math.PI) / 360)) / HEIGHT
  shared.uPixel.value.set(perPixel, 0)
  void gl
  return {
    draw(eye, target) {
      look(eye, target)
      drawing.update?.(camera, HEIGHT)
      render(three)
    },
    pick(x, y) {
      const from: Vec = [camera.position.x, camera.position.y, camera.position.z]
      const ahead = new Vector3((x / WIDTH) * 2 - 1, 1 - (y / HEIGHT) * 2, 0.5).unproject(camera)
      const ray: Ray = { from, along: unit(subtract([ahead.x, ahead.y, ahead.z], from)) as Vec, near: 0, far: Infinity }
      return pick(scene, trees, ray, {
        pixelAt: (distance) => distance * perPixel,
        isVisible: (kind) => kind === 'frame',
        nodeLift: 0,
        symbolPixels: 24,
      })
    },
    info,
  }
}

/** Where a unit-length solid goes: columns are axis 3, axis 2, the frame itself, and its start. */
function placeOf(scene: Scene, index: number, into: Matrix4): Matrix4 | null {
  const { start, end, axes } = frameAt(scene, index)
  if (!axes) return null
  const along = subtract(end, start)
  const [, e2, e3] = axes
  return into.set(
    e3[0],
    e2[0],
    along[0],
    start[0],
    e3[1],
    e2[1],
    along[1],
    start[1],
    e3[2],
    e2[2],
    along[2],
    start[2],
    0,
    0,
    0,
    1,
  )
}

const perBody = (scene: Scene): number[][] => {
  const lists: number[][] = scene.bodies.map(() => [])
  for (let k = 0; k < scene.frames.count; k++) lists[bodyOf(scene.frames.records[4 * k + 3] as number)]?.push(k)
  return lists
}

/** What a careful programmer writes first: one InstancedMesh per outline. */
function instanced(scene: Scene, canvas: HTMLCanvasElement): Way {
  const { camera, look, render, info } = renderer(canvas)
  const three = new ThreeScene()
  three.background = new Color(0xf4f6f8)
  three.add(new HemisphereLight(0xffffff, 0x888888, 3))
  const matrix = new Matrix4()
  const meshes = perBody(scene).map((list, body) => {
    const solid = frameSolid(scene.bodies[body] as Scene['bodies'][number])
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(solid.at, 3))
    geometry.setAttribute('normal', new BufferAttribute(solid.normal, 3))
    geometry.setIndex(new BufferAttribute(solid.index, 1))
    const mesh = new InstancedMesh(geometry, new MeshLambertMaterial({ color: 0x4d7fb3, side: DoubleSide }), list.length)
    list.forEach((index, k) => {
      const place = placeOf(scene, index, matrix)
      if (place) mesh.setMatrixAt(k, place)
    })
    three.add(mesh)
    return mesh
  })
  const raycaster = new Raycaster()
  return {
    draw(eye, target) {
      look(eye, target)
      render(three)
    },
    pick(x, y) {
      raycaster.setFromCamera(new Vector2((x / WIDTH) * 2 - 1, 1 - (y / HEIGHT) * 2), camera)
      return raycaster.intersectObjects(meshes, false)[0]
    },
    info,
  }
}

/** xeokit with buffers, its faster way. Installed beside the bench when it runs: it is AGPL and no part of this project. */
async function xeokit(scene: Scene, canvas: HTMLCanvasElement): Promise<Way> {
  const address = '/xeokit.js'
  const { Viewer, SceneModel } = await import(/* @vite-ignore */ address)
  const viewer = new Viewer({ canvasElement: canvas, antialias: false, saoEnabled: false, dtxEnabled: false })
  viewer.camera.worldAxis = [1, 0, 0, 0, 0, 1, 0, -1, 0]
  viewer.camera.perspective.fov = 35
  viewer.camera.perspective.far = 1e5
  viewer.scene.canvas.resolutionScale = 1
  const model = new SceneModel(viewer.scene, { id: 'model', isModel: true, dtxEnabled: false })
  const solids = scene.bodies.map((body) => frameSolid(body))
  solids.forEach((solid: FrameSolid, k: number) => {
    model.createGeometry({
      id: `G${k}`,
      primitive: 'triangles',
      positions: [...solid.at],
      normals: [...solid.normal],
      indices: [...solid.index],
    })
  })
  const matrix = new Matrix4()
  for (let k = 0; k < scene.frames.count; k++) {
    const place = placeOf(scene, k, matrix)
    if (!place) continue
    model.createMesh({
      id: `M${k}`,
      geometryId: `G${bodyOf(scene.frames.records[4 * k + 3] as number)}`,
      matrix: [...place.elements],
      color: [0.3, 0.5, 0.7],
    })
    model.createEntity({ id: `F${k}`, meshIds: [`M${k}`], isObject: true })
  }
  model.finalize()
  const gl = viewer.scene.canvas.gl as WebGL2RenderingContext
  const pixel = new Uint8Array(4)
  const counted = countDraws(gl)
  return {
    draw(eye, target) {
      viewer.camera.eye = [...eye]
      viewer.camera.look = [...target]
      viewer.camera.up = [0, 0, 1]
      counted.reset()
      viewer.scene.render(true)
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    },
    pick: (x, y) => viewer.scene.pick({ canvasPos: [x, y] }),
    info: counted.info,
  }
}

/** Draw calls and triangles as the context sees them. */
function countDraws(gl: WebGL2RenderingContext) {
  let [calls, triangles] = [0, 0]
  const wrap = (
    name: 'drawElements' | 'drawArrays' | 'drawElementsInstanced' | 'drawArraysInstanced',
    countAt: number,
    timesAt?: number,
  ) => {
    const draw = gl[name].bind(gl) as (...args: number[]) => void
    Object.assign(gl, {
      [name]: (...args: number[]) => {
        calls++
        if (args[0] === gl.TRIANGLES)
          triangles += ((args[countAt] as number) / 3) * (timesAt === undefined ? 1 : (args[timesAt] as number))
        draw(...args)
      },
    })
  }
  wrap('drawElements', 1)
  wrap('drawArrays', 2)
  wrap('drawElementsInstanced', 1, 4)
  wrap('drawArraysInstanced', 2, 3)
  return {
    reset() {
      calls = 0
      triangles = 0
    },
    info: () => ({ calls, triangles }),
  }
}

Object.assign(globalThis, { run })
