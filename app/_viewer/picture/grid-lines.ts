import { BufferGeometry, DoubleSide, Group, Mesh } from 'three'
import { niceStep } from '#lib/drawing/nice-step.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import { attribute, type Drawing, disposeAll, type Stroke, shader, strokeGeometry, wholeScreen } from './drawing.ts'
import {
  BACKDROP_FRAGMENT,
  GROUND_FRAGMENT,
  GROUND_VERTEX,
  SCREEN_VERTEX,
  STROKE_FRAGMENT,
  STROKE_VERTEX,
} from './setting-shaders.ts'
import { drawingAxis, type Stage } from './stage.ts'

const O: Vec = [0, 0, 0]

/** Grid lines as chain lines; their bubbles and the ruler of levels are drawn with the labels. */
export function makeGridLines({ drawn, shared, session }: Stage): Drawing {
  const { plan } = drawn.scene.grid
  const geometry = strokeGeometry(plan.map(({ from, to }): Stroke => ({ at: O, from, to, tint: O, reach: 0 })))
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
  if (plan.length) group.add(lines)
  return {
    object: group,
    update(camera) {
      // On paper they are drawn with their bubbles, over everything.
      group.visible = session.view.get().layers.grid && drawingAxis(camera) === null
    },
    dispose: () => disposeAll(material, geometry),
  }
}

/** A calm gradient behind everything and a fine grid under the model; in a drawing plain paper. */
export function makeBackdrop({ drawn, shared, session }: Stage): Drawing {
  const { scene } = drawn
  const theme = session.theme
  const sky = {
    uTop: { value: theme.get().backdrop[0] },
    uMiddle: { value: theme.get().backdrop[1] },
    uBottom: { value: theme.get().backdrop[2] },
  }
  const backMaterial = shader({
    vertexShader: SCREEN_VERTEX,
    fragmentShader: BACKDROP_FRAGMENT,
    uniforms: sky,
    depthTest: false,
    depthWrite: false,
  })
  const screen = wholeScreen()
  const backdrop = new Mesh(screen, backMaterial)
  backdrop.renderOrder = -10

  const size = Math.max(scene.high[0] - scene.low[0], scene.high[1] - scene.low[1], (scene.high[2] - scene.low[2]) / 3, 1e-9)
  const step = niceStep(size / 30)
  // A little below the lowest node, or it would lie in the plane of the slab on the ground.
  const below = (up: 1 | 2): Vec => {
    const middle = ([0, 1, 2] as const).map((k) => (scene.low[k] + scene.high[k]) / 2) as [number, number, number]
    middle[up] = scene.low[up] - size * 0.002
    return middle
  }
  const centre = { value: below(2) }
  const shift = { value: [0, 0] as readonly number[] }
  const isYUp = { value: -1 }
  const ground = new BufferGeometry()
  ground.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]), 3))
  const line = { value: theme.get().groundLine }
  const groundMaterial = shader({
    vertexShader: GROUND_VERTEX,
    fragmentShader: GROUND_FRAGMENT,
    uniforms: {
      ...shared,
      uCentre: centre,
      uReach: { value: size * 3 },
      uStep: { value: step },
      uShift: shift,
      uIsYUp: isYUp,
      uLine: line,
    },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
  })
  const floor = new Mesh(ground, groundMaterial)
  floor.renderOrder = -5
  const group = new Group()
  for (const object of [backdrop, floor]) {
    object.frustumCulled = false
    object.matrixAutoUpdate = false
    group.add(object)
  }
  return {
    object: group,
    update(camera) {
      const { backdrop: colours, paper, groundLine } = theme.get()
      const isPaper = drawingAxis(camera) !== null
      sky.uTop.value = isPaper ? paper : colours[0]
      sky.uMiddle.value = isPaper ? paper : colours[1]
      sky.uBottom.value = isPaper ? paper : colours[2]
      line.value = groundLine
      const view = session.view.get()
      const turned = view.isYUp ? 1 : 0
      if (isYUp.value !== turned) {
        isYUp.value = turned
        const [x, y, z] = below(turned ? 1 : 2).map((value, k) => value + (scene.origin[k] as number)) as [number, number, number]
        centre.value = below(turned ? 1 : 2)
        shift.value = [x % (step * 5), (turned ? -z : y) % (step * 5)]
      }
      // Seen along the ground it is a smear, from below it would hide what stands on it, and paper has none.
      const upward = camera.matrixWorld.elements[turned ? 9 : 10] as number
      floor.visible = view.layers.ground && !isPaper && upward > 0.02
    },
    dispose: () => disposeAll(backMaterial, screen, groundMaterial, ground),
  }
}
