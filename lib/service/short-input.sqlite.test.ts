import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { TOWER_REPEAT, tower } from '#lib/fixtures/tower.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'

/** `repeat`, `defaults` and short restraints through both doors. */

type Input = Record<string, unknown>

let key = ''
beforeAll(async () => {
  key = await newApiKey((await signUpUser()).id)
})

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await throughRest(
    new Request(`${env.APP_URL}/api/construct-models${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return { status: answer.status, headers: answer.headers, json: await answer.json() }
}
const mcp = (tool: string, input: Input) => callTool(key, `service.${tool}`, input)

const KINDS = ['areas', 'frames', 'gridLines', 'materials', 'members', 'nodes', 'sections', 'supports']
const elementsOf = (model: Input) => Object.fromEntries(KINDS.map((kind) => [kind, model[kind] ?? []]))
const read = async (id: string) => elementsOf((await ask('GET', `/${id}`)).json)

/** Bodies that make a hall of n frames, by templates and typed out. */
function hall(n: number, bays: number) {
  const short = {
    materials: [{ id: 'S355' }],
    sections: [{ id: 'HEA', type: 'rectangular', dimensions: { t3: 0.3, t2: 0.3 } }],
    nodes: [{ id: 'origin', position: { x: 0, y: 0, z: 0 } }],
    defaults: { frames: { materialId: 'S355', sectionId: 'HEA', rotation: 90 }, supports: { restraints: 'pinned' } },
    repeat: [
      {
        for: { i: `0..${n}`, k: `0..${bays}` },
        nodes: [
          { id: 'B{i}-{k}', position: { x: '{6*i}', y: '{7.5*k}', z: 0 }, label: '{i+1}' },
          { id: 'T{i}-{k}', position: { x: '{6*i}', y: '{7.5*k}', z: '{4+k%2/10}' } },
        ],
        frames: [{ id: 'C{i}-{k}', startNodeId: 'B{i}-{k}', endNodeId: 'T{i}-{k}' }],
        supports: [{ id: 'S{i}-{k}', nodeId: 'B{i}-{k}' }],
      },
      {
        for: { i: `0..${n}`, k: `0..${bays - 1}` },
        frames: [{ id: 'R{i}-{k}', startNodeId: 'T{i}-{k}', endNodeId: 'T{i}-{k+1}', rotation: 0 }],
      },
      { for: { i: `0..${n}` }, members: [{ id: 'M{i}', frameIds: [{ for: { k: `0..${bays - 1}` }, each: 'R{i}-{k}' }] }] },
    ],
  }
  const typed: Record<string, Input[]> = {
    materials: short.materials,
    sections: short.sections,
    nodes: [...short.nodes],
    frames: [],
    supports: [],
    members: [],
  }
  const own = { materialId: 'S355', sectionId: 'HEA' }
  const pinned = { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false }
  for (let i = 0; i <= n; i++) {
    for (let k = 0; k <= bays; k++) {
      const [x, y] = [6 * i, 7.5 * k]
      typed.nodes!.push({ id: `B${i}-${k}`, position: { x, y, z: 0 }, label: String(i + 1) })
      typed.nodes!.push({ id: `T${i}-${k}`, position: { x, y, z: k % 2 === 1 ? 4.1 : 4 } })
      typed.frames!.push({ id: `C${i}-${k}`, startNodeId: `B${i}-${k}`, endNodeId: `T${i}-${k}`, rotation: 90, ...own })
      typed.supports!.push({ id: `S${i}-${k}`, nodeId: `B${i}-${k}`, restraints: pinned })
    }
  }
  for (let i = 0; i <= n; i++) {
    const frameIds = []
    for (let k = 0; k < bays; k++) {
      frameIds.push(`R${i}-${k}`)
      typed.frames!.push({ id: `R${i}-${k}`, startNodeId: `T${i}-${k}`, endNodeId: `T${i}-${k + 1}`, rotation: 0, ...own })
    }
    typed.members!.push({ id: `M${i}`, frameIds })
  }
  return { short, typed }
}

describe('templates', () => {
  it('make what their loops written out make, by both doors, in creation and in a batch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 }), async (n, bays) => {
        const { short, typed } = hall(n, bays)
        const plainly = await ask('POST', '', { name: 'typed', ...typed })
        expect(plainly.status).toBe(201)
        const wanted = elementsOf(plainly.json)
        const created = await ask('POST', '', { name: 'short', ...structuredClone(short) })
        expect(created.status).toBe(201)
        expect(elementsOf(created.json)).toEqual(wanted)
        const empty = (await ask('POST', '', { name: 'empty' })).json.id
        const added = await ask('POST', `/${empty}/elements`, short)
        expect(elementsOf(added.json)).toEqual(wanted)
        const { data, isError, text } = await mcp('create_model', { name: 'mcp', ...short })
        expect(isError, text).toBe(false)
        expect(data.repeat).toEqual([4 * (n + 1) * (bays + 1), (n + 1) * bays, n + 1])
        expect(await read(data.modelId)).toEqual(wanted)
        const other = (await mcp('create_model', { name: 'empty', units: { current: 'kN, ft, C' } })).data.modelId
        const again = await mcp('add_model_elements', { modelId: other, ...short })
        expect(again.data).toMatchObject({ repeat: data.repeat, revision: 2 })
        expect(await read(other)).toEqual(wanted)
      }),
      { numRuns: 6 },
    )
  })

  it('write one revision and none when everything is there; a key has one effect, an old tag none', async () => {
    const { short } = hall(1, 1)
    const { id } = (await ask('POST', '', { name: 'x' })).json
    const first = await ask('POST', `/${id}/elements`, short, { 'idempotency-key': 'k1', 'if-match': '"1"' })
    expect(first.json.revision).toBe(2)
    const repeated = await ask('POST', `/${id}/elements`, short, { 'idempotency-key': 'k1' })
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect((await ask('POST', `/${id}/elements`, short)).json.revision).toBe(2)
    expect((await ask('POST', `/${id}/elements`, short, { 'if-match': '"1"' })).status).toBe(412)
    const { data } = await mcp('add_model_elements', { modelId: id, ...short })
    expect(data).toMatchObject({ revision: 2, unchanged: { nodes: 9, frames: 6 } })
  })

  it('that made nothing are told', async () => {
    const repeat = [
      { for: { i: '1..4' }, if: 'i>9', nodes: [{ id: 'x{i}', position: { x: 0, y: 0, z: 0 } }] },
      { for: { i: '1..0' }, nodes: [{ id: 'y{i}', position: { x: 0, y: 0, z: 0 } }] },
    ]
    const { data } = await mcp('create_model', { name: 'Nothing made', repeat })
    expect(data.repeat).toEqual([0, 0])
    expect(data.warnings).toMatchObject([
      { code: 'repeat_empty', message: 'template 0 made nothing: if left out all 4 combinations' },
      {
        code: 'repeat_empty',
        message: 'template 1 made nothing: its range is empty; a range counts up, "4..0 by -1" counts down',
      },
    ])
  })
})

const TOWER = {
  name: 'Tower',
  units: { current: 'kN, m, C' },
  materials: [{ id: 'S355' }, { id: 'C40' }],
  sections: tower().sections,
  defaults: { areas: { materialId: 'C40' }, supports: { restraints: 'fixed' } },
  repeat: TOWER_REPEAT,
}

it('a tower of 25 storeys with setbacks fits in 1,000 tokens, and is the one typed out', async () => {
  // A client names standard sections; here they have the sizes that are typed out.
  const sections = TOWER.sections?.map(({ id, materialId }) => ({ id, profile: id, materialId }))
  const said = { ...TOWER, sections }
  expect(JSON.stringify(said).length / 3.5).toBeLessThan(1000)
  const { data, isError, text } = await mcp('create_model', structuredClone(TOWER))
  expect(isError, text).toBe(false)
  expect(data.counts).toMatchObject({ nodes: 700, frames: 1736, areas: 508, supports: 36, gridLines: 38 })
  const typed = (await ask('POST', '', tower())).json
  const inOrder = (model: Record<string, unknown>) =>
    Object.fromEntries(KINDS.map((kind) => [kind, [...(model[kind] as { id: string }[])].sort((a, b) => (a.id < b.id ? -1 : 1))]))
  expect(inOrder(await read(data.modelId))).toEqual(inOrder(elementsOf(typed)))
})

describe('what is wrong in a template', () => {
  const nodes = { for: { i: '0..1', k: '0..2' }, nodes: [{ id: 'R{i}-{k}', position: { x: '{i}', y: '{k}', z: 0 } }] }
  let id = ''
  beforeEach(async () => {
    id = (await ask('POST', '', { name: 'x', nodes: [{ id: 'N1', position: { x: 0, y: 0, z: 9 } }] })).json.id
  })

  async function refused(body: Input): Promise<Input[]> {
    const { status, json } = await ask('POST', `/${id}/elements`, body)
    expect(status).toBe(422)
    const { isError, text } = await mcp('add_model_elements', { modelId: id, ...body })
    expect(isError).toBe(true)
    const told = JSON.parse(text).detail as Input[]
    expect(told.map(({ loc, type }) => [loc, type])).toEqual(json.detail.map(({ loc, type }: Input) => [loc, type]))
    expect((await ask('GET', `/${id}`)).json.revision).toBe(1)
    return json.detail
  }

  it('is told once for all its combinations, with the first and three more', async () => {
    const frames = [{ id: 'P{i}-{k}', startNodeId: 'R{i}-{k}', endNodeId: 'R{i+1}-{k}' }]
    const body = { repeat: [nodes, { for: { i: '0..1', k: '0..2' }, frames }] }
    expect(await refused(body)).toEqual([
      {
        type: 'reference_not_found',
        loc: ['body', 'repeat', 1, 'frames', 0, 'endNodeId'],
        msg: "no node 'R2-0' in the model or this batch [first at i=1, k=0; 3 times]",
        ctx: {
          kind: 'node',
          id: 'R2-0',
          at: { i: 1, k: 0 },
          count: 3,
          more: [
            { i: 1, k: 1 },
            { i: 1, k: 2 },
          ],
        },
      },
    ])
    const { text } = await mcp('add_model_elements', { modelId: id, ...body })
    expect(JSON.parse(text).detail[0]).toMatchObject({
      received: '"R{i+1}-{k}"',
      fix: 'end a range earlier, leave this combination out with if, or add the node',
    })
  })

  it('at many combinations is one item, however many issues there are', async () => {
    const frames = [{ id: 'F{i}', startNodeId: 'A{i}', endNodeId: 'B{i}', rotation: 'x' }]
    expect(await refused({ repeat: [{ for: { i: '1..300' }, frames }] })).toMatchObject([
      { loc: ['body', 'repeat', 0, 'frames', 0, 'startNodeId'], ctx: { count: 300 } },
      { loc: ['body', 'repeat', 0, 'frames', 0, 'endNodeId'], ctx: { count: 300 } },
      { loc: ['body', 'repeat', 0, 'frames', 0, 'rotation'], type: 'float_parsing', ctx: { count: 300 } },
    ])
  })

  it('ends the work at the stage where it is found', async () => {
    const bad = { id: 5 }
    const unread = [{ for: { i: '0..2' }, nodes: [{ id: '{i', position: { x: '{j}', y: 0, z: 0 } }] }]
    expect((await refused({ nodes: [bad], repeat: unread })).map(({ type, loc }) => [type, (loc as string[]).join('.')])).toEqual(
      [
        ['string_type', 'body.nodes.0.id'],
        ['missing', 'body.nodes.0.position'],
        ['template_syntax', 'body.repeat.0.nodes.0.id'],
        ['template_name', 'body.repeat.0.nodes.0.position.x'],
      ],
    )
    const uncomputed = [{ for: { i: '0..2' }, nodes: [{ id: '{i}', position: { x: '{1/i}', y: '', z: 0 } }] }]
    expect(await refused({ repeat: uncomputed })).toMatchObject([{ type: 'template_value', ctx: { at: { i: 0 } } }])
  })

  it('names who used an id first', async () => {
    const twice = { for: { i: [0] }, nodes: [{ id: 'R0-0', position: { x: 0, y: 0, z: 0 } }] }
    expect(await refused({ repeat: [nodes, twice] })).toEqual([
      {
        type: 'duplicate_id',
        loc: ['body', 'repeat', 1, 'nodes', 0, 'id'],
        msg: "'R0-0' is already used by repeat 0, nodes 0, at i=0, k=0 [i=0]",
        ctx: { id: 'R0-0', first: { loc: ['repeat', 0, 'nodes', 0], at: { i: 0, k: 0 } }, at: { i: 0 } },
      },
    ])
    const plain = [{ id: 'R1-2', position: { x: 0, y: 0, z: 0 } }]
    expect(await refused({ nodes: plain, repeat: [nodes] })).toMatchObject([
      { msg: "'R1-2' is already used at index 0 [i=1, k=2]", ctx: { first: 0 } },
    ])
  })

  it('inside a list that is made is told at its item', async () => {
    const members = [{ id: 'M', frameIds: ['F', { for: { j: '1..2' }, each: 'F{i}{j}' }] }]
    expect(await refused({ repeat: [{ for: { i: [7] }, members }] })).toMatchObject([
      { loc: ['body', 'repeat', 0, 'members', 0, 'frameIds', 0], ctx: { at: { i: 7 } } },
      { loc: ['body', 'repeat', 0, 'members', 0, 'frameIds', 1, 'each'], ctx: { id: 'F71', at: { i: 7, j: 1 }, count: 2 } },
    ])
  })

  it('is also that there are too many elements', async () => {
    const many = { for: { i: '1..700', k: '1..800' }, nodes: [{ id: '{i} {k}', position: { x: 0, y: 0, z: 0 } }] }
    expect(await refused({ repeat: [many], nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] })).toMatchObject([
      { type: 'limit_exceeded', loc: ['body'], msg: '560001 elements in one batch, the limit is 500000' },
    ])
  })

  it('is told about defaults once', async () => {
    const supports = [
      { id: 'A', nodeId: 'N1' },
      { id: 'B', nodeId: 'N1', source: null },
    ]
    const repeat = [{ for: { i: '1..3' }, supports: [{ id: 'S{i}', nodeId: 'N1' }], gridLines: [{ id: 'G{i}', coordinate: 0 }] }]
    const defaults = {
      supports: { restraints: 'roller', nodeId: 'N1', source: { a: 1 } },
      gridLines: { axis: 'W', colour: 1 },
      walls: {},
    }
    expect(await refused({ supports, repeat, defaults })).toEqual([
      expect.objectContaining({ loc: ['body', 'defaults', 'gridLines', 'axis'], type: 'literal_error' }),
      expect.objectContaining({ loc: ['body', 'defaults', 'gridLines', 'colour'], type: 'extra_forbidden' }),
      expect.objectContaining({
        loc: ['body', 'defaults', 'supports', 'nodeId'],
        msg: 'Value error, each support has its own nodeId',
      }),
      expect.objectContaining({
        loc: ['body', 'defaults', 'supports', 'restraints'],
        msg: "Value error, 'roller' does not say which directions are held [5 times]",
        ctx: { error: {}, count: 5 },
      }),
      expect.objectContaining({ loc: ['body', 'defaults', 'walls'], type: 'extra_forbidden' }),
    ])
    const frames = [{ id: 'F', startNodeId: 'N1', endNodeId: 'N1', materialId: null }]
    const more = [{ for: { i: '1..3' }, frames: [{ id: 'F{i}', startNodeId: 'N1', endNodeId: 'N1' }] }]
    expect(await refused({ frames, repeat: more, defaults: { frames: { materialId: 'M' } } })).toEqual([
      {
        type: 'reference_not_found',
        loc: ['body', 'defaults', 'frames', 'materialId'],
        msg: "no material 'M' in the model or this batch [3 times]",
        ctx: { kind: 'material', id: 'M', count: 3 },
      },
    ])
  })

  it('ends by giving up, or where a text grows beyond bounds, through every door', async () => {
    const { json: empty } = await ask('POST', '', { name: 'M' })
    const endless = { repeat: [{ for: { i: '0..1e15', j: '0..1/0' }, nodes: [{ id: 'x' }] }] }
    const a = "'aaaaaaaaaa'"
    const chain = `replace(replace(replace(replace(${a},'a',${a}),'a',${a}),'a',${a}),'a',${a})`
    const grown = {
      repeat: [{ for: { i: '0..1' }, let: { t: `replace(${chain},'a','{i}0123456789')` }, nodes: [{ id: '{t}' }] }],
    }
    for (const [path, body] of [
      ['/elements', endless],
      ['/edit', { ops: [{ add: endless }] }],
    ] as const) {
      const { status, json } = await ask('POST', `/${empty.id}${path}`, body)
      expect([status, json.detail.length, json.detail[1]]).toEqual([
        422,
        2,
        { type: 'too_many_errors', loc: ['body'], msg: '1001 errors, 1000 of them not shown', ctx: { total: 1001, shown: 1 } },
      ])
      expect(json.detail[0]).toMatchObject({ type: 'template_value', ctx: { at: { i: 0 }, count: 1000 } })
    }
    const long = await ask('POST', `/${empty.id}/elements`, grown)
    expect(long).toMatchObject({ status: 422, json: { detail: [{ type: 'template_value' }] } })
    for (const body of [endless, grown]) {
      const { isError, text } = await mcp('add_model_elements', { modelId: empty.id, ...body })
      expect(isError).toBe(true)
      expect(text).toContain('template_value')
      expect(text).not.toContain('Internal error')
    }
  })

  it('where templates do not belong is refused', async () => {
    const { status, json } = await ask('POST', `/${id}/nodes`, { nodes: [], repeat: [], defaults: {} })
    expect(status).toBe(422)
    expect(json.detail.slice(-2)).toEqual([
      {
        type: 'value_error',
        loc: ['body', 'repeat'],
        msg: 'Value error, repeat is taken by …/elements only',
        ctx: { error: {} },
      },
      {
        type: 'value_error',
        loc: ['body', 'defaults'],
        msg: 'Value error, defaults is taken by …/elements only',
        ctx: { error: {} },
      },
    ])
  })
})

describe('restraints in few letters', () => {
  const node = { id: 'N', position: { x: 0, y: 0, z: 0 } }
  const all = (text: string) => Object.fromEntries(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((one, i) => [one, text[i] === '1']))
  const rows: [unknown, object][] = [
    ['fixed', all('111111')],
    [' Pinned ', all('111000')],
    ['FREE', all('000000')],
    ['111 000', all('111000')],
    ['010101', all('010101')],
    [['u1', 'UZ'], all('101000')],
    [[], all('000000')],
    [
      { UX: true, r3: null },
      { u1: true, r3: null },
    ],
  ]

  it('are stored as the object, whatever the way', async () => {
    const supports = rows.map(([restraints], i) => ({ id: `S${i}`, nodeId: 'N', restraints }))
    const wanted = rows.map(([, restraints]) => restraints)
    const stored = (model: Input) => (model.supports as Input[]).map(({ restraints }) => restraints)
    const created = await ask('POST', '', { name: 'x', nodes: [node], supports })
    expect(stored(created.json)).toEqual(wanted)
    const { id } = (await ask('POST', '', { name: 'x', nodes: [node] })).json
    expect(stored({ supports: (await ask('POST', `/${id}/supports`, { supports })).json })).toEqual(wanted)
    const { data } = await mcp('create_model', { name: 'x', nodes: [node], supports })
    expect(stored(await read(data.modelId))).toEqual(wanted)
    expect(data.warnings.filter(({ code }: Input) => code === 'unknown_field')).toEqual([])
  })

  it('that say nothing are refused', async () => {
    for (const restraints of ['roller', 'FFFRRR', '111', [1, 1, 1, 0, 0, 0], { u1: true, ux: false }]) {
      const { json } = await ask('POST', '', { name: 'x', nodes: [node], supports: [{ id: 'S', nodeId: 'N', restraints }] })
      expect(json.detail).toMatchObject([{ type: 'value_error', loc: ['body', 'supports', 0, 'restraints'] }])
    }
    for (const restraints of [true, 111000, null]) {
      const { json } = await ask('POST', '', { name: 'x', nodes: [node], supports: [{ id: 'S', nodeId: 'N', restraints }] })
      expect(json.detail).toMatchObject([{ type: 'model_attributes_type', loc: ['body', 'supports', 0, 'restraints'] }])
    }
  })
})
