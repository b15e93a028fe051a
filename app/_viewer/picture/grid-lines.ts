import { BufferGeometry, DoubleSide, Group, Mesh } from 'three'
import { niceStep } from '#lib/drawing/nice-step.ts'
import { boxToDisplay, toDisplay, toModel } from '#lib/model/turned.ts'
import type { Vec } from '#lib/model/vector.ts'
import { attribute, type Drawing, disposeAll, type Stroke, shader, strokeGeometry, wholeScreen } from './drawing.ts'
import {
  BACKDROP_FRAGMENT,
  GROUND_FRAGMENT,
  GROUND_VERTEX,
  SCREEN_VERTEX,
  STROKE_FRAGMENT,
  STROKE_VERTEX,
} from './setting-shaders.ts'
import { drawingAxis, type Stage, type ViewCamera } from './stage.ts'

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

/** A calm gradient behind everything and a fine grid under the model; in a drawing plain paper. */
export function makeBackdrop({ drawn, shared, session }: Stage): Drawing {
  const { scene, up } = drawn
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

  const { middle, size } = groundUnder(drawn)
  const step = niceStep(size / 30)
  const [east, north] = toDisplay(up, scene.origin)
  const ground = new BufferGeometry()
  ground.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]), 3))
  const line = { value: theme.get().groundLine }
  const groundMaterial = shader({
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
      const { backdrop: colours, paper, groundLine, isClear } = theme.get()
      backdrop.visible = !isClear
      const isPaper = drawingAxis(camera) !== null
      sky.uTop.value = isPaper ? paper : colours[0]
      sky.uMiddle.value = isPaper ? paper : colours[1]
      sky.uBottom.value = isPaper ? paper : colours[2]
      line.value = groundLine
      floor.visible = isGroundSeen({ drawn, session }, camera)
    },
    dispose: () => disposeAll(backMaterial, screen, groundMaterial, ground),
  }
}
