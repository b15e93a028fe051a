import { type Building, frame, held, IN_IN_IN, node, nothing, profile, type Typed } from './typed.ts'

/** One bay in inches. */

const SECTIONS = [
  { id: 'W14x90', profile: 'W14x90' },
  { id: 'W21x44', profile: 'W21x44' },
]

export const bay: Building = {
  call: {
    name: 'Bay',
    units: { current: 'Kip, in, F' },
    materials: [{ id: 'A992' }],
    sections: SECTIONS,
    defaults: { frames: { materialId: 'A992' }, supports: { restraints: 'pinned' } },
    repeat: [
      {
        for: { i: '0..1', j: '0..1' },
        nodes: [
          { id: 'B{i}{j}', position: { x: '{300*i}', y: '{246*j}', z: 0 } },
          { id: 'T{i}{j}', position: { x: '{300*i}', y: '{246*j}', z: 174 } },
        ],
        frames: [{ id: 'C{i}{j}', startNodeId: 'B{i}{j}', endNodeId: 'T{i}{j}', sectionId: 'W14x90' }],
        supports: [{ id: 'S{i}{j}', nodeId: 'B{i}{j}' }],
      },
      {
        for: { k: '0..1' },
        frames: [
          { id: 'BX{k}', startNodeId: 'T0{k}', endNodeId: 'T1{k}', sectionId: 'W21x44' },
          { id: 'BY{k}', startNodeId: 'T{k}0', endNodeId: 'T{k}1', sectionId: 'W21x44' },
        ],
      },
    ],
  },
  typed,
}

function typed(): Typed {
  const model = nothing()
  const steel = { materialId: 'A992' }
  model.materials.push({ id: 'A992' })
  model.sections.push(
    profile(SECTIONS[0]!, IN_IN_IN, 'i_wide_flange', [14, 14.5, 0.71, 0.44, 0.6]),
    profile(SECTIONS[1]!, IN_IN_IN, 'i_wide_flange', [20.7, 6.5, 0.45, 0.35, 0.5]),
  )
  for (const [at, x, y] of [
    ['00', 0, 0],
    ['01', 0, 246],
    ['10', 300, 0],
    ['11', 300, 246],
  ] as const) {
    model.nodes.push(node(`B${at}`, x, y, 0), node(`T${at}`, x, y, 174))
    model.frames.push(frame(`C${at}`, `B${at}`, `T${at}`, 'W14x90', steel))
    model.supports.push({ id: `S${at}`, nodeId: `B${at}`, restraints: held('111000') })
  }
  model.frames.push(
    frame('BX0', 'T00', 'T10', 'W21x44', steel),
    frame('BX1', 'T01', 'T11', 'W21x44', steel),
    frame('BY0', 'T00', 'T01', 'W21x44', steel),
    frame('BY1', 'T10', 'T11', 'W21x44', steel),
  )
  return model
}
