import { type Building, frame, held, MM_IN_M, node, nothing, profile, type Typed } from './typed.ts'

/** A space frame of 24 by 24 m: two grids of 3 m, the lower one half a field aside, on six supports. */

const PIPE = { id: 'CHS114', profile: 'CHS 114.3x5' }

export const spaceFrame: Building = {
  call: {
    name: 'Space frame 24 x 24 m',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }],
    sections: [PIPE],
    defaults: { frames: { materialId: 'S355', sectionId: 'CHS114' } },
    repeat: [
      { for: { i: '0..8', j: '0..8' }, nodes: [{ id: 'T{i}-{j}', position: { x: '{3*i}', y: '{3*j}', z: 8 } }] },
      {
        for: { i: '0..7', j: '0..8' },
        frames: [
          { id: 'TX{i}-{j}', startNodeId: 'T{i}-{j}', endNodeId: 'T{i+1}-{j}' },
          { id: 'TY{j}-{i}', startNodeId: 'T{j}-{i}', endNodeId: 'T{j}-{i+1}' },
        ],
      },
      {
        for: { i: '0..7', j: '0..7' },
        nodes: [{ id: 'B{i}-{j}', position: { x: '{3*i+1.5}', y: '{3*j+1.5}', z: 6 } }],
      },
      {
        for: { i: '0..6', j: '0..7' },
        frames: [
          { id: 'BX{i}-{j}', startNodeId: 'B{i}-{j}', endNodeId: 'B{i+1}-{j}' },
          { id: 'BY{j}-{i}', startNodeId: 'B{j}-{i}', endNodeId: 'B{j}-{i+1}' },
        ],
      },
      {
        for: { i: '0..7', j: '0..7', a: '0..1', b: '0..1' },
        frames: [{ id: 'D{i}-{j}-{a}{b}', startNodeId: 'B{i}-{j}', endNodeId: 'T{i+a}-{j+b}' }],
      },
      { for: { i: [0, 4, 8], j: [0, 8] }, supports: [{ id: 'S{i}-{j}', nodeId: 'T{i}-{j}', restraints: 'pinned' }] },
    ],
  },
  typed,
}

function typed(): Typed {
  const model = nothing()
  const add = (id: string, from: string, to: string) => model.frames.push(frame(id, from, to, 'CHS114', { materialId: 'S355' }))
  model.materials.push({ id: 'S355' })
  model.sections.push(profile(PIPE, MM_IN_M, 'pipe', [114.3, null, null, 5]))
  for (let x = 0; x < 9; x++) {
    for (let y = 0; y < 9; y++) {
      model.nodes.push(node(`T${x}-${y}`, 3 * x, 3 * y, 8))
      if (x < 8) add(`TX${x}-${y}`, `T${x}-${y}`, `T${x + 1}-${y}`)
      if (y < 8) add(`TY${x}-${y}`, `T${x}-${y}`, `T${x}-${y + 1}`)
      if (x === 8 || y === 8) continue
      model.nodes.push(node(`B${x}-${y}`, 3 * x + 1.5, 3 * y + 1.5, 6))
      if (x < 7) add(`BX${x}-${y}`, `B${x}-${y}`, `B${x + 1}-${y}`)
      if (y < 7) add(`BY${x}-${y}`, `B${x}-${y}`, `B${x}-${y + 1}`)
      for (const a of [0, 1]) for (const b of [0, 1]) add(`D${x}-${y}-${a}${b}`, `B${x}-${y}`, `T${x + a}-${y + b}`)
    }
  }
  for (const at of ['0-0', '0-8', '4-0', '4-8', '8-0', '8-8'])
    model.supports.push({ id: `S${at}`, nodeId: `T${at}`, restraints: held('111000') })
  return model
}
