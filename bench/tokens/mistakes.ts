import type { Item } from './typed.ts'

/**
 * Eighteen mistakes, each to be mended in one go from what the failure says. `makes`: elements that the model has when the call is sent
 * again as its `fix` says, or when the call that stands in the `fix` is sent. `decides`: what is told where a person must decide.
 */

export type Mistake = {
  what: string
  tool?: string
  arguments: Record<string, unknown>
  makes?: Record<string, Item[]>
  decides?: RegExp
}

/** What the model of each mistake has before. */
export const NAME = 'Warehouse in Ghent'
const N1 = { id: 'N1', position: { x: 0, y: 0, z: 0 } }
const N2 = { id: 'N2', position: { x: 0, y: 0, z: 4 } }
const N3 = { id: 'N3', position: { x: 6, y: 0, z: 4 } }
const F = { id: 'F', startNodeId: 'N1', endNodeId: 'N2', rotation: 0, sectionId: 'S1' }
export const BEFORE = {
  name: NAME,
  units: { current: 'kN, m, C' },
  nodes: [N1, N2, N3],
  frames: [F],
  sections: [{ id: 'S1', name: 'IPE 300', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.15 } }],
}

const P = { id: 'P', position: { x: 1, y: 2, z: 3 } }
const G = { id: 'G', startNodeId: 'N2', endNodeId: 'N3' }
const made = { ...G, rotation: 0 }
const pinned = { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false }

export const mistakes: Mistake[] = [
  { what: 'numbers for ids', arguments: { nodes: [{ ...P, id: 7 }] }, makes: { nodes: [{ ...P, id: '7' }] } },
  { what: 'a position as a list', arguments: { nodes: [{ id: 'P', position: [1, 2, 3] }] }, makes: { nodes: [P] } },
  { what: 'coordinates beside the id', arguments: { nodes: [{ id: 'P', x: 1, y: 2, z: 3 }] }, makes: { nodes: [P] } },
  {
    what: 'names of another program',
    arguments: { frames: [{ id: 'G', nodeI: 'N2', nodeJ: 'N3' }] },
    makes: { frames: [made] },
  },
  { what: 'marks around an id', arguments: { frames: [{ ...G, endNodeId: '**N3**' }] }, makes: { frames: [made] } },
  {
    what: "a section's name for its id",
    arguments: { frames: [{ ...G, sectionId: 'IPE300' }] },
    makes: { frames: [{ ...made, sectionId: 'S1' }] },
  },
  {
    what: 'a profile as the type',
    arguments: { sections: [{ id: 'B', type: 'IPE 300' }] },
    makes: {
      sections: [
        {
          id: 'B',
          profile: 'IPE 300',
          type: 'i_wide_flange',
          dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071, r: 0.015 },
        },
      ],
    },
  },
  {
    what: 'restraints as six switches',
    arguments: { supports: [{ id: 'S', nodeId: 'N1', restraints: [1, 1, 1, 0, 0, 0] }] },
    makes: { supports: [{ id: 'S', nodeId: 'N1', restraints: pinned }] },
  },
  {
    what: 'restraints in letters',
    arguments: { supports: [{ id: 'S', nodeId: 'N1', restraints: 'FFFRRR' }] },
    decides: /"111000" if F means fixed, "000111" if F means free/,
  },
  {
    what: 'units inside numbers',
    arguments: { nodes: [{ id: 'P', position: { x: '1 m', y: '2000 mm', z: '3' } }] },
    makes: { nodes: [P] },
  },
  {
    what: 'one id twice',
    arguments: { nodes: [P, { ...P, position: N1.position }] },
    makes: { nodes: [P, { ...N1, id: 'P-2' }] },
  },
  { what: 'a list sent as text', arguments: { nodes: JSON.stringify([P]) }, makes: { nodes: [P] } },
  {
    what: 'removing what others stand on',
    tool: 'service.remove_model_elements',
    arguments: { nodes: ['N1'] },
    makes: { nodes: [N2, N3], frames: [] },
  },
  { what: "a model's name for its id", arguments: { modelId: NAME, nodes: [P] }, makes: { nodes: [P] } },
  {
    what: 'an element sent in part, to change it',
    arguments: { frames: [{ id: 'F', rotation: 90 }] },
    makes: { frames: [{ ...F, rotation: 90 }] },
  },
  {
    what: 'a range that ends one too late',
    arguments: { repeat: [{ for: { i: '1..3' }, frames: [{ id: 'G{i}', startNodeId: 'N{i}', endNodeId: 'N{i+1}' }] }] },
    decides: /end a range earlier/,
  },
  {
    what: 'a profile that may be several',
    arguments: { sections: [{ id: 'B', profile: 'HE 200' }] },
    decides: /use one of HE200A, HE200B/,
  },
  {
    what: 'a selection that meets nothing',
    tool: 'service.edit_model',
    arguments: { ops: [{ select: { role: 'column', section: 'HEA*' }, set: { rotation: 90 } }] },
    decides: /theirs are 'S1'/,
  },
]
