import { describe, expect, it } from 'vitest'
import { type Batch, findings, fixed, found, frame, frameOf, node, pinned } from '#lib/fixtures/table-model.ts'

describe('columns without a support', () => {
  const without = (more: (batch: Batch) => void = () => {}) =>
    found((batch) => {
      batch.supports = batch.supports.filter(({ id }) => id !== 'S2')
      more(batch)
    })
  const forgotten = 'warning column_without_support: frame C2, node B2'

  it('are told where others at their level have one, whichever way they were drawn', () => {
    expect(without()).toEqual([forgotten])
    expect(
      without((batch) => {
        Object.assign(frameOf(batch, 'C2'), { startNodeId: 'T2', endNodeId: 'B2' })
      }),
    ).toEqual([forgotten])
    const [finding] = findings((batch) => {
      batch.supports = batch.supports.filter(({ id }) => id !== 'S2')
    })
    expect(finding?.message).toBe("Column 'C2' ends free at its foot 'B2', at a level with 3 supported nodes")
  })

  it('may hang where no support is at that level, and lean no more than a column does', () => {
    const foot = (x: number, z: number) =>
      without((batch) => {
        Object.assign(batch.nodes.find(({ id }) => id === 'B2')!.position, { x, z })
      })
    expect([foot(6, 0.0008), foot(6, -0.0008), foot(6, 0.01), foot(6, -1)]).toEqual([[forgotten], [forgotten], [], []])
    const leaning = (degrees: number) => foot(6 + 4 * Math.tan((degrees * Math.PI) / 180), 0)
    expect([leaning(9.9), leaning(10.1)]).toEqual([[forgotten], ['warning free_end: frame C2, node B2']])
  })

  it('stand on a frame, an area or a support; what lies on a frame between its ends is told as that', () => {
    expect(
      without((batch) => {
        batch.frames.push(frame('tie', 'B2', 'B1'))
      }),
    ).toEqual([])
    expect(
      without((batch) => {
        batch.areas.push({ id: 'raft', nodeIds: ['B0', 'B1', 'B2'], thickness: 0.3, materialId: 'steel' })
      }),
    ).toEqual([])
    expect(
      without((batch) => {
        batch.nodes.push(node('E', 8, 5, 0))
        batch.frames.push(frame('sleeper', 'B3', 'E'))
      }),
    ).toEqual(['warning node_on_frame: node B2, frame sleeper'])
  })
})

describe('lower ends that nothing holds', () => {
  /** A stair on the slab of the table: a stringer from a foot at the level of the columns' feet up to a corner. */
  const stair = (from: [number, number, number], more: (batch: Batch) => void = () => {}) =>
    found((batch) => {
      batch.nodes.push(node('N5', ...from))
      batch.frames.push(frame('ST1', 'N5', 'T1'))
      more(batch)
    })
  const free = ['warning free_end: frame ST1, node N5']

  it('are told at a level where nodes are held', () => {
    expect(stair([10, 0, 0])).toEqual(free)
    const [finding] = findings((batch) => {
      batch.nodes.push(node('N5', 10, 0, 0))
      batch.frames.push(frame('ST1', 'N5', 'T1'))
    })
    expect(finding?.message).toBe("Frame 'ST1' ends free at its lower end 'N5', at a level with 4 supported nodes")
    expect(finding?.fix).toContain('{"add":{"supports":[{"id":"S4","nodeId":"N5","restraints":{"u1":true')
  })

  it('are not: level ones, hanging ones, those on an area or its edge, those held, those of hidden columns', () => {
    expect(stair([16, 0, 3.9])).toEqual([])
    expect(stair([10, 0, 2])).toEqual([])
    const level = found((batch) => {
      batch.nodes.push(node('E', 8, 0, 0.2))
      batch.frames.push(frame('cantilever', 'B1', 'E'))
    })
    expect(level).toEqual([])
    const corners = [node('A0', 9, -1, 0), node('A1', 11, -1, 0), node('A2', 11, 1, 0), node('A3', 9, 1, 0)]
    const onArea = (batch: Batch) => {
      batch.nodes.push(...corners)
      batch.areas.push({ id: 'raft', nodeIds: corners.map(({ id }) => id), thickness: 0.3, materialId: 'steel' })
    }
    const told = (from: [number, number, number]) => stair(from, onArea).filter((line) => line.includes('free_end'))
    expect([told([10, 0, 0]), told([11, 0, 0]), told([12, 0, 0])]).toEqual([[], [], free])
    expect(stair([10, 0, 0], ({ supports }) => supports.push({ id: 'S9', nodeId: 'N5', restraints: pinned }))).toEqual([])
  })

  it('get a support as the others of the level have, by an id of their pattern, and none where these differ', () => {
    const fix = (change: (batch: Batch) => void) =>
      findings((batch) => {
        batch.nodes.push(node('N5', 10, 0, 0), node('N6', 11, 1, 0))
        batch.frames.push(frame('ST1', 'N5', 'T1'), frame('ST2', 'N6', 'T2'))
        change(batch)
      }).flatMap(({ code, fix }) => (code === 'free_end' ? [/"id":"[^"]*"/.exec(fix ?? '')?.[0]] : []))
    expect(fix(() => {})).toEqual(['"id":"S4"', '"id":"S5"'])
    expect(fix((batch) => Object.assign(batch, { supports: batch.supports.map((support) => ({ ...support, id: `at ${support.nodeId}` })) }))).toEqual(['"id":"at N5"', '"id":"at N6"']) // biome-ignore format: short
    expect(fix(({ supports }) => Object.assign(supports[0]!, { restraints: pinned }))).toEqual([undefined, undefined])
    expect(fix(({ supports }) => Object.assign(supports[0]!, { id: 'first' }))).toEqual([undefined, undefined])
  })
})

describe('supports above feet', () => {
  const above = (nodeIds: string[], more: object = { restraints: { u3: true } }, change: (batch: Batch) => void = () => {}) =>
    found((batch) => {
      for (const nodeId of nodeIds) batch.supports.push({ id: `S${nodeId}`, nodeId, ...more })
      change(batch)
    })
  const told = (node: string, frameId: string) => `warning support_above_foot: support S${node}, frame ${frameId}, node ${node}`

  it('are told where most heads of their level are free', () => {
    expect(above(['T1'])).toEqual([told('T1', 'C1')])
    expect(above(['T1', 'T2'])).toEqual([])
    expect(above(['T1'], {}, ({ supports }) => Object.assign(supports.at(-1)!, { restraints: fixed }))).toEqual([
      told('T1', 'C1'),
    ])
  })

  it('are none where the structure is held at several heights, as by a wall', () => {
    const wall = (count: number) => (batch: Batch) => {
      const nodes = Array.from({ length: count }, (_, k) => node(`W${k}`, -3, 0, 1 + k / 2))
      batch.nodes.push(...nodes)
      batch.frames.push(...nodes.map(({ id }) => frame(`W${id}`, id, 'B0')))
      batch.supports.push(...nodes.map(({ id }) => ({ id: `S${id}`, nodeId: id, restraints: pinned })))
    }
    expect(above(['T1'], undefined, wall(2))).toEqual([told('T1', 'C1')])
    expect(above(['T1'], undefined, wall(3))).toEqual([])
  })

  it('hold up, and stand over a foot that is held up, be it storeys below', () => {
    expect(above(['T1'], { restraints: { u1: true, u2: true } })).toEqual([])
    expect(above(['T1'], { stiffness: { u3: 1e5 } })).toEqual([])
    const foot = (restraints: object) => above(['T1'], undefined, ({ supports }) => Object.assign(supports[1]!, { restraints }))
    expect(foot({ u1: true, u2: true })).toEqual([])
    const storey = (batch: Batch) => {
      batch.nodes.push(...['0', '1', '2'].map((k, i) => node(`R${k}`, i === 0 ? 0 : 6, i === 2 ? 5 : 0, 7)))
      batch.frames.push(...['0', '1', '2'].map((k) => ({ ...frame(`D${k}`, `R${k}`, `T${k}`, 'column') })))
    }
    expect(above(['R1'], undefined, storey)).toEqual([told('R1', 'D1')])
  })
})
