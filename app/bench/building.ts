import { packFrame } from '#lib/geometry/frame-records.ts'
import { buildScene, type Scene } from '#lib/geometry/scene.ts'
import { kindBySlope } from '#lib/model/frame-guess.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ConstructSectionCreate, ViewerModel } from '#lib/schema/schema.ts'

/** A regular building of any number of columns and beams over twelve sections; the same every time. */

/** Bays along X and Y and a storey, in metres. */
export const BAY: Vec = [6.5, 5.25, 3.4]

/** Twelve outlines, so as many draws as a batch per outline needs. The first four stand, the others lie. */
export const SECTIONS: readonly ConstructSectionCreate[] = [
  i('HEB 300', 0.3, 0.3, 0.019, 0.011),
  i('HEB 240', 0.24, 0.24, 0.017, 0.01),
  { id: 'CHS 219x10', type: 'pipe', materialId: 'S355', dimensions: { t3: 0.219, tw: 0.01 } },
  { id: 'C 400x400', type: 'rectangular', materialId: 'C35', dimensions: { t3: 0.4, t2: 0.4 } },
  i('IPE 450', 0.45, 0.19, 0.0146, 0.0094),
  i('IPE 360', 0.36, 0.17, 0.0127, 0.008),
  i('IPE 300', 0.3, 0.15, 0.0107, 0.0071),
  i('IPE 200', 0.2, 0.1, 0.0085, 0.0056),
  { id: 'UPE 300', type: 'channel', materialId: 'S355', dimensions: { t3: 0.3, t2: 0.1, tf: 0.015, tw: 0.0095 } },
  { id: 'L 100x10', type: 'angle', materialId: 'S355', dimensions: { t3: 0.1, t2: 0.1, tf: 0.01, tw: 0.01 } },
  { id: 'RHS 200x100x8', type: 'rectangular', materialId: 'S355', dimensions: { t3: 0.2, t2: 0.1, tf: 0.008, tw: 0.008 } },
  { id: 'C 300x500', type: 'rectangular', materialId: 'C35', dimensions: { t3: 0.5, t2: 0.3 } },
]
const COLUMNS = 4

function i(id: string, t3: number, t2: number, tf: number, tw: number): ConstructSectionCreate {
  return { id, type: 'i_wide_flange', materialId: 'S355', dimensions: { t3, t2, tf, tw } }
}

/** Along each axis. */
const baysOf = (frames: number) => Math.max(1, Math.ceil(Math.cbrt(frames / 3)))

type Axis = 0 | 1 | 2
type Visitor = {
  /** A crossing of the grid. */
  node: (x: number, y: number, z: number) => void
  /** From the crossing before along `axis` to this one: a column, or a beam along X or Y. */
  frame: (axis: Axis, x: number, y: number, z: number, section: number) => void
}

/** Tells of every node and of exactly `frames` frames, storey by storey. */
export function layOut(frames: number, { node, frame }: Visitor): void {
  const bays = baysOf(frames)
  let left = frames
  const visit = (axis: Axis, x: number, y: number, z: number, section: number) => {
    if (left-- > 0) frame(axis, x, y, z, section)
  }
  for (let z = 0; z <= bays && left > 0; z++)
    for (let y = 0; y <= bays && left > 0; y++)
      for (let x = 0; x <= bays && left > 0; x++) {
        node(x, y, z)
        if (z === 0) continue
        const beam = COLUMNS + ((x + 2 * y + 3 * z) % (SECTIONS.length - COLUMNS))
        visit(2, x, y, z, (x + y) % COLUMNS)
        if (x > 0) visit(0, x, y, z, beam)
        if (y > 0) visit(1, x, y, z, beam)
      }
}

/** The scene of that building, made without a model: ten million frames as objects with ids would need many gigabytes. */
export function buildingScene(frames: number): Scene {
  const bays = baysOf(frames)
  const side = bays + 1
  let [storeys, nodeCount] = [0, 0]
  const places = new Float32Array(4 * side ** 3)
  const records = new Uint32Array(4 * frames)
  const half: Vec = [(bays * BAY[0]) / 2, (bays * BAY[1]) / 2, 0]
  const steps = [1, side, side * side] as const
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => packFrame(0, axis, kindBySlope(axis[2])))
  let offset = 0
  layOut(frames, {
    node(x, y, z) {
      storeys = z
      places[4 * nodeCount] = x * BAY[0] - half[0]
      places[4 * nodeCount + 1] = y * BAY[1] - half[1]
      places[4 * nodeCount + 2] = z * BAY[2]
      nodeCount++
    },
    frame(axis, x, y, z, section) {
      const end = x + side * (y + side * z)
      records[offset++] = end - steps[axis]
      records[offset++] = end
      records[offset++] = 0
      records[offset++] = (axes[axis] ?? 0) | section
    },
  })
  const high: Vec = [2 * half[0], 2 * half[1], storeys * BAY[2]]
  const origin = scale(high, 0.5)
  const nodes = places.slice(0, 4 * nodeCount)
  for (let k = 2; k < nodes.length; k += 4) nodes[k] = nodes[k]! - origin[2]
  return {
    ...buildScene(emptyModel(high)),
    origin,
    low: scale(origin, -1),
    high: subtract(high, origin),
    nodes,
    points: nodes,
    frames: { count: frames, records },
  }
}

/** The sections alone, in the box of the building: a scene of it has all but nodes and frames. */
const emptyModel = (high: Vec): ViewerModel => ({
  schemaVersion: 'viewer-model/v1',
  name: 'Building',
  bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: high[0], y: high[1], z: high[2] } },
  nodes: [],
  sections: SECTIONS.map(sectionAsReturned),
  sectionDefinitions: SECTIONS.map(sectionDefinition),
})
