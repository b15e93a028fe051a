import { type Building, frame, held, MM_IN_M, node, nothing, profile, type Typed } from './typed.ts'

/** 30 by 60 m: eleven frames, two halves of a rafter each one member, purlins, bracing of the end bays in walls and roof. */

const SECTIONS = [
  { id: 'HEA400', profile: 'HEA 400' },
  { id: 'IPE500', profile: 'IPE 500' },
  { id: 'IPE160', profile: 'IPE 160' },
  { id: 'L80x8', profile: 'L80x80x8' },
]

export const warehouse: Building = {
  call: {
    name: 'Warehouse 30 x 60 m',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }],
    sections: SECTIONS,
    gridLines: [
      { id: 'XA', axis: 'X', coordinate: 0, label: 'A' },
      { id: 'XB', axis: 'X', coordinate: 30, label: 'B' },
    ],
    defaults: { frames: { materialId: 'S355' }, supports: { restraints: 'fixed' } },
    repeat: [
      { for: { i: '0..10' }, gridLines: [{ id: 'Y{i}', axis: 'Y', coordinate: '{6*i}', label: '{i+1}' }] },
      {
        for: { i: '0..10', s: '0..1' },
        nodes: [{ id: 'B{i}-{s}', position: { x: '{30*s}', y: '{6*i}', z: 0 } }],
        supports: [{ id: 'S{i}-{s}', nodeId: 'B{i}-{s}' }],
        frames: [{ id: 'C{i}-{s}', startNodeId: 'B{i}-{s}', endNodeId: 'R{i}-{16*s}', sectionId: 'HEA400' }],
        members: [{ id: 'M{i}-{s}', frameIds: [{ for: { k: '8*s..8*s+7' }, each: 'R{i}-{k}' }] }],
      },
      {
        for: { i: '0..10', k: '0..16' },
        nodes: [{ id: 'R{i}-{k}', position: { x: '{1.875*k}', y: '{6*i}', z: '{9-3*abs(k-8)/8}' } }],
      },
      {
        for: { i: '0..10', k: '0..15' },
        frames: [{ id: 'R{i}-{k}', startNodeId: 'R{i}-{k}', endNodeId: 'R{i}-{k+1}', sectionId: 'IPE500' }],
      },
      {
        for: { i: '0..9', k: '0..16' },
        frames: [{ id: 'P{i}-{k}', startNodeId: 'R{i}-{k}', endNodeId: 'R{i+1}-{k}', sectionId: 'IPE160' }],
      },
      {
        for: { i: [0, 9], s: '0..1' },
        frames: [
          { id: 'WX{i}-{s}a', startNodeId: 'B{i}-{s}', endNodeId: 'R{i+1}-{16*s}', sectionId: 'L80x8' },
          { id: 'WX{i}-{s}b', startNodeId: 'B{i+1}-{s}', endNodeId: 'R{i}-{16*s}', sectionId: 'L80x8' },
        ],
      },
      {
        for: { i: [0, 9], k: '0..12 by 4' },
        frames: [
          { id: 'RX{i}-{k}a', startNodeId: 'R{i}-{k}', endNodeId: 'R{i+1}-{k+4}', sectionId: 'L80x8' },
          { id: 'RX{i}-{k}b', startNodeId: 'R{i+1}-{k}', endNodeId: 'R{i}-{k+4}', sectionId: 'L80x8' },
        ],
      },
    ],
  },
  typed,
}

function typed(): Typed {
  const model = nothing()
  const steel = { materialId: 'S355' }
  const add = (...[id, from, to, section]: Parameters<typeof frame>) => model.frames.push(frame(id, from, to, section, steel))
  model.materials.push({ id: 'S355' })
  model.sections.push(
    profile(SECTIONS[0]!, MM_IN_M, 'i_wide_flange', [390, 300, 19, 11, 27]),
    profile(SECTIONS[1]!, MM_IN_M, 'i_wide_flange', [500, 200, 16, 10.2, 21]),
    profile(SECTIONS[2]!, MM_IN_M, 'i_wide_flange', [160, 82, 7.4, 5, 9]),
    profile(SECTIONS[3]!, MM_IN_M, 'angle', [80, 80, 8, 8, 10]),
  )
  model.gridLines.push({ id: 'XA', axis: 'X', coordinate: 0, label: 'A' }, { id: 'XB', axis: 'X', coordinate: 30, label: 'B' })
  for (let i = 0; i <= 10; i++) {
    model.gridLines.push({ id: `Y${i}`, axis: 'Y', coordinate: 6 * i, label: String(i + 1) })
    const halves: [string[], string[]] = [[], []]
    for (let k = 0; k <= 16; k++) {
      const z = k <= 8 ? 6 + 0.375 * k : 12 - 0.375 * k
      model.nodes.push(node(`R${i}-${k}`, 1.875 * k, 6 * i, z))
      if (i < 10) add(`P${i}-${k}`, `R${i}-${k}`, `R${i + 1}-${k}`, 'IPE160')
      if (k === 16) continue
      const half = k < 8 ? 0 : 1
      const more = { ...steel, memberId: `M${i}-${half}` } // a model shows it, sent or not
      model.frames.push(frame(`R${i}-${k}`, `R${i}-${k}`, `R${i}-${k + 1}`, 'IPE500', more))
      halves[half].push(`R${i}-${k}`)
    }
    for (const [s, frameIds] of halves.entries()) {
      model.nodes.push(node(`B${i}-${s}`, s === 0 ? 0 : 30, 6 * i, 0))
      model.supports.push({ id: `S${i}-${s}`, nodeId: `B${i}-${s}`, restraints: held('111111') })
      add(`C${i}-${s}`, `B${i}-${s}`, `R${i}-${s === 0 ? 0 : 16}`, 'HEA400')
      model.members.push({ id: `M${i}-${s}`, frameIds })
    }
  }
  for (const i of [0, 9]) {
    for (const [s, eaves] of [0, 16].entries()) {
      add(`WX${i}-${s}a`, `B${i}-${s}`, `R${i + 1}-${eaves}`, 'L80x8')
      add(`WX${i}-${s}b`, `B${i + 1}-${s}`, `R${i}-${eaves}`, 'L80x8')
    }
    for (const k of [0, 4, 8, 12]) {
      add(`RX${i}-${k}a`, `R${i}-${k}`, `R${i + 1}-${k + 4}`, 'L80x8')
      add(`RX${i}-${k}b`, `R${i + 1}-${k}`, `R${i}-${k + 4}`, 'L80x8')
    }
  }
  return model
}
