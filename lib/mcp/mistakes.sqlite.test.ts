import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { type Failure, type Input, type Problem, repair } from '#lib/fixtures/repair.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/**
 * An AI session in miniature: each mistake is made, its failure read, and the input repaired by `repair`, which knows nothing but
 * the failure's text: it goes to each `loc` and does what `fix` says. Then the same call must succeed.
 */

let token: string
beforeAll(async () => {
  token = await newApiKey((await signUpUser()).id)
})

const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const NODES = [
  { id: 'N1', position: at(0) },
  { id: 'N2', position: at(0, 0, 4) },
  { id: 'N3', position: at(6, 0, 4) },
]
const newModel = async (elements: Input = { nodes: NODES }, name = 'A model'): Promise<string> =>
  (await callTool(token, 'service.create_model', { name, ...elements })).data.modelId

async function fail(tool: string, input: Input): Promise<Failure> {
  const { isError, text, data, content } = await callTool(token, tool, input)
  expect(isError).toBe(true)
  expect(data).toBeUndefined()
  expect(content).toHaveLength(1)
  expect(text.length).toBeLessThan(8000)
  expect(text).toContain('Nothing was saved')
  expect(JSON.parse(text).message.length).toBeLessThanOrEqual(120)
  return JSON.parse(text)
}

/** What an item says is to be done: the keys to send and to leave out, or words. */
const told = ({ fix, send, drop }: Problem): string =>
  send || drop ? JSON.stringify({ ...(send && { send }), ...(drop && { drop }) }) : fix

async function repairs(tool: string, input: Input, expected: Partial<Problem>): Promise<{ data: Input; failure: Failure }> {
  const failure = await fail(tool, input)
  expect(failure.detail[0]).toMatchObject(expected)
  const again = await callTool(token, tool, repair(input, failure))
  expect(again.isError, again.text).toBe(false)
  return { data: again.data, failure }
}

describe('a model repairs by what the failure says alone', () => {
  it('1. numbers for ids', async () => {
    const modelId = await newModel({})
    const nodes = [1, 2].map((id) => ({ id, position: at(id) }))
    const frames = [{ id: 7, startNodeId: 1, endNodeId: 2 }]
    const { data, failure } = await repairs(
      'service.add_model_elements',
      { modelId, nodes, frames },
      {
        loc: ['body', 'frames', 0, 'id'],
        type: 'string_type',
        received: '7',
        send: { id: '7' },
      },
    )
    expect(failure.detail.map(({ loc, ctx }) => [loc.join('.'), ctx?.count])).toEqual([
      ['body.frames.0.id', undefined],
      ['body.frames.0.startNodeId', undefined],
      ['body.frames.0.endNodeId', undefined],
      ['body.nodes.0.id', 2],
    ])
    expect(data.added).toEqual({ nodes: 2, frames: 1 })
  })

  it('a selection beside a verb that takes none', async () => {
    const modelId = await newModel()
    const ops = [{ select: { all: true }, units: { current: 'kN, m, C' } }]
    await repairs(
      'service.edit_model',
      { modelId, ops },
      { loc: ['body', 'ops', 0, 'select'], type: 'extra_forbidden', msg: 'units takes no select', drop: ['select'] },
    )
  })

  it('2. positions as arrays', async () => {
    const modelId = await newModel({})
    await repairs(
      'service.add_model_elements',
      { modelId, nodes: [{ id: 'A', position: [1, 2, 3] }] },
      { loc: ['body', 'nodes', 0, 'position'], type: 'model_attributes_type', send: { position: at(1, 2, 3) } },
    )
  })

  it('3. coordinates beside the id instead of inside position', async () => {
    const modelId = await newModel({})
    await repairs(
      'service.add_model_elements',
      { modelId, nodes: [{ id: 'A', x: 1, y: 2, z: 3 }] },
      { loc: ['body', 'nodes', 0, 'position'], type: 'missing', received: '{"fields":["id","x","y","z"]}' },
    )
    const { data } = await callTool(token, 'service.get_viewer_model', { modelId })
    expect(data.model.nodes[0].position).toEqual({ x: 1, y: 2, z: 3 })
  })

  it("4. another program's names for the end nodes", async () => {
    const modelId = await newModel()
    await repairs(
      'service.add_model_elements',
      { modelId, frames: [{ id: 'F1', nodeI: 'N1', nodeJ: 'N2' }] },
      { loc: ['body', 'frames', 0, 'startNodeId'], type: 'missing', send: { startNodeId: 'N1' }, drop: ['nodeI'] },
    )
  })

  it('5. a node id with a slip of the pen', async () => {
    const modelId = await newModel({ nodes: [...NODES, { id: 'Level-2/A', position: at(9) }] })
    await repairs(
      'service.add_model_elements',
      { modelId, frames: [{ id: 'F1', startNodeId: 'N1', endNodeId: 'Level2/A' }] },
      { loc: ['body', 'frames', 0, 'endNodeId'], type: 'reference_not_found', received: '"Level2/A"' },
    )
  })

  it('6. a section by its name instead of its id', async () => {
    const modelId = await newModel({ nodes: NODES, sections: [{ id: 'S1', name: 'IPE 300' }] })
    await repairs(
      'service.add_model_elements',
      { modelId, frames: [{ id: 'F1', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'IPE300' }] },
      { loc: ['body', 'frames', 0, 'sectionId'], send: { sectionId: 'S1' } },
    )
  })

  it('7. section types in the words of other programs', async () => {
    const modelId = await newModel({ units: { length: 'm' } })
    const sections = ['W', 'IPE 300', 'tube', 'I', 'wide flange', 'Rectangle', 'L', 'slab', 'C'].map((type, i) => ({
      id: `S${i}`,
      type,
    }))
    const failure = await fail('service.add_model_elements', { modelId, sections })
    expect(failure.detail.map(({ send }) => send?.type ?? send?.profile)).toEqual([
      'i_wide_flange',
      'IPE 300',
      'pipe',
      'i_wide_flange',
      'i_wide_flange',
      'rectangular',
      'angle',
      'shell',
      'channel',
    ])
    expect((await callTool(token, 'service.add_model_elements', repair({ modelId, sections }, failure))).isError).toBe(false)
  })

  it('8. supports in a word or as a row of switches', async () => {
    const modelId = await newModel()
    const supports = [
      { id: 'A', nodeId: 'N1', restraints: 'fixed' },
      { id: 'B', nodeId: 'N2', restraints: [1, 1, 1, 0, 0, 0] },
      { id: 'C', nodeId: 'N3', restraints: 'pinned' },
    ]
    await repairs('service.add_model_elements', { modelId, supports }, { type: 'value_error', send: { restraints: '111000' } })
    const { data } = await callTool(token, 'service.get_viewer_model', { modelId })
    expect(data.model.supports.map(({ restraints }: { restraints: unknown }) => restraints)).toEqual([
      { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true },
      { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false },
      { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false },
    ])
  })

  it('9. units inside numbers', async () => {
    const modelId = await newModel({ units: { current: 'kN, m, C' } })
    await repairs(
      'service.add_model_elements',
      { modelId, nodes: [{ id: 'A', position: { x: '6 m', y: '0', z: '3,5 m' } }] },
      { loc: ['body', 'nodes', 0, 'position', 'x'], type: 'float_parsing' },
    )
    const { data } = await callTool(token, 'service.get_viewer_model', { modelId })
    expect(data.model.nodes[0].position).toEqual({ x: 6, y: 0, z: 3.5 })
  })

  it('10. one id for two elements', async () => {
    const modelId = await newModel({})
    await repairs(
      'service.add_model_elements',
      { modelId, nodes: [...NODES, { id: 'N1', position: at(3) }] },
      { loc: ['body', 'nodes', 3, 'id'], type: 'duplicate_id', msg: "'N1' is already used at index 0" },
    )
  })

  it('11. elements as text, and one where a list belongs', async () => {
    const modelId = await newModel()
    await repairs(
      'service.add_model_elements',
      { modelId, nodes: JSON.stringify([{ id: 'A', position: at(9) }]), materials: { id: 'M' } },
      { type: 'list_type' },
    )
  })

  it('12. removing what others stand on', async () => {
    const modelId = await newModel({ nodes: NODES, frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2' }] })
    const listed = { modelId, ids: { nodes: ['none', 'N1'] } }
    const loc = ['body', 'ids', 'nodes', 1]
    await expect(fail('service.remove_model_elements', listed)).resolves.toMatchObject({
      detail: [{ loc, type: 'still_referenced' }],
    })
    await repairs('service.remove_model_elements', { modelId, nodes: ['N1'] }, { type: 'still_referenced' })
  })

  it("13. a model's name instead of its id", async () => {
    const name = 'Warehouse in Ghent'
    await newModel({}, name)
    await repairs('service.add_model_elements', { modelId: name, nodes: NODES }, { loc: ['body', 'modelId'], type: 'not_found' })
  })
})

describe('a hint is true', () => {
  const hints = async (tool: string, input: Input) =>
    (await fail(tool, input)).detail.map((item) => [item.loc.slice(1).join('.'), item.type, told(item)])

  it('never says that a support is free or held otherwise than was sent', async () => {
    const hint = async (restraints: unknown) => {
      const nodes = [NODES[0]]
      return (await hints('service.create_model', { name: 'x', nodes, supports: [{ id: 'S', nodeId: 'N1', restraints }] }))[0]![2]
    }
    expect(await hint('FFFRRR')).toBe(
      'say 1 for held and 0 for free in the order u1 u2 u3 r1 r2 r3: "111000" if F means fixed, "000111" if F means free',
    )
    expect(await hint('roller')).toBe('["u3"] holds Z only, ["u2","u3"] rolls along X, ["u1","u3"] along Y')
    expect(await hint([false, true, true, false, false, false])).toBe('{"send":{"restraints":"011000"}}')
    expect(await hint(111000)).toBe('{"send":{"restraints":"111000"}}')
    for (const none of ['held', '111', true, null]) expect(await hint(none)).toContain('"fixed", "pinned", "free"')
  })

  it('of a new element in part invents no id and no number', async () => {
    const modelId = await newModel()
    const frames = [{ id: 'F', startNodeId: 'N1' }]
    const gridLines = [{ id: 'G' }]
    expect(await hints('service.add_model_elements', { modelId, frames, gridLines, nodes: [{ id: 'A' }] })).toEqual([
      ['frames.0.endNodeId', 'missing', 'add "endNodeId": the id of the node at its end'],
      ['gridLines.0.axis', 'missing', 'add "axis": one of X, Y, Z'],
      ['gridLines.0.coordinate', 'missing', 'add "coordinate": the number at which it lies on its axis'],
      ['nodes.0.position', 'missing', 'add "position": an object with x, y and z'],
    ])
  })

  it('of an element that exists, sent in part, is the call that changes it', async () => {
    const frame = { id: 'C*1', startNodeId: 'N1', endNodeId: 'N2' }
    const modelId = await newModel({ nodes: NODES, frames: [frame, { ...frame, id: 'C2' }], sections: [{ id: 'HEB' }] })
    const [first] = await hints('service.add_model_elements', {
      modelId,
      frames: [
        { id: 'C*1', sectionId: 'HEB' },
        { id: 'C2', sectionId: 'HEB' },
      ],
    })
    const call = { modelId, ops: [{ select: { kinds: ['frames'], ids: ['C\\*1', 'C2'] }, set: { sectionId: 'HEB' } }] }
    expect(first![2]).toBe(`frame 'C*1' exists; to change only this: service.edit_model ${JSON.stringify(call)}`)
    const [node] = await hints('service.add_model_elements', { modelId, nodes: [{ id: 'N1', position: { z: 5 } }] })
    expect(node![2]).toContain('"set":{"position":{"z":5}}')
  })

  it('converts a number that came with its unit', async () => {
    const lengths = [
      ['6 m', 'mm', 6000],
      [`14'-6"`, 'ft', 14.5],
      [`14'-6"`, 'in', 174],
      [`12' 6 1/2"`, 'ft', 12.5416666667],
      ['-3 ft', 'in', -36],
      ['6 m', undefined, "the model's units name no length: send 6 if lengths are in m, 6000 if lengths are in mm"],
      ['1,5', 'm', 1.5],
      ['1,500', 'm', '"1,500" may be 1.5 or 1500: send the one that is meant'],
      ['high', 'm', 'send a number'],
    ]
    for (const [x, unit, number] of lengths) {
      const fix = typeof number === 'number' ? JSON.stringify({ send: { position: { x: number, y: 0, z: 0 } } }) : number
      const nodes = [{ id: 'A', position: { x, y: 0, z: 0 } }]
      const units = unit === undefined ? {} : { units: { length: unit } }
      expect(await hints('service.create_model', { name: 'x', ...units, nodes })).toEqual([
        ['nodes.0.position.x', 'float_parsing', fix],
      ])
    }
  })

  it('names an id that was written in marks, and no neighbour that differs in digits', async () => {
    const nodes = ['**N1**', 'A1-0', 'A1-1'].map((id) => ({ id, position: at(0) }))
    const modelId = await newModel({ nodes })
    const frames = [{ id: 'F', startNodeId: 'n1', endNodeId: 'A1-2' }]
    expect(await hints('service.add_model_elements', { modelId, frames })).toEqual([
      ['frames.0.startNodeId', 'reference_not_found', '{"send":{"startNodeId":"**N1**"}}'],
      ['frames.0.endNodeId', 'reference_not_found', 'add a node with id "A1-2" in this call, or refer to one that exists'],
    ])
  })

  it("of a model's address is its id, for who may read it", async () => {
    const modelId = await newModel()
    for (const address of [`https://models.example/models/${modelId}?view=top`, `/api/construct-models/${modelId}`]) {
      expect(await hints('service.check_model', { modelId: address }).catch(() => undefined)).toBeUndefined() // nothing was to be saved
      const { text } = await callTool(token, 'service.check_model', { modelId: address })
      expect(JSON.parse(text).detail[0].send).toEqual({ modelId })
    }
    const stranger = await newApiKey((await signUpUser()).id)
    const { text } = await callTool(stranger, 'service.check_model', { modelId: `/models/${modelId}` })
    expect(JSON.parse(text).detail[0].fix).toBeUndefined()
  })

  it('of an argument that there is none of is the way to what was wanted', async () => {
    const modelId = await newModel()
    expect(await hints('service.create_model', { modelId, name: 'x' })).toEqual([
      ['modelId', 'extra_forbidden', 'to change a model use service.edit_model or service.add_model_elements'],
    ])
    expect(await hints('service.add_model_elements', { modelId, name: 'New', units: { length: 'ft' } })).toEqual([
      ['name', 'extra_forbidden', `service.edit_model {"modelId":"${modelId}","ops":[{"name":"New"}]}`],
      ['units', 'extra_forbidden', `service.edit_model {"modelId":"${modelId}","ops":[{"units":{"length":"ft"}}]}`],
    ])
    const misspelt = await hints('service.create_model', { name: 'x', units: { lenght: 'm' }, node: NODES })
    expect(misspelt.map(([loc, , fix]) => [loc, fix])).toEqual([
      ['node', JSON.stringify({ send: { nodes: NODES }, drop: ['node'] })],
      ['units.lenght', '{"send":{"units":{"length":"m"}}}'],
    ])
    const { isError, text } = await callTool(token, 'service.list_models', { page: 2 })
    expect(isError).toBe(true)
    expect(JSON.parse(text).detail[0]).toMatchObject({ loc: ['body', 'page'], type: 'extra_forbidden' })
  })

  it('of an argument whose name every object knows is as for any other', async () => {
    const sent = JSON.parse('{"name": "x", "constructor": 1, "toString": 2, "__proto__": 3}')
    const there = expect.stringMatching(/^arguments here: name, /)
    expect(await hints('service.create_model', sent)).toEqual([
      ['__proto__', 'extra_forbidden', there],
      ['constructor', 'extra_forbidden', there],
      ['toString', 'extra_forbidden', there],
    ])
    const { text } = await callTool(token, 'service.find_sections', { standard: 'constructor' })
    expect(JSON.parse(text).detail[0]).toMatchObject({ loc: ['body', 'standard'], type: 'literal_error' })
  })
})

describe('a failure', () => {
  it('tells what is passed over beside what is wrong, and all that is wrong', async () => {
    const modelId = await newModel()
    const failure = await fail('service.add_model_elements', {
      modelId,
      nodes: [
        { id: 'A', position: { x: 'a', y: 0, z: 0 }, colour: 'red' },
        { id: 'B', position: at(1), colour: 'blue' },
      ],
      frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N9', sectionId: 'S' }],
      repeat: [{ for: { i: '0..' }, nodes: [{ id: 'N{i}', position: at(1) }] }],
    })
    expect(failure.message).toContain('3 problems')
    expect(failure.detail.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      // Whether the template makes N9 nobody knows; it makes no section.
      ['body.frames.0.sectionId', 'reference_not_found'],
      ['body.nodes.0.position.x', 'float_parsing'],
      ['body.repeat.0.for.i', 'template_syntax'],
      ['body.nodes.0.colour', 'unknown_field'],
    ])
    expect(failure.detail.at(-1)).toMatchObject({ msg: "'colour' is no field of nodes and was ignored [2 times]", ignored: true })
    const added = { nodes: [{ id: 'Q', position: at(2), colour: 'red' }] }
    const { detail } = await fail('service.edit_model', {
      modelId,
      ops: [{ add: added }, { select: { ids: ['none'] }, remove: true }],
    })
    expect(detail.map(({ type }) => type)).toEqual(['reference_not_found', 'unknown_field'])
  })

  it.each<[string, Input, string]>([
    ['on a frame', { frameId: 'F', q: -5 }, 'a distributed load needs force'],
    ['at a point', { frameId: 'F', type: 'point', at: 0.5 }, 'a point load needs force or moment'],
    ['of temperature', { frameId: 'F', type: 'temperature' }, 'a temperature load needs temperature or gradient'],
    ['on a node', { nodeId: 'N1', moment: {} }, 'a force load needs force or moment'],
  ])('of a load %s that says no size says what it needs', async (_, load, needs) => {
    const modelId = await newModel({
      nodes: NODES,
      frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2' }],
      loadCases: [{ id: 'Q' }],
    })
    const { detail } = await fail('service.add_model_elements', { modelId, loads: [{ id: 'L', caseId: 'Q', ...load }] })
    expect(detail[0]).toMatchObject({ loc: ['body', 'loads', 0], type: 'value_error', msg: `Value error, ${needs}` })
    const op = { select: { kinds: ['frames'] }, load: { caseId: 'Q' } }
    const [first] = (await fail('service.edit_model', { modelId, ops: [op] })).detail
    expect(first).toMatchObject({
      msg: 'Value error, a distributed load needs force',
      fix: expect.stringContaining('add "force"'),
    })
  })

  it('of a force whose components have other names says what to send, in a batch and in an edit', async () => {
    const modelId = await newModel({ nodes: NODES, loadCases: [{ id: 'Q' }] })
    const load = { id: 'L', caseId: 'Q', nodeId: 'N1', force: { Fx: 2, Fz: -5 } }
    await repairs(
      'service.add_model_elements',
      { modelId, loads: [load] },
      {
        loc: ['body', 'loads', 0, 'force'],
        msg: "Value error, components are x, y and z; none is 'Fx', 'Fz' / no field 'Fx'; it is x / no field 'Fz'; it is z",
      },
    )
    const { data } = await callTool(token, 'service.get_viewer_model', { modelId, kinds: ['loads'] })
    expect(data.elements.loads).toEqual([{ ...load, force: { x: 2, z: -5 } }])
    for (const op of [
      { select: { ids: ['N2'] }, load: { caseId: 'Q', moment: { mx: 1 } } },
      { select: { kinds: ['loads'] }, set: { moment: { mx: 1 } } },
    ]) {
      const { detail } = await fail('service.edit_model', { modelId, ops: [op] })
      expect(JSON.stringify(detail)).toContain("components are x, y and z; none is 'mx'")
    }
  })

  it.each<[string, Input, string]>([
    ['a sine of radians', { x: '{Math.sin(i)}' }, 'sin takes degrees here'],
    ['a count for a range', { for: { i: 3 } }, 'a range has two ends: "0..2" or "1..3"'],
  ])('of %s says what to write', async (_, { x = 0, ...more }, words) => {
    const modelId = await newModel()
    const template = { for: { i: '0..2' }, nodes: [{ id: 'T{i}', position: { x, y: 0, z: 0 } }], ...more }
    const { detail } = await fail('service.add_model_elements', { modelId, repeat: [template] })
    expect(detail[0]?.fix).toBe(words)
  })

  it('tells fields and references together, in order, and saves nothing', async () => {
    const modelId = await newModel()
    const failure = await fail('service.add_model_elements', {
      modelId,
      frames: [
        { id: 'F1', startNodeId: 'N1', endNodeId: 'N9' },
        { id: 'F2', startNodeId: 'N1' },
      ],
      supports: [{ id: 'S', nodeId: 'N1x', restraints: { u1: 'maybe' } }],
    })
    expect(failure.detail.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.frames.0.endNodeId', 'reference_not_found'],
      ['body.frames.1.endNodeId', 'missing'],
      ['body.supports.0.nodeId', 'reference_not_found'],
      ['body.supports.0.restraints.u1', 'bool_parsing'],
    ])
    const { data } = await callTool(token, 'service.get_viewer_model', { modelId })
    expect(data.revision).toBe(1)
  })

  it('of a stiffness in place of a restraint says how a spring is sent', async () => {
    const { detail } = await fail('service.create_model', {
      name: 'Piles',
      nodes: [{ id: 'P', position: { x: 0, y: 0, z: -12 } }],
      supports: [{ id: 'S', nodeId: 'P', restraints: { u1: 2500, u2: 'yes please', u3: true } }],
    })
    expect(detail).toMatchObject([
      { loc: ['body', 'supports', 0, 'restraints', 'u1'], fix: expect.stringContaining('for a spring send null') },
      { loc: ['body', 'supports', 0, 'restraints', 'u2'], fix: 'send true or false' },
    ])
  })

  it('says which spelling of a tool name to use', async () => {
    expect((await fail('service.add_model_elements', { modelId: 'none' })).message).toContain('service.list_models')
  })

  it('of impossible sizes says which rule was broken', async () => {
    const failure = await fail('service.create_model', {
      name: 'x',
      sections: [{ id: 'S', type: 'i_wide_flange', dimensions: { t3: 0.5, t2: 0.2, tf: 0.3, tw: 0.01 } }],
    })
    expect(failure.detail[0]).toMatchObject({
      loc: ['body', 'sections', 0, 'dimensions'],
      msg: expect.stringContaining('tf + tfb < t3 required'),
      fix: expect.stringContaining('t3 is the whole depth'),
    })
  })

  it('of 100,000 bad elements is small', async () => {
    const nodes = Array.from({ length: 100_000 }, () => ({ id: 5 }))
    const failure = await fail('service.create_model', { name: 'x', nodes })
    expect(failure.detail).toMatchObject([
      { type: 'string_type', ctx: { count: 100_000 } },
      { type: 'missing', msg: 'Field required [100000 times]' },
    ])
  })
})

describe('a write that went through', () => {
  it('names fields that do not exist, once for all elements that have them', async () => {
    const { data, isError } = await callTool(token, 'service.create_model', {
      name: 'x',
      units: { current: 'kN, m, C' },
      nodes: [
        { id: 'A', position: at(0), colour: 'red' },
        { id: 'B', position: at(1), colour: 'blue' },
      ],
      supports: [{ id: 'S', nodeId: 'A', restraints: { ux: true, uw: true } }],
    })
    expect(isError).toBe(false)
    expect(data.warnings.map(({ code, message }: Record<string, string>) => [code, message])).toEqual([
      ['unknown_field', "'colour' is no field of nodes and was ignored [2 times]"],
      ['unknown_field', "'uw' is no field of supports.restraints and was ignored"],
    ])
  })

  it('does not go through where what was meant would be passed over', async () => {
    const refused = async (input: Input) => {
      const { detail } = await fail('service.create_model', { name: 'x', units: { length: 'm' }, nodes: NODES, ...input })
      return detail.map(({ loc, msg, send, drop, fix }) => [loc.slice(1).join('.'), msg, send ?? fix, drop])
    }
    const area = { id: 'A', nodeIds: ['N1', 'N2', 'N3'] }
    expect(await refused({ areas: [{ ...area, openings: [['N1', 'N2', 'N3']] }] })).toEqual([
      ['areas.0.openings', "no field 'openings'; it is openingNodeIds", { openingNodeIds: [['N1', 'N2', 'N3']] }, ['openings']],
    ])
    const frame = { id: 'F', startNodeId: 'N1', endNodeId: 'N2' }
    const sections = [{ id: 'S' }]
    expect(await refused({ sections, frames: [{ ...frame, section: 'S', sectionId: 'S' }] })).toEqual([
      ['frames.0.section', "'section' stands beside sectionId", undefined, ['section']],
    ])
    const haunch = { ...frame, sectionId: 'S', end_section: 'S2', endOffset: { x: 0, y: -0.3 } }
    expect(await refused({ sections: [{ id: 'S' }, { id: 'S2' }], frames: [haunch] })).toEqual([
      ['frames.0.end_section', "no field 'end_section'; it is endSectionId", { endSectionId: 'S2' }, ['end_section']],
      [
        'frames.0.endOffset',
        "no field 'endOffset'; it is endSectionOffset",
        { endSectionOffset: { x: 0, y: -0.3 } },
        ['endOffset'],
      ],
    ])
    for (const name of ['section2', 'sectionEnd', 'section_j', 'taperSection']) {
      const [row] = await refused({ sections: [{ id: 'S' }, { id: 'S2' }], frames: [{ ...frame, sectionId: 'S', [name]: 'S2' }] })
      expect(row).toEqual([`frames.0.${name}`, `no field '${name}'; it is endSectionId`, { endSectionId: 'S2' }, [name]])
    }
    expect(await refused({ materials: [{ id: 'M', density: 7850, E: 210000 }] })).toEqual([
      [
        'materials.0.density',
        'density stands in source.properties / E stands in source.properties',
        { source: { properties: { density: 7850, E: 210000 } } },
        ['density', 'E'],
      ],
    ])
    const template = (node: Input) => ({ repeat: [{ for: { i: '0..2' }, nodes: [{ id: 'T{i}', position: at(9), ...node }] }] })
    const [[, ifMsg, ifSend]] = (await refused(template({ if: 'i > 0' }))) as [[string, string, Input]]
    expect(ifMsg).toBe("'if' belongs beside 'for', not into the element")
    expect(ifSend).toMatchObject({ if: 'i > 0', nodes: [{ id: 'T{i}' }] })
    expect(await refused(template({ id: `T\${i}` }))).toEqual([
      ['repeat.0.nodes.0.id', `braces alone: {i}, not \${i}`, { id: 'T{i}' }, undefined],
    ])
    const circle = { x: '{cos(2*pi*i/8)}', y: 0, z: 0 }
    expect(await refused(template({ position: circle }))).toEqual([
      [
        'repeat.0.nodes.0.position.x',
        'cos takes degrees: pi there is 3.14 degrees',
        { position: { ...circle, x: '{cos(360*i/8)}' } },
        undefined,
      ],
    ])
  })

  it('tells what a replacement took away, supports that hold nothing, odd ids and units that are not stated', async () => {
    const frames = ['F1', 'F2', 'F3'].map((id) => ({ id, startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S', materialId: 'M' }))
    const modelId = await newModel({ nodes: NODES, frames, sections: [{ id: 'S' }], materials: [{ id: 'M' }] })
    const { data } = await callTool(token, 'service.add_model_elements', {
      modelId,
      frames: frames.slice(0, 2).map(({ id }) => ({ id, startNodeId: 'N1', endNodeId: 'N3' })),
      supports: [{ id: 'A', nodeId: 'N1', restraints: { dx: true } }],
      nodes: [{ id: '**Q**', position: at(1) }],
    })
    const told = data.warnings.map(({ code, message }: Record<string, string>) => [code, message])
    expect(told).toEqual([
      ['fields_lost', "frame 'F1' lost sectionId, materialId; to change single fields use service.edit_model [2 times]"],
      ['unknown_field', "'dx' is no field of supports.restraints and was ignored"],
      ['support_without_restraint', "Support 'A' holds nothing; 'dx' was ignored"],
      ['odd_id', 'The id "**Q**" has marks or blanks around it'],
    ])
    const plain = await callTool(token, 'service.create_model', { name: 'No units', nodes: NODES })
    expect(plain.data.warnings.map(({ code }: { code: string }) => code)).toEqual(['units_not_stated'])
    expect(plain.data).not.toHaveProperty('lengths')
    const removal = await callTool(token, 'service.remove_model_elements', { modelId, frames: ['F1', 'F-2', 'zzzzzz'] })
    expect(removal.data).toMatchObject({ notFound: { frames: ['F-2', 'zzzzzz'] }, fix: 'did you mean frame "F2" for "F-2"?' })
    const by = { modelId, ids: { frames: ['F2'] }, sections: ['none'] }
    expect((await callTool(token, 'service.remove_model_elements', by)).data).toMatchObject({
      removed: { frames: 1 },
      ids: ['F2'],
    })
  })

  it('tells springs in directions that are held', async () => {
    const modelId = await newModel({ nodes: NODES })
    const supports = [
      { id: 'A', nodeId: 'N1', restraints: 'fixed', stiffness: { u3: 50_000, r1: 0 } },
      { id: 'B', nodeId: 'N2', restraints: ['u1', 'u2'], stiffness: { u3: 50_000 } },
    ]
    const { data } = await callTool(token, 'service.add_model_elements', { modelId, supports })
    const message = "Support 'A' is held in u3: its stiffness there has no effect; a spring needs the direction free (false)"
    expect(data.warnings).toMatchObject([{ code: 'spring_without_effect', message }])
  })

  it('tells angles that look like radians, and takes them as they are', async () => {
    const frames = [{ id: 'F1', startNodeId: 'N1', endNodeId: 'N2', rotation: 1.5708 }]
    const modelId = await newModel({ nodes: NODES })
    const added = await callTool(token, 'service.add_model_elements', { modelId, frames })
    const message = 'rotation 1.5708 is in degrees: send 90, if it was meant as radians'
    expect(added.data.warnings).toMatchObject([{ code: 'radians', message: `Of frame 'F1' ${message}` }])
    const edited = await callTool(token, 'service.edit_model', {
      modelId,
      ops: [
        { select: { ids: ['F1'] }, set: { rotation: -0.7854 } },
        { select: { all: true }, rotate: { about: { x: 0, y: 0, z: 0 }, angle: 3.14 } },
        { select: { ids: ['F1'] }, set: { rotation: 90 } },
      ],
    })
    const told = JSON.stringify(edited.data)
    expect(told).toContain('rotation -0.7854 is in degrees: send -45')
    expect(told).toContain('angle 3.14 is in degrees: send 180')
    expect(told.match(/in degrees/g)).toHaveLength(2)
  })

  it('tells units that disagree, and no name that says nothing is taken', async () => {
    const modelId = await newModel()
    const edited = await callTool(token, 'service.edit_model', {
      modelId,
      ops: [{ units: { current: 'kN, m, C', length: 'mm' } }],
    })
    expect(edited.data.warnings).toMatchObject([{ code: 'units_disagree' }])
    const none = await callTool(token, 'service.edit_model', { modelId, ops: [{ units: { length: 'metric' } }] })
    expect(none.data.warnings).toMatchObject([{ code: 'units_not_stated' }])
    const units = { current: 'kN, m, C', length: 'mm' }
    const created = await callTool(token, 'service.create_model', { name: 'Two units', units })
    expect(created.data.warnings).toMatchObject([{ code: 'units_disagree' }])
    for (const name of ['', '   ']) {
      const issue = { loc: ['body', 'name'], type: 'value_error', msg: 'Value error, the name says nothing' }
      expect((await fail('service.create_model', { name })).detail).toMatchObject([issue])
      const { detail } = await fail('service.edit_model', { modelId, ops: [{ name }] })
      expect(detail).toMatchObject([{ ...issue, loc: ['body', 'ops', 0, 'name'] }])
    }
    const [note] = (await fail('service.edit_model', { modelId, ops: [{ note: '' }] })).detail
    expect(note).toMatchObject({ type: 'string_too_short', fix: 'send a text that says something' })
  })

  it('says that a restore did nothing only where it made no revision', async () => {
    const modelId = await newModel()
    const restore = (input: Input) => callTool(token, 'service.restore_revision', { modelId, ...input })
    expect((await restore({ revision: 1 })).data).toMatchObject({ revision: 1, nothing: true })
    await callTool(token, 'service.edit_model', { modelId, ops: [{ name: 'Another' }] })
    const { data } = await restore({ undo: 1 })
    expect(data).toMatchObject({ revision: 3, restoredFrom: 1 })
    expect(data).not.toHaveProperty('nothing')
  })

  it('says where a member still has another section than its frame', async () => {
    const frames = ['F1', 'F2'].map((id) => ({ id, startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S' }))
    const members = [{ id: 'M', frameIds: ['F1'], sectionId: 'S' }]
    const modelId = await newModel({ nodes: NODES, frames, members, sections: [{ id: 'S' }, { id: 'T' }] })
    const set = (ids: string[], sectionId: string) =>
      callTool(token, 'service.edit_model', { modelId, ops: [{ select: { kinds: ['frames'], ids }, set: { sectionId } }] })
    const op = { select: { kinds: ['members'], ids: ['M'] }, set: { sectionId: 'T' } }
    expect((await set(['F1'], 'T')).data.notes).toEqual([
      `member 'M' still says sectionId 'S'; ${JSON.stringify(op)} sets it too`,
    ])
    expect((await set(['F2'], 'T')).data).not.toHaveProperty('notes')
    expect((await set(['F1'], 'S')).data).not.toHaveProperty('notes')
  })

  it('names sections that will not be drawn', async () => {
    const sections = [{ id: 'S', type: 'i_wide_flange', dimensions: { t3: 0.3, flange: 0.1 } }]
    const { data } = await callTool(token, 'service.create_model', { name: 'Not drawn', units: { length: 'm' }, sections })
    expect(data.warnings.map(({ code }: { code: string }) => code)).toEqual(['section_without_outline', 'unknown_dimension'])
  })
})

describe('words of others', () => {
  const BAY = {
    units: { current: 'kN, m, C' },
    nodes: NODES,
    frames: [{ id: 'C', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S' }],
    sections: [{ id: 'S' }, { id: 'R', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 } }, { id: 'BM', profile: 'HEB 240' }],
    gridLines: [{ id: 'L1', axis: 'Z', coordinate: 4, label: 'Level 1' }],
  }
  const fixesOf = async (tool: string, input: Input): Promise<string[]> => {
    const modelId = tool === 'service.create_model' ? {} : { modelId: await newModel(BAY) }
    const { isError, text } = await callTool(token, tool, { ...modelId, ...input })
    expect(isError).toBe(true)
    return (JSON.parse(text) as Failure).detail.map(told)
  }
  const edit = (op: Input): Input => ({ ops: [op] })
  const template = (more: Input): Input => ({ repeat: [{ for: { i: '0..2' }, ...more }] })

  it.each<[string, string, Input, string]>([
    ['weight is mass', 'query_model', { show: ['weight'] }, '{"send":{"show":["mass"]}}'],
    ['a level is a storey', 'query_model', { groupBy: ['level'] }, '{"send":{"groupBy":["storey"]}}'],
    ['columns', 'query_model', { select: { role: ['columns'] } }, '{"send":{"role":["column"]}}'],
    [
      'a section among frames',
      'edit_model',
      edit({ select: { ids: ['S'], kinds: ['frames'] }, remove: true }),
      '{"send":{"kinds":["sections"]}}',
    ],
    ['one letter', 'edit_model', edit({ select: { ids: ['C?'] }, remove: true }), '{"send":{"ids":["C*"]}}'],
    [
      'rename with a selection',
      'edit_model',
      edit({ select: { all: true }, rename: { id: 'X{n}' } }),
      'rename \'rename\': "renumber"',
    ],
    ['rename of the model', 'edit_model', edit({ rename: 'Hall' }), '{"send":{"name":"Hall"},"drop":["rename"]}'],
    [
      'a section by another field',
      'edit_model',
      edit({ select: { ids: ['C'] }, set: { section: 'S' } }),
      '{"send":{"set":{"sectionId":"S"}}}',
    ],
    ['a coordinate', 'edit_model', edit({ select: { ids: ['N2'] }, set: { z: 5 } }), '{"send":{"set":{"position":{"z":5}}}}'],
    [
      'an array in an add',
      'edit_model',
      edit({ add: { node: [{ id: 'A', position: at(1) }] } }),
      '{"send":{"add":{"nodes":[{"id":"A","position":{"x":1,"y":0,"z":0}}]}}}',
    ],
    [
      'an array in a template',
      'add_model_elements',
      template({ node: [{ id: '{i}', position: at(1) }] }),
      '{"send":{"nodes":[{"id":"{i}","position":{"x":1,"y":0,"z":0}}]},"drop":["node"]}',
    ],
    ['operations', 'edit_model', { operations: [] }, 'rename \'operations\': "ops"'],
    [
      'a field of sections on frames',
      'edit_model',
      edit({ select: { ids: ['C'], kinds: ['frames'] }, set: { profile: 'IPE 360' } }),
      'profile is a field of sections: "select": {"kinds": ["sections"], "ids": […]}, or set sectionId',
    ],
    ['ops as an object', 'edit_model', { ops: { select: { all: true } } }, 'send an array: [{"select":{"all":true}}]'],
    [
      'a profile in a question',
      'query_model',
      { select: { section: 'HEA 260' } },
      'name one that is in the model, or write * for any text',
    ],
    [
      'a list by id',
      'add_model_elements',
      { nodes: { A: at(1) } },
      '{"send":{"nodes":[{"id":"A","position":{"x":1,"y":0,"z":0}}]}}',
    ],
    [
      'a point in a row',
      'add_model_elements',
      { nodes: [{ id: 'A', pos: [1, 2, 3] }] },
      '{"send":{"position":{"x":1,"y":2,"z":3}},"drop":["pos"]}',
    ],
    ['top', 'render_model', { view: 'top' }, '{"send":{"view":"plan"}}'],
    [
      'a list of loop values',
      'add_model_elements',
      { repeat: [{ for: { i: '1,6' }, nodes: [{ id: '{i}', position: at(1) }] }] },
      'a range is "0..4" or "8..0 by -2"; a list is an array: [1, 6, 10]',
    ],
    [
      'a variable in another case',
      'add_model_elements',
      template({ nodes: [{ id: '{I}', position: at(1) }] }),
      '{"send":{"id":"{i}"}}',
    ],
    [
      'a section that is used',
      'remove_model_elements',
      { sections: ['S'] },
      'give frame "C" and the others another section first, or send "cascade": true: they stay, without one',
    ],
    [
      'a section by its profile',
      'edit_model',
      edit({ select: { section: ['HEB240'] }, set: { rotation: 90 } }),
      '{"send":{"section":["BM"]}}',
    ],
    [
      'a section by the designation that answers tell',
      'add_model_elements',
      { frames: [{ id: 'B', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'HE240B' }] },
      '{"send":{"sectionId":"BM"}}',
    ],
    [
      'a profile that nothing has',
      'edit_model',
      edit({ select: { section: 'HEA 260' }, remove: true }),
      'name one that is in the model, or write * for any text',
    ],
    [
      'a level by its label among ids',
      'edit_model',
      edit({ select: { ids: ['level 1'] }, remove: true }),
      'use the id "L1": that is the element of this name',
    ],
    ['a word where a list may stand', 'query_model', { select: { role: 'beams' } }, '{"send":{"role":"beam"}}'],
    ['ids to highlight', 'render_model', { highlight: ['C', 'D'] }, 'send {"ids":["C","D"]}'],
    ['units in a word', 'create_model', { name: 'x', units: 'm' }, '{"send":{"units":{"current":"m"}}}'],
    [
      'units in a word, under another name',
      'create_model',
      { name: 'x', unit: 'kN, m, C' },
      '{"send":{"units":{"current":"kN, m, C"}},"drop":["unit"]}',
    ],
    ['deleting without the name', 'delete_model', {}, 'add "name": the present name of the model, as list_models tells it'],
    [
      'deleting by another name',
      'delete_model',
      { name: 'a model' },
      'send the present name letter for letter, as list_models tells it',
    ],
    [
      'a profile for a section',
      'add_model_elements',
      { frames: [{ id: 'B', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'HEA 260' }] },
      'add "sections": [{"id":"HEA 260","profile":"HEA 260"}]',
    ],
    [
      'a reference without a loop variable',
      'add_model_elements',
      template({ nodes: [{ id: 'T{i}', position: at(9) }], supports: [{ id: 'Q{i}', nodeId: 'nowhere' }] }),
      'add a node with id "nowhere" in this call, or refer to one that exists',
    ],
    [
      'a support for several nodes',
      'add_model_elements',
      { supports: [{ id: 'Q', nodeIds: ['N1', 'N2'], restraints: 'pinned' }] },
      'nodeId is one id: send an element for each of them',
    ],
    [
      'a profile on a frame',
      'add_model_elements',
      { frames: [{ id: 'F', startNodeId: 'N1', endNodeId: 'N3', profile: 'HEA 200' }] },
      'send "sections": [{"id":"HEA 200","profile":"HEA 200"}] too, and here "sectionId": "HEA 200"',
    ],
    [
      'levels',
      'add_model_elements',
      { levels: [{ id: 'L2', elevation: 8 }] },
      'a level is a grid line: {"id": …, "axis": "Z", "coordinate": its height} in gridLines',
    ],
    [
      'grid lines by axis',
      'add_model_elements',
      { gridLines: { x: [0, 6] } },
      'an array: an object for each of the gridLines, with its id',
    ],
    [
      'units that name none',
      'create_model',
      { name: 'x', units: 'metric' },
      'name them: {"length": …, "force": …}, or {"current": …} with all of them in one text',
    ],
    [
      'a way without its direction',
      'edit_model',
      edit({ select: { ids: ['C'] }, move: 1 }),
      'say which way: {"move":{"x":1}}, {"move":{"y":1}} or {"move":{"z":1}}',
    ],
    ['bays', 'query_model', { groupBy: ['bay'] }, '{"send":{"groupBy":["grid"]}}'],
    [
      'a pattern among ids',
      'add_model_elements',
      { members: [{ id: 'M', frameIds: ['C*'] }] },
      'write the ids out: * is for selections only',
    ],
    ['no selection', 'edit_model', edit({ set: { rotation: 90 } }), 'add "select": the elements that are meant, as {"ids": […]}'],
    [
      'a loop outside of repeat',
      'add_model_elements',
      { members: [{ id: 'M', frameIds: [{ for: { k: '0..2' }, each: 'C{k}' }] }] },
      'for and each work inside repeat only: "repeat": [{"for": {"one":[1]}, "members": […]}]',
    ],
    [
      'an expression outside of repeat',
      'add_model_elements',
      { nodes: [{ id: 'A', position: { x: '{6*i}', y: 0, z: 0 } }] },
      'expressions are computed inside repeat only: "repeat": [{"for": {…}, "nodes": […]}]',
    ],
    [
      'a profile over sizes that the section has',
      'edit_model',
      edit({ select: { kinds: ['sections'], ids: ['R'] }, set: { profile: 'HEB 300' } }),
      '{"send":{"set":{"profile":"HEB 300","type":null,"dimensions":null,"polygon":null,"thickness":null}}}',
    ],
    [
      'spaces as drawings say them, in a loop',
      'add_model_elements',
      { repeat: [{ for: { i: '4@6' }, nodes: [{ id: 'T{i}', position: at(1) }] }] },
      '"0..4" with {6*i} where it is used, or the list [0,6,12,18,24]',
    ],
    [
      'a size that is compared and was not sent',
      'add_model_elements',
      { sections: [{ id: 'A', type: 'angle', dimensions: { leg1: 0.1, tf: 0.01, tw: 0.2 } }] },
      't2 was not sent and is taken as 0.1: it may be added; lengths in one unit, that of the model: t3 is the whole depth, t2 the whole width, tf and tw are thicknesses inside them',
    ],
    ['a number for a level that is none', 'query_model', { select: { storey: 7 } }, 'name one of the model, as a text'],
    [
      'positions for shares of a length',
      'edit_model',
      edit({ select: { ids: ['C'] }, divide: { at: [2] } }),
      `at is a share of the frame's length, 0 to 1: 2 divided by the length; "every" is a length`,
    ],
    [
      'a method that changes the case of a text',
      'add_model_elements',
      { repeat: [{ for: { s: ['a', 'b'] }, nodes: [{ id: 'T{s.upper()}', position: at(1) }] }] },
      'nothing changes the case of a text: send it as it is to stand',
    ],
    [
      'a model in one object, too long to say again',
      'create_model',
      { model: { name: 'x', nodes: Array.from({ length: 20 }, (_, i) => ({ id: `N${i}`, position: at(i) })) } },
      "send name, nodes without 'model' around",
    ],
    [
      'an id among fields, of several',
      'edit_model',
      edit({ select: { kinds: ['nodes'] }, set: { id: 'X' } }),
      'beside select in an op: "renumber": {"id": "X"}, with {n} in it where several are selected',
    ],
    [
      'lumber by its nominal size',
      'add_model_elements',
      { sections: [{ id: '2x6', profile: '2x6' }] },
      'nominal lumber 2 x 6 is 1.5 x 5.5 in: send type rectangular with t3 0.1397 and t2 0.0381; if it is full size, t3 0.1524 and t2 0.0508',
    ],
    [
      'a rectangle in millimetres where the model is in metres',
      'add_model_elements',
      { sections: [{ id: 'B', profile: '300x500' }] },
      'send type rectangular with its sides in m; if these are mm, t3 0.3 and t2 0.5',
    ],
  ])('%s', async (_, tool, input, fix) => {
    expect(await fixesOf(`service.${tool}`, input)).toContain(fix)
  })

  it('a profile takes the place of the sizes of a section as the hint says', async () => {
    const modelId = await newModel(BAY)
    const set = { profile: 'HEB 300', type: null, dimensions: null, polygon: null, thickness: null }
    const ops = [{ select: { kinds: ['sections'], ids: ['R'] }, set }]
    const { data } = await callTool(token, 'service.edit_model', { modelId, ops })
    expect(data.profiles).toEqual({ R: 'HE300B' })
  })

  it('every storey that an answer names can be selected, and what is none lists them', async () => {
    const levels = [3, 6].map((coordinate) => ({ id: `Z${coordinate}`, axis: 'Z', coordinate }))
    const modelId = await newModel({ ...BAY, gridLines: levels })
    const ask = (input: Input) => callTool(token, 'service.query_model', { modelId, ...input })
    const { groups } = (await ask({ groupBy: ['storey'] })).data
    const names = groups.map(({ storey }: { storey: string }) => storey)
    expect(names).toEqual(['Z6', 'Z3'])
    for (const storey of names) expect((await ask({ select: { storey: [storey] } })).isError).toBe(false)
    const wrong = await ask({ select: { storey: ['ground floor'] } })
    expect(wrong.text).toContain("no level 'ground floor' in the model; there are 'Z3', 'Z6'")
  })

  it('is told that a write made a frame without length, and what dry runs would call the model', async () => {
    const modelId = await newModel(BAY)
    const frames = [{ id: 'Z', startNodeId: 'N1', endNodeId: 'N1' }]
    const { data } = await callTool(token, 'service.add_model_elements', { modelId, frames })
    expect(data.warnings).toMatchObject([{ code: 'zero_length_frame', ids: { frames: ['Z'] } }])
    const added = [{ id: 'Y', startNodeId: 'N2', endNodeId: 'N2' }]
    const edited = await callTool(token, 'service.edit_model', { modelId, ops: [{ add: { frames: added } }] })
    expect(edited.data.warnings).toMatchObject([{ code: 'zero_length_frame', ids: { frames: ['Y'] } }])
    const tried = await callTool(token, 'service.edit_model', { modelId, ops: [{ name: 'Hall' }], dryRun: true })
    expect(tried.data).toMatchObject({ dryRun: true, name: 'Hall' })
  })

  it('a node in millimetres among metres is told by its name, with its place in metres', async () => {
    const nodes = [0, 3, 6, 9, 12].map((x) => ({ id: `A${x}`, position: at(x) }))
    const frames = [0, 3, 6, 9].map((x) => ({ id: `F${x}`, startNodeId: `A${x}`, endNodeId: `A${x + 3}` }))
    const modelId = await newModel({
      ...{ units: { current: 'kN, m, C' }, frames },
      nodes: nodes.map((node) => (node.id === 'A6' ? { ...node, position: at(6000) } : node)),
    })
    const groups = async () => (await callTool(token, 'service.check_model', { modelId })).data.groups as Input[]
    const before = await groups()
    expect(before.map(({ code }) => code)).not.toContain('unit_scale')
    const ops = [{ select: { kinds: ['nodes'], ids: ['A6'] }, set: { position: { x: 6 } } }]
    const found = before.find(({ code }) => code === 'size_outlier')
    expect(found).toMatchObject({ message: expect.stringContaining("Node 'A6' lies"), call: { ops } })
    await callTool(token, 'service.edit_model', { modelId, ops })
    expect((await groups()).map(({ code }) => code)).not.toContain('size_outlier')
  })

  it('a grid line without the view that is drawn at one is refused', async () => {
    const { isError, text } = await callTool(token, 'service.render_model', { modelId: await newModel(BAY), gridLineId: 'L1' })
    expect(isError).toBe(true)
    expect(text).toContain('only the view grid is drawn at a grid line')
  })

  it('hears of fields that an edit passes over in what it adds, and is refused where one was meant', async () => {
    const modelId = await newModel(BAY)
    const add = (more: Input) => ({
      modelId,
      ops: [{ add: { frames: [{ id: 'B', startNodeId: 'N2', endNodeId: 'N3', ...more }] } }],
    })
    const { detail } = await fail('service.edit_model', add({ section: 'S' }))
    expect(detail[0]).toMatchObject({
      loc: ['body', 'ops', 0, 'add', 'frames', 0, 'section'],
      send: { sectionId: 'S' },
      drop: ['section'],
    })
    // Beside it all else is told that is wrong.
    const both = await fail('service.edit_model', {
      modelId,
      ops: [...add({ section: 'S' }).ops, { select: { ids: ['none'] }, remove: true }],
    })
    expect(both.detail.map(({ loc, type }) => [loc.slice(1, 4).join('.'), type])).toEqual([
      ['ops.0.add', 'extra_forbidden'],
      ['ops.1.select', 'reference_not_found'],
    ])
    const { data } = await callTool(token, 'service.edit_model', add({ colour: 'red' }))
    expect(data.warnings).toMatchObject([{ code: 'unknown_field', message: "'colour' is no field of frames and was ignored" }])
  })
})

describe('what is probably not meant is told where it passes', () => {
  const CALL = 'service.edit_model'

  it('a second model of one name', async () => {
    const first = await newModel({}, 'Hall B')
    const { data } = await callTool(token, 'service.create_model', { name: 'Hall B' })
    expect(data.warnings).toEqual([
      {
        code: 'same_name',
        message: `You have another model of this name, '${first}' at revision 1; this call made one more`,
      },
    ])
    expect((await callTool(token, 'service.create_model', { name: 'Hall C' })).data.warnings).toBeUndefined()
  })

  describe('a cardinal point', () => {
    const frame = { id: 'B', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'IPE' }
    const sections = [{ id: 'IPE', profile: 'IPE 300' }]
    const held = {
      units: { length: 'm' },
      nodes: NODES,
      sections,
      frames: [frame],
      areas: [{ id: 'A', nodeIds: ['N1', 'N2', 'N3'] }],
    }
    const repaired = async (input: Input, tool = 'service.add_model_elements') => {
      const modelId = await newModel(held, 'Points')
      const failure = await fail(tool, { modelId, ...input })
      const again = await callTool(token, tool, repair({ modelId, ...input }, failure))
      expect(again.isError, again.text).toBe(false)
      return failure.detail[0]
    }

    it.each([
      ['8', { x: 0, y: -0.15 }],
      [8, { x: 0, y: -0.15 }],
      ['top-center', { x: 0, y: -0.15 }],
      ['2 (bottom center)', { x: 0, y: 0.15 }],
      ['bottom left', { x: -0.075, y: 0.15 }],
      ['middle right', { x: 0.075, y: 0 }],
    ])('of a frame, %s, is an offset', async (cardinalPoint, sectionOffset) => {
      expect(await repaired({ frames: [{ ...frame, cardinalPoint }] })).toMatchObject({
        loc: ['body', 'frames', 0, 'cardinalPoint'],
        msg: "no field 'cardinalPoint' of a frame; where its outline lies is sectionOffset",
        send: { sectionOffset },
        drop: ['cardinalPoint'],
      })
    })

    it('of a frame is dropped where the outline lies there anyway, and an offset of sections in the call is of these', async () => {
      expect(await repaired({ frames: [{ ...frame, cardinal_point: 'centroid' }] })).toMatchObject({ drop: ['cardinal_point'] })
      const more = { sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.2 } }], frames: [{ ...frame, sectionId: 'R', insertionPoint: 8 }] } // biome-ignore format: short
      const added = await repaired({ ops: [{ add: more }] }, CALL)
      expect(added).toMatchObject({ send: { sectionOffset: { x: 0, y: -0.25 } } })
    })

    it('of frames by templates has the section of defaults; of selected frames words, and none of areas', async () => {
      const repeat = [
        { for: { i: '1..2' }, frames: [{ id: 'R{i}', startNodeId: 'N{i}', endNodeId: 'N{i+1}', cardinalPoint: 8 }] },
      ]
      const told = await repaired({ defaults: { frames: { sectionId: 'IPE' } }, repeat })
      expect(told).toMatchObject({ send: { sectionOffset: { x: 0, y: -0.15 } }, drop: ['cardinalPoint'] })
      const ops = [{ select: { kinds: ['frames'], ids: ['B'] }, set: { cardinalPoint: 'top-center' } }]
      const { detail } = await fail(CALL, { modelId: await newModel(held, 'Set'), ops })
      expect(detail).toMatchObject([{ type: 'extra_forbidden', fix: expect.stringContaining('"sectionOffset": {') }])
    })

    it('of an area is one of three words', async () => {
      const area = { id: 'A', nodeIds: ['N1', 'N2', 'N3'] }
      for (const [
        cardinalPoint,
        word,
      ] of [['8', 'TOP'], [2, 'BOTTOM'], ['top-center', 'TOP'], ['10 (centroid)', 'MIDDLE'], ['center', 'MIDDLE']]) // biome-ignore format: short
        expect(await repaired({ areas: [{ ...area, cardinalPoint }] })).toMatchObject({ send: { cardinalPoint: word } })
      const set = (cardinalPoint: unknown) => ({ ops: [{ select: { kinds: ['areas'], ids: ['A'] }, set: { cardinalPoint } }] })
      expect(await repaired(set('8'), CALL)).toMatchObject({ send: { set: { cardinalPoint: 'TOP' } } })
      expect((await callTool(token, CALL, { modelId: await newModel(held, 'Right'), ...set('Top') })).isError).toBe(false)
    })
  })

  it('an outline that is closed, a member out of order, the own weight twice: with the write, and mended by what the check gives', async () => {
    const line = [0, 1, 2, 3].map((x) => ({ id: `L${x}`, position: at(x, 0, 8) }))
    const frames = [0, 1, 2].map((k) => ({ id: `P${k}`, startNodeId: `L${k}`, endNodeId: `L${k + 1}` }))
    const loadCases = ['G', 'SD'].map((id) => ({ id, nature: 'superdead', selfWeight: 1 }))
    const modelId = await newModel({ nodes: [...NODES, ...line], frames, loadCases, loads: [{ id: 'q', caseId: 'SD', frameId: 'P0', force: { z: -1 } }] }, 'Silent') // biome-ignore format: short
    const written = {
      areas: [{ id: 'A', nodeIds: ['N1', 'N2', 'N3', 'N1'], thickness: 0.2 }],
      members: [{ id: 'M', frameIds: ['P0', 'P2', 'P1'] }],
      combinations: [{ id: 'U', terms: [{ caseId: 'G', factor: 1.35 }, { caseId: 'SD', factor: 1.35 }] }], // biome-ignore format: short
    }
    const told = [
      {
        code: 'repeated_node',
        message: "The outline of area 'A' has its first node 'N1' again at the end, and closes without it",
        ids: { areas: ['A'], nodes: ['N1'] },
        fix: 'Drop the last node of its nodeIds.',
      },
      {
        code: 'member_out_of_order',
        message: "Member 'M' lists its frames out of order: 'P0' and 'P2' follow each other and do not touch",
        ids: { members: ['M'], frames: ['P0', 'P2', 'P1'] },
        fix: 'List them along the line: "frameIds": ["P0","P1","P2"].',
      },
      {
        code: 'combination_counts_twice',
        message: "Combination 'U' counts the own weight more than once: load cases 'G' and 'SD' have selfWeight",
        ids: { combinations: ['U'], loadCases: ['G', 'SD'] },
        fix: "Leave selfWeight to one of them, such as 'G'.",
      },
    ]
    const edited = await callTool(token, CALL, { modelId, ops: [{ add: written }], dryRun: true })
    expect(edited.data.warnings).toEqual(told)
    const added = await callTool(token, 'service.add_model_elements', { modelId, ...written })
    expect(added.data.warnings).toEqual(told)
    const codes = told.map(({ code }) => code)
    const { groups } = (await callTool(token, 'service.check_model', { modelId, codes })).data
    for (const { call } of groups) expect((await callTool(token, CALL, { modelId, ...call })).isError).toBe(false)
    expect((await callTool(token, 'service.check_model', { modelId, codes })).data.groups ?? []).toEqual([])
  })

  it('one load on nodes, frames and areas', async () => {
    const frames = [{ id: 'B', startNodeId: 'N2', endNodeId: 'N3' }]
    const areas = [{ id: 'A', nodeIds: ['N1', 'N2', 'N3'] }]
    const modelId = await newModel({ nodes: NODES, frames, areas, loadCases: [{ id: 'L' }] })
    const load = (kinds: string[]) => ({
      modelId,
      ops: [{ select: { all: true, kinds }, load: { caseId: 'L', force: { z: -3 } } }],
    })
    const { data } = await callTool(token, CALL, load(['nodes', 'frames', 'areas']))
    expect(data.notes).toEqual([
      '3 nodes, 1 frame, 1 area loaded at once: the force is whole on each node, per length on frames, per area on areas; in select, "kinds": ["nodes"] or "kinds": ["frames"] or "kinds": ["areas"] loads one kind',
    ])
    expect((await callTool(token, CALL, load(['areas']))).data.notes).toBeUndefined()
  })

  it('a steel that is weighed and not stiff: the grade is read, or the refusal says how to name it', async () => {
    const frames = [{ id: 'C', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S', materialId: 'M' }]
    const called = (name: string) => ({
      ...{ units: { current: 'kN, m, C' }, nodes: NODES.slice(0, 2), frames },
      materials: [{ id: 'M', name }],
      sections: [{ id: 'S', profile: 'IPE 300' }],
      supports: [{ id: 'F', nodeId: 'N1', restraints: 'fixed' }],
    })
    const read = await callTool(token, 'service.analyse_model', { modelId: await newModel(called('Steel 355'), 'Read') })
    expect(read.isError, read.text).toBe(false)
    const refused = await callTool(token, 'service.analyse_model', { modelId: await newModel(called('Steel'), 'Not read') })
    expect(JSON.parse(refused.text).detail).toMatchObject([
      {
        type: 'cannot_analyse',
        fix: 'name its grade (S355, A992, C30/37): service.edit_model {"ops":[{"select":{"kinds":["materials"],"ids":["M"]},"set":{"name":…}}]}; or state E: "set":{"source":{"properties":{"E":…}}}',
      },
    ])
  })

  it('levels without a label, by their ids', async () => {
    const gridLines = [0, 4].map((coordinate) => ({ id: `L${coordinate / 4}`, axis: 'Z', coordinate }))
    const modelId = await newModel({ nodes: NODES, gridLines })
    const { data } = await callTool(token, 'service.query_model', { modelId, groupBy: ['storey'], show: ['count', 'elevation'] })
    expect(data.groups).toEqual([
      { storey: 'L1', count: 2, elevation: 4 },
      { storey: 'L0', count: 1, elevation: 0 },
    ])
  })

  it('a grade behind a profile', async () => {
    const sections = [{ id: 'S', profile: 'IPE300 S355' }]
    const { detail } = await fail('service.create_model', { name: 'Graded', units: { length: 'm' }, sections })
    const mended = [{ id: 'S', profile: 'IPE300', materialId: 'S355' }]
    expect(detail[0]).toMatchObject({ in: 'arguments', send: { sections: mended, materials: [{ id: 'S355', name: 'S355' }] } })
  })

  it.each([
    ['IPE300 to IPE400', ['IPE300', 'IPE330', 'IPE360', 'IPE400'], undefined],
    ['HEA 200-240', ['HE200A', 'HE220A', 'HE240A'], undefined],
    ['RHS 250/150/8', ['RHS250X150X8'], undefined],
    ['CHS 219.1/8', ['CHS219.1X8'], undefined],
    ['UC203x60', ['UC203X203X60'], undefined],
    ['UB 457x67', ['UB457X191X67', 'UB457X152X67'], undefined],
    ['HEB 200 S235JR', ['HE200B'], "looked for 'HEB 200': S235JR is a grade, the name of a material"],
    ['W14x90 A572 Gr.50', ['W14X90'], "looked for 'W14x90': A572 Gr.50 is a grade, the name of a material"],
    [
      'beam of the hall',
      undefined,
      'no name begins so: q is a name (IPE 300), its beginning (IPE3) or a range (IPE 300 to IPE 400)',
    ],
  ])('sections sought as %s', async (q, names, note) => {
    const { data } = await callTool(token, 'service.find_sections', { q })
    expect(data.rows?.map(([name]: string[]) => name)).toEqual(names)
    expect(data.note).toBe(note)
  })
})
