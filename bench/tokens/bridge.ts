import { type Building, frame, held, MM_IN_M, node, nothing, profile, type Typed } from './typed.ts'

/** A Pratt truss bridge of eight panels of 6 m: two trusses 8 m high and 8 m apart, floor beams, struts, bracing above and below. */

const SECTIONS = [
  { id: 'HEB300', profile: 'HEB 300' },
  { id: 'HEB200', profile: 'HEB 200' },
  { id: 'HEB400', profile: 'HEB 400' },
  { id: 'L100x10', profile: 'L100x100x10' },
]

export const bridge: Building = {
  call: {
    name: 'Pratt bridge 48 m',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }],
    sections: SECTIONS,
    defaults: { frames: { materialId: 'S355' } },
    repeat: [
      { for: { s: '0..1', k: '0..8' }, nodes: [{ id: 'B{s}-{k}', position: { x: '{6*k}', y: '{8*s}', z: 0 } }] },
      {
        for: { s: '0..1', k: '1..7' },
        nodes: [{ id: 'T{s}-{k}', position: { x: '{6*k}', y: '{8*s}', z: 8 } }],
        frames: [{ id: 'V{s}-{k}', startNodeId: 'B{s}-{k}', endNodeId: 'T{s}-{k}', sectionId: 'HEB200' }],
      },
      {
        for: { s: '0..1', k: '0..7' },
        frames: [{ id: 'BC{s}-{k}', startNodeId: 'B{s}-{k}', endNodeId: 'B{s}-{k+1}', sectionId: 'HEB300' }],
      },
      {
        for: { s: '0..1', k: '1..6' },
        frames: [
          { id: 'TC{s}-{k}', startNodeId: 'T{s}-{k}', endNodeId: 'T{s}-{k+1}', sectionId: 'HEB300' },
          { id: 'D{s}-{k}', startNodeId: 'T{s}-{k+(k>3)}', endNodeId: 'B{s}-{k+(k<4)}', sectionId: 'HEB200' },
        ],
      },
      {
        for: { s: '0..1', e: '0..1' },
        frames: [{ id: 'E{s}-{e}', startNodeId: 'B{s}-{8*e}', endNodeId: 'T{s}-{1+6*e}', sectionId: 'HEB300' }],
        supports: [{ id: 'S{s}-{e}', nodeId: 'B{s}-{8*e}', restraints: "{pick(e,'111000','011000')}" }],
      },
      { for: { k: '0..8' }, frames: [{ id: 'F{k}', startNodeId: 'B0-{k}', endNodeId: 'B1-{k}', sectionId: 'HEB400' }] },
      { for: { k: '1..7' }, frames: [{ id: 'ST{k}', startNodeId: 'T0-{k}', endNodeId: 'T1-{k}', sectionId: 'HEB200' }] },
      { for: { k: '0..7' }, frames: [{ id: 'LB{k}', startNodeId: 'B0-{k}', endNodeId: 'B1-{k+1}', sectionId: 'L100x10' }] },
      { for: { k: '1..6' }, frames: [{ id: 'LT{k}', startNodeId: 'T0-{k}', endNodeId: 'T1-{k+1}', sectionId: 'L100x10' }] },
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
    profile(SECTIONS[0]!, MM_IN_M, 'i_wide_flange', [300, 300, 19, 11, 27]),
    profile(SECTIONS[1]!, MM_IN_M, 'i_wide_flange', [200, 200, 15, 9, 18]),
    profile(SECTIONS[2]!, MM_IN_M, 'i_wide_flange', [400, 300, 24, 13.5, 27]),
    profile(SECTIONS[3]!, MM_IN_M, 'angle', [100, 100, 10, 10, 12]),
  )
  for (const s of [0, 1]) {
    const [bottom, top] = [(k: number) => `B${s}-${k}`, (k: number) => `T${s}-${k}`]
    for (let k = 0; k <= 8; k++) model.nodes.push(node(bottom(k), 6 * k, 8 * s, 0))
    for (let k = 1; k <= 7; k++) model.nodes.push(node(top(k), 6 * k, 8 * s, 8))
    for (let k = 1; k <= 7; k++) add(`V${s}-${k}`, bottom(k), top(k), 'HEB200')
    for (let k = 0; k <= 7; k++) add(`BC${s}-${k}`, bottom(k), bottom(k + 1), 'HEB300')
    for (let k = 1; k <= 6; k++) add(`TC${s}-${k}`, top(k), top(k + 1), 'HEB300')
    for (const k of [1, 2, 3]) add(`D${s}-${k}`, top(k), bottom(k + 1), 'HEB200')
    for (const k of [4, 5, 6]) add(`D${s}-${k}`, top(k + 1), bottom(k), 'HEB200')
    add(`E${s}-0`, bottom(0), top(1), 'HEB300')
    add(`E${s}-1`, bottom(8), top(7), 'HEB300')
    model.supports.push({ id: `S${s}-0`, nodeId: bottom(0), restraints: held('111000') })
    model.supports.push({ id: `S${s}-1`, nodeId: bottom(8), restraints: held('011000') })
  }
  for (let k = 0; k <= 8; k++) add(`F${k}`, `B0-${k}`, `B1-${k}`, 'HEB400')
  for (let k = 1; k <= 7; k++) add(`ST${k}`, `T0-${k}`, `T1-${k}`, 'HEB200')
  for (let k = 0; k <= 7; k++) add(`LB${k}`, `B0-${k}`, `B1-${k + 1}`, 'L100x10')
  for (let k = 1; k <= 6; k++) add(`LT${k}`, `T0-${k}`, `T1-${k + 1}`, 'L100x10')
  return model
}
