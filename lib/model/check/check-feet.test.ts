import { describe, expect, it } from 'vitest'
import { type Batch, findings, found, frame, frameOf, node } from '#lib/fixtures/table-model.ts'

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
    expect([leaning(9.9), leaning(10.1)]).toEqual([[forgotten], []])
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
