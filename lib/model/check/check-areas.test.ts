import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { circle, wavy } from '#lib/fixtures/shapes.ts'
import { findings, found, lines, node, nodeOf, returned, table } from '#lib/fixtures/table-model.ts'
import { MOST_CUT } from '../shape/cut-budget.ts'
import { cross, dot, scale, type Vec } from '../shape/vector.ts'
import { judgedAreas } from './area-planes.ts'
import { checkModel } from './check.ts'
import { areasWithoutThickness, degenerateAreas, outlinesTooLarge, selfIntersectingAreas, warpedAreas } from './check-areas.ts'
import { invalidOpenings, openingsOutside, overlappingOpenings } from './check-openings.ts'
import { type Structure, structureOf } from './structure.ts'

type Place = readonly [x: number, y: number, z?: number]

/** Ways to lay the plane of x and y into space: two directions, and where the origin comes to lie. */
const WAYS: Record<string, { u: Vec; v: Vec; at: Vec }> = {
  level: { u: [1, 0, 0], v: [0, 1, 0], at: [0, 0, 0] },
  'seen from below': { u: [0, 1, 0], v: [1, 0, 0], at: [50, -30, 7] },
  'along a wall': { u: [1, 0, 0], v: [0, 0, 1], at: [-20, 5, 0] },
  'along another wall': { u: [0, 0, 1], v: [0, 1, 0], at: [3, 3, 3] },
}
/** Here the box around an area is a larger one. */
const SLOPE = { u: [0.6, 0.8, 0], v: [-0.48, 0.36, 0.8], at: [1, 2, 3] } satisfies (typeof WAYS)[string]

/** An area of 4 by 3, so 5 across, unless another is given; with openings, and a tolerance. */
type Given = { outline?: readonly Place[]; openings?: readonly (readonly Place[])[]; tolerance?: number }
const RECTANGLE: readonly Place[] = [[0, 0], [4, 0], [4, 3], [0, 3]] // biome-ignore format: corners

function structure({ outline = RECTANGLE, openings = [], tolerance = 0 }: Given, { u, v, at }: (typeof WAYS)[string]): Structure {
  const n = cross(u, v)
  const nodes: { id: string; position: { x: number; y: number; z: number } }[] = []
  const loop = (places: readonly Place[], name: string) =>
    places.map(([x, y, z = 0], k) => {
      const along = (axis: 0 | 1 | 2) => at[axis] + x * u[axis] + y * v[axis] + z * n[axis]
      nodes.push({ id: `${name}${k}`, position: { x: along(0), y: along(1), z: along(2) } })
      return `${name}${k}`
    })
  const area = { id: 'A', nodeIds: loop(outline, ''), openingNodeIds: openings.map((one, k) => loop(one, 'abc'[k]!)) }
  return { ...structureOf(returnedModel({ name: 'An area', nodes, areas: [area] })), tolerance }
}

const RULES = { degenerateAreas, selfIntersectingAreas, warpedAreas, openingsOutside, invalidOpenings, overlappingOpenings }

/** What the rules find, and of which nodes; the same however the area lies. */
function told(given: Given): string[] {
  const [first, ...others] = Object.values(WAYS).map((way) => {
    const one = structure(given, way)
    const areas = judgedAreas(one)
    const { degenerateAreas, ...rest } = RULES
    const found = [...degenerateAreas(areas), ...Object.values(rest).flatMap((rule) => [...rule(one, areas)])]
    return found.map(({ message, elements }) => `${message}: ${elements.slice(1).map(({ id }) => id)}`)
  })
  for (const other of others) expect(other).toEqual(first)
  return first!
}
const isTold = (given: Given, words: string) => told(given).some((one) => one.includes(words))

describe('a node twice in a row', () => {
  const area = (nodeIds: string[], openingNodeIds?: string[][]) =>
    findings((batch) => {
      Object.assign(batch.areas[0]!, { nodeIds, ...(openingNodeIds && { openingNodeIds }) })
    }).filter(({ code }) => code === 'repeated_node')

  it('is told of outlines and openings, and of a loop that is closed by its first node', () => {
    expect(lines(area(['T0', 'T1', 'T1', 'T2', 'T3']))).toEqual(['warning repeated_node: area A, node T1'])
    expect(lines(area(['T0', 'T1', 'T2', 'T3', 'T3', 'T0', 'T0']))).toEqual(['warning repeated_node: area A, node T3, node T0'])
    const [closed] = area(['T0', 'T1', 'T2', 'T3', 'T0'])
    expect(closed?.message).toBe("The outline of area 'A' has its first node 'T0' again at the end, and closes without it")
    expect(closed?.fix).toContain('Drop the last node of its nodeIds')
    expect(area(['T0', 'T1', 'T2', 'T3', 'T1'])).toEqual([])
    const [opening] = area(['T0', 'T1', 'T2', 'T3'], [['O0', 'O1', 'O2', 'O2', 'O3']])
    expect(opening?.message).toBe("Opening 1 of area 'A' has node 'O2' twice in a row")
    expect(opening?.fix).toBe('Send its openingNodeIds without the repetition.')
  })

  it('has the outline without it as its fix', () => {
    const [twice] = area(['T0', 'T1', 'T1', 'T2', 'T3'])
    expect(twice?.message).toBe("The outline of area 'A' has node 'T1' twice in a row")
    expect(twice?.fix).toBe(
      'Send its nodeIds without the repetition: edit_model {"ops":[{"select":{"kinds":["areas"],"ids":["A"]},"set":{"nodeIds":["T0","T1","T2","T3"]}}]}.',
    )
  })
})

describe('areas, whichever way they lie', () => {
  it('enclose something from a millionth of the square of their size on', () => {
    const flat = (high: number) => isTold({ outline: [[0, 0], [4, 0], [2, high]] }, 'encloses nothing') // biome-ignore format: short
    // 4 across: a triangle of sixteen millionths.
    expect([flat(7.9e-6), flat(8.1e-6)]).toEqual([true, false])
    expect(told({ outline: [[0, 0], [4, 0]] })).toEqual(["Area 'A' encloses nothing: its nodes lie on one line or at one place: "]) // biome-ignore format: short
  })

  it('have three corners farther apart than the tolerance', () => {
    const near = (tolerance: number) => isTold({ outline: [[0, 0], [4, 0], [4, 3], [4, 2.5]], tolerance }, 'encloses nothing') // biome-ignore format: short
    expect([near(2.9), near(3.1)]).toEqual([false, true])
    expect(isTold({ outline: [], openings: [] }, 'encloses nothing')).toBe(true)
  })

  it('of more corners than are tried three by three enclose something too', () => {
    const round = (count: number, wide: number) => Array.from({ length: count }, (_, k): Place => [2 * Math.cos((2 * Math.PI * k) / count), wide * Math.sin((2 * Math.PI * k) / count)]) // biome-ignore format: short
    for (const count of [24, 25, 60]) expect([told({ outline: round(count, 1) }), told({ outline: round(count, 1e-5) })]).toEqual([[], []]) // biome-ignore format: short
    for (const count of [24, 25, 60]) expect(isTold({ outline: round(count, 1e-6) }, 'encloses nothing')).toBe(true)
  })

  it('are flat where no corner lies a thousandth of their size off the mean plane', () => {
    // Corners lifted in turn: the mean plane stays, and each is as far off it.
    const lifted = (by: number) => told({ outline: RECTANGLE.map(([x, y], k): Place => [x, y, k % 2 ? by : -by]) })
    expect(lifted(4.99e-3)).toEqual([])
    expect(lifted(5.01e-3)).toEqual(["Area 'A' is not flat: 4 nodes ('0', '1', '2' and '3') up to 0.1 % of its size off its mean plane: 0,1,2,3"]) // biome-ignore format: short
    const one = (by: number) => told({ outline: [[0, 0], [2, 0], [4, 0], [4, 3], [2, 3, by], [0, 3]] }) // biome-ignore format: short
    expect(one(-0.2)[0]).toMatch(/^Area 'A' is not flat: 6 nodes .* up to [12]\.\d % of its size/)
  })

  it('cross themselves from a millionth of their size on, bow-ties of no net area too', () => {
    const notched = (deep: number) => told({ outline: [[0, 0], [4, 0], [4, 3], [2, -deep], [0, 3]] }) // biome-ignore format: short
    const crossed = ["The outline of area 'A' crosses itself: edge '0'–'1' cuts edge '2'–'3': "]
    expect([notched(4.9e-6), notched(5.1e-6)]).toEqual([[], crossed])
    expect(told({ outline: [[0, 0], [4, 3], [4, 0], [0, 3]] })).toEqual(["The outline of area 'A' crosses itself: edge '0'–'1' cuts edge '2'–'3': "]) // biome-ignore format: short
  })
})

describe('openings, whichever way their area lies', () => {
  const hole = (x: number, y: number, wide = 1, high = 1): Place[] => [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]] // biome-ignore format: corners

  it('reach outside where a node lies farther outside than the tolerance', () => {
    const at = (x: number) => told({ openings: [hole(x, 1)], tolerance: 2e-6 })
    expect([at(3), at(3 + 1.9e-6), at(1.5), at(-1.9e-6)]).toEqual([[], [], [], []])
    expect(at(3 + 2.1e-6)).toEqual(["Opening 1 of area 'A' reaches outside the outline, at 'a1' and 'a2': a1,a2"])
    expect(at(-2.1e-6)).toEqual(["Opening 1 of area 'A' reaches outside the outline, at 'a0' and 'a3': a0,a3"])
    expect(at(9)).toEqual(["Opening 1 of area 'A' reaches outside the outline, at 'a0', 'a1', 'a2' and 'a3': a0,a1,a2,a3"])
  })

  it('cut the outline between their nodes from a millionth of its size on', () => {
    const dented = (deep: number) => told({ outline: [[0, 0], [4, 0], [4, 3], [2, 1], [0, 3]], openings: [[[1, 0.5], [3, 0.5], [3, 1 + deep], [1, 1 + deep]]] }) // biome-ignore format: short
    expect(dented(4.9e-6)).toEqual([])
    expect(dented(5.2e-6)).toEqual(["Opening 1 of area 'A' cuts the outline between its nodes: "])
  })

  it('are openings in the plane, of three nodes or more, that enclose something and cross nothing', () => {
    const opening = (...places: Place[]) => told({ openings: [places] })
    expect(opening([1, 1], [2, 1])).toEqual(["Opening 1 of area 'A' has fewer than three different nodes: a0,a1"])
    expect(opening([1, 1, 4.9e-3], [2, 1], [2, 2])).toEqual([])
    expect(opening([1, 1, -5.1e-3], [2, 1], [2, 2])).toEqual(["Opening 1 of area 'A' is not in the plane of the area: a0,a1,a2"])
    expect(opening([1, 1], [2, 2], [2, 1], [1, 2])).toEqual(["Opening 1 of area 'A' has edges that cross: a0,a1,a2,a3"])
    // One across: half of it high is a millionth.
    expect(opening([1, 1], [2, 1], [1.5, 1 + 2.1e-6])).toEqual([])
    expect(opening([1, 1], [2, 1], [1.5, 1 + 1.9e-6])).toEqual(["Opening 1 of area 'A' encloses nothing: a0,a1,a2"])
    expect(opening([1, 1], [1.5, 1 + 1.9e-6], [2, 1])).toEqual(["Opening 1 of area 'A' encloses nothing: a0,a1,a2"])
    const notched = (deep: number) => opening([1, 1], [2, 1], [2, 2], [1.5, 1 - deep], [1, 2])
    expect(notched(1.4e-6)).toEqual([])
    expect(notched(1.5e-6)).toEqual(["Opening 1 of area 'A' has edges that cross: a0,a1,a2,a3,a4"])
  })

  it('overlap from a millionth of the size of the area on', () => {
    const two = (by: number) => told({ openings: [hole(1, 1), hole(2 - by, 1)] })
    expect(two(4.9e-6)).toEqual([])
    expect(two(5.1e-6)).toEqual(["Opening 1 and opening 2 of area 'A' overlap: a0,a1,a2,a3,b0,b1,b2,b3"])
    const three = told({ openings: [hole(1, 1), hole(2.5, 1), hole(1.25, 1.25, 0.5, 0.5)] })
    expect(three).toEqual(["Opening 1 and opening 3 of area 'A' overlap: a0,a1,a2,a3,c0,c1,c2,c3"])
  })
})

it('an area has a thickness where one above nothing is said', () => {
  const thickness = (...all: (number | undefined)[]) => {
    const areas = all.map((thickness, k) => ({ id: `${k}`, outline: [], openings: [], sectionId: undefined, materialId: undefined, thickness })) // biome-ignore format: short
    return [...areasWithoutThickness({ ...structure({}, WAYS.level!), areas })].map(({ elements }) => elements[0]!.id)
  }
  expect(thickness(0.2, 0, undefined, -1, 1e-9)).toEqual(['1', '2', '3'])
})

it('the plane of an area stands on its normal, through the middle of its nodes', () => {
  for (const way of [...Object.values(WAYS), SLOPE]) {
    const one = structure({}, way)
    const [{ plane }] = judgedAreas(one) as [ReturnType<typeof judgedAreas>[number]]
    const n = cross(way.u, way.v)
    expect(dot(plane!.normal, n)).toBeCloseTo(1, 12)
    const middle = scale(one.positions.reduce<Vec>((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]), 1 / 4) // biome-ignore format: short
    for (const [k, part] of plane!.at.entries()) expect(part).toBeCloseTo(middle[k]!, 12)
    const [a, b, c] = [0, 1, 2].map((node) => plane!.flat(node))
    expect([Math.hypot(b!.x - a!.x, b!.y - a!.y), Math.hypot(c!.x - a!.x, c!.y - a!.y)]).toEqual([expect.closeTo(4, 9), expect.closeTo(5, 9)]) // biome-ignore format: short
    // Counter-clockwise as the nodes go.
    expect((b!.x - a!.x) * (c!.y - a!.y) - (b!.y - a!.y) * (c!.x - a!.x)).toBeCloseTo(12, 9)
  }
})

it('an area is drawn by its edges alone where the model has too many corners in large areas, the largest first, or it has too many itself', () => {
  const whole = { ...MOST_CUT }
  const outlines = [wavy(80)[0], wavy(96)[0], circle(200)[0], wavy(72)[0], wavy(64)[0]]
  const nodes = outlines.flatMap((outline, a) => outline.map(([x, y], k) => ({ id: `${a} ${k}`, position: { x: x + 30 * a, y, z: 0 } }))) // biome-ignore format: short
  const areas = outlines.map((outline, a) => ({ id: `A${a}`, nodeIds: outline.map((_, k) => `${a} ${k}`) }))
  const one = structureOf(returnedModel({ name: 'Large areas', nodes, areas }))
  const told = (change: Partial<typeof MOST_CUT>) => {
    Object.assign(MOST_CUT, whole, change)
    return [...outlinesTooLarge(one, judgedAreas(one))].map(({ message }) => message)
  }
  const alone = (area: string, why: string) => `Area '${area}' is drawn by its edges alone: ${why}`
  const together = 'the model has too many corners in such areas, and the largest of them come last'
  // Of 80, 96 and 72 corners; a circle is a fan, and 64 corners are few.
  const [a, b, c] = [80 ** 1.5, 96 ** 1.5, 72 ** 1.5]
  try {
    expect(told({})).toEqual([])
    expect(told({ together: a + b + c + 1 })).toEqual([])
    expect(told({ together: a + b + c - 1 })).toEqual([alone('A1', together)])
    expect(told({ together: a + c - 1 })).toEqual([alone('A0', together), alone('A1', together)])
    expect(told({ corners: 79 })).toEqual([alone('A0', 'it has 80 corners, and 79 are drawn'), alone('A1', 'it has 96 corners, and 79 are drawn')]) // biome-ignore format: short
  } finally {
    Object.assign(MOST_CUT, whole)
  }
})

describe('areas and openings', () => {
  it('finds areas that enclose nothing', () => {
    const line = found((batch) => {
      batch.nodes.push(node('N', 3, 0, 4))
      batch.areas.push({ id: 'L', nodeIds: ['T0', 'N', 'T1'], thickness: 1, materialId: 'steel' })
    })
    expect(line).toContain('error degenerate_area: area L')
    const twice = found((batch) =>
      batch.areas.push({ id: 'L', nodeIds: ['T0', 'T1', 'T0', 'T1'], thickness: 1, materialId: 'steel' }),
    )
    expect(twice).toEqual(['error degenerate_area: area L'])
  })

  it('finds outlines that cross themselves, bow-ties of no net area included', () => {
    const crossed = findings((batch) => {
      batch.areas[0] = { ...batch.areas[0]!, nodeIds: ['T0', 'T2', 'T1', 'T3'], openingNodeIds: [] }
      batch.nodes = batch.nodes.filter(({ id }) => !id.startsWith('O'))
    })
    expect(lines(crossed)).toEqual(['error self_intersecting_area: area A'])
    expect(crossed[0]?.message).toContain("edge 'T0'–'T2' cuts edge 'T1'–'T3'")
  })

  it('judges an outline by its largest triangle', () => {
    // Six nodes along a line of 6 m: a triangle on the line encloses less than a millionth of the square of it, one across does not.
    const places = [[0, 0], [0.06, -9e-6], [5.94, -9e-6], [6, 0], [5.94, 9e-6], [0.06, 9e-6]] as const // biome-ignore format: short
    const strip = found((batch) => {
      batch.nodes.push(...places.map(([x, y], i) => node(`L${i}`, x, y + 2, 9)))
      batch.areas.push({ id: 'L', nodeIds: places.map((_, i) => `L${i}`), thickness: 1, materialId: 'steel' })
    })
    expect(strip.filter((line) => line.includes('degenerate'))).toEqual([])
    const narrow = found((batch) => {
      batch.nodes.push(...places.map(([x, y], i) => node(`L${i}`, x, y / 2 + 2, 9)))
      batch.areas.push({ id: 'L', nodeIds: places.map((_, i) => `L${i}`), thickness: 1, materialId: 'steel' })
    })
    expect(narrow).toContain('error degenerate_area: area L')
  })

  it('drops a closing node, and says that it is there', () => {
    expect(
      found((batch) => {
        batch.areas[0]!.nodeIds.push('T0')
        batch.areas[0]!.openingNodeIds![0]!.push('O0')
      }),
    ).toEqual(['warning repeated_node: area A, node T0', 'warning repeated_node: area A, node O0'])
  })

  it('finds warped areas', () => {
    const warped = found((batch) => {
      nodeOf(batch, 'T2').position.z = 4.2
    })
    // The opening lies in the old plane, and the new one is 5 cm away from it.
    expect(warped).toContain('warning warped_area: area A, node T0, node T1, node T2, node T3')
  })

  const opening = (...corners: [number, number, number?][]) =>
    found((batch) => {
      batch.nodes.push(...corners.map(([x, y, z = 4], i) => node(`H${i}`, x, y, z)))
      batch.areas[0]!.openingNodeIds!.push(corners.map((_, i) => `H${i}`))
    })

  it('finds openings that reach outside the outline', () => {
    expect(opening([5, 3], [7, 3], [7, 4], [5, 4])).toEqual(['warning opening_outside_area: area A, node H1, node H2'])
    expect(opening([4, 3], [6, 3], [6, 4], [4, 4])).toEqual([])
  })

  it('finds openings whose edges leave an outline that bends inward', () => {
    const notched = found((batch) => {
      batch.nodes.push(node('V', 5, 2.5, 4), node('H0', 5.5, 0.5, 4), node('H1', 5.5, 4.5, 4), node('H2', 4, 2.5, 4))
      batch.areas[0]!.nodeIds = ['T0', 'T1', 'V', 'T2', 'T3']
      batch.areas[0]!.openingNodeIds!.push(['H0', 'H1', 'H2'])
    })
    expect(notched).toEqual(['warning opening_outside_area: area A'])
  })

  it('finds openings that are none', () => {
    expect(opening([4, 3], [5, 3])).toEqual(['warning invalid_opening: area A, node H0, node H1'])
    expect(opening([4, 3])).toEqual(['warning invalid_opening: area A, node H0'])
    expect(opening([4, 3], [4.5, 3], [5, 3])).toEqual(['warning invalid_opening: area A, node H0, node H1, node H2'])
    expect(opening([4, 3], [5, 4], [5, 3], [4, 4])).toHaveLength(1)
    expect(opening([4, 3], [5, 3], [5, 4, 4.1])).toEqual(['warning invalid_opening: area A, node H0, node H1, node H2'])
    expect(opening([4, 3], [5, 3], [5, 4])).toEqual([])
  })

  it('finds openings that overlap, not those side by side', () => {
    const overlap = /^warning overlapping_openings: area A/
    expect(opening([1.5, 1.5], [3, 1.5], [3, 3], [1.5, 3])[0]).toMatch(overlap)
    expect(opening([1.2, 1.2], [1.8, 1.2], [1.8, 1.8], [1.2, 1.8])[0]).toMatch(overlap)
    expect(opening([1.5, 1], [3, 1], [3, 2], [1.5, 2])[0]).toMatch(overlap)
    expect(opening([2, 1], [3, 1], [3, 2], [2, 2]).filter((line) => overlap.test(line))).toEqual([])
    const same = found((batch) => batch.areas[0]!.openingNodeIds!.push(['O0', 'O1', 'O2', 'O3']))
    expect(same[0]).toMatch(overlap)
  })

  it('finds the pairs that overlap of any openings, in order (property)', () => {
    const square = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(fc.uniqueArray(square, { minLength: 2, maxLength: 30, selector: String }), (squares) => {
        const batch = table()
        batch.nodes.length = 8
        batch.areas[0]!.openingNodeIds = squares.map(([x, y], k) => {
          const corners = [[0, 0], [4, 0], [4, 4], [0, 4]].map(([dx, dy], i) => node(`${k} ${i}`, (x + dx!) / 10, (y + dy!) / 10, 4)) // biome-ignore format: short
          batch.nodes.push(...corners)
          return corners.map(({ id }) => id)
        })
        const told = checkModel(returned(batch)).flatMap(({ code, message }) =>
          code === 'overlapping_openings' ? [message] : [],
        )
        const pairs = squares.flatMap(([x, y], i) =>
          squares.flatMap(([a, b], j) => (j > i && Math.abs(a - x) < 4 && Math.abs(b - y) < 4 ? [[i, j]] : [])),
        )
        expect(told.slice(0, 100)).toEqual(pairs.slice(0, 100).map(([i, j]) => `Opening ${i! + 1} and opening ${j! + 1} of area 'A' overlap`)) // biome-ignore format: short
      }),
      { numRuns: 25 },
    )
  })

  it('takes openings for apart that overlap by less than a millionth of the area’s size', () => {
    const beside = (by: number) =>
      opening([2 - by, 1], [3, 1], [3, 2], [2 - by, 2]).filter((line) => line.includes('overlapping')).length
    expect(beside(4e-6)).toBe(0)
    expect(beside(1e-4)).toBe(1)
  })

  it('finds areas without thickness, of their own or from their section', () => {
    const without = found((batch) => {
      batch.sections[2] = { id: 'slab', type: 'shell', materialId: 'steel' }
    })
    expect(without).toEqual(['info area_without_thickness: area A'])
    const zero = found((batch) => {
      batch.areas[0]!.thickness = 0
    })
    expect(zero).toEqual(['info area_without_thickness: area A'])
    const [negative] = findings((batch) => {
      batch.sections[2] = { id: 'slab', type: 'shell', materialId: 'steel' }
      batch.areas[0]!.thickness = -0.2
    })
    expect(negative).toMatchObject({
      severity: 'warning',
      code: 'area_without_thickness',
      message: "Area 'A' has thickness -0.2, which is none; it is drawn as a surface",
    })
  })
})
