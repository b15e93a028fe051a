import { sizeOf } from './sizes.ts'
import { letterOf } from './structure.ts'
import type { Template } from './template.ts'

export const storeyFrame: Template = {
  id: 'storey-frame',
  name: 'Multi-storey frame',
  says: 'Columns, beams both ways and a slab in each bay, on fixed feet.',
  parameters: [
    { key: 'baysX', label: 'Bays along X', count: 3, range: [1, 12] },
    { key: 'bayX', label: 'Width of a bay along X', metres: 7.2, feet: 24, range: [2, 18] },
    { key: 'baysY', label: 'Bays along Y', count: 2, range: [1, 12] },
    { key: 'bayY', label: 'Width of a bay along Y', metres: 6, feet: 20, range: [2, 18] },
    { key: 'storeys', label: 'Storeys', count: 4, range: [1, 30] },
    { key: 'height', label: 'Height of a storey', metres: 3.6, feet: 12, range: [2.4, 8] },
  ],
  build(structure, { baysX = 0, bayX = 0, baysY = 0, bayY = 0, storeys = 0, height = 0 }) {
    const { system } = structure.choice
    const column = sizeOf(system, 'column', (height / 18) * Math.sqrt(Math.max(1, storeys / 4)))
    const [alongX, alongY] = [sizeOf(system, 'beam', bayX / 20), sizeOf(system, 'beam', bayY / 20)]
    const [rows, columns, levels] = [count(baysY), count(baysX), count(storeys)]
    const nodeId = (i: number, j: number, level: number) => `${letterOf(i)}${j + 1}-${level}`
    for (const i of columns) structure.gridLine('X', letterOf(i), i * bayX)
    for (const j of rows) structure.gridLine('Y', String(j + 1), j * bayY)
    for (const level of levels) {
      structure.gridLine('Z', nameOf(level, storeys), level * height)
      for (const j of rows) {
        for (const i of columns) {
          const here = structure.node(nodeId(i, j, level), i * bayX, j * bayY, level * height)
          if (level === 0) {
            structure.support(here, 'fixed')
            continue
          }
          structure.frame(`C-${here}`, nodeId(i, j, level - 1), here, column)
          if (i > 0) structure.frame(`BX-${here}`, nodeId(i - 1, j, level), here, alongX, { hangs: true })
          if (j > 0) structure.frame(`BY-${here}`, nodeId(i, j - 1, level), here, alongY, { hangs: true })
          if (i === 0 || j === 0) continue
          structure.slab(`F-${here}`, [nodeId(i - 1, j - 1, level), nodeId(i, j - 1, level), here, nodeId(i - 1, j, level)])
        }
      }
    }
  },
}

/** 0 to n. */
const count = (n: number): number[] => Array.from({ length: n + 1 }, (_, i) => i)

const nameOf = (level: number, storeys: number) => (level === 0 ? 'Ground' : level === storeys ? 'Roof' : `Level ${level}`)
