import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { byKind } from '#lib/schema/kinds.ts'
import type { ConstructModelElementsBatch, RemoveElements } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { addElements, removeElements } from './elements.ts'
import { forgetEverything, startedAnew } from './index/memory.ts'
import { createModel, type OpenModel, openModel } from './models.ts'
import { readElements } from './read/read-elements.ts'
import { readModel } from './read/viewer-bytes.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const node = (id: string, x = 0, y = 0, z = 0) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, more = {}) => ({
  id,
  startNodeId,
  endNodeId,
  rotation: 0,
  ...more,
})
const NOTHING_REMOVED = byKind((): string[] => [])

async function add(id: string, batch: ConstructModelElementsBatch) {
  return addElements(await opened(id), { values: batch }, writingAs(caller))
}
const remove = async (id: string, body: RemoveElements) => removeElements(await opened(id), body, writingAs(caller))

function opened(id: string): Promise<OpenModel> {
  if (isCold) forgetEverything()
  return openModel(caller, id, 'write')
}

/**
 * As this process remembers it, while it goes on remembering: caches are tested across writes. And as one that has just started reads
 * it: the same.
 */
async function read(id: string): Promise<ViewerModel> {
  const warm = await readModel(await openModel(caller, id, 'read'))
  const cold = await startedAnew(async () => readModel(await openModel(caller, id, 'read')))
  expect(JSON.stringify(cold)).toBe(JSON.stringify(warm))
  return warm
}

/** Every test runs in a process that remembers, and in one that begins anew at each step. */
const inBoth = (name: string, test: () => Promise<void>) =>
  describe.each(['warm', 'cold'])('%s', (state) => {
    beforeEach(() => {
      isCold = state === 'cold'
    })
    it(name, test)
  })
let isCold = false

inBoth('returns an empty model whole, with every array and nothing invented', async () => {
  const { id, createdAt } = await newModel(caller, { name: 'Empty' })
  expect(await read(id)).toEqual({
    name: 'Empty',
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } },
    nodes: [],
    schemaVersion: 'viewer-model/v1',
    id,
    areas: [],
    frames: [],
    gridLines: [],
    materials: [],
    sections: [],
    supports: [],
    members: [],
    loadCases: [],
    loads: [],
    combinations: [],
    diaphragms: [],
    sectionDefinitions: [],
    revision: 1,
    viewerUrl: `http://localhost:3000/models/${id}`,
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
  })
})

inBoth('replaces a known id whole and in its place, and puts new ones at the end', async () => {
  const { id } = await newModel(caller, { nodes: [node('A', 1), { ...node('B', 2), label: 'old' }, node('C', 3)] })
  const { changed, revision, bounds, counts } = await add(id, { nodes: [node('D', 9), node('B', -5)] })
  expect({ changed, revision, nodes: counts.nodes, bounds }).toEqual({
    changed: { nodes: { added: 1, replaced: 1 } },
    revision: 2,
    nodes: 4,
    bounds: { min: { x: -5, y: 0, z: 0 }, max: { x: 9, y: 0, z: 0 } },
  })
  expect((await read(id)).nodes).toEqual([node('A', 1), node('B', -5), node('C', 3), node('D', 9)])
})

inBoth('shrinks the bounds when the outermost node moves in, or goes', async () => {
  const { id } = await newModel(caller, { nodes: [node('A', 0, 0, 0), node('B', 10, 10, 10), node('C', 4, 4, 4)] })
  const moved = await add(id, { nodes: [node('B', 6, 6, 6)] })
  expect(moved.bounds.max).toEqual({ x: 6, y: 6, z: 6 })
  const { bounds } = await remove(id, { nodes: ['B'], cascade: false })
  expect(bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 4, y: 4, z: 4 } })
  expect((await read(id)).bounds).toEqual(bounds)
})

inBoth('applies a batch whole or not at all, and tells everything that is wrong', async () => {
  const { id } = await newModel(caller)
  const wrong = add(id, { nodes: [node('N1'), node('N1')], frames: [frame('F', 'N1', 'N2')] })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid',
    issues: [
      { type: 'reference_not_found', loc: ['frames', 0, 'endNodeId'] },
      { type: 'duplicate_id', loc: ['nodes', 1, 'id'] },
    ],
  })
  expect(await read(id)).toMatchObject({ revision: 1, nodes: [] })
})

inBoth('gives frames what their member gives, and leaves what they say themselves', async () => {
  const { id } = await newModel(caller, {
    materials: [{ id: 'steel' }, { id: 'timber' }],
    sections: [{ id: 'IPE', type: 'custom' }],
    nodes: [node('1'), node('2', 1)],
    frames: [
      frame('own', '1', '2', { materialId: 'timber', memberId: 'a label' }),
      frame('bare', '1', '2', { label: 'B', sectionId: null }),
      frame('free', '1', '2', { memberId: 'a label' }),
    ],
  })
  const { wrote } = await add(id, {
    members: [{ id: 'M', frameIds: ['own', 'bare'], materialId: 'steel', sectionId: 'IPE' }],
    frames: [frame('late', '1', '2')],
  })
  const { frames } = await read(id)
  expect(frames).toEqual([
    frame('own', '1', '2', { materialId: 'timber', memberId: 'M', sectionId: 'IPE' }),
    frame('bare', '1', '2', { label: 'B', materialId: 'steel', memberId: 'M', sectionId: 'IPE' }),
    frame('free', '1', '2', { memberId: 'a label' }),
    frame('late', '1', '2'),
  ])
  expect(JSON.parse(Buffer.concat(wrote('frames')).toString())).toEqual([frame('late', '1', '2')])
  const again = await add(id, { frames: [frame('bare', '2', '1')] })
  expect(JSON.parse(Buffer.concat(again.wrote('frames')).toString())).toEqual([
    frame('bare', '2', '1', { materialId: 'steel', memberId: 'M', sectionId: 'IPE' }),
  ])
  await remove(id, { members: ['M'], cascade: false })
  expect((await read(id)).frames?.[0]).toEqual(frame('own', '1', '2', { materialId: 'timber', memberId: 'a label' }))
})

inBoth('returns sections in their returned form and keeps their definitions', async () => {
  const dimensions = { depth: 0.3, width: 0.2 }
  const { id } = await newModel(caller, { sections: [{ id: 'S', type: 'rectangular', dimensions, name: 'Beam' }] })
  const model = await read(id)
  expect(model.sections).toHaveLength(1)
  expect(model.sections?.[0]).toMatchObject({ id: 'S', name: 'Beam', shape: 'rectangular', polygon: { length: 4 } })
  expect(model.sections?.[0]).not.toHaveProperty('dimensions')
  expect(model.sectionDefinitions).toEqual([{ id: 'S', type: 'rectangular', dimensions }])
  expect(await readElements(await openModel(caller, id, 'read'), 'sections', ['S', 'unknown'])).toEqual(model.sections)
})

inBoth('gives back what it was given: any character, any double, any key', async () => {
  const source = JSON.parse(
    '{"z":1,"__proto__":{"a":[]},"constructor":null,"ключ":"\\u0001\\u2028😀","n":[1e-300,123456789.123456789,1e21]}',
  )
  const odd = ['é', 'e\u0301', '__proto__', 'constructor', '"\\', ' ', '\u2028', '😀', '1', '01']
  const nodes = odd.map((id, i) => ({ ...node(id, 0.1 + i, -0, 1.7976931348623157e308), source }))
  const { id } = await newModel(caller, { nodes, metadata: source })
  const model = await read(id)
  const wanted = JSON.stringify(nodes).replaceAll('"y":-0', '"y":0')
  expect(JSON.stringify(model.nodes)).toBe(wanted)
  expect(JSON.stringify(model.metadata)).toBe(JSON.stringify(source))
})

inBoth('refuses to remove what is still used, and says by what', async () => {
  const { id } = await newModel(caller, {
    nodes: [node('N1'), node('N2', 1), node('N3', 2)],
    frames: [frame('F1', 'N1', 'N2'), frame('F2', 'N1', 'N3'), frame('F3', 'N1', 'N1')],
    supports: [{ id: 'S1', nodeId: 'N1' }],
  })
  await expect(remove(id, { nodes: ['unknown', 'N1'], cascade: false })).rejects.toMatchObject({
    issues: [
      {
        type: 'still_referenced',
        loc: ['nodes', 1],
        msg: "node 'N1' is still used by frame 'F1' and 3 more",
        ctx: { kind: 'node', id: 'N1', by: { kind: 'frame', id: 'F1' }, count: 4 },
      },
    ],
  })
  expect((await read(id)).revision).toBe(1)
  const { removed, revision } = await remove(id, { nodes: ['N3'], frames: ['F2', 'nothing'], cascade: false })
  expect({ removed, revision }).toEqual({ removed: { ...NOTHING_REMOVED, nodes: ['N3'], frames: ['F2'] }, revision: 2 })
  expect((await remove(id, { nodes: ['N3'], cascade: false })).revision).toBe(2)
})

inBoth('removes with cascade what cannot stand without it, and only clears what can', async () => {
  const { id } = await newModel(caller, {
    materials: [{ id: 'steel' }],
    sections: [{ id: 'I', type: 'custom', materialId: 'steel' }],
    nodes: ['A', 'B', 'C', 'D'].map((name, i) => node(name, i)),
    frames: [
      frame('AB', 'A', 'B', { sectionId: 'I' }),
      frame('BC', 'B', 'C', { sectionId: 'I', materialId: 'steel' }),
      frame('CD', 'C', 'D'),
    ],
    members: [{ id: 'M1', frameIds: ['AB', 'BC', 'CD'], sectionId: 'I' }],
    areas: [
      { id: 'slab', nodeIds: ['B', 'C', 'D'] },
      { id: 'holed', nodeIds: ['B', 'C', 'D'], openingNodeIds: [['B', 'C', 'A']] },
    ],
    supports: [{ id: 'S', nodeId: 'A' }],
  })
  const first = await remove(id, { nodes: ['A'], materials: ['steel'], cascade: true })
  expect(first.removed).toEqual({
    ...NOTHING_REMOVED,
    nodes: ['A'],
    materials: ['steel'],
    frames: ['AB'],
    areas: ['holed'],
    supports: ['S'],
  })
  expect(first.changed).toEqual({
    areas: { added: 0, replaced: 0, removed: 1 },
    frames: { added: 0, replaced: 1, removed: 1 },
    materials: { added: 0, replaced: 0, removed: 1 },
    members: { added: 0, replaced: 1 },
    nodes: { added: 0, replaced: 0, removed: 1 },
    sections: { added: 0, replaced: 1 },
    supports: { added: 0, replaced: 0, removed: 1 },
  })
  const model = await read(id)
  expect(model.frames).toEqual([
    frame('BC', 'B', 'C', { memberId: 'M1', sectionId: 'I' }),
    frame('CD', 'C', 'D', { memberId: 'M1', sectionId: 'I' }),
  ])
  expect(model.members).toEqual([{ id: 'M1', frameIds: ['BC', 'CD'], sectionId: 'I' }])
  const rest = await remove(id, { nodes: ['C'], cascade: true })
  expect(rest.removed).toEqual({ ...NOTHING_REMOVED, nodes: ['C'], frames: ['BC', 'CD'], areas: ['slab'], members: ['M1'] })
})

inBoth('loses nothing when sixteen write one model at once', async () => {
  const { id } = await newModel(caller)
  const model = await openModel(caller, id, 'write')
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let i = 0; i < 5; i++)
        await addElements(model, { values: { nodes: [node(`${writer}-${i}`, writer)] } }, writingAs(caller))
    }),
  )
  const { nodes, revision } = await read(id)
  expect(nodes).toHaveLength(80)
  expect(revision).toBe(81)
})

inBoth('lets one of two win who expect the same revision', async () => {
  const model = await newModel(caller)
  const results = await Promise.allSettled(
    ['a', 'b'].map((id) => addElements(model, { values: { nodes: [node(id)] } }, writingAs(caller, { ifMatch: 1 }))),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'outdated' } })
})

inBoth('judges the first elements of a new model as any batch', async () => {
  await expect(createModel(writingAs(caller), { name: 'x', frames: [frame('F', 'N', 'N')] })).rejects.toMatchObject({
    code: 'invalid',
    issues: [{}, {}],
  })
})

inBoth('lets go of the frames that a member set anew lists no longer, and of those of a removed one', async () => {
  const { id } = await newModel(caller, {
    nodes: [node('1'), node('2', 1)],
    frames: [frame('F1', '1', '2'), frame('F2', '1', '2')],
    members: [{ id: 'M1', frameIds: ['F1', 'F2'] }],
  })
  const memberIds = async () => (await read(id)).frames?.map(({ memberId }) => memberId)
  expect(await memberIds()).toEqual(['M1', 'M1'])
  await add(id, { members: [{ id: 'M1', frameIds: ['F2'] }] })
  expect(await memberIds()).toEqual([undefined, 'M1'])
  await add(id, { members: [{ id: 'M2', frameIds: ['F1'] }] })
  expect(await memberIds()).toEqual(['M2', 'M1'])
  await expect(add(id, { members: [{ id: 'M2', frameIds: ['F1', 'F2'] }] })).rejects.toMatchObject({
    issues: [{ type: 'frame_in_other_member' }],
  })
  await remove(id, { members: ['M1'], cascade: false })
  expect(await memberIds()).toEqual(['M2', undefined])
  await add(id, { members: [{ id: 'M3', frameIds: ['F2'] }] })
  expect(await memberIds()).toEqual(['M2', 'M3'])
})

inBoth("shows a member's frame as it was last sent, not as it was returned before", async () => {
  const { id } = await newModel(caller, {
    nodes: [node('1'), node('2', 1)],
    frames: [frame('F1', '1', '2', { label: 'old' }), frame('F2', '1', '2')],
    members: [{ id: 'M', frameIds: ['F1', 'F2'] }],
  })
  const labels = async () => (await read(id)).frames?.map(({ label, memberId }) => [label, memberId])
  expect(await labels()).toEqual([
    ['old', 'M'],
    [undefined, 'M'],
  ])
  await add(id, { frames: [frame('F1', '1', '2', { label: 'new' })] })
  expect(await labels()).toEqual([
    ['new', 'M'],
    [undefined, 'M'],
  ])
  await remove(id, { frames: ['F1'], cascade: true })
  await add(id, { frames: [frame('F1', '1', '2', { label: 'again' })], members: [{ id: 'M', frameIds: ['F1', 'F2'] }] })
  expect(await labels()).toEqual([
    [undefined, 'M'],
    ['again', 'M'],
  ])
})
