import type { Answer } from './changes.ts'
import { TOWER_AREAS } from './tower.ts'
import type { Typed } from './typed.ts'

/** Five questions to the tower, each answered here from the model typed out. */

export type Question = {
  what: string
  arguments: Record<string, unknown>
  is: (answer: Answer, typed: Typed) => boolean
}

type Row = Record<string, unknown>
const STEEL = 7850
const near = (one: unknown, other: number) => Math.abs((one as number) - other) <= 1e-5 * Math.abs(other)

export const questions: Question[] = [
  {
    what: 'tonnes by section',
    arguments: { select: { kinds: 'frames' }, groupBy: ['section'], show: ['count', 'mass'] },
    is: ({ groups, total }, typed) => {
      const at = new Map(typed.nodes.map(({ id, position }) => [id, Object.values(position as Record<string, number>)]))
      const mass: Record<string, number> = {}
      for (const { startNodeId, endNodeId, sectionId } of typed.frames) {
        const [from, to] = [at.get(startNodeId as string)!, at.get(endNodeId as string)!]
        const section = sectionId as string
        const length = Math.hypot(...from.map((x, i) => x - to[i]!))
        mass[section] = (mass[section] ?? 0) + length * TOWER_AREAS[section]! * STEEL
      }
      const sum = Object.values(mass).reduce((a, b) => a + b, 0)
      return (
        groups.length === 5 && groups.every((row: Row) => near(row.mass, mass[row.section as string]!)) && near(total.mass, sum)
      )
    },
  },
  {
    what: 'columns over 5 m',
    arguments: { select: { role: 'column', length: [5, null] } },
    is: ({ matched, emptied }) => Object.keys(matched).length === 0 && emptied.condition === 'length' && emptied.before === 564,
  },
  {
    what: 'storey heights',
    arguments: { select: { kinds: 'nodes' }, groupBy: ['storey'], show: ['height'] },
    is: ({ groups }, typed) => {
      const levels = typed.gridLines.filter(({ axis }) => axis === 'Z').map(({ coordinate }) => coordinate as number)
      // The lowest level has no height, and is left out.
      return groups.length === levels.length - 1 && groups.every((row: Row) => row.height === 4)
    },
  },
  {
    what: 'nodes that nothing uses',
    arguments: { select: { kinds: 'nodes', unused: true } },
    is: ({ matched, emptied }) => Object.keys(matched).length === 0 && emptied.condition === 'unused' && emptied.before === 700,
  },
  {
    what: 'where is W21x44',
    arguments: { select: { section: 'W21x44' }, groupBy: ['role'], show: ['count', 'elevation'] },
    is: ({ groups }, typed) => {
      const beams = typed.frames.filter(({ sectionId }) => sectionId === 'W21x44').length
      return (
        groups.length === 1 && groups[0].role === 'beam' && groups[0].count === beams && String(groups[0].elevation) === '4,100'
      )
    },
  },
]
