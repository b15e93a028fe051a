import { sizeOf } from './sizes.ts'
import type { Structure } from './structure.ts'
import type { Template, Values } from './template.ts'

export const truss: Template = {
  id: 'truss',
  name: 'Truss',
  says: 'A plane truss with parallel chords of hollow sections, on a pin and a roller; the top chord held sideways at its ends.',
  parameters: [
    { key: 'kind', label: 'Kind', oneOf: ['Pratt', 'Warren'] },
    { key: 'span', label: 'Span', metres: 24, feet: 80, range: [4, 60] },
    { key: 'depth', label: 'Depth', metres: 2.4, feet: 8, range: [0.5, 10] },
    { key: 'panels', label: 'Panels', count: 8, range: [4, 40] },
  ],
  build(structure, values) {
    const { span = 0, depth = 0, panels = 0 } = values
    const [isWarren, width] = [values.kind === 1, span / panels]
    for (let i = 0; i <= panels; i++) structure.node(`B${i}`, i * width, 0, 0)
    const tops = isWarren ? panels - 1 : panels
    for (let i = 0; i <= tops; i++) structure.node(`T${i}`, (isWarren ? i + 0.5 : i) * width, 0, depth)
    const tube = (deep: number, long: number) => sizeOf(structure.choice.system, 'tube', Math.max(deep, long / 50))
    const [ofChord, ofWeb] = [tube(span / 160, width), tube(span / 240, Math.hypot(depth, width))]
    const chord = (prefix: string, last: number) =>
      Array.from({ length: last }, (_, i) =>
        structure.frame(`${prefix}C${i + 1}`, `${prefix}${i}`, `${prefix}${i + 1}`, ofChord, { isTube: true }),
      )
    structure.member('Bottom chord', chord('B', panels))
    structure.member('Top chord', chord('T', tops))
    web(isWarren, values, (id, from, to) => structure.frame(id, from, to, ofWeb, { isTube: true }))
    structure.support('B0', 'pinned')
    structure.support(`B${panels}`, 'roller')
    for (const i of [0, tops]) structure.support(`T${i}`, 'sideways')
    grid(structure, values)
  },
}

/** Towards the middle the diagonals of a Pratt truss fall, so they are pulled under weight, and its verticals pressed. */
function web(isWarren: boolean, { panels = 0 }: Values, frame: (id: string, from: string, to: string) => string) {
  for (let i = 0; i < panels; i++) {
    if (isWarren) {
      frame(`D${2 * i + 1}`, `B${i}`, `T${i}`)
      frame(`D${2 * i + 2}`, `T${i}`, `B${i + 1}`)
    } else {
      const isLeft = i < panels / 2
      frame(`D${i + 1}`, isLeft ? `T${i}` : `B${i}`, isLeft ? `B${i + 1}` : `T${i + 1}`)
    }
  }
  if (!isWarren) for (let i = 0; i <= panels; i++) frame(`V${i + 1}`, `B${i}`, `T${i}`)
}

function grid(structure: Structure, { span = 0, depth = 0 }: Values) {
  structure.gridLine('X', 'A', 0)
  structure.gridLine('X', 'B', span)
  structure.gridLine('Z', 'Bottom chord', 0)
  structure.gridLine('Z', 'Top chord', depth)
}
