import { type Building, frame, held, MM_IN_M, node, nothing, profile, type Typed } from './typed.ts'

/** A transmission mast of 30 m with four cross-arms; its legs are angles that lie along the faces once they are turned heel outward. */

const SECTIONS = [
  { id: 'L150x12', profile: 'L150x150x12' },
  { id: 'L80x8', profile: 'L80x80x8' },
]

export const mast: Building = {
  call: {
    name: 'Transmission mast 30 m',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }],
    sections: SECTIONS,
    defaults: { frames: { materialId: 'S355', sectionId: 'L80x8' }, supports: { restraints: 'pinned' } },
    repeat: [
      {
        for: { l: '0..8', k: '0..3' },
        let: { z: 'pick(l,0,5,10,14,18,21,24,27,30)', h: '3-2.25*min(z,24)/24' },
        nodes: [{ id: '{k}-{l}', position: { x: '{round(pick(k,-h,h,h,-h),3)}', y: '{round(pick(k,-h,-h,h,h),3)}', z: '{z}' } }],
      },
      { for: { k: '0..3' }, supports: [{ id: 'S{k}', nodeId: '{k}-0' }] },
      {
        for: { l: '1..8', k: '0..3' },
        let: { n: '(k+1)%4' },
        frames: [
          { id: 'L{k}-{l}', startNodeId: '{k}-{l-1}', endNodeId: '{k}-{l}', sectionId: 'L150x12' },
          { id: 'H{k}-{l}', startNodeId: '{k}-{l}', endNodeId: '{n}-{l}' },
          { id: 'X{k}-{l}a', startNodeId: '{k}-{l-1}', endNodeId: '{n}-{l}' },
          { id: 'X{k}-{l}b', startNodeId: '{n}-{l-1}', endNodeId: '{k}-{l}' },
        ],
      },
      { for: { l: [6, 7], s: [-1, 1] }, nodes: [{ id: 'T{l}{s}', position: { x: '{3*s}', y: 0, z: '{6+3*l}' } }] },
      {
        for: { l: [6, 7], s: [-1, 1], c: '0..1', u: '0..1' },
        frames: [{ id: 'A{l}{s}-{c}{u}', startNodeId: '{3*c if s<0 else 1+c}-{l+u}', endNodeId: 'T{l}{s}' }],
      },
    ],
  },
  typed,
}

export const ORIENT = { ops: [{ select: { section: 'L150x12' }, orient: { axis: 'heel', outward: { x: 0, y: 0 } } }] }

/** With its legs turned: the leaning ones have axis 2 up and outward, the vertical ones have it along X. */
function typed(): Typed {
  const model = nothing()
  const steel = { materialId: 'S355' }
  model.materials.push({ id: 'S355' })
  model.sections.push(
    profile(SECTIONS[0]!, MM_IN_M, 'angle', [150, 150, 12, 12, 16]),
    profile(SECTIONS[1]!, MM_IN_M, 'angle', [80, 80, 8, 8, 10]),
  )
  const add = (id: string, from: string, to: string) => model.frames.push(frame(id, from, to, 'L80x8', steel))
  const levels = [
    [0, 3],
    [5, 2.531],
    [10, 2.063],
    [14, 1.688],
    [18, 1.313],
    [21, 1.031],
    [24, 0.75],
    [27, 0.75],
    [30, 0.75],
  ] as const
  const vertical = [90, 180, -90, 0]
  for (const [l, [z, half]] of levels.entries()) {
    for (const [k, [x, y]] of [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ].entries()) {
      model.nodes.push(node(`${k}-${l}`, x!, y!, z))
      if (l === 0) {
        model.supports.push({ id: `S${k}`, nodeId: `${k}-0`, restraints: held('111000') })
        continue
      }
      const next = k === 3 ? 0 : k + 1
      const rotation = l > 6 ? vertical[k] : -135
      model.frames.push(frame(`L${k}-${l}`, `${k}-${l - 1}`, `${k}-${l}`, 'L150x12', { ...steel, rotation }))
      add(`H${k}-${l}`, `${k}-${l}`, `${next}-${l}`)
      add(`X${k}-${l}a`, `${k}-${l - 1}`, `${next}-${l}`)
      add(`X${k}-${l}b`, `${next}-${l - 1}`, `${k}-${l}`)
    }
  }
  for (const [l, z] of [
    [6, 24],
    [7, 27],
  ] as const) {
    for (const [side, near] of [
      [-1, [0, 3]],
      [1, [1, 2]],
    ] as const) {
      model.nodes.push(node(`T${l}${side}`, 3 * side, 0, z))
      for (const [c, k] of near.entries()) {
        add(`A${l}${side}-${c}0`, `${k}-${l}`, `T${l}${side}`)
        add(`A${l}${side}-${c}1`, `${k}-${l + 1}`, `T${l}${side}`)
      }
    }
  }
  return model
}
