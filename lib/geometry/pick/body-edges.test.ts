import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, cross, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { buildScene, type Scene } from '../scene.ts'
import { anchorOf, pointAt } from './anchor.ts'
import { areaEdges, areaTriangles, bodyLine, faceAt, frameEdges } from './body-edges.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const drawn = (model: Omit<CreateModel, 'name'>) => buildScene(returnedModel({ name: '', ...model }), [0, 0, 0])
const close = (point: readonly number[], digits = 5) => point.map((value) => expect.closeTo(value, digits))

/** One frame from (1, 2, 3), 13 long, turned and beside its nodes. */
const START: Vec = [1, 2, 3]
const END: Vec = [1 + 3, 2 + 4, 3 + 12]
const LOCAL_AXES = localAxes(START, END, 30)!
const OFFSET = { x: 0.4, y: -0.7 }
function frameOf(section: NonNullable<CreateModel['sections']>[number] | null): Scene {
  return drawn({
    nodes: [node('a', ...START), node('b', ...END)],
    ...(section && { sections: [section] }),
    frames: [
      {
        id: 'F',
        startNodeId: 'a',
        endNodeId: 'b',
        rotation: 30,
        sectionOffset: OFFSET,
        ...(section && { sectionId: section.id }),
      },
    ],
  })
}
const BOX = { id: 'B', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.4, tf: 0.05, tw: 0.02 } } as const
const PIPE = { id: 'P', type: 'pipe', dimensions: { t3: 0.5 } } as const
/** A point of the frame's body: along it, and across from its own line. */
const at = (along: number, x: number, y: number): Vec =>
  add(START, add(scale(LOCAL_AXES[0], along), add(scale(LOCAL_AXES[2], x + OFFSET.x), scale(LOCAL_AXES[1], y + OFFSET.y))))

describe('a frame beside its nodes', () => {
  it('is extruded along its nodes’ line, moved by x along local 3 and y along local 2', () => {
    const [from, to] = bodyLine(frameOf(BOX), 0)!
    expect(from).toEqual(close(at(0, 0, 0)))
    expect(to).toEqual(close(at(13, 0, 0)))
    expect(
      bodyLine(drawn({ nodes: [node('a', 0, 0, 0)], frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'a', rotation: 0 }] }), 0),
    ).toBeNull()
  })

  it('has an edge along each corner, and four at each end, outside and inside', () => {
    const edges = frameEdges(frameOf(BOX), 0, false)
    expect(edges.map(({ isRound }) => isRound)).toEqual(Array(24).fill(false))
    const lengths = edges.map(({ a, b }) => Number(length(subtract(b, a)).toFixed(4))).sort((a, b) => a - b)
    expect(lengths).toEqual([
      0.36,
      0.36,
      0.36,
      0.36,
      0.4,
      0.4,
      0.4,
      0.4,
      0.5,
      0.5,
      0.5,
      0.5,
      0.6,
      0.6,
      0.6,
      0.6,
      ...Array(8).fill(13),
    ])
    const ends = edges.flatMap(({ a, b }) => [a, b])
    for (const [x, y] of [[0.2, 0.3], [-0.2, 0.3], [-0.18, -0.25], [0.18, 0.25]] as const) // biome-ignore format: corners
      for (const along of [0, 13]) expect(ends).toContainEqual(close(at(along, x, y), 4))
  })

  it('is its line where it is drawn as one, or has no body', () => {
    const line = [{ a: close(at(0, 0, 0)), b: close(at(13, 0, 0)), isRound: false }]
    expect(frameEdges(frameOf(BOX), 0, true)).toEqual(line)
    expect(frameEdges(frameOf(null), 0, false)).toEqual(line)
  })

  it('has no edge along a curve, and its rims are round', () => {
    const edges = frameEdges(frameOf(PIPE), 0, false)
    expect(edges).toHaveLength(64)
    expect(edges.every(({ isRound }) => isRound)).toBe(true)
  })

  it('has a corner where its outline turns by 35° or more', () => {
    const bent = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180
      const polygon = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1 + Math.cos(angle), y: Math.sin(angle) }, { x: 0, y: 3 }] // biome-ignore format: short
      return frameEdges(frameOf({ id: 'S', type: 'custom', polygon }), 0, false).filter(({ isRound }) => isRound).length
    }
    expect(bent(36)).toBe(0)
    expect(bent(34)).toBe(4) // both sides of that corner, at both ends
  })
})

describe('the face a point lies on', () => {
  const box = frameOf(BOX)
  it.each<[string, Vec, Vec, number]>([
    ['right', at(5, 0.2, 0.1), LOCAL_AXES[2], 0.6 * 13],
    ['left', at(5, -0.2, 0.1), scale(LOCAL_AXES[2], -1), 0.6 * 13],
    ['top', at(5, 0.1, 0.3), LOCAL_AXES[1], 0.4 * 13],
    ['bottom', at(5, 0.1, -0.3), scale(LOCAL_AXES[1], -1), 0.4 * 13],
    ['inside of the right web', at(5, 0.18, 0.1), scale(LOCAL_AXES[2], -1), 0.5 * 13],
    ['inside of the top flange', at(5, 0.1, 0.25), scale(LOCAL_AXES[1], -1), 0.36 * 13],
    ['start', at(0, 0.19, 0.1), scale(LOCAL_AXES[0], -1), 0.24 - 0.18],
    ['end', at(13, 0.19, 0.1), LOCAL_AXES[0], 0.24 - 0.18],
  ])('%s of a hollow frame: its normal points out of the material, its size is that of the face', (_, point, normal, area) => {
    const face = faceAt(box, 'frame', 0, point)!
    expect(face.normal).toEqual(close(normal, 4))
    expect(face.area).toBeCloseTo(area, 3)
  })

  it('of a solid frame an end is as large as its outline', () => {
    const solid = frameOf({ id: 'S', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.4 } })
    expect(faceAt(solid, 'frame', 0, at(13, 0.1, 0.1))!.area).toBeCloseTo(0.24, 4)
  })

  it('is none in the material, in the hollow, in the air, or of a line', () => {
    expect(faceAt(box, 'frame', 0, at(5, 0.19, 0.1))).toBeNull()
    expect(faceAt(box, 'frame', 0, at(5, 0, 0))).toBeNull()
    expect(faceAt(box, 'frame', 0, at(5, 0.21, 0.1))).toBeNull()
    expect(faceAt(frameOf(null), 'frame', 0, at(5, 0, 0))).toBeNull()
  })

  /** A slab, a wall and a roof, each with an opening, 6 by 4 and 0.3 thick. */
  const planes: [string, Vec, Vec][] = [
    ['slab', [1, 0, 0], [0, 1, 0]],
    ['wall', [1, 0, 0], [0, 0, 1]],
    ['roof', [0.8, 0, 0.6], [0, 1, 0]],
  ]
  it.each(planes)('of a %s is its upper side, its lower side, one around it, or none in its opening', (_, u, v) => {
    const on = (x: number, y: number, z = 0): Vec => add([7, 8, 9], add(scale(u, x), add(scale(v, y), scale(cross(u, v), z))))
    const loop = (x: number, y: number, w: number, h: number) => [on(x, y), on(x + w, y), on(x + w, y + h), on(x, y + h)]
    const corners = [...loop(0, 0, 6, 4), ...loop(1, 1, 2, 2)]
    const scene = drawn({
      nodes: corners.map((corner, k) => node(`${k}`, ...corner)),
      areas: [{ id: 'A', nodeIds: ['0', '1', '2', '3'], openingNodeIds: [['4', '5', '6', '7']], thickness: 0.3 }],
    })
    const up = cross(u, v)
    const told = (point: Vec) => {
      const face = faceAt(scene, 'area', 0, point)
      return face && [...face.normal, face.area]
    }
    expect(told(on(5, 2, 0.15))).toEqual(close([...up, 20], 4))
    expect(told(on(0.5, 2, -0.15))).toEqual(close([...scale(up, -1), 20], 4))
    expect(told(on(0, 2))).toEqual(close([...scale(u, -1), 4 * 0.3], 4))
    expect(told(on(2, 4))).toEqual(close([...v, 6 * 0.3], 4))
    expect(told(on(1, 2))).toEqual(close([...u, 2 * 0.3], 4)) // of the opening
    expect(told(on(2, 2, 0.15))).toBeNull()
    expect(told(on(5, 2))).toBeNull()
    expect(told(on(6.5, 2, 0.15))).toBeNull()
    expect(areaEdges(scene, 0)).toHaveLength(3 * 8)
    expect(areaEdges(scene, 1)).toEqual([])
    expect(areaTriangles(scene, 1)).toEqual([])
    // Closed: the sum of all triangles times their normals is nothing.
    const sum = areaTriangles(scene, 0).reduce<Vec>(
      (all, [a, b, c]) => add(all, cross(subtract(b, a), subtract(c, a))),
      [0, 0, 0],
    )
    expect(sum).toEqual(close([0, 0, 0], 3))
  })
})

describe('a point that stays with its element', () => {
  const longer = (by: number): Scene =>
    drawn({
      nodes: [node('a', ...START), node('b', ...add(START, scale(LOCAL_AXES[0], 13 * by)))],
      sections: [{ ...BOX, dimensions: { ...BOX.dimensions, t2: 0.4 * by } }],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 30, sectionOffset: OFFSET, sectionId: 'B' }],
    })

  it('keeps its share of the length and of the side of the outline', () => {
    const anchor = anchorOf(longer(1), 'frame', 0, at(3.25, 0.1, 0.3))!
    expect(anchor).toMatchObject({ on: 'frame', along: expect.closeTo(0.25, 5), side: { loop: 0, of: 4 } })
    expect(pointAt(longer(2), 0, anchor)).toEqual(close(at(6.5, 0.2, 0.3)))
  })

  it('on the inside of a hollow frame goes with the inside', () => {
    const anchor = anchorOf(longer(1), 'frame', 0, at(6.5, -0.18, 0))!
    expect(anchor).toMatchObject({ side: { loop: 1, of: 4, share: expect.closeTo(0.5, 4) } })
    expect(pointAt(longer(2), 0, anchor)).toEqual(close(at(13, -0.38, 0)))
  })

  it('off the outline keeps its distances along local 3 and 2', () => {
    const anchor = anchorOf(longer(1), 'frame', 0, at(6.5, 0.1, -0.05))!
    expect(anchor).toMatchObject({ side: null, x: expect.closeTo(0.1, 5), y: expect.closeTo(-0.05, 5) })
    expect(pointAt(longer(2), 0, anchor)).toEqual(close(at(13, 0.1, -0.05)))
  })

  it('goes by the distances too where the section has other sides', () => {
    const anchor = anchorOf(frameOf(BOX), 'frame', 0, at(6.5, 0.2, 0.1))!
    expect(
      pointAt(frameOf({ id: 'I', type: 'i_wide_flange', dimensions: { t3: 1, t2: 1, tf: 0.1, tw: 0.1 } }), 0, anchor),
    ).toEqual(close(at(6.5, 0.2, 0.1)))
    expect(pointAt(frameOf(null), 0, anchor)).toEqual(close(at(6.5, 0.2, 0.1)))
  })

  it('beyond an end stands at the end', () => {
    expect(anchorOf(frameOf(BOX), 'frame', 0, at(20, 0, 0))).toMatchObject({ along: 1 })
    expect(anchorOf(frameOf(BOX), 'frame', 0, at(-2, 0, 0))).toMatchObject({ along: 0 })
  })

  /** A plate of some size, lying or inclined. */
  const plate = (size: number, [u, v]: readonly [Vec, Vec] = [[1, 0, 0], [0, 1, 0]], corners = 4) => {
    const all = [[0, 0], [size, 0], [size, size], [0, size]].slice(0, corners) // biome-ignore format: short
    return drawn({
      nodes: all.map(([x, y], k) => node(`${k}`, ...add(scale(u, x!), scale(v, y!)))),
      areas: [{ id: 'A', nodeIds: all.map((_, k) => `${k}`) }],
    })
  } // biome-ignore format: short

  it('on the edge of an area keeps its share of the edge', () => {
    const anchor = anchorOf(plate(4), 'area', 0, [4, 1, 0])!
    expect(anchor).toMatchObject({ on: 'area', edge: { share: expect.closeTo(0.25, 6), of: 4 } })
    expect(pointAt(plate(8), 0, anchor)).toEqual(close([8, 2, 0]))
  })

  it('on an area keeps its distances along its axes from its centre', () => {
    const turned = [[0, 1, 0], [-0.8, 0, 0.6]] as const // biome-ignore format: short
    const anchor = anchorOf(plate(4), 'area', 0, [3, 2.5, 0.2])!
    expect(anchor).toMatchObject({ edge: null, local: close([1, 0.5, 0.2]) })
    const [e1, e2, e3]: Vec[] = [turned[0], turned[1], cross(turned[0], turned[1])]
    const centre = add(scale(turned[0], 4), scale(turned[1], 4))
    // Axis 1 is horizontal and 2 points up, whatever the node order.
    expect(pointAt(plate(8, turned), 0, anchor)).toEqual(
      close(add(centre, add(scale(e1!, 1), add(scale(e2!, 0.5), scale(e3!, 0.2))))),
    )
  })

  it('goes by the distances too where the area has other edges, and is nowhere without an area', () => {
    const anchor = anchorOf(plate(4), 'area', 0, [4, 1, 0])!
    const there = pointAt(plate(4, [[1, 0, 0], [0, 1, 0]], 3), 0, anchor)! // biome-ignore format: short
    expect(there).toEqual(close([(4 + 4) / 3 + 2, 4 / 3 - 1, 0]))
    expect(pointAt(plate(4), 1, anchor)).toBeNull()
    expect(anchorOf(plate(4), 'area', 1, [0, 0, 0])).toBeNull()
  })

  it('is nowhere on a frame that has lost its length', () => {
    const none = drawn({ nodes: [node('a', 0, 0, 0)], frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'a', rotation: 0 }] })
    expect(anchorOf(none, 'frame', 0, [0, 0, 0])).toBeNull()
    expect(pointAt(none, 0, anchorOf(frameOf(BOX), 'frame', 0, at(1, 0, 0))!)).toBeNull()
  })
})
