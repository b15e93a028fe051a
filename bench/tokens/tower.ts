import { tower as plain } from '#lib/fixtures/tower.ts'
import { type Building, IN_IN_M, type Item, nothing, profile, type Typed } from './typed.ts'

/** 25 storeys that step back above levels 10 and 18, a core of four walls, X-bracing beside it. `i in(2,3) and j in(2,3)` is the core. */

const SECTIONS = [
  { id: 'W14x311', profile: 'W14x311', materialId: 'S355' },
  { id: 'W14x193', profile: 'W14x193', materialId: 'S355' },
  { id: 'W14x90', profile: 'W14x90', materialId: 'S355' },
  { id: 'W21x44', profile: 'W21x44', materialId: 'S355' },
  { id: 'HSS8x8', profile: 'HSS8x8x1/2', materialId: 'S355' },
]

/** Square metres, as AISC prints them in square inches. */
export const TOWER_AREAS: Record<string, number> = Object.fromEntries(
  Object.entries({ W14x311: 91.4, W14x193: 56.8, W14x90: 26.5, W21x44: 13, HSS8x8: 13.5 }).map(([id, area]) => [
    id,
    area * 0.0254 ** 2,
  ]),
)

export const tower: Building = {
  call: {
    name: 'Tower',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }, { id: 'C40/50' }],
    sections: SECTIONS,
    defaults: { areas: { materialId: 'C40/50' }, supports: { restraints: 'fixed' } },
    repeat: [
      {
        for: { k: '0..5' },
        gridLines: [
          { id: 'X{k}', axis: 'X', coordinate: '{9*k}', label: '{letter(k)}' },
          { id: 'Y{k}', axis: 'Y', coordinate: '{9*k}', label: '{k+1}' },
        ],
      },
      { for: { l: '0..25' }, gridLines: [{ id: 'L{l}', axis: 'Z', coordinate: '{4*l}', label: 'Level {l}' }] },
      {
        for: { l: '0..25', i: '(l>10)..5-(l>10)', j: '(l>18)..5-(l>18)' },
        nodes: [{ id: '{letter(i)}{j+1}-{l}', position: { x: '{9*i}', y: '{9*j}', z: '{4*l}' } }],
      },
      { for: { i: '0..5', j: '0..5' }, let: { n: '{letter(i)}{j+1}-0' }, supports: [{ id: 'S-{n}', nodeId: '{n}' }] },
      {
        for: { l: '1..25', i: '(l>10)..5-(l>10)', j: '(l>18)..5-(l>18)' },
        let: { n: '{letter(i)}{j+1}' },
        if: 'not(i in(2,3) and j in(2,3))',
        frames: [
          {
            id: 'C{n}-{l}',
            startNodeId: '{n}-{l-1}',
            endNodeId: '{n}-{l}',
            sectionId: "{pick((l>10)+(l>18),'W14x311','W14x193','W14x90')}",
          },
        ],
      },
      {
        for: { l: '1..25', i: '(l>10)..4-(l>10)', j: '(l>18)..5-(l>18)' },
        if: 'not(i==2 and j in(2,3))',
        let: { n: '{letter(i)}{j+1}-{l}' },
        frames: [{ id: 'Bx{n}', startNodeId: '{n}', endNodeId: '{letter(i+1)}{j+1}-{l}', sectionId: 'W21x44' }],
      },
      {
        for: { l: '1..25', i: '(l>10)..5-(l>10)', j: '(l>18)..4-(l>18)' },
        if: 'not(j==2 and i in(2,3))',
        let: { n: '{letter(i)}' },
        frames: [{ id: 'By{n}{j+1}-{l}', startNodeId: '{n}{j+1}-{l}', endNodeId: '{n}{j+2}-{l}', sectionId: 'W21x44' }],
      },
      {
        for: { l: '1..25', i: '(l>10)..4-(l>10)', j: '(l>18)..4-(l>18)' },
        let: { n: '{letter(i)}', m: '{letter(i+1)}' },
        if: 'not(i==2 and j==2)',
        areas: [
          {
            id: 'F{n}{j+1}-{l}',
            nodeIds: ['{n}{j+1}-{l}', '{m}{j+1}-{l}', '{m}{j+2}-{l}', '{n}{j+2}-{l}'],
            thickness: 0.15,
            kind: 'slab',
          },
        ],
      },
      {
        for: { l: '1..25', w: '0..3' },
        let: { p: "pick(w,'C3','D3','D4','C4')", q: "pick(w,'D3','D4','C4','C3')" },
        areas: [{ id: 'W{w}-{l}', nodeIds: ['{p}-{l-1}', '{q}-{l-1}', '{q}-{l}', '{p}-{l}'], thickness: 0.4, kind: 'wall' }],
      },
      {
        for: { l: '1..25', w: '0..3' },
        let: { p: "pick(w,'B3','E3','C2','C5')", q: "pick(w,'B4','E4','D2','D5')" },
        frames: [
          { id: 'D{w}0-{l}', startNodeId: '{p}-{l-1}', endNodeId: '{q}-{l}', sectionId: 'HSS8x8' },
          { id: 'D{w}1-{l}', startNodeId: '{q}-{l-1}', endNodeId: '{p}-{l}', sectionId: 'HSS8x8' },
        ],
      },
    ],
  },
  typed,
}

function typed(): Typed {
  const { nodes, frames, areas, supports, gridLines } = plain() as unknown as Typed
  return {
    ...nothing(),
    nodes,
    frames,
    areas: areas.map((one: Item) => ({ ...one, materialId: 'C40/50' })),
    supports,
    gridLines,
    materials: [{ id: 'S355' }, { id: 'C40/50' }],
    sections: [
      profile(SECTIONS[0]!, IN_IN_M, 'i_wide_flange', [17.1, 16.2, 2.26, 1.41, 0.6]),
      profile(SECTIONS[1]!, IN_IN_M, 'i_wide_flange', [15.5, 15.7, 1.44, 0.89, 0.6]),
      profile(SECTIONS[2]!, IN_IN_M, 'i_wide_flange', [14, 14.5, 0.71, 0.44, 0.6]),
      profile(SECTIONS[3]!, IN_IN_M, 'i_wide_flange', [20.7, 6.5, 0.45, 0.35, 0.5]),
      profile(SECTIONS[4]!, IN_IN_M, 'rectangular', [8, 8, null, 0.465, 0.93]),
    ],
  }
}
