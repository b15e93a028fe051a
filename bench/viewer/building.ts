import type { ConstructSectionCreate, ViewerFrame, ViewerModel, ViewerNode } from '#lib/model/schema.ts'
import { sectionAsReturned } from '#lib/model/section-outline.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'

/** Bays along X and Y and a storey, in metres. */
const BAY = { x: 6.5, y: 5.25, z: 3.4 }

/** Twelve outlines, so as many draws as a batch per outline needs. The first four stand, the others lie. */
const SECTIONS: ConstructSectionCreate[] = [
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

/** A regular building of exactly `frames` columns and beams over twelve sections; the same every time. */
export function building(frames: number): ViewerModel {
  const bays = Math.max(1, Math.ceil(Math.cbrt(frames / 3)))
  const nodes: ViewerNode[] = []
  const placed: ViewerFrame[] = []
  const at = (x: number, y: number, z: number) => `N${x}-${y}-${z}`
  for (let z = 0; z <= bays && placed.length < frames; z++)
    for (let y = 0; y <= bays && placed.length < frames; y++)
      for (let x = 0; x <= bays && placed.length < frames; x++) {
        nodes.push({ id: at(x, y, z), position: { x: x * BAY.x, y: y * BAY.y, z: z * BAY.z } })
        const frame = (name: string, startNodeId: string, section: number) =>
          placed.length < frames &&
          placed.push({
            id: `${name}${x}-${y}-${z}`,
            startNodeId,
            endNodeId: at(x, y, z),
            sectionId: SECTIONS[section]?.id ?? null,
            materialId: SECTIONS[section]?.materialId ?? null,
            rotation: 0,
          })
        const beam = COLUMNS + ((x + 2 * y + 3 * z) % (SECTIONS.length - COLUMNS))
        if (z > 0) frame('C', at(x, y, z - 1), (x + y) % COLUMNS)
        if (x > 0 && z > 0) frame('BX', at(x - 1, y, z), beam)
        if (y > 0 && z > 0) frame('BY', at(x, y - 1, z), beam)
      }
  const last = nodes[nodes.length - 1]?.position ?? { x: 0, y: 0, z: 0 }
  return {
    schemaVersion: 'viewer-model/v1',
    name: `${frames} frames`,
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: bays * BAY.x, y: bays * BAY.y, z: last.z } },
    nodes,
    frames: placed,
    materials: [
      { id: 'S355', name: 'Steel S355' },
      { id: 'C35', name: 'Concrete C35/45' },
    ],
    sections: SECTIONS.map(sectionAsReturned),
    sectionDefinitions: SECTIONS.map(sectionDefinition),
  }
}
