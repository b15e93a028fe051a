import { Mesh, PerspectiveCamera } from 'three'
import { expect, it } from 'vitest'
import { columnsOf } from '#lib/model/columns.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { sceneSteps } from '../../worker/scene-steps.ts'
import { gpuTables, sharedUniforms } from '../shading/gpu-tables.ts'
import { makeAreas } from './areas.ts'
import type { Stage } from './stage.ts'

/** So many slabs in a row, a metre wide and thick: more than one group of triangles. */
const SLABS = 400

function slabs() {
  const nodes = Array.from({ length: SLABS + 1 }, (_, k) =>
    [0, 1].map((y) => ({ id: `${k} ${y}`, position: { x: k, y, z: 0 } })),
  ).flat()
  const areas = Array.from({ length: SLABS }, (_, k) => ({
    id: `${k}`,
    nodeIds: [`${k} 0`, `${k + 1} 0`, `${k + 1} 1`, `${k} 1`],
    thickness: 1,
  }))
  const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: SLABS, y: 1, z: 0 } }
  const drawn = toTheEnd(sceneSteps(columnsOf({ schemaVersion: 'viewer-model/v1', name: 'Slabs', nodes, areas, bounds })))
  const view = { layers: { areas: true }, section: null, colourBy: 'section', preset: 'solid', compare: null, how: 'overlay' }
  const session = {
    view: { get: () => view },
    derived: { get: () => ({ compared: null }) },
    model: { state: { get: () => ({ drawn }) } },
  }
  const tables = gpuTables(drawn.scene)
  const stage = { drawn, tables, shared: sharedUniforms(), session } as unknown as Stage
  return { areas: makeAreas(stage), tables }
}

it('draws upper sides alone, as surfaces, until the sides around them lie on the card', () => {
  const { areas, tables } = slabs()
  const camera = new PerspectiveCamera(35, 1, 1, 1000)
  camera.position.set(0, 0, 700)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  /** Vertices of what is drawn, and how thick a body must be. */
  const drawn = () => {
    areas.update?.(camera, 1000)
    const meshes = areas.object.children.filter((child) => child.visible && child instanceof Mesh) as Mesh[]
    const materials = meshes.map(({ material }) => material as unknown as { uniforms: { uThinnest: { value: number } } })
    return {
      vertices: meshes.map(({ geometry }) => geometry.drawRange.count),
      thinnest: new Set(materials.map(({ uniforms }) => uniforms.uThinnest.value)),
    }
  }
  const triangles = 2 * SLABS
  expect(drawn()).toEqual({ vertices: [3 * triangles], thinnest: new Set([1e30]) })
  tables.hasEdges = true
  const { vertices, thinnest } = drawn()
  expect(vertices.slice(0, 3)).toEqual([3 * triangles, 3 * triangles, 6 * 4 * SLABS])
  expect(thinnest).toEqual(new Set([1]))
})
