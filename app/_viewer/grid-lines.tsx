import { BufferGeometry, Group, LineSegments, Mesh } from 'three'
import type { Vec } from '#lib/geometry/vector.ts'
import { attribute, Draw, type Drawing, disposeAll, shader } from './drawing.tsx'
import { BACKDROP_FRAGMENT, BACKDROP_VERTEX, GRID_LINE_VERTEX, GROUND_FRAGMENT, GROUND_VERTEX, TINT_FRAGMENT } from './shaders.ts'
import type { Stage } from './stage.ts'

/** Grid lines as lines; their bubbles and the levels' marks are drawn with the labels. */
export function GridLines() {
  return <Draw make={makeGridLines} />
}

function makeGridLines({ drawn, shared, session }: Stage): Drawing {
  const { plan, levels } = drawn.scene.grid
  const material = shader({ vertexShader: GRID_LINE_VERTEX, fragmentShader: TINT_FRAGMENT, uniforms: { ...shared } })
  const lines = (segments: readonly (readonly [Vec, Vec])[]) => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', attribute(new Float32Array(segments.flat(2)), 3))
    geometry.setAttribute('tint', attribute(new Float32Array(segments.length * 6), 3))
    const object = new LineSegments(geometry, material)
    object.frustumCulled = false
    return object
  }
  const onPlan = lines(plan.map(({ from, to }) => [from, to] as const))
  // A level is a line in elevation only: seen from elsewhere it would be a net over the model.
  const atLevels = lines(
    levels.flatMap(
      ({ corners: [a, b, c, d] }) =>
        [
          [a, b],
          [b, c],
          [c, d],
          [d, a],
        ] as const,
    ),
  )
  const group = new Group()
  if (plan.length) group.add(onPlan)
  if (levels.length) group.add(atLevels)
  return {
    object: group,
    update(camera) {
      const ink = shared.uInk.value
      for (const { geometry } of [onPlan, atLevels]) {
        const tint = geometry.getAttribute('tint')
        if (tint.count && tint.getX(0) !== Math.fround(ink.x)) {
          for (let k = 0; k < tint.count; k++) tint.setXYZ(k, ink.x, ink.y, ink.z)
          tint.needsUpdate = true
        }
      }
      const { layers, drawing } = session.view.get()
      group.visible = layers.grid && !drawing // a drawing has lines of its own, over everything
      const level = camera.matrixWorld.elements[10] as number // how much the line of sight points along Z
      atLevels.visible = Math.abs(level) < 0.02
    },
    dispose: () => disposeAll(material, onPlan.geometry, atLevels.geometry),
  }
}

/** A calm gradient behind everything and a fine grid under the model. */
export function Backdrop() {
  return <Draw make={makeBackdrop} />
}

function makeBackdrop({ drawn, shared, session }: Stage): Drawing {
  const { scene } = drawn
  const theme = session.theme
  const sky = {
    uTop: { value: theme.get().backdrop[0] },
    uMiddle: { value: theme.get().backdrop[1] },
    uBottom: { value: theme.get().backdrop[2] },
  }
  const backMaterial = shader({
    vertexShader: BACKDROP_VERTEX,
    fragmentShader: BACKDROP_FRAGMENT,
    uniforms: sky,
    depthTest: false,
    depthWrite: false,
  })
  const screen = new BufferGeometry()
  screen.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3))
  const backdrop = new Mesh(screen, backMaterial)
  backdrop.renderOrder = -10

  const size = Math.max(scene.high[0] - scene.low[0], scene.high[1] - scene.low[1], (scene.high[2] - scene.low[2]) / 3, 1e-9)
  const step = niceStep(size / 30)
  // A little below the lowest node, or it would lie in the plane of the slab on the ground.
  const centre = [(scene.low[0] + scene.high[0]) / 2, (scene.low[1] + scene.high[1]) / 2, scene.low[2] - size * 0.002] as const
  const shift = [0, 1].map((k) => ((centre[k] as number) + (scene.origin[k] as number)) % (step * 5)) as [number, number]
  const ground = new BufferGeometry()
  ground.setAttribute('position', attribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]), 3))
  const line = { value: theme.get().groundLine }
  const groundMaterial = shader({
    vertexShader: GROUND_VERTEX,
    fragmentShader: GROUND_FRAGMENT,
    uniforms: {
      ...shared,
      uCentre: { value: centre },
      uReach: { value: size * 3 },
      uStep: { value: step },
      uShift: { value: shift },
      uLine: line,
    },
    side: 2,
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
      const { backdrop: colours, groundLine } = theme.get()
      sky.uTop.value = colours[0]
      sky.uMiddle.value = colours[1]
      sky.uBottom.value = colours[2]
      line.value = groundLine
      // Seen along the ground it is a smear, and from below it would hide what stands on it.
      const { layers, drawing } = session.view.get()
      floor.visible = layers.ground && !drawing && (camera.matrixWorld.elements[10] as number) > 0.02
    },
    dispose: () => disposeAll(backMaterial, screen, groundMaterial, ground),
  }
}

/** 1, 2 or 5 times a power of ten. */
export function niceStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = wanted / power
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power
}
