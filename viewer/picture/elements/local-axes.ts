import { DoubleSide, Group, type InstancedBufferGeometry, Mesh } from 'three'
import { cornersOfArea } from '#lib/geometry/area-mesh.ts'
import { axesOfArea, centreOfArea } from '#lib/geometry/area-records.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { STROKE_FRAGMENT, STROKE_VERTEX } from '../shading/setting-shaders.ts'
import { type Drawing, disposeAll, type Stroke, shader, strokeGeometry } from './drawing.ts'
import type { Stage } from './stage.ts'

export const AXIS_COLOURS: readonly Vec[] = [
  [0.85, 0.2, 0.18],
  [0.16, 0.6, 0.24],
  [0.16, 0.4, 0.88],
]
/** Length of an axis on screen, in pixels; no longer than a part of its element. */
export const AXIS_PIXELS = 46
/** More triads than this are a fog. */
const MOST = 4000

/** Local axes at mid-length, 1 red, 2 green, 3 blue: of the selection, or of everything when the layer is on. */
export function makeLocalAxes({ drawn, shared, session }: Stage): Drawing {
  const { scene } = drawn
  const material = shader({
    vertexShader: STROKE_VERTEX,
    fragmentShader: STROKE_FRAGMENT,
    uniforms: { ...shared, uWidth: { value: 2.4 }, uSize: { value: AXIS_PIXELS }, uDash: { value: 0 } },
    side: DoubleSide,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  })
  let geometry: InstancedBufferGeometry = strokeGeometry([])
  const object = new Mesh(geometry, material)
  object.frustumCulled = false
  object.matrixAutoUpdate = false
  object.renderOrder = 5
  const group = new Group()
  group.add(object)
  let made: { layers: unknown; selected: unknown } = { layers: null, selected: null }
  return {
    object: group,
    update() {
      const { layers } = session.view.get()
      const { selected } = session.derived.get()
      if (made.layers === layers && made.selected === selected) return
      made = { layers, selected }
      geometry.dispose()
      geometry = strokeGeometry(triadsShown(scene, layers.axes, selected).flatMap(strokesOf))
      object.geometry = geometry
      object.visible = geometry.instanceCount > 0
    },
    dispose: () => disposeAll(material, geometry),
  }
}

export type Triad = { at: Vec; axes: readonly Vec[]; reach: number }

/** Of the selection, or of everything when nothing is selected. */
export function triadsShown(scene: Scene, isOn: boolean, selected: readonly Pick<FoundElement, 'kind' | 'index'>[]): Triad[] {
  if (!isOn) return []
  const all = (kind: 'frame' | 'area', count: number) =>
    Array.from({ length: Math.min(count, MOST) }, (_, index) => ({ kind, index }))
  const elements = selected.length ? selected : [...all('frame', scene.frames.count), ...all('area', scene.areas.count)]
  return elements.slice(0, MOST).flatMap(({ kind, index }) => triadOf(scene, kind, index) ?? [])
}

function strokesOf({ at, axes, reach }: Triad): Stroke[] {
  return axes.flatMap((axis, k): Stroke[] => {
    const tint = AXIS_COLOURS[k]!
    const side = scale(axes[(k + 1) % 3]!, 0.09)
    const neck = scale(axis, 0.8)
    const ends: [Vec, Vec][] = [
      [[0, 0, 0], axis],
      [axis, add(neck, side)],
      [axis, subtract(neck, side)],
    ]
    return ends.map(([from, to]) => ({ at, from, to, tint, reach }))
  })
}

function triadOf(scene: Scene, kind: string, index: number): Triad | null {
  if (kind === 'frame' && index < scene.frames.count) {
    const { start, end, axes } = frameAt(scene, index)
    return axes && { at: scale(add(start, end), 0.5), axes, reach: length(subtract(end, start)) * 0.4 }
  }
  if (kind !== 'area' || index >= scene.areas.count) return null
  const axes = axesOfArea(scene.areas, index)
  return axes && { at: centreOfArea(scene.areas, index), axes, reach: extentOfArea(scene, index) * 0.3 }
}

/** A measure of an area's size: how far it goes from one of its corners. */
function extentOfArea(scene: Scene, index: number) {
  let from: Vec | null = null
  let most = 0
  cornersOfArea(scene, index, (...corner) => {
    from ??= corner
    most = Math.max(most, length(subtract(corner, from)))
  })
  return most
}
