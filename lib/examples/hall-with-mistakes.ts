import type { CreateModel } from '#lib/schema/request-bodies.ts'

/** A hall with a dozen mistakes of the kinds that people and programs make: what a check finds, and repairs are tried on. In metres. */

const PINNED = { u1: true, u2: true, u3: true }

type Nodes = NonNullable<CreateModel['nodes']>
const at = (id: string, x: number, y: number, z: number): Nodes[number] => ({ id, position: { x, y, z } })

export const hallWithMistakes = (): CreateModel => ({
  name: 'Hall with mistakes',
  units: { current: 'kN, m, C' },
  materials: [
    { id: 'S355', name: 'S355' },
    { id: 'C30', name: 'C30/37' },
    { id: 'S235', name: 'S235' }, // nothing uses it
  ],
  sections: [
    { id: 'C', profile: 'HEA 240', materialId: 'S355' },
    { id: 'R', profile: 'IPE 330', materialId: 'S355' },
    { id: 'IPE 300', type: 'i_wide_flange', dimensions: { t3: 0.32, t2: 0.15, tf: 0.0107, tw: 0.0071 }, materialId: 'S355' }, // another size
    { id: 'spare', profile: 'IPE 160', materialId: 'S355' }, // nothing uses it
  ],
  nodes: [
    ...[0, 1, 2].flatMap((k) => [
      at(`A${k}-0`, 0, 6 * k, 0),
      at(`A${k}-1`, 0, 6 * k, 5),
      at(`B${k}-1`, 12, 6 * k, 5),
      at(`B${k}-0`, 12, 6 * k, 0),
    ]),
    at('A1-1b', 0, 6, 5), // A1-1 once more: the purlin behind it hangs free
    at('M', 6, 0, 5), // on the rafter of the first frame, not joined to it
    at('M1', 6, 6, 5),
    at('lost', 30, 30, 0), // nothing uses it
  ],
  frames: [
    ...[0, 1, 2].flatMap((k) => [
      { id: `CA${k}`, startNodeId: `A${k}-0`, endNodeId: `A${k}-1`, rotation: 0, sectionId: 'C' },
      { id: `CB${k}`, startNodeId: `B${k}-0`, endNodeId: `B${k}-1`, rotation: 0, sectionId: 'C' },
    ]),
    { id: 'R0', startNodeId: 'A0-1', endNodeId: 'B0-1', rotation: 0, sectionId: 'R' },
    { id: 'R1a', startNodeId: 'A1-1', endNodeId: 'M1', rotation: 0, sectionId: 'R' },
    { id: 'R1b', startNodeId: 'M1', endNodeId: 'B1-1', rotation: 0, sectionId: 'R' },
    { id: 'R2', startNodeId: 'A2-1', endNodeId: 'B2-1', rotation: 0, sectionId: 'R' },
    { id: 'R2-again', startNodeId: 'A2-1', endNodeId: 'B2-1', rotation: 0, sectionId: 'R' }, // drawn twice
    { id: 'P0', startNodeId: 'A0-1', endNodeId: 'A1-1', rotation: 0, sectionId: 'IPE 300' },
    { id: 'P1', startNodeId: 'A1-1b', endNodeId: 'A2-1', rotation: 0, sectionId: 'IPE 300' },
    { id: 'Q0', startNodeId: 'B0-1', endNodeId: 'B1-1', rotation: 0 }, // no section
    { id: 'Q1', startNodeId: 'B1-1', endNodeId: 'B2-1', rotation: 0, sectionId: 'IPE 300' },
    { id: 'P-ridge', startNodeId: 'M', endNodeId: 'M1', rotation: 0, sectionId: 'IPE 300' },
  ],
  areas: [
    { id: 'roof', nodeIds: ['A1-1', 'B1-1', 'B2-1', 'A2-1'], materialId: 'C30' }, // no thickness
  ],
  supports: [
    ...['A0', 'A1', 'A2', 'B0', 'B1'].map((foot) => ({ id: `S${foot}`, nodeId: `${foot}-0`, restraints: PINNED })), // B2 has none
    { id: 'SA0-again', nodeId: 'A0-0', restraints: PINNED }, // two at one node
  ],
})
