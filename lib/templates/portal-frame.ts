import { sizeOf } from './sizes.ts'
import { letterOf } from './structure.ts'
import type { Template } from './template.ts'

export const portalFrame: Template = {
  id: 'portal-frame',
  name: 'Portal frame',
  says: 'One frame with a pitched roof, of one or more spans, on pinned feet; held sideways at the eaves.',
  parameters: [
    { key: 'span', label: 'Span', metres: 20, feet: 60, range: [3, 36] },
    { key: 'spans', label: 'Spans', count: 1, range: [1, 8] },
    { key: 'eaves', label: 'Height to the eaves', metres: 6, feet: 20, range: [2, 20] },
    { key: 'pitch', label: 'Roof pitch', degrees: 6, range: [1, 45] },
  ],
  build(structure, { span = 0, spans = 0, eaves = 0, pitch = 0 }) {
    const { system } = structure.choice
    const [column, rafter] = [sizeOf(system, 'column', span / 80), sizeOf(system, 'beam', span / 45)]
    const ridge = eaves + (span / 2) * Math.tan((pitch * Math.PI) / 180)
    for (let i = 0; i <= spans; i++) {
      const [grid, x] = [letterOf(i), i * span]
      const [foot, head] = [structure.node(`${grid}0`, x, 0, 0), structure.node(`${grid}1`, x, 0, eaves)]
      structure.frame(`C-${grid}`, foot, head, column)
      structure.support(foot, 'pinned')
      structure.support(head, 'sideways')
      structure.gridLine('X', grid, x)
      if (i === 0) continue
      const before = letterOf(i - 1)
      const top = structure.node(`${before}${grid}`, x - span / 2, 0, ridge)
      structure.frame(`R-${before}${grid}-1`, `${before}1`, top, rafter)
      structure.frame(`R-${before}${grid}-2`, top, head, rafter)
    }
    structure.gridLine('Z', 'Ground', 0)
    structure.gridLine('Z', 'Eaves', eaves)
    structure.gridLine('Z', 'Ridge', ridge)
  },
}
