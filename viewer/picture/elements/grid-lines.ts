import { BufferGeometry, DoubleSide, Group, Mesh } from 'three'
import { niceStep } from '#lib/drawing/nice-step.ts'
import { boxToDisplay, toDisplay, toModel } from '#lib/model/display-axes.ts'
import { distance, type Vec } from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { GROUND_FRAGMENT, GROUND_VERTEX, STROKE_FRAGMENT, STROKE_VERTEX } from '../shading/setting-shaders.ts'
import { attribute, type Drawing, disposeAll, type Stroke, shader, strokeGeometry } from './drawing.ts'
import { drawingAxis, type Stage, type ViewCamera } from './stage.ts'

const O: Vec = [0, 0, 0]

/** Of a path, with one pattern of dashes along it. */
function chords(path: readonly Vec[]): Stroke[] {
  let start = 0
  return path.slice(1).map((to, k) => {
    const from = getOrThrow(path, k)
    const stroke = { at: O, from, to, tint: O, reach: 0, start }
    start += distance(from, to)
    return stroke
  })
}

/** Grid lines as chain lines; their bubbles and the ruler of levels are drawn with the labels. */
export function makeGridLines({ drawn, shared, session }: Stage): Drawing {
  const { plan, curves } = drawn.scene.grid
  const straight = plan.map(({ from, to }): Stroke => ({ at: O, from, to, tint: O, reach: 0 }))
  const geometry = strokeGeometry([...straight, ...curves.flatMap(({ path }) => chords(path))])
  const material = shader({
    vertexShader: STROKE_VERTEX,
    fragmentShader: STROKE_FRAGMENT,
    uniforms: { ...shared, uWidth: { value: 1.1 }, uSize: { value: 0 }, uDash: { value: 40 }, uTint: shared.uInk },
    defines: { ONE_TINT: 1 },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
  })
  const lines = new Mesh(geometry, material)
  lines.frustumCulled = false
  lines.matrixAutoUpdate = false
  const group = new Group()
  if (plan.length + curves.length) group.add(lines)
  return {
    object: group,
    update(camera) {
      // On paper they are drawn with their bubbles, over everything.
      group.visible = session.view.get().layers.grid && drawingAxis(camera) === null
    },
    dispose: () => disposeAll(material, geometry),
  }
}

/**
 * The middle of the ground in the axes of the display, and the size of what stands on it: a little below the lowest node, or it
 * would lie in the plane of the slab on the ground.
 */
export function groundUnder({ scene, up }: Stage['drawn']): { middle: Vec; size: number } {
  const { low, high } = boxToDisplay(up, scene)
  const size = Math.max(high[0] - low[0], high[1] - low[1], (high[2] - low[2]) / 3, 1e-9)
  return { middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2] - size * 0.002], size }
}

/** Seen along the ground it is a smear, from below it would hide what stands on it, and paper has none. */
export function isGroundSeen({ drawn: { up }, session }: Pick<Stage, 'drawn' | 'session'>, camera: ViewCamera): boolean {
  const { layers, up: wanted } = session.view.get()
  const e = camera.matrixWorld.elements
  const upward = toDisplay(up, [e[8]!, e[9]!, e[10]!])[2]
  return layers.ground && wanted === up && drawingAxis(camera) === null && upward > 0.02
}

/** A fine grid under the model. */
export function makeGround({ drawn, shared, session }: Stage): Drawing {
  const { scene, up } = drawn
  const { theme } = session
  const { middle, size } = groundUnder(drawn)
  const step = niceStep(size / 30)
  const [east, north] = toDisplay(up, scene.origin)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]), 3))
  const line = { value: theme.get().groundLine }
  const material = shader({
    vertexShader: GROUND_VERTEX,
    fragmentShader: GROUND_FRAGMENT,
    uniforms: {
      ...shared,
      uCentre: { value: toModel(up, middle) },
      uReach: { value: size * 3 },
      uStep: { value: step },
      // Its lines lie at round numbers of the model.
      uShift: { value: [(middle[0] + east) % (step * 5), (middle[1] + north) % (step * 5)] },
      uLine: line,
    },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
  })
  const floor = new Mesh(geometry, material)
  floor.renderOrder = -5
  floor.frustumCulled = false
  floor.matrixAutoUpdate = false
  return {
    object: floor,
    update(camera) {
      line.value = theme.get().groundLine
      floor.visible = isGroundSeen({ drawn, session }, camera)
    },
    dispose: () => disposeAll(material, geometry),
  }
}
