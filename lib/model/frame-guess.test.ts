import { expect, it } from 'vitest'
import { factsOf } from '#lib/edit/select/facts.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { frameKindsOf } from './column-roles.ts'
import { columnsOf } from './columns.ts'
import { FRAME_KINDS } from './frame-guess.ts'

type Point = readonly [number, number, number]
type Bar = readonly [from: Point, to: Point, sectionId?: string | undefined]

/** The roles of bars between points, as selections have them, which are those that the viewer colours by. */
function rolesOf(bars: readonly Bar[], more: Partial<CreateModel> = {}, feet: readonly Point[] = []) {
  const ids = new Map<string, string>()
  const idOf = (point: Point) => {
    const key = point.map((value) => Math.round(value * 1e6) / 1e6 + 0).join(' ')
    const id = ids.get(key) ?? `N${ids.size}`
    ids.set(key, id)
    return id
  }
  const frames = bars.map(([from, to, sectionId], i) => ({
    ...{ id: `F${i}`, startNodeId: idOf(from), endNodeId: idOf(to) },
    ...(sectionId !== undefined && { sectionId }),
  }))
  const supports = feet.map((point, i) => ({ id: `S${i}`, nodeId: idOf(point), restraints: { u1: true, u2: true, u3: true } }))
  const nodes = [...ids].map(([key, id]) => {
    const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
    return { id, position: { x, y, z } }
  })
  const model = returnedModel({ name: 'Roles', nodes, frames, supports, ...more } as CreateModel)
  const facts = factsOf(model)
  const roles = frames.map((_, i) => facts.role('frames', i))
  expect(Array.from(frameKindsOf(columnsOf(model)), (kind) => FRAME_KINDS[kind])).toEqual(roles)
  return roles
}

const count = (roles: readonly (string | undefined)[], role: string) => roles.filter((one) => one === role).length
const polar = (radius: number, degrees: number, z = 0): Point => [
  radius * Math.cos((degrees * Math.PI) / 180),
  radius * Math.sin((degrees * Math.PI) / 180),
  z,
]
const around = (n: number, bar: (i: number) => Bar[]) => Array.from({ length: n }, (_, i) => bar(i)).flat()

/** A bay of 6 × 4 at a height, its diagonal in one piece or crossed by the other in the middle. */
const [A, B, C, D]: Point[] = [
  [0, 0, 5],
  [6, 0, 5],
  [6, 4, 5],
  [0, 4, 5],
]
const sides = (section?: string): Bar[] => [
  [A!, B!, section],
  [B!, C!, section],
  [C!, D!, section],
  [D!, A!, section],
]

it('takes the diagonals of a bay for braces, in one piece, crossed in a node, and with sides in pieces', () => {
  expect(rolesOf([...sides(), [A!, C!]])).toEqual(['beam', 'beam', 'beam', 'beam', 'brace'])
  expect(rolesOf([...sides(), [A!, C!], [B!, D!]]).slice(4)).toEqual(['brace', 'brace'])
  const M: Point = [3, 2, 5]
  const crossed = rolesOf([...sides(), [A!, M], [M, C!], [B!, M], [M, D!]])
  expect(crossed).toEqual([...Array(4).fill('beam'), ...Array(4).fill('brace')])
  const half: Point = [3, 0, 5]
  const [, ...others] = sides()
  expect(rolesOf([[A!, half], [half, B!], ...others, [A!, C!]])).toEqual([...Array(5).fill('beam'), 'brace'])
})

it('takes an edge of a floor for a beam, and what is stronger than both sides', () => {
  const nodeIds = ['N0', 'N1', 'N2'] // the corners in the order in which the bars name them
  expect(rolesOf([...sides(), [A!, C!]], { areas: [{ id: 'S', nodeIds, thickness: 0.2 }] }).at(-1)).toBe('beam')
  const size = (id: string, t3: number) => ({ id, type: 'rectangular' as const, dimensions: { t3, t2: 0.2 } })
  const sections = [size('L', 0.6), size('S', 0.3)]
  expect(rolesOf([...sides('S'), [A!, C!, 'L']], { sections }).at(-1)).toBe('beam')
  expect(rolesOf([...sides('L'), [A!, C!, 'S']], { sections }).at(-1)).toBe('brace')
  expect(rolesOf([...sides('S'), [A!, C!, 'S']], { sections }).at(-1)).toBe('brace')
})

it('leaves ring beams, domes of nearly equal triangles and beams that others end in as beams', () => {
  const ring = around(16, (i) => [
    [polar(10, 22.5 * i), polar(10, 22.5 * (i + 1))],
    [polar(10, 22.5 * i), [0, 0, 0]],
  ])
  expect(count(rolesOf(ring), 'beam')).toBe(32)
  // A Kiewitt dome: six sectors, ring k of 6k bars, on a sphere of 20 m: it lies level up there.
  const at = (k: number, i: number): Point => polar(2 * k, (60 * i) / Math.max(1, k), -0.1 * k * k)
  const dome: Bar[] = []
  for (let k = 1; k <= 4; k++) {
    for (let i = 0; i < 6 * k; i++) {
      dome.push([at(k, i), at(k, i + 1)])
      const [sector, place] = [Math.floor(i / k), i % k]
      dome.push([at(k, i), at(k - 1, sector * (k - 1) + place)])
      if (place > 0) dome.push([at(k, i), at(k - 1, sector * (k - 1) + place - 1)])
    }
  }
  expect(count(rolesOf(dome), 'brace')).toBe(0)
  // A hip that jack rafters end in from two sides.
  const hip: Bar[] = []
  for (let i = 0; i < 4; i++)
    hip.push([
      [i, i, 0.2 * i],
      [i + 1, i + 1, 0.2 * (i + 1)],
    ])
  for (let i = 1; i < 4; i++)
    hip.push(
      [
        [i, i, 0.2 * i],
        [i, 0, 0],
      ],
      [
        [i, i, 0.2 * i],
        [0, i, 0],
      ],
    )
  for (let i = 0; i < 4; i++)
    hip.push(
      [
        [i, 0, 0],
        [i + 1, 0, 0],
      ],
      [
        [0, i, 0],
        [0, i + 1, 0],
      ],
    )
  expect(rolesOf(hip).slice(0, 4)).toEqual(['beam', 'beam', 'beam', 'beam'])
})

it('counts 24 plan diagonals of a rack with its 48 in elevation', () => {
  const bars: Bar[] = []
  const feet: Point[] = []
  for (let x = 0; x <= 4; x++) for (const y of [0, 1.1]) feet.push([2.7 * x, y, 0])
  for (let level = 1; level <= 3; level++) {
    const [z, below] = [2 * level, 2 * (level - 1)]
    for (let x = 0; x <= 4; x++)
      for (const y of [0, 1.1])
        bars.push([
          [2.7 * x, y, below],
          [2.7 * x, y, z],
        ])
    for (let x = 0; x < 4; x++) {
      for (const y of [0, 1.1]) {
        bars.push([
          [2.7 * x, y, z],
          [2.7 * (x + 1), y, z],
        ])
        bars.push(
          [
            [2.7 * x, y, below],
            [2.7 * (x + 1), y, z],
          ],
          [
            [2.7 * x, y, z],
            [2.7 * (x + 1), y, below],
          ],
        )
      }
      bars.push(
        [
          [2.7 * x, 0, z],
          [2.7 * (x + 1), 1.1, z],
        ],
        [
          [2.7 * x, 1.1, z],
          [2.7 * (x + 1), 0, z],
        ],
      )
    }
    for (let x = 0; x <= 4; x++)
      bars.push([
        [2.7 * x, 0, z],
        [2.7 * x, 1.1, z],
      ])
  }
  const roles = rolesOf(bars, {}, feet)
  expect([count(roles, 'column'), count(roles, 'beam'), count(roles, 'brace')]).toEqual([30, 39, 48 + 24])
})

it('takes posts square to a slope and legs on supports for columns, and what leans beside them for braces', () => {
  const slope = (12 * Math.PI) / 180
  const lower = (t: number): Point => [t * Math.cos(slope), 0, t * Math.sin(slope)]
  const upper = (t: number): Point => [t * Math.cos(slope) - 3 * Math.sin(slope), 0, t * Math.sin(slope) + 3 * Math.cos(slope)]
  const gallery: Bar[] = []
  for (let t = 0; t <= 9; t += 3) gallery.push([lower(t), upper(t)])
  for (let t = 0; t < 9; t += 3) {
    gallery.push([lower(t), lower(t + 3)], [upper(t), upper(t + 3)], [lower(t), upper(t + 3)])
  }
  const roles = rolesOf(gallery)
  expect(roles.slice(0, 4)).toEqual(['column', 'column', 'column', 'column'])
  expect([count(roles, 'beam'), count(roles, 'brace')]).toEqual([6, 3])

  const foot = (i: number): Point => polar(4, 90 * i, 0)
  const waist = (i: number): Point => polar(2.5, 90 * i, 5)
  const head = (i: number): Point => polar(1, 90 * i, 10)
  const legs = around(4, (i) => [
    [foot(i), waist(i)],
    [waist(i), head(i)],
    [foot(i), waist(i + 1)],
  ])
  const feet = [0, 1, 2, 3].map(foot)
  expect(rolesOf(legs, {}, feet)).toEqual(Array(4).fill(['column', 'column', 'brace']).flat())
  expect(count(rolesOf(legs), 'column'), 'nothing holds them').toBe(0)
  // Beside a column what leans is a brace.
  const column: Bar = [
    [0, 0, 0],
    [0, 0, 5],
  ]
  expect(
    rolesOf(
      [
        column,
        [
          [0, 0, 0],
          [2, 0, 5],
        ],
      ],
      {},
      [[0, 0, 0]],
    ),
  ).toEqual(['column', 'brace'])
})

const RISE = Math.tan((30 * Math.PI) / 180)

/** A hall of 12 m under a roof of 30°: columns, eaves and ridge beams along Y, rafters each 5 m. */
const hall = (bays: number): Bar[] => {
  const [eave, ridge] = [4, 4 + 6 * RISE]
  return Array.from({ length: bays + 1 }, (_, k) => 5 * k).flatMap((y, k): Bar[] => [
    [[0, y, 0], [0, y, eave]],
    [[12, y, 0], [12, y, eave]],
    [[0, y, eave], [6, y, ridge]],
    [[12, y, eave], [6, y, ridge]],
    ...(k === 0 ? [] : ([0, 6, 12].map((x) => [[x, y - 5, x === 6 ? ridge : eave], [x, y, x === 6 ? ridge : eave]]) as Bar[])),
  ]) // biome-ignore format: a line each
}

it('takes rafters for beams: between wall plate and ridge, in pieces, on a post, at the edge of a roof, of a lean-to', () => {
  const roof = hall(2)
  expect([count(rolesOf(roof), 'column'), count(rolesOf(roof), 'beam'), count(rolesOf(roof), 'brace')]).toEqual([6, 12, 0])
  // Cut where a purlin lies, and one that stands on the plate between two columns.
  const [half, x, z]: [Point, number, number] = [[3, 0, 4 + 3 * RISE], 6, 4 + 6 * RISE]
  const pieces: Bar[] = [
    [[0, 0, 4], half],
    [half, [x, 0, z]],
    [half, [3, 5, 4 + 3 * RISE]],
  ]
  expect(rolesOf([...hall(1).filter(([from, to]) => !(from[0] === 0 && from[2] === 4 && to[0] === 6 && from[1] === 0)), ...pieces]).slice(-3)).toEqual(['beam', 'beam', 'beam']) // biome-ignore format: long
  const leanTo: Bar[] = [
    [[0, 0, 0], [0, 0, 3]],
    [[4, 0, 0], [4, 0, 6]],
    [[0, 0, 3], [4, 0, 6]],
  ] // biome-ignore format: a line each
  expect(rolesOf(leanTo)).toEqual(['column', 'column', 'beam'])
  const edge: Bar[] = [
    [[0, 0, 0], [4, 0, 3]],
    [[0, 5, 0], [4, 5, 3]],
  ] // biome-ignore format: a line each
  expect(rolesOf(edge)).toEqual(['brace', 'brace'])
  expect(rolesOf(edge, { areas: [{ id: 'R', nodeIds: ['N0', 'N1', 'N3', 'N2'], thickness: 0.1 }] })).toEqual(['beam', 'beam'])
})

it('leaves the bracing of bays, chevrons, trusses, props, stays and brackets as braces', () => {
  const bay: Bar[] = [
    [[0, 0, 0], [0, 0, 4]],
    [[5, 0, 0], [5, 0, 4]],
    [[0, 0, 4], [5, 0, 4]],
  ] // biome-ignore format: a line each
  const feet: Point[] = [[0, 0, 0], [5, 0, 0]] // biome-ignore format: a line
  expect(rolesOf([...bay, [[0, 0, 0], [5, 0, 4]]], {}, feet).at(-1)).toBe('brace') // biome-ignore format: a line
  // One column may be left out where the diagonal ends in the corner.
  const [, one, beam] = bay
  expect(rolesOf([one!, beam!, [[0, 0, 0], [5, 0, 4]]], {}, feet).at(-1)).toBe('brace') // biome-ignore format: a line
  const middle: Point = [2.5, 0, 4]
  const chevron: Bar[] = [...bay.slice(0, 2), [[0, 0, 4], middle], [middle, [5, 0, 4]], [[0, 0, 0], middle], [[5, 0, 0], middle]] // biome-ignore format: a line
  expect(rolesOf(chevron, {}, feet).slice(-2)).toEqual(['brace', 'brace'])
  // A Warren truss of 4 × 2 m on two columns.
  const lower = (i: number): Point => [4 * i, 0, 6]
  const upper = (i: number): Point => [4 * i + 2, 0, 8]
  const warren = [0, 1, 2].flatMap((i): Bar[] => [[lower(i), lower(i + 1)], [lower(i), upper(i)], [upper(i), lower(i + 1)], ...(i < 2 ? ([[upper(i), upper(i + 1)]] as Bar[]) : [])]) // biome-ignore format: a line
  const columns: Bar[] = [0, 3].map((i) => [[4 * i, 0, 0], lower(i)])
  expect(count(rolesOf([...columns, ...warren]), 'brace')).toBe(6)
  // A pitched one: its upper chords carry the roof, its web is braces.
  const [low, high] = [(x: number): Point => [x, 0, 4], (x: number): Point => [x, 0, 4 + Math.min(x, 12 - x) * RISE]]
  const web: Bar[] = [[low(6), high(3)], [low(6), high(9)]] // biome-ignore format: a line
  const chords = [0, 3, 6, 9].flatMap((x): Bar[] => [[low(x), low(x + 3)], [high(x), high(x + 3)]]) // biome-ignore format: a line
  const posts = [3, 6, 9].map((x): Bar => [low(x), high(x)])
  const under = [0, 12].map((x): Bar => [[x, 0, 0], low(x)])
  const pitched = rolesOf([...web, ...chords, ...posts, ...under])
  expect([pitched.slice(0, 2), count(pitched, 'beam'), count(pitched, 'column')]).toEqual([['brace', 'brace'], 8, 5])
  // A prop against a column, a mast with two stays, and brackets that carry a beam.
  expect(rolesOf([[[0, 0, 0], [0, 0, 4]], [[3, 0, 0], [0, 0, 4]]], {}, [[0, 0, 0], [3, 0, 0]])).toEqual(['column', 'brace']) // biome-ignore format: a line
  const mast: Bar[] = [[[0, 0, 0], [0, 0, 8]], [[-6, 0, 0], [0, 0, 8]], [[6, 0, 0], [0, 0, 8]]] // biome-ignore format: a line
  expect(rolesOf(mast, {}, [[0, 0, 0], [-6, 0, 0], [6, 0, 0]])).toEqual(['column', 'brace', 'brace']) // biome-ignore format: a line
  const brackets = [0, 6].flatMap((x): Bar[] => [[[x, 0, 0], [x, 0, 4]], [[x, 0, 4], [x, 1, 3]]]) // biome-ignore format: a line
  expect(rolesOf([...brackets, [[0, 1, 3], [6, 1, 3]]]).filter((_, i) => i % 2 === 1)).toEqual(['brace', 'brace']) // biome-ignore format: a line
})

it('takes raking piles for columns: on springs, and those whose toe ends free in the ground', () => {
  const cap: Point = [0, 0, 0]
  const toes = [0, 90, 180, 270].map((turn) => polar(2.5, turn, -10))
  const piles = toes.map((toe): Bar => [cap, toe])
  const column: Bar = [cap, [0, 0, 5]]
  const springs = { supports: [1, 2, 3, 4].map((i) => ({ id: `K${i}`, nodeId: `N${i}`, stiffness: { u3: 5e4 } })) }
  expect(rolesOf([...piles, column], springs as Partial<CreateModel>)).toEqual(Array(5).fill('column'))
  expect(rolesOf([...piles, column], {}, [cap])).toEqual(Array(5).fill('column'))
})
