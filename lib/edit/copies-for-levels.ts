import { quoted } from '#lib/model/validate/references.ts'
import type { Copy } from './copies.ts'
import { levelsNamed, lineNamed } from './line-named.ts'
import { rounded } from './numbers.ts'
import { closure, type Work } from './work.ts'

/** What is selected, in other storeys: heights go from one pair of levels to another, so that columns reach from level to level. */
export function copiesForLevels(work: Work, { from, to }: { from: string; to: readonly string[] }): Copy[] {
  const { facts, zeroTolerance } = work
  const levels = facts.storeys().filter(({ elevation }, i, all) => elevation !== all[i - 1]?.elevation)
  const start = lineNamed(work, from, ['from'], 'Z')?.coordinate
  const heights = new Set(levelsNamed(work, to, ['to']).map(({ coordinate }) => coordinate))
  if (start === undefined || work.hasProblems) return []
  const below = levels[levels.findIndex(({ elevation }) => elevation === start) - 1]?.elevation
  for (const node of closure(facts, work.selection)) {
    const z = facts.position(node)[2]
    if (
      Math.abs(z - start) <= facts.selectionTolerance ||
      (below !== undefined && z >= below - facts.selectionTolerance && z <= start)
    )
      continue
    const range = below === undefined ? `z = ${start}, no level is below it` : `z = ${below} to ${start}`
    const id = facts.id('nodes', node)
    work.problem(
      'outside_storey',
      ['from'],
      `node ${quoted(id)} at z = ${z} is not of the storey of ${quoted(from)} (${range})`,
      id,
    )
  }
  const targets = levels.filter(({ elevation }) => heights.has(elevation) && elevation !== start)
  return targets.map(({ label, elevation }, i): Copy => {
    const under = levels[levels.findIndex((level) => level.elevation === elevation) - 1]?.elevation
    if (below !== undefined && under === undefined) {
      const msg = `no level is below ${quoted(label)}, so it has no storey`
      work.problem('outside_storey', ['to'], msg, label)
    }
    const ratio = below === undefined || under === undefined ? 1 : (elevation - under) / (start - below)
    const size = Math.max(Math.abs(elevation), Math.abs(start))
    return {
      n: i + 1,
      level: label,
      size,
      place: (position) => ({ ...position, z: rounded(elevation + (position.z - start) * ratio, size, zeroTolerance) }),
    }
  })
}
