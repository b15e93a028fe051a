import { office as plain } from '#lib/fixtures/office.ts'
import { type Building, type Item, nothing, type Typed } from './typed.ts'

/** Four storeys, a core of walls and an opening in each floor; the beams lie under the slabs. */

const SECTIONS = [
  { id: 'C450', type: 'rectangular', dimensions: { t3: 0.45, t2: 0.45 } },
  { id: 'B300X600', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 } },
]

export const office: Building = {
  call: {
    name: 'Office, 4 storeys',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'C40/50' }],
    sections: SECTIONS,
    defaults: {
      frames: { materialId: 'C40/50' },
      areas: { materialId: 'C40/50', cardinalPoint: 'TOP' },
      supports: { restraints: 'fixed' },
    },
    repeat: [
      { for: { i: '0..3' }, gridLines: [{ id: 'X{letter(i)}', axis: 'X', coordinate: '{7.5*i}', label: '{letter(i)}' }] },
      { for: { j: '1..5' }, gridLines: [{ id: 'Y{j}', axis: 'Y', coordinate: '{7.5*(j-1)}', label: '{j}' }] },
      { for: { l: '0..4' }, gridLines: [{ id: 'L{l}', axis: 'Z', coordinate: '{3.6*l}', label: 'Level {l}' }] },
      {
        for: { l: '0..4', i: '0..3', j: '1..5' },
        nodes: [{ id: '{letter(i)}{j}-{l}', position: { x: '{7.5*i}', y: '{7.5*(j-1)}', z: '{3.6*l}' } }],
      },
      {
        for: { l: '1..4', k: '0..3' },
        nodes: [{ id: 'O{k}-{l}', position: { x: '{pick(k,8,13,13,8)}', y: '{pick(k,9,9,12,12)}', z: '{3.6*l}' } }],
      },
      { for: { i: '0..3', j: '1..5' }, let: { n: '{letter(i)}{j}' }, supports: [{ id: 'S{n}', nodeId: '{n}-0' }] },
      {
        for: { l: '1..4', i: '0..3', j: '1..5' },
        let: { n: '{letter(i)}{j}' },
        frames: [{ id: 'C{n}-{l}', startNodeId: '{n}-{l-1}', endNodeId: '{n}-{l}', sectionId: 'C450' }],
      },
      {
        for: { l: '1..4', i: '0..2', j: '1..5' },
        let: { n: '{letter(i)}{j}' },
        frames: [
          {
            id: 'BX{n}-{l}',
            startNodeId: '{n}-{l}',
            endNodeId: '{letter(i+1)}{j}-{l}',
            sectionId: 'B300X600',
            sectionOffset: { x: 0, y: -0.3 },
          },
        ],
      },
      {
        for: { l: '1..4', i: '0..3', j: '1..4' },
        let: { n: '{letter(i)}' },
        frames: [
          {
            id: 'BY{n}{j}-{l}',
            startNodeId: '{n}{j}-{l}',
            endNodeId: '{n}{j+1}-{l}',
            sectionId: 'B300X600',
            sectionOffset: { x: 0, y: -0.3 },
          },
        ],
      },
      {
        for: { l: '1..4', i: '0..2', j: '1..4' },
        let: { n: '{letter(i)}', m: '{letter(i+1)}' },
        areas: [
          {
            id: 'S{n}{j}-{l}',
            nodeIds: ['{n}{j}-{l}', '{m}{j}-{l}', '{m}{j+1}-{l}', '{n}{j+1}-{l}'],
            openingNodeIds: [{ for: { o: [1] }, if: 'i==1 and j==2', each: [{ for: { k: '0..3' }, each: 'O{k}-{l}' }] }],
            thickness: 0.22,
            kind: 'slab',
          },
        ],
      },
      {
        for: { l: '1..4', w: '0..2' },
        let: { p: "pick(w,'B1','B1','C1')", q: "pick(w,'B2','C1','C2')" },
        areas: [
          {
            id: 'W{w}-{l}',
            nodeIds: ['{p}-{l-1}', '{q}-{l-1}', '{q}-{l}', '{p}-{l}'],
            thickness: 0.3,
            kind: 'wall',
            cardinalPoint: 'MIDDLE',
          },
        ],
      },
    ],
  },
  typed,
}

function typed(): Typed {
  const { nodes, frames, areas, supports, gridLines } = plain() as unknown as Typed
  const concrete = { materialId: 'C40/50' }
  const beam = { sectionOffset: { x: 0, y: -0.3 } }
  const asSaid = (one: Item) => ({ ...one, ...concrete, ...(one.sectionId === 'B300X600' && beam) })
  const thick = (one: Item) => ({
    ...one,
    ...concrete,
    ...(one.kind === 'slab' ? { cardinalPoint: 'TOP', openingNodeIds: one.openingNodeIds ?? [] } : { cardinalPoint: 'MIDDLE' }),
  })
  const sections = SECTIONS.map((one) => ({ ...one }))
  return {
    ...nothing(),
    materials: [{ id: 'C40/50' }],
    sections,
    nodes,
    frames: frames.map(asSaid),
    areas: areas.map(thick),
    supports,
    gridLines,
  }
}
