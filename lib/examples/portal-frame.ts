import type { CreateModel } from '#lib/schema/request-bodies.ts'

/** The smallest model worth drawing: 4 nodes, 3 frames, 2 supports. Metres, kN, °C. */
export function portalFrame(): CreateModel {
  const fixed = { r1: true, r2: true, r3: true, u1: true, u2: true, u3: true }
  return {
    name: 'Portal frame',
    units: { current: 'kN, m, C', force: 'kN', length: 'm', temperature: 'C' },
    frames: [
      { id: 'C1', startNodeId: 'N1', endNodeId: 'N2', rotation: 0, sectionId: 'HEB 200' },
      { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', rotation: 0, sectionId: 'IPE 300', sectionOffset: { x: 0, y: -0.15 } },
      { id: 'C2', startNodeId: 'N4', endNodeId: 'N3', rotation: 0, sectionId: 'HEB 200' },
    ],
    materials: [{ id: 'S355', name: 'Structural steel S355' }],
    nodes: [
      { id: 'N1', position: { x: 0, y: 0, z: 0 } },
      { id: 'N2', position: { x: 0, y: 0, z: 4 } },
      { id: 'N3', position: { x: 6, y: 0, z: 4 } },
      { id: 'N4', position: { x: 6, y: 0, z: 0 } },
    ],
    sections: [
      { id: 'HEB 200', type: 'i_wide_flange', dimensions: { h: 0.2, b: 0.2, tf: 0.015, tw: 0.009 }, materialId: 'S355' },
      { id: 'IPE 300', type: 'i_wide_flange', dimensions: { h: 0.3, b: 0.15, tf: 0.0107, tw: 0.0071 }, materialId: 'S355' },
    ],
    supports: [
      { id: 'S1', nodeId: 'N1', restraints: fixed },
      { id: 'S2', nodeId: 'N4', restraints: fixed },
    ],
  }
}
