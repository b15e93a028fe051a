import { sizeOf } from './sizes.ts'
import type { Structure } from './structure.ts'
import type { Template, Values } from './template.ts'

export const hall: Template = {
  id: 'hall',
  name: 'Hall',
  says: 'Portal frames in a row with purlins, eaves beams and bracing in the end bays.',
  parameters: [
    { key: 'span', label: 'Span', metres: 24, feet: 80, range: [6, 60] },
    { key: 'eaves', label: 'Height to the eaves', metres: 6, feet: 20, range: [3, 20] },
    { key: 'pitch', label: 'Roof pitch', degrees: 6, range: [1, 45] },
    { key: 'bays', label: 'Bays', count: 6, range: [1, 30] },
    { key: 'bay', label: 'Frame spacing', metres: 6, feet: 20, range: [3, 12] },
    { key: 'purlins', label: 'Purlins on each side', count: 4, range: [1, 12] },
  ],
  build(structure, values) {
    const { eaves = 0, bays = 0, bay = 0 } = values
    for (let k = 0; k <= bays; k++) portal(structure, k, values)
    for (let k = 0; k < bays; k++) between(structure, k, values)
    structure.gridLine('X', 'A', 0)
    structure.gridLine('X', 'B', values.span ?? 0)
    for (let k = 0; k <= bays; k++) structure.gridLine('Y', String(k + 1), k * bay)
    structure.gridLine('Z', 'Ground', 0)
    structure.gridLine('Z', 'Eaves', eaves)
  },
}

/** Over the roof from eaves to eaves, frame by frame: a point at each purlin, the ridge in the middle. */
const over = (k: number, i: number) => `${k + 1}-${i}`
const foot = (k: number, side: 'A' | 'B') => `${side}${k + 1}`

function portal(structure: Structure, k: number, { span = 0, eaves = 0, pitch = 0, bay = 0, purlins = 0 }: Values) {
  const { system } = structure.choice
  const [column, rafter] = [sizeOf(system, 'column', span / 80), sizeOf(system, 'beam', span / 45)]
  const last = 2 * purlins
  for (const side of ['A', 'B'] as const) {
    structure.support(structure.node(foot(k, side), side === 'A' ? 0 : span, k * bay, 0), 'pinned')
  }
  const rise = (span / 2) * Math.tan((pitch * Math.PI) / 180)
  for (let i = 0; i <= last; i++) {
    const up = Math.min(i, last - i) / purlins
    structure.node(over(k, i), (i * span) / last, k * bay, eaves + rise * up)
  }
  structure.frame(`C-${foot(k, 'A')}`, foot(k, 'A'), over(k, 0), column)
  structure.frame(`C-${foot(k, 'B')}`, foot(k, 'B'), over(k, last), column)
  for (const [half, side] of [
    [0, 'A'],
    [purlins, 'B'],
  ] as const) {
    const pieces = Array.from({ length: purlins }, (_, i) =>
      structure.frame(`R-${over(k, half + i + 1)}`, over(k, half + i), over(k, half + i + 1), rafter),
    )
    structure.member(`Rafter ${foot(k, side)}`, pieces)
  }
}

/** What joins frame k to the next: eaves beams and purlins; in the end bays bracing in walls and roof. */
function between(structure: Structure, k: number, { eaves = 0, bays = 0, bay = 0, purlins = 0 }: Values) {
  const { system } = structure.choice
  const last = 2 * purlins
  for (let i = 0; i <= last; i++) {
    const size = i === 0 || i === last ? sizeOf(system, 'column', bay / 40) : sizeOf(system, 'beam', bay / 30)
    structure.frame(`P-${over(k, i)}`, over(k, i), over(k + 1, i), size)
  }
  if (k > 0 && k < bays - 1) return
  const tube = sizeOf(system, 'tube', Math.hypot(bay, eaves) / 100)
  const brace = (id: string, from: string, to: string) => structure.frame(id, from, to, tube, { isTube: true })
  // The last bay mirrors the first.
  const [near, far] = k === 0 ? [k, k + 1] : [k + 1, k]
  brace(`W-${foot(k, 'A')}`, foot(near, 'A'), over(far, 0))
  brace(`W-${foot(k, 'B')}`, foot(near, 'B'), over(far, last))
  for (let i = 0; i < last; i++) {
    const [from, to] = i % 2 === 0 ? [near, far] : [far, near]
    brace(`B-${over(k, i)}`, over(from, i), over(to, i + 1))
  }
}
