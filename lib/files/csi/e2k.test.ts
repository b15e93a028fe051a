import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import {
  codesOf,
  comparable,
  fileOf,
  modelOf,
  rawFile,
  refusalOf,
  soundModel,
  textOf,
  wrongTables,
} from '#lib/fixtures/file-trip.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'

const portal = () => returnedModel(portalFrame())
/** Levels that the file made come back as grid lines. */
function withoutLevels(model: ViewerModel) {
  const all = comparable(model)
  return { ...all, gridLines: [], nodes: all.nodes.map((node) => node.join()).sort() }
}

it('writes the portal frame as ETABS would, byte for byte', async () => {
  const expected = readFileSync(join(import.meta.dirname, '../golden/portal-frame.e2k'), 'utf8')
  const { bytes, report } = await fileOf(portal(), 'e2k')
  expect(Buffer.from(bytes).toString()).toBe(expected)
  expect(codesOf(report)).toEqual({ levels_made: 2, id_changed: 9 })
})

it('reads the portal frame back with its ids', async () => {
  const { model, report } = await modelOf(await textOf(portal(), 'e2k'), 'e2k')
  expect(withoutLevels(model)).toEqual(withoutLevels(portal()))
  expect([model.name, report.program]).toEqual(['Portal frame', 'ETABS 22.6.0'])
  expect(wrongTables(report)).toEqual([])
  expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
})

const query = rawFile('e2k_query/Query.$et')

describe.runIf(query)('a model of ETABS 2015', () => {
  const read = (profiles: 'keep' | 'resolve') => modelOf(query ?? '', 'e2k', { profiles })

  it('comes in with all that it holds, and says what it leaves out', async () => {
    const { model, report } = await read('keep')
    const { gridLines = [], materials = [], sections = [], nodes, frames = [], members = [], supports = [] } = model
    expect([gridLines, materials, sections, nodes, frames, members, supports].map(({ length }) => length)).toEqual([
      ...[19, 3, 82, 38, 58, 12, 12],
    ])
    for (const { restraints: r } of supports) expect([r?.u1, r?.u2, r?.u3, r?.r1]).toEqual([true, true, true, false])
    const at = new Map(nodes.map(({ id, position }) => [id, vec(position)]))
    const length = (one: ViewerFrame) => distance(at.get(one.startNodeId) ?? [0, 0, 0], at.get(one.endNodeId) ?? [0, 0, 0])
    expect(frames.reduce((sum, one) => sum + length(one), 0)).toBeCloseTo(13212.13331687649, 8)
    expect(frames.filter(({ sectionOffset }) => sectionOffset)).toHaveLength(4)
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report)).toMatchObject({
      ...{ section_by_name_only: 70, section_is_a_list: 3, deck_as_slab: 1 },
      insertion_point_without_outline: 30,
    })
  })

  it('gives sections by name the sizes of their profiles, unless they are to stay names', async () => {
    const { report } = await read('resolve')
    expect(codesOf(report).profile_resolved).toBe(70)
  })

  it('goes out and comes in again with its own points and storeys', async () => {
    const first = await read('keep')
    const { bytes, report } = await fileOf(first.model, 'e2k')
    expect(codesOf(report).levels_made).toBeUndefined()
    const second = await modelOf(bytes, 'e2k', { profiles: 'keep' })
    const sorted = (model: ViewerModel) => {
      const { nodes, frames, supports } = comparable(model)
      const by = (all: unknown[]) => all.map((one) => JSON.stringify(one)).sort()
      return [by(nodes), by(frames), by(supports)]
    }
    expect(sorted(second.model)).toEqual(sorted(first.model))
  })
})

/** Where each frame runs and how its section stands, whichever end it begins with. */
function bodies(model: ViewerModel) {
  const at = new Map(model.nodes.map(({ id, position }) => [id, vec(position)]))
  return (model.frames ?? []).map(({ id, startNodeId, endNodeId, rotation, sectionOffset }) => {
    const ends = [at.get(startNodeId) ?? [0, 0, 0], at.get(endNodeId) ?? [0, 0, 0]] as [Vec, Vec]
    const axes = localAxes(...ends, rotation)
    const { x, y } = sectionOffset ?? { x: 0, y: 0 }
    const moved = axes ? [0, 1, 2].map((k) => x * (axes[2][k] ?? 0) + y * (axes[1][k] ?? 0)) : [0, 0, 0]
    return { id, ends: ends.map((one) => one.map((part) => part.toFixed(6)).join()).sort(), moved }
  })
}

it('brings any model back but for what it says', async () => {
  await fc.assert(
    fc.asyncProperty(soundModel, async (model) => {
      const { bytes, report: out } = await fileOf(model, 'e2k')
      const { model: again, report } = await modelOf(bytes, 'e2k')
      const codes = codesOf(out)
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      if (codes.nodes_merged) return
      expect(again.nodes.length).toBe(model.nodes.length)
      const ids = (all: readonly { id: string }[] = []) => all.map(({ id }) => id).sort()
      for (const kind of ['nodes', 'frames', 'areas', 'supports'] as const) expect(ids(again[kind])).toEqual(ids(model[kind]))
      const [one, other] = [bodies(model), bodies(again)]
      for (const body of one) {
        const found = other.find(({ id }) => id === body.id)
        expect(found?.ends).toEqual(body.ends)
        if (codes.offset || codes.section_as_properties) continue
        for (const [k, part] of body.moved.entries()) expect(found?.moved[k]).toBeCloseTo(part, 6)
      }
    }),
    { numRuns: runs(1000), seed: 11 },
  )
})

it('matches an opening to the smallest area in whose plane it lies', async () => {
  const slab = (id: string, ...nodeIds: string[]) => ({ id, nodeIds, thickness: 0.2 })
  const at = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
  const model = returnedModel({
    name: 'Slab',
    units: { current: 'kN, m, C' },
    nodes: [
      ...[at('a', 0, 0, 3), at('b', 10, 0, 3), at('c', 10, 10, 3), at('d', 0, 10, 3)],
      ...[at('e', 2, 2, 3), at('f', 4, 2, 3), at('g', 4, 4, 3)],
    ],
    areas: [{ ...slab('S', 'a', 'b', 'c', 'd'), openingNodeIds: [['e', 'f', 'g']], cardinalPoint: 'TOP' }],
  })
  const { bytes, report } = await fileOf(model, 'e2k')
  expect(codesOf(report).opening).toBeUndefined()
  const { model: again } = await modelOf(bytes, 'e2k')
  expect(again.areas).toMatchObject([
    { id: 'S', nodeIds: ['a', 'b', 'c', 'd'], openingNodeIds: [['e', 'f', 'g']], cardinalPoint: 'TOP' },
  ])
})

it('refuses storeys without height, with their line', async () => {
  const text = (await textOf(portal(), 'e2k')).replace('HEIGHT 4', 'HEIGHT NaN')
  expect(await refusalOf(text, 'e2k')).toEqual([
    "file_value STORIES - IN SEQUENCE FROM TOP/11/HEIGHT: height of storey 'Level_1' is 'NaN', no number",
  ])
})

it('reads a value that stands right behind a quote', async () => {
  const text = (await textOf(portal(), 'e2k')).replace('SECTION "IPE 300"', 'RELEASE "PINNED"MAXSTASPC 1.5 SECTION "IPE 300"')
  const { model } = await modelOf(text, 'e2k')
  expect(model.frames?.find(({ id }) => id === 'B1')?.releases).toEqual({
    start: { m2: true, m3: true },
    end: { m2: true, m3: true },
  })
})

it('answers a damaged file with a sentence or a model, wherever it is cut or changed', async () => {
  const whole = Buffer.from(await textOf(portal(), 'e2k'))
  for (let i = 0; i < 200; i++) {
    await refusalOf(whole.subarray(0, Math.floor((i * whole.length) / 200)), 'e2k')
    const changed = Buffer.from(whole)
    for (let k = 0; k < 5; k++) changed[(i * 7919 + k * 104_729) % whole.length] = (i * 31 + k * 17) % 256
    await refusalOf(changed, 'e2k')
  }
})
