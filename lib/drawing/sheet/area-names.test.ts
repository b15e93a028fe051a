import { describe, expect, it } from 'vitest'
import { drawingOf, FRONT, laidOut, modelOf, TOP } from '#lib/fixtures/drawing.ts'
import type { Sight } from './drawing-bodies.ts'
import { placeOn } from './drawing-layout.ts'
import { type Naming, nameMarks } from './drawing-names.ts'

/** Corners of a rectangle at a height, against the clock. */
const slab = (x0: number, y0: number, x1: number, y1: number, z = 0) =>
  [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]] as const // biome-ignore format: corners
type Corners = readonly (readonly [number, number, number])[]

/** Areas by their corners, named by what stands before `_`. Nodes of equal place are one, named by it. */
function drawn(
  areas: Record<string, Corners>,
  {
    sight = TOP as Sight,
    openings = {} as Record<string, Corners>,
    beams = [] as [readonly [number, number, number], readonly [number, number, number]][],
    nodes = null as ((id: string) => string) | null,
    isJoined = true,
    scale = 100,
  } = {},
) {
  const idOf = (place: readonly [number, number, number]) => place.join('/')
  const all = [...Object.values(areas), ...Object.values(openings), ...beams].flat()
  const ids = Object.keys(areas)
  const model = modelOf({
    nodes: [...new Map(all.map(([x, y, z]) => [idOf([x, y, z]), { id: idOf([x, y, z]), position: { x, y, z } }])).values()],
    sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 } }],
    frames: beams.map(([from, to], k) => ({
      id: `F${k}`,
      startNodeId: idOf(from),
      endNodeId: idOf(to),
      sectionId: 'S',
      rotation: 0,
    })),
    areas: ids.map((id) => ({
      ...{ id, nodeIds: areas[id]!.map(idOf), thickness: 0.2 },
      ...(openings[id] && { openingNodeIds: [openings[id].map(idOf)] }),
    })),
  })
  const layout = laidOut(drawingOf(model, sight), 'A1', scale)
  const places = new Map(model.nodes.map(({ id }, k) => [id, k]))
  const nodesOf = (kind: 'frame' | 'area', k: number) =>
    (kind === 'area' ? areas[ids[k]!]! : beams[k]!).map((place) => places.get(idOf(place))!)
  const naming: Naming = {
    frames: { textOf: () => 'BEAM', memberOf: () => 0 },
    areas: { textOf: (k) => ids[k]!.replace(/_.*/, ''), isJoined },
    nodes: nodes && { textOf: (k) => nodes(model.nodes[k]!.id), nodesOf },
  }
  const { marks, without } = nameMarks(layout, naming)
  const texts = marks.flatMap((mark) => (mark.shape === 'text' ? [mark] : []))
  const middle = [0, 1].map((k) => (model.bounds.min[k ? 'y' : 'x'] + model.bounds.max[k ? 'y' : 'x']) / 2) as [number, number]
  const place = placeOn(layout)
  /** Where a place of the model lies on the paper. */
  const onPaper = (x: number, y: number) => place(x - middle[0], y - middle[1])
  return { texts, without, names: texts.map(({ text }) => text).sort(), onPaper }
}

describe('names of areas on paper', () => {
  it('stand once in the middle of a slab in a plan, and in no elevation', () => {
    const { texts, without, onPaper } = drawn({ H20: slab(0, 0, 8, 6) })
    expect(texts).toMatchObject([{ text: 'H20', anchor: 'middle' }])
    expect(without).toBe(0)
    const [x, y] = onPaper(4, 3)
    expect(texts[0]!.at[0]).toBeCloseTo(x, 3)
    expect(texts[0]!.at[1]).toBeCloseTo(y + 0.9, 3)
    expect(drawn({ H20: [[0, 0, 0], [6, 0, 0], [6, 0, 3], [0, 0, 3]] }, { sight: FRONT }).names).toEqual([]) // biome-ignore format: corners
  })

  it('stand once for slabs of one name that go on in one another, and for each where they are ids', () => {
    const bays = { H20_1: slab(0, 0, 6, 6), H20_2: slab(6, 0, 12, 6), H25_3: slab(12, 0, 18, 6) }
    expect(drawn(bays)).toMatchObject({ names: ['H20', 'H25'], without: 0 })
    expect(drawn(bays, { isJoined: false }).names).toEqual(['H20', 'H20', 'H25'])
    // Far apart, or at another level beside each other, they are two.
    expect(drawn({ H20_1: slab(0, 0, 6, 6), H20_2: slab(8, 0, 14, 6) }).names).toEqual(['H20', 'H20'])
    expect(drawn({ H20_1: slab(0, 0, 6, 6), H20_2: slab(6, 0, 12, 6, 1) }).names).toEqual(['H20', 'H20'])
  })

  it('lie within what they name: not in an opening, not beside an angle, and nowhere where it is too small', () => {
    const { texts, onPaper } = drawn({ H20: slab(0, 0, 8, 6) }, { openings: { H20: slab(3, 2, 5, 4) } })
    const [[x0, y1], [x1, y0]] = [onPaper(3, 2), onPaper(5, 4)]
    const [x, y] = texts[0]!.at
    expect(x > x0 && x < x1 && y > y0 && y < y1).toBe(false)
    const angle: Corners = [[0, 0, 0], [10, 0, 0], [10, 1, 0], [1, 1, 0], [1, 10, 0], [0, 10, 0]] // biome-ignore format: corners
    const bent = drawn({ H20: angle })
    const [[left, low], [ax, ay]] = [bent.onPaper(1, 1), bent.texts[0]!.at]
    expect(ax < left || ay > low).toBe(true)
    expect(drawn({ H20: slab(0, 0, 0.3, 0.3) })).toMatchObject({ names: [], without: 1 })
  })

  it('are written over no beam and over no other name', () => {
    const { texts, onPaper } = drawn({ H20: slab(0, 0, 8, 6) }, { beams: [[[0, 3, 0], [8, 3, 0]], [[4, 0, 0], [4, 6, 0]]] }) // biome-ignore format: ends
    const [x, y] = texts.find(({ text }) => text === 'H20')!.at
    const [cx, cy] = onPaper(4, 3)
    expect(Math.abs(y - 0.9 - cy)).toBeGreaterThan(1) // 10 cm of the beam on either side
    expect(Math.abs(x - cx)).toBeGreaterThan(1)
    // Nor over a wall that stands on it.
    const walled = drawn({ H20: slab(0, 0, 8, 6), WALL: [[4, 0, 0], [4, 6, 0], [4, 6, 3], [4, 0, 3]] }) // biome-ignore format: corners
    expect(walled.names).toEqual(['H20'])
    expect(Math.abs(walled.texts[0]!.at[0] - walled.onPaper(4, 3)[0])).toBeGreaterThan(3)
    // Below each other and named alike, they are named once.
    expect(drawn({ H20_1: slab(0, 0, 8, 6), H20_2: slab(0, 0, 8, 6, -1) }).names).toEqual(['H20'])
    const { texts: both } = drawn({ H20: slab(0, 0, 8, 6), H25: slab(0, 0, 8, 6, -1) })
    const [a, b] = both.map(({ at }) => at)
    expect(Math.abs(a![1] - b![1]) > 1.8 || Math.abs(a![0] - b![0]) > 5).toBe(true)
  })
})

describe('names of nodes on paper', () => {
  it('stand beside each node of what is drawn, once for those below each other', () => {
    const areas = { H20: slab(0, 0, 8, 6), H20_2: slab(0, 0, 8, 6, -1) }
    const { names, texts, onPaper } = drawn(areas, { nodes: (id) => id })
    expect(names).toEqual(['0/0/0', '0/6/0', '8/0/0', '8/6/0', 'H20'])
    const [x, y] = texts.find(({ text }) => text === '8/6/0')!.at
    const [nx, ny] = onPaper(8, 6)
    expect(Math.hypot(x - nx, y - ny)).toBeLessThan(4)
    expect(drawn(areas, { nodes: (id) => (id === '0/0/0' ? id : '') }).names).toEqual(['0/0/0', 'H20'])
  })

  it('leave out those beyond the planes of the drawing', () => {
    const cut = { ...TOP, near: 1, far: -0.2 }
    expect(drawn({ H20: slab(0, 0, 8, 6) }, { sight: cut, beams: [[[0, 0, -4], [0, 0, 0]]], nodes: (id) => id }).names).not.toContain('0/0/-4') // biome-ignore format: ends
  })
})
