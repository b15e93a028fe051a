import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { checkModel } from './check.ts'
import { DIRECTIONS } from './restraints.ts'
import { add, cross, dot, type Vec } from './vector.ts'

const AXES: Vec[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] // biome-ignore format: short

/** A motion of a rigid body as a sentence says it: `at` a point stays where it is, or slides along the axis. */
type Motion = { slide: Vec } | { turn: Vec; at: Vec; slides: boolean }

function directionOf(words: string): Vec {
  const axis = 'XYZ'.indexOf(words)
  return axis >= 0 ? AXES[axis]! : (JSON.parse(words.replace('(', '[').replace(')', ']')) as unknown as Vec)
}

function read(words: string): Motion {
  const slide = /^slide along (.*)$/.exec(words)
  if (slide) return { slide: directionOf(slide[1]!) }
  const turn = /^turn about the line along (.*?) (at|through) (.*?)( while sliding along it)?$/.exec(words)!
  const [, along, how, where] = turn as unknown as [string, string, string, string]
  const at: Vec =
    how === 'through'
      ? directionOf(where)
      : ['X', 'Y', 'Z'].map((name) => Number(new RegExp(`${name} = ([-\\d.e]+)`).exec(where)?.[1] ?? 0)) as unknown as Vec // biome-ignore format: one value
  return { turn: directionOf(along), at, slides: turn[4] !== undefined }
}

/** How many restraints of a list say something that the others do not: Gauss's elimination. */
function rankOf(rows: number[][]): number {
  let rank = 0
  const left = rows.map((row) => [...row])
  for (let column = 0; column < 6; column++) {
    const pivot = left
      .slice(rank)
      .reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best), left[rank] ?? [0, 0, 0, 0, 0, 0])
    if (Math.abs(pivot[column]!) < 1e-9) continue
    left.splice(left.indexOf(pivot), 1)
    left.splice(rank, 0, pivot)
    for (const row of left.slice(rank + 1)) {
      const share = row[column]! / pivot[column]!
      for (let k = 0; k < 6; k++) row[k]! -= share * pivot[k]!
    }
    rank++
  }
  return rank
}

describe('what supports leave free', () => {
  const step = fc.integer({ min: 0, max: 5 })
  const places = fc.uniqueArray(fc.tuple(step, step, step), { minLength: 3, maxLength: 5, selector: String })
  const held = fc.record({ at: fc.nat({ max: 4 }), restraints: fc.subarray([...DIRECTIONS], { minLength: 1, maxLength: 4 }) })

  it('is as many motions as restraints are missing, and each moves nothing that is held (property)', () => {
    let turns = 0
    fc.assert(
      fc.property(places, fc.array(held, { minLength: 1, maxLength: 4 }), (nodes, supports) => {
        const all = supports.map(({ at, restraints }) => ({
          place: nodes[at % nodes.length]!,
          restraints,
          at: at % nodes.length,
        }))
        const model = returnedModel({
          name: 'A chain',
          nodes: nodes.map(([x, y, z], k) => ({ id: `N${k}`, position: { x, y, z } })),
          frames: nodes.slice(1).map((_, k) => ({ id: `F${k}`, startNodeId: `N${k}`, endNodeId: `N${k + 1}`, rotation: 0 })),
          supports: all.map(({ at, restraints }, k) => ({
            id: `S${k}`,
            nodeId: `N${at}`,
            restraints: Object.fromEntries(DIRECTIONS.map((one) => [one, restraints.includes(one)])),
          })),
        })
        const rows = all.flatMap(({ place, restraints }) =>
          restraints.map((one) => {
            const k = DIRECTIONS.indexOf(one)
            return k < 3 ? [...AXES[k]!, ...cross(place, AXES[k]!)] : [0, 0, 0, ...AXES[k - 3]!]
          }),
        )
        const [unstable] = checkModel(model).filter(({ code }) => code === 'unstable')
        const words = /free to (.*?)(;|$)/.exec(unstable?.message ?? '')?.[1]
        const free = words?.split(/, (?=slide|turn)| and (?=slide|turn)/) ?? []
        expect(free).toHaveLength(6 - rankOf(rows))
        expect(new Set(free).size).toBe(free.length)
        for (const motion of free.map(read)) {
          if ('slide' in motion) {
            for (const { restraints } of all)
              for (const [k, one] of (['u1', 'u2', 'u3'] as const).entries())
                if (restraints.includes(one)) expect(Math.abs(motion.slide[k]!)).toBeLessThan(0.002)
            continue
          }
          turns++
          // Along the axis it slides by what the first restraint across it says, and all others must say the same.
          let along: number | null = motion.slides ? null : 0
          for (const { place, restraints } of all)
            for (const one of restraints) {
              const k = DIRECTIONS.indexOf(one)
              if (k >= 3) expect(Math.abs(motion.turn[k - 3]!)).toBeLessThan(0.002)
              if (k >= 3) continue
              const apart = add(place, [-motion.at[0], -motion.at[1], -motion.at[2]])
              const moved = dot(cross(motion.turn, apart), AXES[k]!)
              if (Math.abs(motion.turn[k]!) > 0.1) along ??= -moved / motion.turn[k]!
              if (along !== null) expect(Math.abs(moved + along * motion.turn[k]!)).toBeLessThan(0.1)
            }
        }
      }),
      { numRuns: 120 },
    )
    expect(turns).toBeGreaterThan(10)
  })
})
