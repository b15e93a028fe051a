import { BufferGeometry, Group, LineSegments } from 'three'
import { frameAt } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add, length, scale, subtract, type Vec } from '#lib/geometry/vector.ts'
import { attribute, Draw, type Drawing, disposeAll, shader } from './drawing.tsx'
import type { FoundElement } from './elements.ts'
import { GRID_LINE_VERTEX, TINT_FRAGMENT } from './shaders.ts'
import type { Stage } from './stage.ts'

/** Local axes at mid-length, 1 red, 2 green, 3 blue: of the selection, or of everything when the layer is on. */
export function LocalAxes() {
  return <Draw make={makeLocalAxes} />
}

const COLOURS = [
  [0.85, 0.2, 0.18],
  [0.16, 0.6, 0.24],
  [0.16, 0.4, 0.88],
] as const
/** More triads than this are a fog. */
const MOST = 4000

function makeLocalAxes({ drawn, shared, session }: Stage): Drawing {
  const { scene } = drawn
  const material = shader({
    vertexShader: GRID_LINE_VERTEX,
    fragmentShader: TINT_FRAGMENT,
    uniforms: { ...shared },
    depthTest: false,
  })
  let geometry = new BufferGeometry()
  const object = new LineSegments(geometry, material)
  object.frustumCulled = false
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
      geometry = triads(scene, layers.axes ? (selected.length ? selected : everything(scene)) : [])
      object.geometry = geometry
      object.visible = (geometry.getAttribute('position')?.count ?? 0) > 0
    },
    dispose: () => disposeAll(material, geometry),
  }
}

function everything(scene: Scene): Pick<FoundElement, 'kind' | 'index'>[] {
  const all = (kind: 'frame' | 'area', count: number) =>
    Array.from({ length: Math.min(count, MOST) }, (_, index) => ({ kind, index }))
  return [...all('frame', scene.frames.count), ...all('area', scene.areas.count)]
}

function triads(scene: Scene, elements: readonly Pick<FoundElement, 'kind' | 'index'>[]): BufferGeometry {
  const positions: number[] = []
  const tints: number[] = []
  for (const { kind, index } of elements.slice(0, MOST)) {
    const triad = triadOf(scene, kind, index)
    if (!triad) continue
    const { at, axes, size } = triad
    axes.forEach((axis, k) => {
      const tip = add(at, scale(axis, size))
      const side = scale(axes[(k + 1) % 3] as Vec, size * 0.09)
      const neck = subtract(tip, scale(axis, size * 0.2))
      for (const point of [at, tip, tip, add(neck, side), tip, subtract(neck, side)]) {
        positions.push(...point)
        tints.push(...(COLOURS[k] as readonly number[]))
      }
    })
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', attribute(new Float32Array(positions), 3))
  geometry.setAttribute('tint', attribute(new Float32Array(tints), 3))
  return geometry
}

function triadOf(scene: Scene, kind: string, index: number): { at: Vec; axes: readonly Vec[]; size: number } | null {
  if (kind === 'frame' && index < scene.frames.count) {
    const { start, end, axes } = frameAt(scene, index)
    return axes && { at: scale(add(start, end), 0.5), axes, size: length(subtract(end, start)) * 0.18 }
  }
  if (kind !== 'area' || index >= scene.areas.count) return null
  const values = scene.areas.axes.subarray(12 * index, 12 * index + 12)
  const [at, ...axes] = [0, 3, 6, 9].map((k): Vec => [values[k] as number, values[k + 1] as number, values[k + 2] as number])
  if (!at || length(axes[2] as Vec) === 0) return null
  const reach = Math.max(...[0, 1, 2].map((k) => (scene.high[k] as number) - (scene.low[k] as number)))
  return { at, axes, size: Math.min(reach / 20, Math.sqrt(boxOf(scene, index)) * 0.2) }
}

/** A measure of an area's size: the largest extent of its triangles, squared. */
function boxOf({ areas: { positions, first } }: Scene, index: number) {
  let squared = 0
  const start = first[index] as number
  for (let k = start; k < (first[index + 1] as number); k++)
    squared = Math.max(
      squared,
      [0, 1, 2].reduce(
        (sum, axis) => sum + ((positions[3 * k + axis] as number) - (positions[3 * start + axis] as number)) ** 2,
        0,
      ),
    )
  return squared
}
