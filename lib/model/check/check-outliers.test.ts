import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Complete } from '#lib/schema/schema.ts'
import { checkModel } from './check.ts'

/** A hall of five bays in metres with a slab on its first. */
function hall(): Complete<Pick<CreateModel, 'nodes' | 'frames' | 'areas' | 'sections' | 'gridLines'>> & CreateModel {
  const fixed = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
  const at = (x: number, y: number, z: number) => ({ id: `N${x}-${y}-${z}`, position: { x: 20 * x, y: 6 * y, z: 5 * z } })
  const nodes = [0, 1].flatMap((x) => [0, 1, 2, 3, 4, 5].flatMap((y) => [at(x, y, 0), at(x, y, 1)]))
  const frame = (id: string, startNodeId: string, endNodeId: string) => ({
    id,
    startNodeId,
    endNodeId,
    sectionId: 'S',
    rotation: 0,
  })
  const rows = [0, 1, 2, 3, 4, 5]
  return {
    name: 'Hall',
    units: { current: 'kN, m, C' },
    nodes,
    frames: rows.flatMap((y) => [
      frame(`A${y}`, `N0-${y}-0`, `N0-${y}-1`),
      frame(`B${y}`, `N1-${y}-0`, `N1-${y}-1`),
      frame(`R${y}`, `N0-${y}-1`, `N1-${y}-1`),
    ]),
    areas: [{ id: 'slab', nodeIds: ['N0-0-1', 'N1-0-1', 'N1-1-1', 'N0-1-1'], thickness: 0.22, materialId: 'C' }],
    materials: [{ id: 'C' }],
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 }, materialId: 'C' }],
    supports: nodes.filter(({ position }) => position.z === 0).map(({ id }) => ({ id: `S${id}`, nodeId: id, restraints: fixed })),
    gridLines: [{ id: 'L1', axis: 'Z', coordinate: 5, label: 'Roof' }],
  }
}

const found = (model: CreateModel) =>
  checkModel(returnedModel(model)).filter(({ code }) => ['size_outlier', 'unit_scale', 'section_scale'].includes(code))
const messages = (model: CreateModel) => found(model).map(({ code, message }) => `${code}: ${message}`)

describe('one element of a size that is not built', () => {
  const changed = (change: (model: ReturnType<typeof hall>) => void) => {
    const model = hall()
    change(model)
    return messages(model)
  }

  it('is found where the rest is sound', () => {
    expect(changed(() => {})).toEqual([])
    expect(
      changed(({ areas }) => {
        areas[0]!.thickness = 220
      }),
    ).toEqual(["size_outlier: Area 'slab' is 220 m thick"])
    expect(
      changed(({ areas }) => {
        areas[0]!.thickness = 0.00022
      }),
    ).toEqual(["size_outlier: Area 'slab' is 0.00022 m thick"])
    const giant = { id: 'G', type: 'rectangular' as const, dimensions: { t3: 900, t2: 300 }, materialId: 'C' }
    const withGiant = ({ sections, frames }: ReturnType<typeof hall>) => {
      sections.push(giant)
      frames[0]!.sectionId = 'G'
    }
    expect(changed(withGiant)).toEqual(["size_outlier: Section 'G' is 900 m deep and 300 m wide"])
    expect(
      changed(({ frames }) => {
        frames[2]!.sectionOffset = { x: 0, y: -300 }
      }),
    ).toEqual(["size_outlier: The section of frame 'R0' lies 300 m off the line of its nodes"])
    expect(changed(({ gridLines }) => void gridLines.push({ id: 'L2', axis: 'Z', coordinate: 5000 }))).toEqual([
      "size_outlier: Level 'L2' lies at Z = 5000 m, far from all nodes",
    ])
  })

  describe('beyond a limit in metres, or beside the rest where no unit is known', () => {
    type Hall = ReturnType<typeof hall>
    /** Whether a size beyond the limit is told, one before it, and nothing else of either. */
    function told(tell: (model: Hall, size: number) => void, limit: number, by = 1, unit = 'm') {
      return [1.001, 0.999].map((share) => {
        const { units: _, ...model } = hall()
        for (const { position } of model.nodes) for (const axis of ['x', 'y', 'z'] as const) position[axis] *= by
        const said = { ...model, ...(unit && { units: { length: unit } }) } as Hall
        tell(said, share * limit)
        return found(said)
          .map(({ code }) => code)
          .join()
      })
    }
    const thick = ({ areas }: Hall, size: number) => void Object.assign(areas[0]!, { thickness: size })
    /** A section of one frame: of a column of 5, of a rafter of 20. */
    const sized = (frame: number, deep: number, wide: number) => (model: Hall, size: number) => {
      model.sections!.push({ id: 'G', type: 'rectangular', dimensions: { t3: deep * size, t2: wide * size }, materialId: 'C' })
      model.frames![frame]!.sectionId = 'G'
    }
    const off = ({ frames }: Hall, size: number) =>
      void Object.assign(frames[2]!, { sectionId: undefined, sectionOffset: { x: 0.6 * size, y: -0.8 * size } })
    /** Along local 3, of a column of 5 with a section so large. */
    const beside = (side: number) => (model: Hall, size: number) => {
      sized(0, side, side)(model, 1)
      model.frames![0]!.sectionOffset = { x: -size, y: 0.4 * side }
    }
    const line =
      (axis: 'X' | 'Y' | 'Z', isBare = false) =>
      (model: Hall, size: number) => {
        model.gridLines = [{ id: 'G', axis, coordinate: size }]
        if (isBare) Object.assign(model, { frames: [], areas: [] })
      }

    it.each<[string, Parameters<typeof told>]>([
      ['an area of 10 m', [thick, 10]],
      ['of 10 m, in feet', [thick, 32.81, 3.281, 'ft']],
      // Half the diagonal of the hall is 18.2, twice the slab's own 41.76.
      ['without a unit, of twice what it is across', [thick, 41.76, 1, '']],
      ['a section larger than its run of frames and half the hall', [sized(0, 1, 0.5), 18.2, 1, '']],
      ['as wide', [sized(0, 0.5, 1), 18.2, 1, '']],
      ['without a unit, of twice the run', [sized(2, 1, 0.5), 40, 1, '']],
      ['a section of 20 m, longer than its run', [sized(2, 1, 0.5), 20]],
      ['of 50 m, however long the run', [sized(2, 1, 0.5), 50, 3]],
      ['an offset of 20 m', [off, 20]],
      ['without a unit, of the diagonal', [off, 36.4, 1, '']],
      ['of the diagonal of what is small', [off, 18.2, 0.5]],
      // Of an outline beside the nodes of a column, from its edge: a quarter of its 10 m, four times what is 1 large, 1.5 m.
      ['an outline beside its column by a quarter of that', [beside(0.4), 2.7, 2]],
      ['by four times its size', [beside(1), 4.5]],
      ['by 1.5 m', [beside(0.1), 1.55]],
      ['by 1.5 m, in feet', [beside(0.3281), 5.08535, 3.281, 'ft']],
      // From the middle at 20, 18 and 5: 10 km, a level 1200 m; a thousand diagonals; or twenty where these are more.
      ['a grid line', [line('X'), 10_020]],
      ['across it', [line('Y'), 10_018]],
      ['a level', [line('Z'), 1205]],
      ['a line without a unit', [line('X'), 36_421, 1, '']],
      ['on the other side', [line('X'), -9980]],
      ['a level of something wide', [line('Z', true), 21_990, 30]],
    ])('%s', (_, of) => expect(told(...of)).toEqual(['size_outlier', '']))

    it.each<[string, Parameters<typeof told>]>([
      ['an area of half a millimetre', [thick, 0.0005]],
      ['in feet', [thick, 0.0005 / 0.3048, 3.281, 'ft']],
      ['a section of a millimetre', [sized(0, 1, 0.5), 0.001]],
    ])('below it: %s', (_, of) => expect(told(...of)).toEqual(['', 'size_outlier']))
  })

  it('nor is an offset that no unit measures, or a quarter of a run in many pieces', () => {
    const model = hall()
    const posts = Array.from({ length: 9 }, (_, i) => ({ id: `P${i}`, position: { x: 0, y: 0, z: 5 + 2 * i } }))
    model.nodes.push(...posts)
    const ids = ['N0-0-1', ...posts.slice(1).map(({ id }) => id)]
    for (const [i, end] of ids.entries())
      if (i > 0) model.frames.push({ ...model.frames[0]!, id: `P${i}`, startNodeId: ids[i - 1]!, endNodeId: end })
    const setOff = (x: number) => {
      for (const frame of model.frames) if (frame.id.startsWith('P')) frame.sectionOffset = { x, y: 0 }
    }
    // Sixteen metres in eight pieces of 0.3 × 0.6.
    setOff(4.1)
    expect(messages(model)).toEqual([])
    setOff(4.2)
    expect(messages(model)).toHaveLength(8)
    const { units: _, ...bare } = model
    expect(messages(bare)).toEqual([])
  })

  it('no grid line is far from nodes that lie at one place', () => {
    const nodes = ['A', 'B'].map((id) => ({ id, position: { x: 1, y: 2, z: 3 } }))
    expect(messages({ name: '', nodes, gridLines: [{ id: 'G', axis: 'X', coordinate: 1e6 }] })).toEqual([])
  })

  it('a node far away is told by itself, and makes nothing else coincide', () => {
    const model = hall()
    model.nodes.push({ id: 'far', position: { x: 5_000_000, y: 0, z: 5 } })
    model.frames.push({ ...model.frames[0]!, id: 'F', endNodeId: 'far', startNodeId: 'N1-0-1' })
    const all = checkModel(returnedModel(model))
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['disconnected_parts', 'size_outlier']))
    expect(all.at(-1)).toMatchObject({
      elements: [{ kind: 'node', id: 'far' }],
      message: expect.stringMatching(/^Node 'far' lies 5000000 m|4.99/),
    })
  })

  it('is found beside the rest where no unit is known', () => {
    const bare = (change: (model: ReturnType<typeof hall>) => void) => {
      const { units: _, ...model } = hall()
      change(model as ReturnType<typeof hall>)
      return messages(model)
    }
    expect(bare(() => {})).toEqual([])
    expect(
      bare(({ areas }) => {
        areas[0]!.thickness = 220
      }),
    ).toEqual(["size_outlier: Area 'slab' is 220 thick"])
    expect(bare(({ nodes }) => void nodes.push({ id: 'far', position: { x: 5e6, y: 0, z: 0 } }))).toHaveLength(1)
  })

  it.each([
    ['a road 100 km long', Array.from({ length: 101 }, (_, i) => i * 1000)],
    ['two buildings 3 km apart', [0, 5, 10, 15, 20, 3000, 3005, 3010, 3015]],
    ['a mast with a base of many nodes', [...Array.from({ length: 200 }, (_, i) => i / 100), 20, 40, 60, 80, 100]],
    ['nodes that coincide, and one that is a beam away', [0, 0.0001, 6]],
  ])('%s is none', (_, xs) => {
    const nodes = xs.map((x, i) => ({ id: `N${i}`, position: { x, y: 0, z: 0 } }))
    expect(found({ name: 'm', units: { length: 'm' }, nodes }).filter(({ code }) => code === 'size_outlier')).toEqual([])
  })
})
