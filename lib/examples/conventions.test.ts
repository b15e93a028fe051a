import { describe, expect, it } from 'vitest'
import { areaMesh } from '#lib/geometry/area-mesh.ts'
import { isSolidArea } from '#lib/geometry/area-records.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import { isWithoutLength } from '#lib/geometry/frame-records.ts'
import { frameSolid } from '#lib/geometry/frame-solid.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { add, cross, dot, perAxis, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { ATTITUDES, conventions, DIRECTIONS, PLACEMENTS, POINTS, ROTATIONS, SECTIONS } from './conventions.ts'
import { returnedModel } from './returned-model.ts'

/**
 * What the viewer draws of the conventions scene, taken from the very arrays that go to the GPU, against conventions.md. Node
 * positions are in single precision there, hence the tolerance of a few micrometres.
 */
const model = returnedModel(conventions())
const scene = buildScene(model)
const mesh = areaMesh(scene)
const NEAR = 5

/** The corners of a frame's body in the model, as the shader places them. */
function corners(index: number): Vec[] {
  const { start, end, axes, body, offset } = frameAt(scene, index)
  if (!axes || !body) return []
  const solid = frameSolid(body)
  return Array.from({ length: solid.at.length / 3 }, (_, k): Vec => {
    const [x, y, t] = perAxis((i) => solid.at[3 * k + i]!)
    const across = add(scale(axes[2], x + offset.x), scale(axes[1], y + offset.y))
    return add(add(add(start, scale(subtract(end, start), t)), across), scene.origin)
  })
}

const frameNamed = (id: string) => (model.frames ?? []).findIndex((frame) => frame.id === id)
const place = (id: string): Vec => {
  const { x, y, z } = model.nodes.find((node) => node.id === id)?.position ?? { x: Number.NaN, y: Number.NaN, z: Number.NaN }
  return [x, y, z]
}
const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const

/** Width along 3 and depth along 2 of each section, and how far the origin lies from the middle of its box. */
const SIZES: Record<string, { width: number; depth: number; middle?: readonly [number, number]; centroid?: readonly [number, number] }> = {
  rectangular: { width: 0.3, depth: 0.6 },
  'rectangular, hollow': { width: 0.3, depth: 0.5 },
  pipe: { width: 0.5, depth: 0.5 },
  'pipe, hollow': { width: 0.5, depth: 0.5 },
  i_wide_flange: { width: 0.3, depth: 0.6 },
  // A = 0.05·0.2 + 0.08·0.4 + 0.47·0.04 = 0.0608
  'i_wide_flange, unequal': { width: 0.4, depth: 0.6, centroid: [0, (0.01 * 0.275 - 0.032 * 0.26 + 0.0188 * 0.015) / 0.0608] },
  // A = 2·0.25·0.06 + 0.48·0.04 = 0.0492
  channel: { width: 0.25, depth: 0.6, centroid: [(0.0192 * 0.21) / (2 * 0.0492), 0] },
  // A = 0.3·0.05 + 0.45·0.06 = 0.042
  angle: { width: 0.3, depth: 0.5, centroid: [(0.027 * 0.24) / (2 * 0.042), (0.027 * 0.025 - 0.015 * 0.225) / 0.042] },
  custom: { width: 0.45, depth: 0.55, middle: [0.075, -0.025], centroid: [(0.135 * 0.075 - 0.0625 * 0.025) / 0.1975, (-0.135 * 0.15 + 0.0625 * 0.125) / 0.1975] },
  section_designer: { width: 0.45, depth: 0.55, middle: [0.075, -0.025], centroid: [(0.135 * 0.075 - 0.0625 * 0.025) / 0.1975, (-0.135 * 0.15 + 0.0625 * 0.125) / 0.1975] },
} // biome-ignore format: a table

describe('every section, turned by every rotation, on every cardinal point', () => {
  const cases = SECTIONS.filter(({ id }) => SIZES[id]).flatMap(({ id }) =>
    ROTATIONS.flatMap((rotation) => POINTS.map((point) => [id, rotation, point] as const)),
  )

  it('are all of them: 8 types, hollow and solid, 16 placements each', () => {
    expect(new Set(SECTIONS.map(({ type }) => type)).size).toBe(8)
    expect(cases).toHaveLength(160)
  })

  it.each(cases)('%s, rotation %d, cardinal point %s', (id, rotation, point) => {
    const { width, depth, middle: [mx, my] = [0, 0], centroid } = SIZES[id]!
    const name = `${id} ${rotation}° ${point ?? '-'}`
    const line = place(`${name} start`)
    // A beam along +X has 2 = +Z and 3 = -Y; the rotation turns both counter-clockwise seen from the end node.
    const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
    const [e2, e3]: [Vec, Vec] = [[0, -sin, cos], [0, -cos, -sin]] // biome-ignore format: a pair
    const body = corners(frameNamed(name)).map((corner) => subtract(corner, line))
    const [cx, cy] = {
      null: [0, 0],
      8: [mx, my + depth / 2],
      1: [mx + width / 2, my - depth / 2],
      10: centroid ?? [0, 0],
    }[String(point) as 'null'] as [number, number]
    const drawn = [range(body.map((p) => dot(p, e3))), range(body.map((p) => dot(p, e2))), range(body.map((p) => p[0]))].flat()
    const expected = [mx - width / 2 - cx, mx + width / 2 - cx, my - depth / 2 - cy, my + depth / 2 - cy, 0, 1.5]
    for (const [k, value] of expected.entries()) expect(drawn[k]).toBeCloseTo(value, NEAR)
  })

  it('draws hollow what has a wall, and solid what has none', () => {
    const holes = Object.fromEntries(
      SECTIONS.map(({ id }) => [id, frameAt(scene, frameNamed(`${id} 0° -`)).body?.hole?.length ?? 0]),
    )
    expect(holes).toMatchObject({ rectangular: 0, 'rectangular, hollow': 4, pipe: 0, 'pipe, hollow': 32, channel: 0, custom: 0 })
  })

  it('draws a section without outline as its line', () => {
    const { axes, body } = frameAt(scene, frameNamed('shell 30° -'))
    expect(body).toBeNull()
    expect(axes).not.toBeNull()
  })
})

describe('frame axes of the table, as drawn', () => {
  it.each<[index: number, e2: Vec, e3: Vec]>([
    [0, [0, 0, 1], [0, -1, 0]],
    [1, [0, 0, 1], [0, 1, 0]],
    [2, [0, 0, 1], [1, 0, 0]],
    [3, [1, 0, 0], [0, 1, 0]],
    [4, [1, 0, 0], [0, -1, 0]],
    [5, [-Math.SQRT1_2, 0, Math.SQRT1_2], [0, -1, 0]],
    [6, [-0.5538, -0.7385, 0.3846], [0.8, -0.6, 0]],
    [7, [1, 0, -0.0009], [0, 1, 0]],
    [8, [-1, 0, 0.0011], [0, -1, 0]],
    [9, [0, -1, 0], [0, 0, -1]],
    [10, [0, 0.788, 0.6157], [0, -0.6157, 0.788]],
    [11, [0, 1, 0], [-1, 0, 0]],
  ])('row %d', (row, e2, e3) => {
    const [x, y, z, rotation] = DIRECTIONS[row]!
    const id = `direction ${x}, ${y}, ${z} β ${rotation}°`
    const { axes } = frameAt(scene, frameNamed(id))
    for (const [axis, expected] of [[axes?.[1], e2], [axes?.[2], e3]] as const) // biome-ignore format: a pair
      for (const k of [0, 1, 2] as const) expect(Math.abs(axis![k] - expected[k])).toBeLessThan(1e-4)
    // The web of the channel lies on the +3 side, over its whole depth; its flanges reach to the other.
    const start = place(`${id} start`)
    const body = corners(frameNamed(id)).map((corner) => subtract(corner, start))
    const web = body.filter((p) => dot(p, e3) > 0.125 - 0.04 - 1e-3)
    expect(range(web.map((p) => dot(p, e2)))[1]).toBeCloseTo(0.3, 3)
    expect(range(body.map((p) => dot(p, e3)))[0]).toBeCloseTo(-0.125, 3)
    expect(web.length).toBeLessThan(body.length)
  })

  it('marks the frame of no length', () => {
    const index = frameNamed('direction 0, 0, 0 β 0°')
    expect(isWithoutLength(scene.frames.records[4 * index + 3]!)).toBe(true)
  })
})

it('gives each of the 64 patterns a glyph, and counts null as free', () => {
  expect([...scene.supports.patterns]).toEqual(Array.from({ length: 64 }, (_, pattern) => pattern))
  expect(model.supports?.some(({ restraints }) => restraints?.u1 === null)).toBe(true)
})

describe('areas on the side that their cardinal point says', () => {
  const cases = ATTITUDES.flatMap((attitude) => PLACEMENTS.map((placement) => [attitude.id, placement] as const))

  it.each(cases)('%s, %s', (attitude, placement) => {
    const id = `${attitude} ${placement ?? '-'}`
    const index = (model.areas ?? []).findIndex((area) => area.id === id)
    const [a, b, d] = [place(`${id} 0`), place(`${id} 1`), place(`${id} 3`)]
    // Towards +Z, whatever the node order; the wall's normal is +Y.
    const normal = unit(cross(subtract(b, a), subtract(d, a)))!
    const up: Vec = attitude === 'warped' ? [0, 0, 1] : normal[2] < 0 ? scale(normal, -1) : normal
    const { positions, first } = mesh
    const drawn = Array.from({ length: first[index + 1]! - first[index]! }, (_, k): Vec => {
      const at = 3 * (first[index]! + k)
      return add([positions[at]!, positions[at + 1]!, positions[at + 2]!], scene.origin)
    })
    const heights = range(drawn.map((p) => dot(subtract(p, a), up)))
    const [low, high] = { TOP: [-0.3, 0], BOTTOM: [0, 0.3], MIDDLE: [-0.15, 0.15], 'no thickness': [0, 0] }[
      placement ?? 'MIDDLE'
    ]!
    // The warped one rises by 0.4 from node to node and keeps its nodes where they are.
    expect(heights[0]).toBeCloseTo(low!, NEAR)
    expect(heights[1]).toBeCloseTo(high! + (attitude === 'warped' ? 0.4 : 0), NEAR)
    expect(isSolidArea(scene.areas, index)).toBe(placement !== 'no thickness')
    if (attitude === 'warped') return
    // 2 m by 1.5 m with an opening of a third of each side.
    const thickness = placement === 'no thickness' ? 0 : 0.3
    if (thickness) expect(volume(drawn)).toBeCloseTo(3 * (1 - 1 / 9) * thickness, 4)
    else expect(surface(drawn)).toBeCloseTo(3 * (1 - 1 / 9), 4)
  })
})

it('draws the grid over the plan and 10 % beyond it, levels apart', () => {
  const { plan, levels } = scene.grid
  expect(plan.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'X 0', 'E', '1', '2', '3', '4', 'Y 18.125'])
  expect(levels.map(({ label, elevation }) => label ?? elevation)).toEqual(['Ground', 'Supports and areas', 'Close above', 12])
  const [width, depth] = subtract(scene.high, scene.low)
  const beyond = 0.1 * Math.max(width, depth)
  for (const { axis, from, to, bubble } of plan) {
    const along = axis === 'X' ? 1 : 0
    expect(Math.abs(to[along] - from[along])).toBeCloseTo((axis === 'X' ? depth : width) + 2 * beyond, 4)
    expect(axis === 'X' ? bubble[1] > from[1] : bubble[0] < from[0]).toBe(true)
    expect(from[2]).toBeCloseTo(scene.low[2], 6)
  }
})

/** Of a closed body of triangles. */
function volume(triangles: readonly Vec[]) {
  let six = 0
  const o = triangles[0]!
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = perAxis((i) => subtract(triangles[k + i]!, o))
    six += dot(a, cross(b, c))
  }
  return six / 6
}

function surface(triangles: readonly Vec[]) {
  let twice = 0
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = perAxis((i) => triangles[k + i]!)
    twice += Math.hypot(...cross(subtract(b, a), subtract(c, a)))
  }
  return twice / 2
}
