import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import {
  type Batch,
  findings as findingsOf,
  fixed,
  frame,
  lines,
  node,
  pinned,
  returned,
  roller,
  table,
} from '#lib/fixtures/table-model.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { AXIS_VECTORS, add, cross, dot, type Vec } from '../shape/vector.ts'
import { checkModel } from './check.ts'

/** But for columns without a support, which these tables have for brevity (`check-feet.test.ts`). */
const findings = (change: (batch: Batch) => void) => findingsOf(change).filter(({ code }) => code !== 'column_without_support')
const found = (change: (batch: Batch) => void) => lines(findings(change))

/** A motion of a rigid body as a sentence says it: `at` a point stays where it is, or slides along the axis. */
type Motion = { slide: Vec } | { turn: Vec; at: Vec; slides: boolean }

function directionOf(words: string): Vec {
  const axis = 'XYZ'.indexOf(words)
  return axis >= 0 ? AXIS_VECTORS[axis]! : (JSON.parse(words.replace('(', '[').replace(')', ']')) as unknown as Vec)
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
            return k < 3 ? [...AXIS_VECTORS[k]!, ...cross(place, AXIS_VECTORS[k]!)] : [0, 0, 0, ...AXIS_VECTORS[k - 3]!]
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
              const moved = dot(cross(motion.turn, apart), AXIS_VECTORS[k]!)
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

describe('supports and stability', () => {
  const supports =
    (...held: [string, Batch['supports'][number]['restraints']][]) =>
    (batch: Batch) => {
      batch.supports = held.map(([nodeId, restraints], i) => ({ id: `S${i}`, nodeId, ...(restraints && { restraints }) }))
    }

  it('asks for supports, and not without a structure', () => {
    expect(found(supports())).toEqual(['error no_supports: model m'])
  })

  it('needs six independent restraints: one fixed node, three pinned ones not in a line', () => {
    expect(found(supports(['B0', fixed]))).toEqual([])
    expect(found(supports(['B0', pinned], ['B1', pinned], ['B2', pinned]))).toEqual([])
  })

  it('names the turn about the line of two pinned nodes', () => {
    const [unstable, ...rest] = findings(supports(['B0', pinned], ['B1', pinned]))
    expect(rest).toEqual([])
    expect(unstable).toMatchObject({ severity: 'error', code: 'unstable' })
    expect(unstable?.message).toBe('The structure can move as a whole: it is free to turn about the line along X at Y = 0, Z = 0')
  })

  const stated = (text: string) => Object.fromEntries(DIRECTIONS.map((direction, k) => [direction, text[k] === '1']))

  it('names the three motions that four rollers leave free', () => {
    const [unstable] = findings(supports(['B0', roller], ['B1', roller], ['B2', roller], ['B3', roller]))
    expect(unstable?.message).toMatch(/free to slide along X, slide along Y and turn about the line along Z at X = /)
  })

  it('names an oblique line of two pinned nodes', () => {
    const [unstable] = findings(supports(['B0', pinned], ['B2', pinned]))
    expect(unstable?.message).toMatch(/turn about the line along \(0\.768, 0\.64, 0\) through \(2\.541, 2\.117, 0\)$/)
  })

  it('names places in national coordinates as exactly as the size of the structure asks for', () => {
    const [unstable] = findings((batch) => {
      for (const { position } of batch.nodes) {
        position.x += 400_000
        position.y += 5_600_000
      }
      supports(['B1', pinned], ['B2', roller])(batch)
    })
    expect(unstable?.message).toMatch(/along Y at X = 400006, Z = 0 and turn about the line along Z at X = 400006, Y = 5600000;/)
  })

  it('says when nothing holds a part that has no support', () => {
    const parts = findings((batch) => {
      batch.nodes.push(node('P', 10, 0, 0), node('Q', 10, 2, 3))
      batch.frames.push(frame('D', 'P', 'Q'))
    })
    expect(lines(parts)).toEqual([
      'error unstable: frame D',
      'warning disconnected_parts: frame D',
      'warning free_end: frame D, node P',
    ])
    expect(parts[0]?.message).toContain("around node 'P' is held by nothing")
  })

  it('only warns when restraints that are not stated would hold it, as springs do', () => {
    const springs = { u1: null, u2: null, u3: true }
    const [unstable] = findings(supports(['B0', springs], ['B1', springs], ['B2', roller], ['B3', roller]))
    expect(unstable).toMatchObject({ severity: 'warning', code: 'unstable' })
    expect(unstable?.message).toContain('not stated')
  })

  it('only warns when the whole structure is plane, and held in its plane', () => {
    const plane = (text: string) =>
      findings((batch) => {
        const [columns, beam] = [batch.frames.slice(0, 2), batch.frames[4]!]
        Object.assign(batch, { frames: [...columns, beam], areas: [], sections: batch.sections.slice(0, 2) })
        batch.nodes = batch.nodes.filter(({ id }) => ['B0', 'B1', 'T0', 'T1'].includes(id))
        supports(['B0', stated(text)], ['B1', stated(text)])(batch)
      })
    for (const held of ['111000', '101000']) {
      const [told] = lines(plane(held))
      expect(told).toMatch(/^warning unstable/)
      expect(plane(held)[0]?.message).toContain('plane structure')
    }
    for (const held of ['001000', '011000', '000111']) {
      expect(lines(plane(held))[0]).toMatch(/^error unstable/)
      expect(plane(held)[0]?.message).not.toContain('plane structure')
    }
  })

  it('only warns of a grid that is held across its plane', () => {
    const [grid] = findings((batch) => {
      const top = ['T0', 'T1', 'T2', 'T3']
      batch.nodes = batch.nodes.filter(({ id }) => top.includes(id))
      batch.frames = batch.frames.filter(({ startNodeId, endNodeId }) => top.includes(startNodeId) && top.includes(endNodeId))
      supports(['T0', stated('001000')], ['T1', stated('001000')], ['T2', stated('001000')])(batch)
    })
    expect(grid).toMatchObject({ severity: 'warning', code: 'unstable' })
    expect(grid?.message).toContain('plane structure')
  })

  it('takes nodes for plane that lie in a plane within the tolerance', () => {
    const severity = (k: number, off: number) =>
      findings((batch) => {
        supports(['B0', pinned], ['B1', pinned])(batch)
        Object.assign(batch, { frames: batch.frames.filter(({ id }) => ['C0', 'C1', 'G0'].includes(id)), areas: [] })
        batch.nodes = batch.nodes.filter(({ id }) => ['B0', 'B1', 'T0', 'T1'].includes(id))
        batch.nodes[k]!.position.y += off * 1e-5 * Math.hypot(6, 4)
      }).find(({ code }) => code === 'unstable')!.severity
    for (const k of [0, 1, 3]) expect([0, 0.9, -0.9, 1.1, -1.1].map((off) => severity(k, off))).toEqual(['warning', 'warning', 'warning', 'error', 'error']) // biome-ignore format: short
  })

  it('names the line of a turn by digits that mean something, wherever the structure stands and however large it is', () => {
    const said = (by: number, from: number) => {
      const batch = table()
      batch.units = {}
      supports(['B0', pinned], ['B1', pinned])(batch)
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] = (position[k] + from) * by
      const { message } = checkModel(returned(batch)).find(({ code }) => code === 'unstable')!
      return ['Y', 'Z'].map((axis) => Number(new RegExp(`${axis} = ([-\\d.e+]+)`).exec(message)![1]) / by)
    }
    for (const by of [1, 1e-9, 1e6, 2 ** 400, 2 ** -400]) {
      expect(said(by, 0)).toEqual([0, 0])
      for (const from of [-3, 0.1, -1 / 3, 12345]) for (const at of said(by, from)) expect(at / from).toBeCloseTo(1, 3)
    }
  })

  it('takes what rounding leaves of nothing for nothing', () => {
    // Columns about the origin, at thirds, which do not cancel.
    for (const size of [1 / 3, 1e5 / 3, 1e-5 / 3]) {
      const [unstable] = findings((batch) => {
        Object.assign(batch, { units: {}, nodes: batch.nodes.slice(0, 8), areas: [] })
        for (const { position } of batch.nodes) Object.assign(position, { x: (position.x - 3) * size, y: (position.y - 2.5) * size, z: position.z * size }) // biome-ignore format: short
        supports(['B0', pinned], ['B2', pinned])(batch)
      })
      expect(unstable!.message).toMatch(/through \(0, 0, 0\)$/)
    }
  })

  it('adds up supports on one node, and tells that there are two', () => {
    const two = found(supports(['B0', { u1: true, u2: true, u3: true }], ['B0', { r1: true, r2: true, r3: true }]))
    expect(two).toEqual(['warning multiple_supports: node B0, support S0, support S1'])
  })

  it('tells supports that hold nothing', () => {
    const nothing = found(supports(['B0', fixed], ['B1', undefined], ['B2', { u1: false }]))
    expect(nothing).toEqual(['info support_without_restraint: support S1', 'info support_without_restraint: support S2'])
  })

  it('counts a support on an isolated node for no part', () => {
    const aside = found((batch) => {
      supports(['N', fixed])(batch)
      batch.nodes.push(node('N', 9, 9, 0))
    })
    expect(aside[0]).toMatch(/^error unstable: frame/)
  })
})
