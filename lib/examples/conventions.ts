import { type CardinalPoint, offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type {
  ConstructSectionCreate,
  Point2,
  ViewerArea,
  ViewerFrame,
  ViewerGridLine,
  ViewerNode,
  ViewerSupport,
  ViewerSupportRestraints,
} from '#lib/schema/schema.ts'

/**
 * Every convention of the picture once, laid out to be looked at and measured: for tests and for an eye, not for
 * users. Metres. Four fields side by side:
 *
 * - sections, seen from the right: a row for each section, a column for each rotation and cardinal point, all along +X
 * - directions: one channel along each direction of the table of frame axes
 * - supports: all 64 patterns, u1 u2 u3 counted along X and r1 r2 r3 along Y
 * - areas: a row for each attitude, a column for each cardinal point
 */

/** Not centred on its origin and not convex. */
const LEDGE: Point2[] = [
  { x: -0.15, y: -0.3 },
  { x: 0.3, y: -0.3 },
  { x: 0.3, y: 0 },
  { x: 0.1, y: 0 },
  { x: 0.1, y: 0.25 },
  { x: -0.15, y: 0.25 },
]

export const SECTIONS: ConstructSectionCreate[] = [
  { id: 'rectangular', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 } },
  { id: 'rectangular, hollow', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3, tf: 0.06, tw: 0.03 } },
  { id: 'pipe', type: 'pipe', dimensions: { t3: 0.5 } },
  { id: 'pipe, hollow', type: 'pipe', dimensions: { t3: 0.5, tw: 0.05 } },
  { id: 'i_wide_flange', type: 'i_wide_flange', dimensions: { t3: 0.6, t2: 0.3, tf: 0.06, tw: 0.04 } },
  {
    id: 'i_wide_flange, unequal',
    type: 'i_wide_flange',
    dimensions: { t3: 0.6, t2: 0.2, tf: 0.05, tw: 0.04, t2b: 0.4, tfb: 0.08 },
  },
  { id: 'channel', type: 'channel', dimensions: { t3: 0.6, t2: 0.25, tf: 0.06, tw: 0.04 } },
  { id: 'angle', type: 'angle', dimensions: { t3: 0.5, t2: 0.3, tf: 0.05, tw: 0.06 } },
  { id: 'shell', type: 'shell', dimensions: { thickness: 0.2 } },
  { id: 'custom', type: 'custom', polygon: LEDGE },
  // Clockwise and closed, as other programs send it; drawn as what it encloses.
  { id: 'section_designer', type: 'section_designer', polygon: [...LEDGE.toReversed(), ...LEDGE.slice(-1)] },
]

export const ROTATIONS = [0, 30, 90, -52] as const
/** Cardinal points; null is a frame without offset. */
export const POINTS = [null, 8, 1, 10] as const satisfies (CardinalPoint | null)[]

/** Direction from start to end, rotation: the table of frame axes, with a frame of no length after it. */
export const DIRECTIONS: readonly (readonly [x: number, y: number, z: number, rotation: number])[] = [
  [1, 0, 0, 0], [-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, -1, 0], [1, 0, 1, 0], [3, 4, 12, 0],
  [0.0009, 0, 1, 0], [0.0011, 0, 1, 0], [1, 0, 0, 90], [1, 0, 0, -52], [0, 0, 1, 90], [0, 0, 0, 0],
] // biome-ignore format: a table

type Attitude = { id: string; corners: readonly (readonly [x: number, y: number, z: number])[] }
/** Two metres wide, one and a half deep or high; the last is warped. */
export const ATTITUDES: Attitude[] = [
  { id: 'slab', corners: [[0, 0, 0], [2, 0, 0], [2, 1.5, 0], [0, 1.5, 0]] },
  { id: 'slab, clockwise', corners: [[0, 0, 0], [0, 1.5, 0], [2, 1.5, 0], [2, 0, 0]] },
  { id: 'wall', corners: [[2, 0, 0], [0, 0, 0], [0, 0, 1.5], [2, 0, 1.5]] },
  { id: 'roof', corners: [[0, 0, 0], [2, 0, 0], [2, 1.2, 0.9], [0, 1.2, 0.9]] },
  { id: 'warped', corners: [[0, 0, 0], [2, 0, 0.4], [2, 1.5, 0], [0, 1.5, 0.4]] },
] // biome-ignore format: a table
/** The last is a surface without thickness. */
export const PLACEMENTS = ['TOP', 'MIDDLE', 'BOTTOM', null, 'no thickness'] as const

const SPACING = 1.2
const DIRECTIONS_AT = { x: 0, y: -18 }
const SUPPORTS_AT = { x: -24, y: -24 }
const AREAS_AT = { x: -24, y: 3 }

export function conventions(): CreateModel {
  const nodes: ViewerNode[] = []
  const frames: ViewerFrame[] = []
  const supports: ViewerSupport[] = []
  const areas: ViewerArea[] = []
  const node = (id: string, x: number, y: number, z: number) => {
    nodes.push({ id, position: { x, y, z } })
    return id
  }

  SECTIONS.forEach((section, row) => {
    ROTATIONS.forEach((rotation, turned) => {
      POINTS.forEach((point, k) => {
        const id = `${section.id} ${rotation}° ${point ?? '-'}`
        const [y, z] = [(turned * POINTS.length + k) * SPACING, row * SPACING]
        frames.push({
          id,
          startNodeId: node(`${id} start`, 0, y, z),
          endNodeId: node(`${id} end`, 1.5, y, z),
          label: `β ${rotation}° ${point === null ? '' : `cp ${point}`}`,
          sectionId: section.id,
          rotation,
          sectionOffset: point && offsetOfCardinalPoint(point, { ...section, type: section.type ?? 'rectangular' }),
        })
      })
    })
  })

  DIRECTIONS.forEach(([x, y, z, rotation], k) => {
    const id = `direction ${x}, ${y}, ${z} β ${rotation}°`
    const size = Math.hypot(x, y, z) / 1.5 || 1
    const [x0, y0] = [DIRECTIONS_AT.x + (k % 4) * 4, DIRECTIONS_AT.y + Math.floor(k / 4) * 4]
    frames.push({
      id,
      startNodeId: node(`${id} start`, x0, y0, 2),
      endNodeId: node(`${id} end`, x0 + x / size, y0 + y / size, 2 + z / size),
      sectionId: 'channel',
      rotation,
    })
  })

  for (let pattern = 0; pattern < 64; pattern++) {
    const held = (bit: number) => ((pattern >> bit) & 1 ? true : pattern % 3 === 0 ? null : false)
    const restraints: ViewerSupportRestraints = {
      u1: held(0), u2: held(1), u3: held(2), r1: held(3), r2: held(4), r3: held(5),
    } // biome-ignore format: one line
    const bits = [0, 1, 2, 3, 4, 5].map((bit) => (pattern >> bit) & 1)
    const id = `${bits.slice(0, 3).join('')} ${bits.slice(3).join('')}`
    const [x, y] = [SUPPORTS_AT.x + (pattern % 8) * 2.4, SUPPORTS_AT.y + Math.floor(pattern / 8) * 2.4]
    const foot = node(id, x, y, 2)
    frames.push({ id: `on ${id}`, startNodeId: foot, endNodeId: node(`above ${id}`, x, y, 4.5), rotation: 0, sectionId: 'post' })
    supports.push({ id, nodeId: foot, restraints })
  }

  ATTITUDES.forEach(({ id: attitude, corners }, row) => {
    PLACEMENTS.forEach((placement, k) => {
      const id = `${attitude} ${placement ?? '-'}`
      const [x, y, z] = [AREAS_AT.x + k * 3, AREAS_AT.y + row * 3, 2]
      areas.push({
        id,
        label: id,
        nodeIds: corners.map(([dx, dy, dz], i) => node(`${id} ${i}`, x + dx, y + dy, z + dz)),
        ...(placement !== 'no thickness' && { cardinalPoint: placement, thickness: 0.3 }),
        // A third of the way from the edges, over the diagonal of the outline's own corners.
        ...(attitude !== 'warped' && {
          openingNodeIds: [
            [0, 1, 2, 3].map((i) => {
              const [a, c] = [corners[i]!, corners[(i + 2) % 4]!]
              const third = (axis: 0 | 1 | 2) => a[axis] + (c[axis] - a[axis]) / 3
              return node(`${id} opening ${i}`, x + third(0), y + third(1), z + third(2))
            }),
          ],
        }),
      })
    })
  })

  return {
    name: 'Conventions',
    units: { current: 'kN, m, C' },
    nodes,
    frames,
    sections: [...SECTIONS, { id: 'post', type: 'rectangular', dimensions: { t3: 0.12, t2: 0.12 } }],
    supports,
    areas,
    gridLines: gridLines(),
  }
}

/** With labels and without, close together, and at coordinates that are no round numbers. */
function gridLines(): ViewerGridLine[] {
  const line = (axis: 'X' | 'Y' | 'Z', coordinate: number, label: string | null): ViewerGridLine => ({
    id: `${axis} ${coordinate}`,
    axis,
    coordinate,
    label,
  })
  return [
    ...['A', 'B', 'C'].map((label, k) => line('X', -24 + k * 9.6, label)),
    line('X', 0, null),
    line('X', 0.25, 'E'),
    ...['1', '2', '3', '4'].map((label, k) => line('Y', -24 + k * 9.6, label)),
    line('Y', 18.125, null),
    line('Z', 0, 'Ground'),
    line('Z', 2, 'Supports and areas'),
    line('Z', 2.1, 'Close above'),
    line('Z', (SECTIONS.length - 1) * SPACING, null),
  ]
}
