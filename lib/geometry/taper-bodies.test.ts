import { describe, expect, it, test } from 'vitest'
import { frameBody, sightOf } from '#lib/drawing/sheet/drawing-bodies.ts'
import type { Draft } from '#lib/edit/draft.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { draftOf, editDraft } from '#lib/fixtures/drafts.ts'
import { TAPER_SECTIONS } from '#lib/fixtures/taper-sections.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { add, cross, dot, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { readScene } from '#lib/scene-file/read-scene.ts'
import { sceneBytes } from '#lib/scene-file/write-scene.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { frameAt } from './frame-at.ts'
import { frameBoxes } from './frame-chunks.ts'
import { bodyOf } from './frame-records.ts'
import { frameSolid } from './frame-solid.ts'
import { onFrame } from './on-frame.ts'
import { anchorOf, pointAt } from './pick/anchor.ts'
import { bodyLine, faceAt, frameEdges } from './pick/body-edges.ts'
import { EVERYTHING, extentOf, frameReach } from './pick/extent.ts'
import { pick } from './pick/pick.ts'
import { pickTrees } from './pick/pick-trees.ts'
import { buildScene, type Scene } from './scene.ts'
import { outlineAt } from './section-body.ts'

/** Bodies of frames that taper, and of those whose offset is another at their end. */

const SECTIONS = [
  ...TAPER_SECTIONS,
  { id: 'T8', type: 'rectangular', dimensions: { t3: 0.8, t2: 0.4, tf: 0.03, tw: 0.02 } },
  { id: 'T3', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2, tf: 0.02, tw: 0.01 } },
  { id: 'NONE' },
]

const beam = (long: number, frame: object) => ({
  units: { current: 'kN, m, C' },
  nodes: [
    { id: 'A', position: { x: 0, y: 0, z: 3 } },
    { id: 'B', position: { x: long, y: 0, z: 3 } },
  ],
  sections: SECTIONS,
  frames: [{ id: 'T', startNodeId: 'A', endNodeId: 'B', ...frame }],
})

function returned(model: object): ViewerModel {
  const read = parse(CreateModel, structuredClone({ name: 'test', ...model }))
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return returnedModel(read.value)
}
const sceneOf = (model: object): Scene => buildScene(returned(model))

/** The solid of a frame as it is drawn: three numbers a corner, about the scene's origin. */
function drawn(scene: Scene, k = 0) {
  const { start, end, axes, body, offset } = frameAt(scene, k)
  if (!body || !axes) throw new Error('no body')
  const { at, index } = frameSolid(body)
  const corner = (i: number): Vec =>
    onFrame(at[3 * i + 2] === 0 ? start : end, axes, { x: at[3 * i]!, y: at[3 * i + 1]! }, offset)
  return Array.from({ length: index.length / 3 }, (_, i) => [0, 1, 2].map((j) => corner(index[3 * i + j]!)) as [Vec, Vec, Vec])
}
/** By the divergence theorem; above 0 only where every face looks outward. */
const volumeOf = (triangles: readonly (readonly [Vec, Vec, Vec])[]) =>
  triangles.reduce((sum, [a, b, c]) => sum + dot(a, cross(b, c)) / 6, 0)

describe('the solid of a frame that tapers', () => {
  test.each([
    ['an I that grows deeper', 4, { sectionId: 'I3', endSectionId: 'I6' }, 0.02501224],
    ['an I that grows every way', 10, { sectionId: 'I4', endSectionId: 'I10' }, 0.152012666667],
    ['the first half of it', 5, { sectionId: 'I4', endSectionId: 'I10', taper: [0, 0.5] }, 0.056691083333],
    ['the other half', 5, { sectionId: 'I4', endSectionId: 'I10', taper: [0.5, 1] }, 0.095321583333],
    ['the same from its other end', 10, { sectionId: 'I4', endSectionId: 'I10', taper: [1, 0] }, 0.152012666667],
    ['a rectangle', 3, { sectionId: 'R8', endSectionId: 'R3' }, 0.52],
    [
      'one between two offsets',
      3,
      { sectionId: 'R8', endSectionId: 'R3', sectionOffset: { x: 0.1, y: -0.4 }, endSectionOffset: { x: 0, y: 1 } },
      0.52,
    ],
    ['a prism between two offsets', 3, { sectionId: 'R8', endSectionOffset: { x: 0.2, y: -0.3 } }, 0.96],
  ])('of %s has the volume that is weighed', (_, long, frame, volume) => {
    expect(volumeOf(drawn(sceneOf(beam(long, frame))))).toBeCloseTo(volume, 6)
  })

  it('of a tube has its wall at both ends', () => {
    const body = frameAt(sceneOf(beam(3, { sectionId: 'T8', endSectionId: 'T3' })), 0).body!
    const area = (t: number) => {
      const { outer, hole } = outlineAt(body, t)
      const box = (loop: readonly { x: number; y: number }[]) => {
        const [xs, ys] = [loop.map(({ x }) => x), loop.map(({ y }) => y)]
        return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
      }
      return box(outer) - box(hole!)
    }
    const [a, m, b] = [area(0), area(0.5), area(1)]
    expect(a).toBeCloseTo(0.32 - 0.36 * 0.74, 9)
    expect(b).toBeCloseTo(0.06 - 0.18 * 0.26, 9)
    expect(volumeOf(drawn(sceneOf(beam(3, { sectionId: 'T8', endSectionId: 'T3' }))))).toBeCloseTo((3 / 6) * (a + 4 * m + b), 6)
  })

  it('has its top level where the offsets bring it there', () => {
    const scene = sceneOf(
      beam(4, { sectionId: 'I3', endSectionId: 'I6', sectionOffset: { x: 0, y: -0.15 }, endSectionOffset: { x: 0, y: -0.3 } }),
    )
    const heights = drawn(scene)
      .flat()
      .map((p) => [p[0] + scene.origin[0], p[2] + scene.origin[2]] as const)
    const at = (x: number) => heights.filter((p) => Math.abs(p[0] - x) < 1e-6).map((p) => p[1])
    for (const [x, depth] of [
      [0, 0.3],
      [4, 0.6],
    ] as const) {
      expect(Math.max(...at(x))).toBeCloseTo(3, 6)
      expect(Math.min(...at(x))).toBeCloseTo(3 - depth, 6)
    }
  })

  it('is a prism of its section where the end section does not fit, or is a line', () => {
    const model = returned(beam(4, { sectionId: 'I3', endSectionId: 'I6' }))
    const prism = frameAt(buildScene(returned(beam(4, { sectionId: 'I3' }))), 0).body
    for (const other of ['R8', 'NONE', 'gone']) {
      const changed = { ...model, frames: model.frames!.map((frame) => ({ ...frame, endSectionId: other })) }
      expect(frameAt(buildScene(changed), 0).body).toEqual(prism)
    }
  })

  it('is one for all frames of the same taper', () => {
    const model = beam(4, { sectionId: 'I3', endSectionId: 'I6' })
    const frames = Array.from({ length: 6 }, (_, k) => ({ ...model.frames[0]!, id: `T${k}`, ...(k > 3 && { taper: [0, 0.5] }) }))
    const scene = sceneOf({ ...model, frames })
    const used = new Set(frames.map((_, k) => bodyOf(scene.frames.records[4 * k + 3]!)))
    expect(used.size).toBe(2)
  })
})

/** As it is stored after an edit, and returned. */
function edited(draft: Draft): ViewerModel {
  const [nodes, frames] = [[...draft.all('nodes')], [...draft.all('frames')]]
  return { ...returned(beam(10, {})), nodes, frames }
}

describe('edits', () => {
  const FRAME = { sectionId: 'I4', endSectionId: 'I10', sectionOffset: { x: 0.05, y: -0.2 }, endSectionOffset: { x: 0, y: -0.5 } }

  it('cut a taper into pieces whose solids are those of the whole', () => {
    const draft = draftOf(beam(10, FRAME))
    const whole = frameAt(buildScene(edited(draft)), 0).body!
    editDraft(draft, { select: { kinds: ['frames'] }, divide: { at: [0.2, 0.4, 0.6, 0.8] } })
    const model = edited(draft)
    const scene = buildScene(model)
    const { offset } = frameAt(buildScene(returned(beam(10, FRAME))), 0)
    expect(model.frames).toHaveLength(5)
    for (let k = 0; k < 5; k++) {
      const piece = frameAt(scene, k)
      const at = (piece.start[0] + scene.origin[0]) / 10
      for (const [t, { outer }] of [piece.body!, piece.body!.end!].entries()) {
        const want = outlineAt(whole, at + t / 5).outer
        for (const [i, { x, y }] of outer.entries()) {
          // Places in the scene have single precision; outlines and what is added to them do not.
          expect(Math.abs(x + piece.offset.x - want[i]!.x - offset.x)).toBeLessThan(1e-7)
          expect(Math.abs(y + piece.offset.y - want[i]!.y - offset.y)).toBeLessThan(1e-7)
        }
      }
    }
    expect(Array.from({ length: 5 }, (_, k) => volumeOf(drawn(scene, k))).reduce((a, b) => a + b)).toBeCloseTo(0.152012666667, 6)
  })

  it('draw a mirrored taper as the mirror shows it, and twice mirrored as it was', () => {
    const draft = draftOf(beam(10, FRAME))
    const pointsOf = () => {
      const scene = buildScene(edited(draft))
      return drawn(scene)
        .flat()
        .map((p) => add(p, scene.origin))
    }
    const before = pointsOf()
    const isIn = (points: readonly Vec[], p: Vec) => points.some((q) => length(subtract(p, q)) < 2e-6)
    const op = { select: { kinds: ['frames'] }, mirror: { plane: 'Y', at: 1, copy: false } }
    editDraft(draft, op)
    const mirrored = pointsOf()
    for (const p of before) expect(isIn(mirrored, [p[0], 2 - p[1], p[2]])).toBe(true)
    editDraft(draft, op)
    for (const p of pointsOf()) expect(isIn(before, p)).toBe(true)
  })
})

describe('where it is looked for', () => {
  const model = beam(4, {
    ...{ sectionId: 'R3', endSectionId: 'R8', sectionOffset: { x: 0, y: -0.15 }, endSectionOffset: { x: 0, y: -0.4 } },
  })
  const scene = sceneOf(model)
  const trees = pickTrees(scene)
  const at = (x: number, y: number, z: number): Vec => subtract([x, y, z], scene.origin)
  const look = (from: Vec, along: Vec) =>
    pick(
      scene,
      trees,
      { from, along, near: 0, far: 1e6 },
      {
        ...{ pixelAt: () => 1e-9, isVisible: (kind: string) => kind === 'frame', nodeLift: 0, symbolPixels: 0 },
      },
    )

  it('is picked on its face, deep end and thin end, and missed below the thin one', () => {
    // 0.3 deep at x = 0 and 0.8 at x = 4, hanging from the level 3; 0.2 and 0.4 wide.
    const side = look(at(3.9, -5, 2.3), [0, 1, 0])
    expect(side?.point[1]).toBeCloseTo(-(0.2 + (0.2 * 3.9) / 4) / 2, 6)
    expect(look(at(0.1, -5, 2.3), [0, 1, 0])).toBeNull()
    const below = look(at(2, 0, 0), [0, 0, 1])
    expect(below!.point[2] + scene.origin[2]).toBeCloseTo(3 - 0.55, 6)
    expect(look(at(-1, 0, 2.4), [1, 0, 0])!.point[0] + scene.origin[0]).toBeCloseTo(2.4, 5)
  })

  it('is met where a section plane enters it', () => {
    const entry = pick(
      scene,
      trees,
      { from: at(2, -5, 2.6), along: [0, 1, 0], near: 5, far: 1e6 },
      {
        ...{ pixelAt: () => 1e-9, isVisible: () => true, nodeLift: 0, symbolPixels: 0 },
      },
    )
    expect(entry?.distance).toBe(5)
  })

  it('has a face there that looks as it slopes', () => {
    const below = look(at(2, 0, 0), [0, 0, 1])!
    const face = faceAt(scene, 'frame', 0, below.point)!
    const slope = 0.5 / 4
    for (const [k, value] of [-slope, 0, -1].entries()) expect(face.normal[k]).toBeCloseTo(value / Math.hypot(slope, 1), 4)
    const anchor = anchorOf(scene, 'frame', 0, below.point)!
    expect(anchor).toMatchObject({ along: 0.5, side: { of: 4 } })
    expect(length(subtract(pointAt(scene, 0, anchor)!, below.point))).toBeLessThan(1e-6)
  })

  it('reaches as far as its corners, and no box cuts it off', () => {
    const corners = drawn(scene).flat()
    const boxes = frameBoxes(scene)
    for (const [x, y, z] of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [0.6, 0, -0.8],
    ] as const)
      expect(frameReach(scene, 0, x, y, z)).toBeCloseTo(Math.max(...corners.map((p) => dot(p, [x, y, z]))), 5)
    for (const p of corners)
      for (const k of [0, 1, 2] as const) {
        expect(p[k]).toBeGreaterThanOrEqual(boxes[k]! - 1e-6)
        expect(p[k]).toBeLessThanOrEqual(boxes[k + 3]! + 1e-6)
      }
    const { box } = extentOf(scene, trees, EVERYTHING)
    expect(box!.low[2] + scene.origin[2]).toBeCloseTo(2.2, 6)
    expect(box!.high[1]).toBeCloseTo(0.2, 6)
  })

  it('has edges from corner to corner, and a line from offset to offset', () => {
    const corners = drawn(scene).flat()
    const edges = frameEdges(scene, 0, false)
    expect(edges).toHaveLength(12)
    for (const p of edges.flatMap(({ a, b }) => [a, b]))
      expect(Math.min(...corners.map((q) => length(subtract(p, q))))).toBeLessThan(1e-6)
    const [a, b] = bodyLine(scene, 0)!
    expect(a[2] + scene.origin[2]).toBeCloseTo(2.85, 6)
    expect(b[2] + scene.origin[2]).toBeCloseTo(2.6, 6)
  })

  it('is on a sheet as it slopes: in an elevation, and cut in a section', () => {
    const elevation = frameBody(scene, 0, sightOf([0, -1, 0], [0, 0, 1], Infinity, -Infinity))!
    const points = elevation.faces.filter(({ facing }) => facing > 0).flatMap((face) => face.points)
    const lowest = (x: number) => Math.min(...points.filter((p) => Math.abs(p[0] + scene.origin[0] - x) < 1e-6).map((p) => p[1]))
    expect(lowest(0) + scene.origin[2]).toBeCloseTo(2.7, 6)
    expect(lowest(4) + scene.origin[2]).toBeCloseTo(2.2, 6)
    // Looked at from its thin end, the faces that widen are seen.
    const end = frameBody(scene, 0, sightOf([-1, 0, 0], [0, 0, 1], Infinity, -Infinity))!
    expect(end.faces.filter(({ facing }) => facing > 0).length).toBeGreaterThan(2)
    const section = frameBody(scene, 0, sightOf([-1, 0, 0], [0, 0, 1], -(2 - scene.origin[0]), -Infinity))!
    const [loop] = section.cut.loops
    const height = loop!.map((p) => p[1] + scene.origin[2])
    expect(Math.max(...height)).toBeCloseTo(3, 6)
    expect(Math.min(...height)).toBeCloseTo(3 - 0.55, 6)
  })
})

it('reaches a page in columns as it would in JSON', () => {
  const model = beam(4, { sectionId: 'I3', endSectionId: 'I6', taper: [0.25, 1], endSectionOffset: { x: 0, y: -0.3 } })
  const frames = [model.frames[0]!, { id: 'P', startNodeId: 'A', endNodeId: 'B', sectionId: 'I3' }]
  const sent = returned({ ...model, frames })
  const file = readScene(sceneBytes(sent)!.buffer)
  expect(file.whole().frames).toEqual(sent.frames)
  const { idOf: _, ...columns } = columnsOf(sent)
  expect([...file.columns.frames.taper]).toEqual([...columns.frames.taper])
  expect([...file.columns.frames.tapers]).toEqual([2, 0.25, 1, 0, -0.3])
  expect(buildScene(file.whole()).bodies).toEqual(buildScene(sent).bodies)
})
