import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ViewerFrame, ViewerModel, ViewerNode } from '#lib/schema/schema.ts'
import { BAY, layOut, SECTIONS } from '../../app/bench/building.ts'

/** The building of `/bench` as a model, for what reads one. */
export function building(frames: number): ViewerModel {
  const nodes: ViewerNode[] = []
  const placed: ViewerFrame[] = []
  const at = (x: number, y: number, z: number) => `N${x}-${y}-${z}`
  layOut(frames, {
    node: (x, y, z) => nodes.push({ id: at(x, y, z), position: { x: x * BAY[0], y: y * BAY[1], z: z * BAY[2] } }),
    frame: (axis, x, y, z, section) =>
      placed.push({
        id: `${['BX', 'BY', 'C'][axis]}${x}-${y}-${z}`,
        startNodeId: at(x - Number(axis === 0), y - Number(axis === 1), z - Number(axis === 2)),
        endNodeId: at(x, y, z),
        sectionId: SECTIONS[section]?.id ?? null,
        materialId: SECTIONS[section]?.materialId ?? null,
        rotation: 0,
      }),
  })
  const last = nodes[nodes.length - 1]?.position ?? { x: 0, y: 0, z: 0 }
  const high = { x: 0, y: 0, z: last.z }
  for (const { position } of nodes) {
    high.x = Math.max(high.x, position.x)
    high.y = Math.max(high.y, position.y)
  }
  return {
    schemaVersion: 'viewer-model/v1',
    name: `${frames} frames`,
    bounds: { min: { x: 0, y: 0, z: 0 }, max: high },
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

/** A model as it is submitted. */
export function submittedOf({ schemaVersion, bounds, sections, sectionDefinitions, ...elements }: ViewerModel) {
  return { ...elements, ...(sectionDefinitions && { sections: sectionDefinitions }) }
}
