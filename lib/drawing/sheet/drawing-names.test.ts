import { describe, expect, it } from 'vitest'
import { drawingOf, FRONT, laidOut, modelOf, TOP } from '#lib/fixtures/drawing.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { nameMarks } from './drawing-names.ts'

/** Frames by their two ends, named as they are called; of a member, the frames of it. */
function named(frames: Record<string, [Vec, Vec]>, { sight = TOP, members = {} as Record<string, string>, scale = 100 } = {}) {
  const ids = Object.keys(frames)
  const nodes = ids.flatMap((id) => frames[id]!.map(([x, y, z], k) => ({ id: `${id}${'ab'[k]}`, position: { x, y, z } })))
  const model = modelOf({
    nodes,
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 } }],
    frames: ids.map((id) => ({ id, startNodeId: `${id}a`, endNodeId: `${id}b`, sectionId: 'S', rotation: 0 })),
  })
  const layout = laidOut(drawingOf(model, sight), 'A1', scale)
  const kinds = [...new Set(Object.values(members))]
  const { marks, without } = nameMarks(layout, {
    frames: { textOf: (k) => ids[k]!.replace(/_.*/, ''), memberOf: (k) => kinds.indexOf(members[ids[k]!]!) + 1 },
    areas: null,
    nodes: null,
  })
  const texts = marks.flatMap((mark) => (mark.shape === 'text' ? [mark] : []))
  return { texts, without, names: texts.map(({ text }) => text).sort() }
}

describe('names of frames on paper', () => {
  it('stand above a beam of a plan, clear of its lines, and turned to be read from the right', () => {
    const { texts, without } = named({ HEA: [[0, 0, 0], [8, 0, 0]], IPE: [[0, 6, 0], [0, 12, 0]] }) // biome-ignore format: ends
    const [along, upright] = [texts.find(({ text }) => text === 'HEA')!, texts.find(({ text }) => text === 'IPE')!]
    expect(without).toBe(0)
    expect(along.turn ?? 0).toBe(0)
    expect(upright.turn).toBeCloseTo(90)
    // The plan is 80 × 120 mm; the beam's upper line lies 1 mm above its axis, on the lowest line of the drawing.
    const base = Math.max(...texts.map(({ at }) => at[1]))
    expect(along.at[1]).toBe(base)
    expect(upright.at[1]).toBeCloseTo(base + 1.7 - 90, 1)
  })

  it('stand once for the pieces of a member that go on in one line, and not where there is no room', () => {
    const pieces = { IPE450_1: [[0, 0, 0], [6, 0, 0]], IPE450_2: [[6, 0, 0], [12, 0, 0]] } satisfies Record<string, [Vec, Vec]> // biome-ignore format: ends
    expect(named(pieces)).toMatchObject({ names: ['IPE450', 'IPE450'], without: 0 })
    expect(named({ IPE450: [[0, 0, 0], [0.6, 0, 0]] })).toMatchObject({ names: [], without: 1 }) // biome-ignore format: ends
    expect(named(pieces, { members: { IPE450_1: 'M', IPE450_2: 'M' } })).toMatchObject({ names: ['IPE450'], without: 0 })
  })

  it('stand once for short pieces of one name in one line, and for each of those that are long enough', () => {
    const rafter = (length: number) =>
      Object.fromEntries([0, 1, 2].map((k) => [`IPE400_${k}`, [[k * length, 0, 0], [(k + 1) * length, 0, 0]]])) as Record<string, [Vec, Vec]> // biome-ignore format: ends
    expect(named(rafter(0.6))).toMatchObject({ names: ['IPE400'], without: 0 })
    expect(named(rafter(6))).toMatchObject({ names: ['IPE400', 'IPE400', 'IPE400'], without: 0 })
  })

  it('are not written over each other, and a frame behind another of the same name is not named again', () => {
    const twice = named({ A_1: [[0, 0, 0], [6, 0, 0]], A_2: [[0, 0, 1], [6, 0, 1]] }) // biome-ignore format: ends
    expect(twice).toMatchObject({ names: ['A'], without: 0 })
    const { texts } = named({ A: [[0, 0, 0], [6, 0, 0]], B: [[0, 0, 1], [6, 0, 1]] }) // biome-ignore format: ends
    const [a, b] = texts.map(({ at }) => at)
    expect(Math.hypot(a![0] - b![0], a![1] - b![1])).toBeGreaterThan(2)
  })

  it('go aside where another frame meets the middle', () => {
    const girder: [Vec, Vec] = [[0, 0, 0], [9, 0, 0]] // biome-ignore format: ends
    const alone = named({ GIRDER: girder })
    const crossed = named({ GIRDER: girder, JOIST: [[4.5, -3, 0], [4.5, 3, 0]] }) // biome-ignore format: ends
    expect(alone.texts[0]!.at[0]).toBeCloseTo(crossed.texts.find(({ text }) => text === 'JOIST')!.at[0] + 1.7, 1)
    const moved = crossed.texts.find(({ text }) => text === 'GIRDER')!
    expect(Math.abs(moved.at[0] - alone.texts[0]!.at[0])).toBeCloseTo(0.15 * 90, 1)
  })

  it('of columns stand in a plan, those that are cut before those below; in an elevation none is named end-on', () => {
    const columns = { LOWER: [[0, 0, 0], [0, 0, 4]], UPPER: [[0, 0, 4], [0, 0, 8]], BEAM: [[0, 0, 4], [6, 0, 4]] } satisfies Record<string, [Vec, Vec]> // biome-ignore format: ends
    // About the origin of the scene, which is in its middle.
    expect(named(columns, { sight: { ...TOP, near: 1, far: -1 } }).names).toEqual(['BEAM', 'UPPER'])
    expect(named(columns, { sight: { ...TOP, near: -1, far: -3 } }).names).toEqual(['LOWER'])
    expect(named({ BEAM: [[0, 0, 4], [0, 6, 4]] }, { sight: FRONT }).names).toEqual([]) // biome-ignore format: ends
  })
})
