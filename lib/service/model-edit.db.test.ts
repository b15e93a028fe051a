import { beforeAll, describe, expect, test } from 'vitest'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { office } from '#lib/fixtures/office.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { newCaller as newPerson, newModel as newStored } from '#lib/fixtures/verbs.ts'
import { openModel } from '#lib/storage/models.ts'
import { startPool } from '#lib/work/pool.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'

/** Edits through both doors, on a real database. */

let rest: Rest
let key: string

beforeAll(async () => {
  ;({ rest, key } = await newCaller())
})

/** As a client sends it. */
function sentOffice() {
  const { nodes, frames, areas, supports, gridLines, sections } = office()
  const units = { current: 'kN, m, C' }
  return { name: 'office', units, nodes, frames, areas, supports, gridLines, sections: sections?.map(({ id }) => ({ id })) }
}

const edit = (id: string, body: object, headers: Record<string, string> = {}) =>
  rest('POST', `/api/construct-models/${id}/edit`, { body, headers })
const read = async (id: string) => (await rest('GET', `/api/construct-models/${id}`)).json

/** Swaps ids, and makes anew what an operation before took away. */
const TURNOVER = [
  { select: { ids: ['F1', 'F2'], kinds: 'frames' }, renumber: { id: 'F{3-n}' } },
  { select: { ids: 'F1', kinds: 'frames' }, remove: { cascade: true } },
  { select: { kinds: 'frames' }, copy: { by: { x: 1 } } },
  {
    add: {
      frames: [{ id: 'F1', startNodeId: 'A', endNodeId: 'C' }],
      members: [{ id: 'M', frameIds: ['F2', 'F1'], sectionId: 'S' }],
    },
  },
  { select: { kinds: 'frames' }, renumber: { id: 'R{n}' } },
]
const NAILED = {
  name: 'order',
  nodes: ['A', 'B', 'C'].map((id, x) => ({ id, position: { x, y: x * x, z: 0 } })),
  sections: [{ id: 'S', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.2 } }],
  frames: [
    { id: 'F1', startNodeId: 'A', endNodeId: 'B' },
    { id: 'F2', startNodeId: 'B', endNodeId: 'C' },
    { id: 'F3', startNodeId: 'C', endNodeId: 'A' },
  ],
  members: [{ id: 'M', frameIds: ['F2', 'F1'], sectionId: 'S' }],
}

test.each([TURNOVER.length, 4, 3, 2])(
  'one edit of the first %d operations is as so many edits: order, ids, references, counts',
  async (count) => {
    const ops = TURNOVER.slice(0, count)
    const [together, apart] = [await newModel(rest, NAILED), await newModel(rest, NAILED)]
    const { status, json } = await edit(together, { ops })
    expect(status).toBe(200)
    for (const op of ops) expect((await edit(apart, { ops: [op] })).status).toBe(200)
    const own = ({ id: _, viewerUrl: __, revision: ___, createdAt: ____, updatedAt: _____, ...model }: Record<string, unknown>) =>
      model
    const whole = await read(together)
    expect(own(whole)).toEqual(own(await read(apart)))
    expect(json.counts.frames).toBe(whole.frames.length)
    const { json: told } = await rest('GET', `/api/construct-models/${together}/revisions`)
    expect(told.items[0].changes).toEqual(json.changed)
    // Read anew from the log, a model is as it was in memory.
    const { json: copy } = await rest('POST', `/api/construct-models/${together}/duplicate`, { body: { name: 'order' } })
    const { copiedFrom: _, ...copied } = copy
    expect(own(copied)).toEqual(own(whole))
  },
)

describe('lengths that were converted', () => {
  const METRES = {
    name: 'in metres',
    units: { current: 'kN, m, C' },
    nodes: [
      { id: 'A', position: { x: 0.1, y: 1 / 3, z: -0.7 }, radius: 0.05 },
      { id: 'B', position: { x: 6.123456789012, y: 0, z: 1e-17 } },
      { id: 'C', position: { x: 6, y: 4.2, z: 3.3 } },
    ],
    sections: [
      { id: 'P', profile: 'IPE 300' },
      { id: 'D', type: 'rectangular', dimensions: { t3: 0.65, t2: 0.3, i33: 0.006865625, what: 7 } },
      {
        id: 'O',
        type: 'custom',
        polygon: [
          { x: 0, y: 0 },
          { x: 0.1, y: 0 },
          { x: 0.1, y: 0.3 },
        ],
      },
    ],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: 'P', sectionOffset: { x: 0, y: -0.15 }, length: 6.03 }],
    areas: [{ id: 'S', nodeIds: ['A', 'B', 'C'], thickness: 0.2 }],
    gridLines: [{ id: 'G', axis: 'X', coordinate: 6.1 }],
  }
  const changes = async (id: string, revision: number, since: number) =>
    (await rest('GET', `/api/construct-models/${id}/revisions/${revision}/changes?since=${since}`)).json.elements
  const listed = async (id: string, more: object) => (await callTool(key, 'service.list_changes', { modelId: id, ...more })).data

  test.each([
    ['mm', [{ scale: { to: 'mm' } }], 1000],
    ['inches, by way of feet', [{ scale: { to: 'ft' } }, { scale: { to: 'cm' } }, { scale: { to: 'in' } }], 1 / 0.0254],
    ['a unit that nobody knows', [{ scale: { factor: 2.5, unit: 'cubit' } }], 2.5],
  ])('to %s are one difference, in every door', async (_, ops, factor) => {
    const id = await newModel(rest, METRES)
    expect((await edit(id, { ops })).status).toBe(200)
    const { units: after, scaled } = await read(id)
    expect(scaled).toBeCloseTo(factor, 12)
    const model = {
      kind: 'model',
      id,
      change: 'replaced',
      before: { name: METRES.name, units: METRES.units, metadata: null, source: null, scaled: 1 },
      after: { name: METRES.name, units: after, metadata: null, source: null, scaled },
    }
    expect(await changes(id, 2, 1)).toEqual([model])
    expect(await listed(id, { from: 1, detail: 'elements' })).toMatchObject({
      groups: [{ kind: 'model', count: 1, fields: { units: [METRES.units, after], scaled: [1, scaled] } }],
    })
    const {
      net,
      scaled: told,
      revisions,
    } = (await listed(id, { from: 1 })) as { net: object; scaled: number; revisions: object[] }
    expect(net).toEqual({})
    expect(told).toBeCloseTo(factor, 9)
    expect(revisions).toMatchObject([{ ops: ops.map(() => 'scale'), replaced: { nodes: 3 } }])
  })

  test('are told as they are now, beside what has changed besides', async () => {
    const id = await newModel(rest, METRES)
    await edit(id, {
      ops: [{ scale: { to: 'mm' } }, { select: { ids: 'C' }, move: { z: 1 } }, { select: { ids: 'S' }, remove: true }],
    })
    const [model, area, node] = await changes(id, 2, 1)
    expect(model).toMatchObject({ kind: 'model' })
    expect(node).toMatchObject({
      kind: 'node',
      before: { id: 'C', position: { x: 6000, y: 4200, z: 3300 } },
      after: { id: 'C', position: { x: 6000, y: 4200, z: 3301 } },
    })
    expect(area).toMatchObject({ kind: 'area', change: 'removed', before: { thickness: 200 } })
    expect(await listed(id, { from: 1 })).toMatchObject({ net: { replaced: { nodes: 1 }, removed: { areas: 1 } } })
    // The beginning is compared with nothing.
    expect((await changes(id, 2, 0)).map(({ change }: { change: string }) => change)).not.toContain('replaced')
  })

  test('come back with the revision that had them, and go along with a copy', async () => {
    const id = await newModel(rest, METRES)
    await edit(id, { ops: [{ scale: { to: 'mm' } }] })
    const copy = (await rest('POST', `/api/construct-models/${id}/duplicate`, { body: {} })).json
    expect(copy.scaled).toBe(1000)
    await edit(id, { ops: [{ units: { force: 'N' } }] })
    expect((await read(id)).scaled).toBe(1000)
    expect((await rest('POST', `/api/construct-models/${id}/undo`, { body: { count: 2 } })).status).toBe(200)
    expect(await read(id)).toMatchObject({ units: METRES.units, nodes: METRES.nodes })
    expect((await read(id)).scaled).toBeUndefined()
    expect(await changes(id, 4, 1)).toEqual([])
    expect((await changes(id, 4, 3)).map(({ kind }: { kind: string }) => kind)).toEqual(['model'])
    await edit(id, { ops: [{ scale: { to: 'mm' } }, { scale: { to: 'm' } }] })
    expect((await read(id)).scaled).toBeUndefined()
  })
})

const RAISE = { ops: [{ select: { box: { z: [7.2, null] } }, move: { z: 0.5 } }] }

describe('an edit', () => {
  test('is one revision that tells what it did, and who did it through what', async () => {
    const id = await newModel(rest, sentOffice())
    const { status, json, headers } = await edit(id, RAISE)
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe('"2"')
    expect(json).toMatchObject({
      modelId: id,
      revision: 2,
      ops: [
        {
          matched: { nodes: 72, frames: 133, areas: 42 },
          changed: { nodes: { added: 0, replaced: 72 }, gridLines: { added: 0, replaced: 3 } },
          ids: { nodes: ['A1-2', 'B1-2', 'C1-2', 'D1-2', 'A2-2'], gridLines: ['L2', 'L3', 'L4'] },
          bounds: { min: { x: 0, y: 0, z: 7.7 }, max: { x: 22.5, y: 30, z: 14.9 } },
          notes: [{ code: 'grids_moved', count: 3, ids: ['L2', 'L3', 'L4'] }],
        },
      ],
      changed: { nodes: { added: 0, replaced: 72 }, gridLines: { added: 0, replaced: 3 } },
      counts: { nodes: 116, frames: 204 },
      lengths: 'm',
      warnings: [],
    })
    const model = await read(id)
    expect(model.bounds.max.z).toBe(14.9)
    expect(model.gridLines.find((line: { id: string }) => line.id === 'L4').coordinate).toBe(14.9)
    const { items } = (await rest('GET', `/api/construct-models/${id}/revisions`)).json
    expect(items[0]).toMatchObject({ revision: 2, verb: 'edit', ops: ['move'], via: 'rest', changes: json.changed })
  })

  test('adds what templates and defaults make, as a batch of elements does', async () => {
    const id = await newModel(rest, sentOffice())
    const add = {
      defaults: { frames: { rotation: 45 } },
      frames: [{ id: 'T-x', startNodeId: 'T1', endNodeId: 'T2' }],
      repeat: [
        {
          for: { i: '1..3' },
          nodes: [{ id: 'T{i}', position: { x: '{i}', y: 0, z: 20 } }],
          supports: [{ id: 'TS{i}', nodeId: 'T{i}', restraints: 'pinned' }],
        },
      ],
    }
    const { json } = await edit(id, { ops: [{ add }] })
    expect(json.changed).toMatchObject({ nodes: { added: 3 }, frames: { added: 1 }, supports: { added: 3 } })
    const { frames, supports } = await read(id)
    expect(frames.at(-1)).toMatchObject({ id: 'T-x', rotation: 45 })
    const pinned = { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false }
    expect(supports.at(-1)).toMatchObject({ id: 'TS3', restraints: pinned })
    const wrong = { repeat: [{ for: { i: '1..3' }, supports: [{ id: 'W{i}', nodeId: 'W{i}' }] }] }
    const refused = await edit(id, { ops: [{ add: wrong }] })
    expect(refused.json.detail).toMatchObject([
      { loc: ['body', 'ops', 0, 'add', 'repeat', 0, 'supports', 0, 'nodeId'], ctx: { count: 3, at: { i: 1 } } },
    ])
  })

  test('that is only tried writes nothing, and tells the same', async () => {
    const id = await newModel(rest, sentOffice())
    const before = await read(id)
    const tried = (await edit(id, { ...RAISE, dryRun: true })).json
    expect(tried).toMatchObject({ revision: 1, dryRun: true })
    expect(await read(id)).toEqual(before)
    const done = (await edit(id, RAISE)).json
    const { dryRun: _, revision: __, ...told } = tried
    expect(done).toMatchObject(told)
  })

  test('that changes nothing makes no revision', async () => {
    const id = await newModel(rest, sentOffice())
    const { json } = await edit(id, { ops: [{ select: { role: 'column' }, set: { sectionId: 'C450' } }, { name: 'office' }] })
    expect(json).toMatchObject({ revision: 1, changed: {}, warnings: [{ code: 'nothing_written' }] })
    const back = { ops: [...RAISE.ops, { select: { box: { z: [7.7, null] } }, move: { z: -0.5 } }] }
    expect((await edit(id, back)).json).toMatchObject({
      revision: 1,
      changed: {},
      ops: [{}, { changed: { nodes: { replaced: 72 } } }],
    })
  })

  test('is all or nothing: an error in the last operation leaves no trace', async () => {
    const id = await newModel(rest, sentOffice())
    const before = await read(id)
    const ops = [...RAISE.ops, { name: 'Other' }, { select: { ids: ['C*'], kinds: ['frames'] }, set: { sectionId: 'none' } }]
    const { status, json } = await edit(id, { ops })
    expect(status).toBe(422)
    expect(json.detail).toMatchObject([
      { type: 'reference_not_found', loc: ['body', 'ops', 2, 'set', 'sectionId'], ctx: { id: 'none', count: 80 } },
    ])
    expect(await read(id)).toEqual(before)
  })

  test('obeys If-Match, and a key gives its first answer again', async () => {
    const id = await newModel(rest, sentOffice())
    expect((await edit(id, RAISE, { 'if-match': '"7"' })).status).toBe(412)
    const headers = { 'idempotency-key': `edit-${id}`, 'if-match': '"1"' }
    const first = await edit(id, RAISE, headers)
    const again = await edit(id, RAISE, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual(first.json)
    expect((await read(id)).revision).toBe(2)
  })

  test('removes, renames and adds in one go', async () => {
    const id = await newModel(rest, sentOffice())
    const ops = [
      { select: { between: ['3', '4'] }, remove: true },
      { name: 'Office without a bay' },
      {
        add: {
          nodes: [{ id: 'N', position: { x: 30, y: 0, z: 3.6 } }],
          frames: [{ id: 'B', startNodeId: 'D1-1', endNodeId: 'N' }],
        },
      },
      { units: { length: 'm' } },
    ]
    const { json } = await edit(id, { ops })
    expect(json).toMatchObject({
      revision: 2,
      changed: { frames: { added: 1, removed: 16 }, areas: { removed: 12 }, nodes: { added: 1 } },
      counts: { frames: 189, areas: 48, nodes: 117 },
    })
    const model = await read(id)
    expect(model).toMatchObject({
      name: 'Office without a bay',
      units: { current: 'kN, m, C', length: 'm' },
      bounds: { max: { x: 30 } },
    })
    expect(model.frames).toHaveLength(189)
  })

  test('of somebody else, or of a model that is not there, is refused', async () => {
    const id = await newModel(rest, sentOffice())
    const other = await newCaller()
    const asked = { body: RAISE }
    expect((await other.rest('POST', `/api/construct-models/${id}/edit`, asked)).status).toBe(404)
    expect((await rest('POST', '/api/construct-models/m_none/edit', asked)).status).toBe(404)
  })

  test('comes through MCP as through REST', async () => {
    const [one, other] = [await newModel(rest, sentOffice()), await newModel(rest, sentOffice())]
    const through = await callTool(key, 'service.edit_model', { modelId: one, ...RAISE })
    const { json } = await edit(other, RAISE)
    const [op] = json.ops
    expect(through.data).toEqual({
      ...{ modelId: one, revision: json.revision, matched: op.matched, replaced: { nodes: 72, gridLines: 3 } },
      ...{ ids: op.ids.nodes.slice(0, 3), notes: op.notes.map(({ message }: { message: string }) => message) },
    })
    const refused = await callTool(key, 'service.edit_model', { modelId: one, ops: [{ move: { z: 1 }, remove: true }] })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain("got 'move' and 'remove'")
    const which = await callTool(key, 'service.edit_model', {
      modelId: one,
      ops: [{ select: { box: { z: [3, null] } }, set: { sectionId: 'C450' } }],
    })
    expect(which.text).toContain('say which in select: \\"kinds\\": [\\"areas\\"] or \\"kinds\\": [\\"frames\\"]')
    const taken = await callTool(key, 'service.edit_model', {
      modelId: one,
      ops: [{ select: { ids: 'A1-2' }, copy: { by: { x: 1 }, id: 'A1-2' } }],
    })
    expect(taken.text).toContain('\\"id\\": \\"{id}.{n}\\"')
  })
})

test('a large model is edited on a thread, as a small one is here', async () => {
  const threads = startPool(1)
  setScheduler(new Scheduler(threads))
  try {
    const id = await newModel(rest, sentOffice())
    // Beyond what is done before a thread would have begun.
    await edit(id, { ops: [{ select: { all: true }, copy: { by: { x: 100 }, times: 5 } }] })
    const { json } = await edit(id, { ops: [{ select: { box: { z: [7.2, null] } }, move: { z: 0.5 } }] })
    expect(json).toMatchObject({ revision: 3, changed: { nodes: { replaced: 6 * 72 }, gridLines: { replaced: 3 } } })
    expect((await read(id)).bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 522.5, y: 30, z: 14.9 } })
    const refused = await edit(id, { ops: [{ select: { all: true }, set: { sectionId: 'C450' } }] })
    expect(refused.json.detail).toMatchObject([{ type: 'ambiguous_kinds', loc: ['body', 'ops', 0, 'set'] }])
  } finally {
    setScheduler(undefined)
    await threads.close()
  }
})

test('two processes that edit one model: every edit comes true, each on the one before', async () => {
  const caller = await newPerson()
  const { id } = await newStored(caller, { nodes: [{ id: 'N', position: { x: 0, y: 0, z: 0 } }] })
  const edits = 40
  const revisions = await Promise.all([0, 1].map(() => inAnotherProcess<number[]>('editor', caller.userId, id, String(edits))))
  expect(new Set(revisions.flat()).size).toBe(2 * edits)
  const { bounds, revision } = await openModel(caller, id, 'read')
  expect(revision).toBe(1 + 2 * edits)
  expect(bounds.min.x).toBe(2 * edits)
}, 60_000)

test('edits of one model at the same time all come true', async () => {
  const id = await newModel(rest, sentOffice())
  const move = { ops: [{ select: { all: true }, move: { x: 1 } }] }
  const answers = await Promise.all(Array.from({ length: 8 }, () => edit(id, move)))
  expect(answers.map(({ json }) => json.revision).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect((await read(id)).bounds.min.x).toBe(8)
})
