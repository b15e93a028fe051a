import fc from 'fast-check'
import { validateBytes } from 'gltf-validator'
import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { modelNames } from '#lib/fixtures/example-models.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { exampleModel, notesOf, portalFrame, writeFile } from '#lib/fixtures/file-trip.ts'
import { taperedPortal } from '#lib/fixtures/tapered-portal.ts'
import { sectionBody } from '#lib/geometry/body-of-section.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import { frameSolid, placedSolid } from '#lib/geometry/frame-solid.ts'
import { onFrame } from '#lib/geometry/on-frame.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { add } from '#lib/model/shape/vector.ts'
import { LENGTH_UNITS, readUnits } from '#lib/model/units.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { writeGlb } from './glb-write.ts'

type Gltf = {
  nodes?: {
    name: string
    mesh: number
    translation: number[]
    rotation: number[]
    scale: number[]
    extras: Record<string, unknown>
    children?: number[]
  }[]
  meshes: { name: string; primitives: { attributes: { POSITION: number } }[] }[]
  accessors: { bufferView: number; count: number }[]
  bufferViews: { byteOffset: number; byteLength: number }[]
  buffers: { byteLength: number }[]
  extensionsUsed?: string[]
}

function parts(bytes: Uint8Array): { json: Gltf; binary: Buffer } {
  const file = Buffer.from(bytes)
  const length = file.readUInt32LE(12)
  expect(file.readUInt32LE(8)).toBe(file.length)
  return { json: JSON.parse(file.subarray(20, 20 + length).toString()), binary: file.subarray(28 + length) }
}

async function issuesOf(bytes: Uint8Array) {
  const { issues } = await validateBytes(bytes)
  return issues.messages.filter(({ severity }) => severity <= 1)
}

it('writes the portal frame', async () => {
  const { bytes, report } = writeFile(writeGlb, portalFrame())
  const { json } = parts(bytes)
  expect(notesOf(report)).toEqual(['dropped element_type 2'])
  expect(json.nodes).toEqual([
    { name: 'C1', mesh: 0, translation: [0, 0, 0], rotation: [0.5, 0.5, 0.5, -0.5], scale: [1, 1, 4], extras: { kind: 'frame', id: 'C1', sectionId: 'HEB 200' } },
    { name: 'B1', mesh: 1, translation: [0, 4, 0], rotation: [0, 0.7071067690849304, 0, 0.7071067690849304], scale: [1, 1, 6], extras: { kind: 'frame', id: 'B1', sectionId: 'IPE 300' } },
    { name: 'C2', mesh: 0, translation: [6, 0, 0], rotation: [0.5, 0.5, 0.5, -0.5], scale: [1, 1, 4], extras: { kind: 'frame', id: 'C2', sectionId: 'HEB 200' } },
  ]) // biome-ignore format: a line each
  const { meshes, accessors, bufferViews, buffers } = json
  expect([meshes.length, accessors.length, bufferViews.length, buffers[0]!.byteLength]).toEqual([2, 6, 6, 3984])
  expect(await issuesOf(bytes)).toEqual([])
})

/** Corners of a frame as a viewer has them, in glTF axes. */
function cornersOf({ json, binary }: ReturnType<typeof parts>, k: number): number[][] {
  const { mesh, translation, rotation, scale } = json.nodes![k]!
  const accessor = json.accessors[json.meshes[mesh]!.primitives[0]!.attributes.POSITION]!
  const from = json.bufferViews[accessor.bufferView]!.byteOffset
  const [x, y, z, w] = rotation as [number, number, number, number]
  return Array.from({ length: accessor.count }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((axis) => binary.readFloatLE(from + 12 * i + 4 * axis) * scale[axis]!) as [
      number,
      number,
      number,
    ]
    const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
    const turned = [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p]
    return turned.map((value, axis) => value + translation[axis]!)
  })
}

it('puts every corner where the viewer draws it', () => {
  const number = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(number, number, number, fc.integer({ min: -180, max: 180 }), number, (x, y, z, rotation, away) => {
      fc.pre(Math.hypot(x, y, z) > 0.1)
      const model = returnedModel({
        name: 'one', units: { length: 'm' }, nodes: [{ id: 'A', position: { x: 1, y: 2, z: 3 } }, { id: 'B', position: { x: 1 + x, y: 2 + y, z: 3 + z } }],
        sections: [{ id: 'S', type: 'angle', dimensions: { t3: 0.3, t2: 0.2, tf: 0.02, tw: 0.01 } }],
        frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation, sectionId: 'S', sectionOffset: { x: away / 100, y: 0.1 } }],
      }) // biome-ignore format: short
      const found = cornersOf(parts(writeFile(writeGlb, model).bytes), 0)
      const solid = frameSolid(sectionBody(model.sections![0]!, model.sectionDefinitions![0])!)
      const placed = placedSolid(solid, [1, 2, 3], [1 + x, 2 + y, 3 + z], rotation, { x: away / 100, y: 0.1 })!
      for (const [i, corner] of found.entries()) {
        const [a, b, c] = [placed[3 * i]!, placed[3 * i + 1]!, placed[3 * i + 2]!]
        expect(Math.hypot(corner[0]! - a, corner[1]! - c, corner[2]! + b)).toBeLessThan(3e-7 * 64)
      }
    }),
    { numRuns: runs(1000), seed: 10 },
  )
})

it('has frames that taper from outline to outline and from offset to offset, a mesh for each taper', async () => {
  const model = returnedModel(CreateModel.parse({ ...taperedPortal(), frames: [...taperedPortal().frames, SHIFTED] }))
  const { bytes, report } = writeFile(writeGlb, model, {}, LENGTH_UNITS.m)
  expect(notesOf(report).sort()).toEqual(['dropped element_type 4', 'dropped grid_line 4'])
  const file = parts(bytes)
  expect(file.json.meshes.map(({ name }) => name)).toEqual(['I300 → I800', 'I900 → I400', 'I400', 'I400'])
  const scene = buildScene(model)
  for (const k of [0, 1, 2, 12]) {
    const { start, end, axes, body, offset } = frameAt(scene, k)
    const { at } = frameSolid(body!)
    for (const [i, [x = 0, y = 0, z = 0]] of cornersOf(file, k).entries()) {
      const [a, b, c] = add(
        scene.origin,
        onFrame(at[3 * i + 2] === 0 ? start : end, axes!, { x: at[3 * i]!, y: at[3 * i + 1]! }, offset),
      )
      expect(Math.hypot(x - a, y - c, z + b)).toBeLessThan(1e-5)
    }
  }
  expect(await issuesOf(bytes)).toEqual([])
})
const SHIFTED = {
  ...{ id: 'shifted', startNodeId: 'eave1-1', endNodeId: 'eave2-1', sectionId: 'I400' },
  ...{ sectionOffset: { x: 0, y: -0.2 }, endSectionOffset: { x: 0.1, y: -0.5 } },
}

it('is taken by the validator of glTF, whatever the model', async () => {
  for (const model of fc.sample(anyModel, { numRuns: 150, seed: 3 }))
    for (const instancing of ['off', 'on'] as const) {
      const { bytes, report } = writeFile(writeGlb, model, { instancing }, LENGTH_UNITS.m)
      expect(await issuesOf(bytes)).toEqual([])
      const nodes = parts(bytes).json.nodes ?? []
      const count = (kind: string) =>
        nodes.reduce(
          (sum, { extras }) =>
            sum +
            (extras?.kind === kind ? 1 : kind === 'frame' && extras?.kind === 'frames' ? (extras.ids as string[]).length : 0),
          0,
        )
      const noted = (word: string) =>
        report.notes
          .filter(({ code }) => code === 'zero_length' || code === 'out_of_range')
          .flatMap(({ examples, count }) => (examples[0]!.startsWith(word) ? [count] : []))
      const isThere = (id: string) => model.nodes.some((node) => node.id === id)
      const frames = model.frames!.filter(({ startNodeId, endNodeId }) => isThere(startNodeId) && isThere(endNodeId)).length
      expect(count('frame')).toBeLessThanOrEqual(frames)
      if (count('frame') < frames) expect(noted('frame').length + noted('area').length).toBeGreaterThan(0)
    }
})

it('draws the models of other programs', async () => {
  for (const name of modelNames) {
    const model = exampleModel(name)
    const { bytes, text } = writeFile(writeGlb, model, {}, readUnits(model.units).length ?? LENGTH_UNITS.m)
    expect(await issuesOf(bytes), name).toEqual([])
    expect(writeFile(writeGlb, model, {}, readUnits(model.units).length ?? LENGTH_UNITS.m).text).toBe(text)
  }
})

it('keeps the digits of a model far from the origin', async () => {
  const far = (model: ViewerModel): ViewerModel => {
    const nodes = model.nodes.map((node) => ({ ...node, position: { ...node.position, x: node.position.x + 500_000.25 } }))
    return { ...model, nodes, bounds: { min: { x: 500_000.25, y: 0, z: 0 }, max: { x: 500_006.25, y: 0, z: 4 } } }
  }
  const { bytes, report } = writeFile(writeGlb, far(portalFrame()))
  expect(notesOf(report)).toContain('guessed origin_moved 1')
  const { nodes } = parts(bytes).json
  expect(nodes!.at(-1)).toEqual({ name: 'origin', translation: [500_003, 2, 0], children: [0, 1, 2] })
  expect(nodes![0]!.translation).toEqual([-2.75, -2, 0])
  expect(await issuesOf(bytes)).toEqual([])
})
