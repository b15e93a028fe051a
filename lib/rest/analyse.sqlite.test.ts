import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCaseResults } from '#lib/drawing/results/case-results.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { callRest, newCaller, newModel } from '#lib/fixtures/rest.ts'

const { rest } = await newCaller()

type Six = (number | null)[]
type Wanted = {
  reactions?: Record<string, Six>
  displacements?: Record<string, Six>
  forces?: Record<string, number[][]>
  deflections?: Record<string, number[][]>
  stress?: Record<string, [number, number | null]>
  reactionsMax?: Record<string, Six>
  reactionsMin?: Record<string, Six>
  scale?: { force: number; moment: number; displacement: number; rotation: number }
}
type GoldenCase = {
  name: string
  options?: object
  model: Record<string, unknown>
  stations: number[]
  expected?: Record<string, Wanted>
  unstable?: { nodes: string[]; direction: string }
  modes?: { count: number; mass: object; expected: { period: number }[] }
}
const golden: { tolerance: number; cases: GoldenCase[] } = JSON.parse(
  readFileSync(new URL('../statics/golden/statics.json', import.meta.url), 'utf8'),
)

const analyse = async (id: string, body: object = {}) => rest('POST', `/api/construct-models/${id}/analyse`, { body })

type Column = (typeof MOVES)[number] | (typeof PUSHES)[number] | (typeof INSIDE)[number] | 'at' | 'stress' | 'ratio' | 'period'
type Row = { id: string; case: string; of?: string } & Partial<Record<Column, number | null>>

/** All rows of some kinds, over as many pages as there are. */
async function allRows(id: string, body: object): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  let cursor: string | undefined
  do {
    const { status, json, text } = await analyse(id, { ...body, limit: 1000, ...(cursor && { cursor }) })
    if (status !== 200) throw new Error(text)
    for (const [kind, rows] of Object.entries<Row[]>(json.rows)) found[kind] = [...(found[kind] ?? []), ...rows]
    cursor = json.nextCursor
  } while (cursor)
  return found
}

const MOVES = ['ux', 'uy', 'uz', 'rx', 'ry', 'rz'] as const
const PUSHES = ['fx', 'fy', 'fz', 'mx', 'my', 'mz'] as const
const INSIDE = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const

function hold(what: string, row: Row | undefined, columns: readonly Column[], want: Six, scales: readonly number[]) {
  for (const [k, value] of want.entries()) {
    if (value === null) continue
    const got = row?.[columns[k]!] ?? (row ? 0 : Number.NaN)
    if (!(Math.abs(got - value) <= golden.tolerance * scales[k]!)) throw new Error(`${what} ${columns[k]}: ${got} for ${value}`)
  }
}

describe('a golden case', () => {
  for (const one of golden.cases) {
    it(one.name, async () => {
      const id = await newModel(rest, { name: one.name, ...one.model })
      const options = { ...one.options, modes: one.modes?.count ?? 0, ...(one.modes && { mass: one.modes.mass }) }
      const { status, json, text } = await analyse(id, options)
      if (status !== 200) throw new Error(text)
      expect(json.screening).toBe('linear elastic, first order. Not for design.')
      if (one.unstable) {
        expect(json.stands).toBe('no')
        const [first] = json.mechanisms
        const column = MOVES[['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].indexOf(one.unstable.direction)] ?? 'ux'
        const { nodes } = one.unstable
        expect(first.nodes.some((node: Row) => nodes.includes(node.id) && Math.abs(node[column] ?? 0) > 0.999)).toBe(true)
        return
      }
      expect(json.stands).toBe('yes')
      const rows = await allRows(id, {
        ...options,
        show: ['reactions', 'displacements', 'forces', 'deflections', 'stresses', 'modes'],
        at: one.stations,
      })
      const scale = Object.values(one.expected ?? {})[0]?.scale
      for (const [name, want] of Object.entries(one.expected ?? {})) compare(rows, name, want, want.scale ?? scale)
      for (const [i, { period }] of (one.modes?.expected ?? []).entries()) {
        expect(Math.abs((rows.modes?.[i]?.period ?? 0) - period)).toBeLessThanOrEqual(golden.tolerance * period)
      }
    })
  }
})

function compare(rows: Record<string, Row[]>, name: string, want: Wanted, scale: Wanted['scale']) {
  const { force = 0, moment = 0, displacement = 0, rotation = 0 } = scale ?? {}
  const forces = [force, force, force, moment, moment, moment]
  const moves = [displacement, displacement, displacement, rotation, rotation, rotation]
  const find = (kind: string, id: string, at?: number, of?: 'max' | 'min') =>
    rows[kind]?.find((row) => row.id === id && row.case === name && (at === undefined || row.at === at) && row.of === of)
  for (const [id, six] of Object.entries(want.reactions ?? {})) hold(`reaction ${id}`, find('reactions', id), PUSHES, six, forces)
  for (const [id, six] of Object.entries(want.reactionsMax ?? {}))
    hold(`most ${id}`, find('reactions', id, undefined, 'max'), PUSHES, six, forces)
  for (const [id, six] of Object.entries(want.reactionsMin ?? {}))
    hold(`least ${id}`, find('reactions', id, undefined, 'min'), PUSHES, six, forces)
  for (const [id, six] of Object.entries(want.displacements ?? {}))
    hold(`node ${id}`, find('displacements', id), MOVES, six, moves)
  for (const [id, list] of Object.entries(want.forces ?? {})) {
    for (const [at, ...six] of list) hold(`${id} at ${at}`, find('forces', id, at), INSIDE, six, forces)
  }
  for (const [id, list] of Object.entries(want.deflections ?? {})) {
    for (const [at, ...three] of list) hold(`line of ${id} at ${at}`, find('deflections', id, at), MOVES, three, moves)
  }
  for (const [id, [stress, ratio]] of Object.entries(want.stress ?? {})) {
    const all = rows.stresses?.filter((row) => row.id === id && row.case === name) ?? []
    const most = all.reduce((worst, row) => (Math.abs(row.stress ?? 0) > Math.abs(worst.stress ?? 0) ? row : worst), all[0]!)
    const bySize: Row = { ...most, stress: Math.abs(most.stress ?? 0) }
    hold(`stress of ${id}`, bySize, ['stress', 'ratio'], [Math.abs(stress), ratio], [Math.abs(stress), ratio ?? 1])
  }
}

const reasons = (json: { detail: { ctx: { reason: string } }[] }) => json.detail.map(({ ctx }) => ctx.reason)

it('tells every reason why a model cannot be analysed, at once', async () => {
  const id = await newModel(rest, { name: 'Nothing' })
  const empty = await analyse(id, { cases: ['LX'] })
  expect(empty.status).toBe(422)
  expect(reasons(empty.json)).toEqual(['units_unknown', 'nothing_to_analyse', 'no_supports', 'case_not_found'])
  expect(empty.json.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual([['body'], ['body'], ['body'], ['body', 'cases', 0]])
  expect(empty.json.detail[0]).toMatchObject({
    type: 'cannot_analyse',
    msg: 'The analysis needs a length and a force unit; units has no length and no force. Set them, such as {"length":"m","force":"kN"}',
  })

  const bare = await newModel(rest, {
    name: 'Bare',
    units: { length: 'm', force: 'kN' },
    nodes: [0, 1, 2].map((x) => ({ id: `${x}`, position: { x, y: 0, z: 0 } })),
    materials: [{ id: 'MAT', name: 'unobtainium' }],
    sections: [{ id: 'SEC', type: 'custom', dimensions: { i33: 1 } }],
    frames: [
      { id: 'F1', startNodeId: '0', endNodeId: '1' },
      { id: 'F2', startNodeId: '1', endNodeId: '2', sectionId: 'SEC', materialId: 'MAT' },
    ],
    supports: [{ id: 'S', nodeId: '0', restraints: 'fixed' }],
  })
  const { json } = await analyse(bare)
  expect(json.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
    '1 frame has no section: F1',
    '1 frame has no material: F1',
    'Section SEC has no area, i22, j: give sizes, a profile, an outline, or dimensions area, i33, i22, j',
    'Material MAT has no E: its name is read as no grade. Give source.properties.E in MPa',
    'Material MAT has no density, which self weight and mass need: F2. Give source.properties.density in kg/m³',
  ])

  // None waits for another: a section without a material, a material without a section, heat and weight.
  const more = {
    name: 'Bare and warm',
    nodes: [0, 1, 2].map((x) => ({ id: `${x}`, position: { x, y: 0, z: 0 } })),
    materials: [{ id: 'MAT', name: 'unobtainium' }],
    sections: [{ id: 'SEC', type: 'custom', dimensions: { i33: 1 } }],
    frames: [
      { id: 'F1', startNodeId: '0', endNodeId: '1', sectionId: 'SEC' },
      { id: 'F2', startNodeId: '1', endNodeId: '2', materialId: 'MAT' },
    ],
    supports: [{ id: 'S', nodeId: '0', restraints: 'fixed' }],
    loadCases: [{ id: 'T', selfWeight: 1 }],
    loads: [{ id: 'L', caseId: 'T', frameId: 'F2', type: 'temperature', temperature: 20 }],
  }
  expect(reasons((await analyse(await newModel(rest, more))).json)).toEqual([
    ...['units_unknown', 'temperature_unit_unknown', 'no_section', 'no_material', 'no_expansion'],
    ...['no_properties', 'no_modulus', 'no_density'],
  ])
})

it('refuses keys that it does not know, and a sort that is not shown', async () => {
  const id = await newModel(rest, portalFrame())
  expect((await analyse(id, { case: ['D'] })).json.detail[0]).toMatchObject({ type: 'extra_forbidden', loc: ['body', 'case'] })
  expect((await analyse(id, { show: ['forces'], sort: '-mz' })).json.detail[0]).toMatchObject({ loc: ['body', 'sort'] })
  expect((await analyse(id, { show: ['beams'], sort: '-m3' })).json.detail[0].msg).toMatch(/; forces have it$/)
})

it('refuses factors of masses that weigh less than nothing, and arrays of nothing', async () => {
  const id = await newModel(rest, portalFrame())
  const detail = async (body: object) => (await analyse(id, body)).json.detail
  expect(await detail({ mass: { cases: { D: -1, L: 1e308 } } })).toMatchObject([
    { type: 'greater_than_equal', loc: ['body', 'mass', 'cases', 'D'], msg: 'Input should be greater than or equal to 0' },
    { type: 'less_than_equal', loc: ['body', 'mass', 'cases', 'L'], msg: 'Input should be less than or equal to 1000' },
  ])
  const needed = {
    type: 'value_error',
    loc: ['body', 'columns'],
    msg: 'Value error, show names what columns are of: reactions, displacements, deflections, forces, stresses',
  }
  expect(await detail({ columns: 'D' })).toMatchObject([needed])
  const { json } = await rest('POST', `/api/construct-models/${id}/share-links`, { body: {} })
  const shared = await rest('POST', `/api/share/${json.url.split('/').at(-1)}/analyse`, { body: { columns: 'D' } })
  expect(shared.json.detail).toMatchObject([needed])
})

const beam = {
  name: 'Two spans',
  units: { length: 'm', force: 'kN' },
  nodes: [0, 4, 8].map((x) => ({ id: `N${x}`, position: { x, y: 0, z: 0 } })),
  materials: [{ id: 'S355' }],
  sections: [{ id: 'IPE 300', profile: 'IPE 300', materialId: 'S355' }],
  frames: [
    { id: 'A', startNodeId: 'N0', endNodeId: 'N4', sectionId: 'IPE 300' },
    { id: 'B', startNodeId: 'N4', endNodeId: 'N8', sectionId: 'IPE 300' },
  ],
  supports: [
    { id: 'S0', nodeId: 'N0', restraints: '111100' },
    { id: 'S4', nodeId: 'N4', restraints: '011000' },
    { id: 'S8', nodeId: 'N8', restraints: '011000' },
  ],
  loadCases: [{ id: 'D', selfWeight: 1 }, { id: 'L' }],
  loads: [{ id: 'Q', caseId: 'L', frameId: 'A', force: { z: -10 } }],
  combinations: [
    {
      id: 'ULS',
      terms: [
        { caseId: 'D', factor: 1.35 },
        { caseId: 'L', factor: 1.5 },
      ],
    },
  ],
}

it('answers a summary, rows of a selection that are sorted, page by page, and of an earlier revision', async () => {
  const id = await newModel(rest, beam)
  const { json } = await analyse(id)
  expect(json).toMatchObject({
    modelId: id,
    revision: 1,
    stands: 'yes',
    cases: ['D', 'L', 'ULS'],
    units: 'kN, m; stress MPa, mass kg, period s',
  })
  expect(json.weight.mass).toBeCloseTo(8 * 42.2, -1)
  expect(json.reactions.largest).toMatchObject({ id: 'N4', case: 'ULS' })
  expect(json.reactions.uplift).toMatchObject({ id: 'N8', case: 'ULS', fz: -2.836 })
  expect(json.deflection).toMatchObject({ id: 'A', case: 'ULS' })
  expect(json.stress.ratio).toBeGreaterThan(0)
  expect(json.modes).toHaveLength(2) // the mass of two nodes moves along X, none sideways

  const question = {
    show: ['forces', 'reactions'],
    select: { ids: ['A'], kinds: ['frames'] },
    cases: ['L'],
    at: [0, 0.5, 1],
    sort: '-m3',
    limit: 2,
  }
  const first = await analyse(id, question)
  expect(first.json.total).toEqual({ forces: 3, reactions: 2 })
  expect(first.json.rows.forces.map(({ at }: Row) => at)).toEqual([0.5, 1])
  const second = await analyse(id, { ...question, cursor: first.json.nextCursor })
  expect(second.json.rows).toMatchObject({ forces: [{ at: 0, m3: 0 }], reactions: [{ id: 'N0', support: 'S0', case: 'L' }] })
  expect(second.json.weight).toBeUndefined()
  const wrong = await analyse(id, { ...question, sort: 'm3', cursor: first.json.nextCursor })
  expect(wrong.json.detail[0].loc).toEqual(['body', 'cursor'])

  const role = (frame: object) => ({ ...frame, role: 'tie' })
  const ties = await newModel(rest, { ...beam, frames: beam.frames.map(role) })
  expect((await analyse(ties)).json, 'no beam deflects where nothing is a beam').not.toHaveProperty('deflection')

  await rest('POST', `/api/construct-models/${id}/sections`, {
    body: { sections: [{ id: 'IPE 300', profile: 'IPE 400', materialId: 'S355' }] },
  })
  const after = await analyse(id, { compareWith: 1 })
  expect(after.json).toMatchObject({ revision: 2, compared: { revision: 1, weight: json.weight, deflection: json.deflection } })
  expect(after.json.change.deflection).toBeLessThan(-50)
  expect(after.json.change.weight).toBeGreaterThan(40)
  expect((await analyse(id, { revision: 1 })).json.weight).toEqual(json.weight)

  // Rows stand beside those of the other revision, and are sorted by what changed most.
  const compare = { compareWith: 1, cases: ['L'], show: ['displacements', 'beams'], sort: '-difference.uz', limit: 3, modes: 1 }
  const both = (await analyse(id, compare)).json
  expect(both).toMatchObject({ compared: { revision: 1 }, change: { weight: after.json.change.weight } })
  expect(both.total).toEqual({ displacements: 6, beams: 2 })
  const old = (await allRows(id, { ...compare, compareWith: undefined, sort: undefined, revision: 1 })).displacements ?? []
  for (const row of both.rows.displacements) {
    const then = old.find((one) => one.id === row.id && one.case === row.case)
    const { ux, uy, uz, rx, ry, rz } = then ?? {}
    expect(row.before).toEqual({ ux, uy, uz, rx, ry, rz })
    expect(row.difference.ry).toBeCloseTo(row.ry - row.before.ry, 8)
  }
  const sizes = both.rows.displacements.map(({ difference }: { difference: { uz: number } }) => Math.abs(difference.uz))
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  const more = (await analyse(id, { ...compare, cursor: both.nextCursor })).json
  expect([more.compared, more.rows.displacements[0].before]).toMatchObject([undefined, { uz: expect.any(Number) }])
  const beams = (await analyse(id, { ...compare, show: ['beams'], sort: '-difference.value' })).json.rows.beams
  expect(beams[0]).toMatchObject({ id: 'A', before: { length: 4 }, difference: { length: 0 } })
  expect(beams[0].difference.value).toBeLessThan(0)
  expect((await analyse(id, { ...compare, compareWith: 2, cursor: both.nextCursor })).json.detail[0].loc).toEqual([
    'body',
    'cursor',
  ])
  expect((await analyse(id, { show: ['beams'], sort: '-difference.value' })).json.detail[0].loc).toEqual(['body', 'sort'])

  // What the other revision has not stands alone.
  await rest('POST', `/api/construct-models/${id}/load-cases`, { body: { loadCases: [{ id: 'N', selfWeight: 2 }] } })
  const added = await analyse(id, { compareWith: 1, show: ['reactions'], limit: 100 })
  const onlyNow = added.json.rows.reactions.filter(({ before }: { before?: object }) => before === undefined)
  expect(onlyNow.map((row: Row) => row.case)).toEqual(['N', 'N', 'N'])
  const alone = await analyse(id, { compareWith: 1, cases: ['N'], show: ['reactions'] })
  expect(alone.json.compared.refused[0]).toContain('no load case or combination N')
  expect(alone.json.rows.reactions[0].before).toBeUndefined()
  expect((await analyse(id, { revision: 7 })).status).toBe(404)
})

it('says which node moves and which hinges let it go, and what no frame carries', async () => {
  const pinned = { start: { m2: true, m3: true }, end: { m2: true, m3: true } }
  const frames = [
    { id: 'C1', startNodeId: '1', endNodeId: '2', sectionId: 'S', releases: pinned },
    { id: 'C2', startNodeId: '4', endNodeId: '3', sectionId: 'S', releases: pinned },
    { id: 'B1', startNodeId: '2', endNodeId: '3', sectionId: 'S' },
  ]
  const portal = {
    name: 'Four hinges',
    units: { length: 'm', force: 'kN' },
    nodes: [
      [0, 0],
      [0, 4],
      [6, 4],
      [6, 0],
    ].map(([x, z], i) => ({ id: `${i + 1}`, position: { x, y: 0, z } })),
    materials: [{ id: 'S355' }],
    sections: [{ id: 'S', profile: 'IPE 300', materialId: 'S355' }],
    frames,
    supports: ['1', '4'].map((nodeId) => ({ id: `S${nodeId}`, nodeId, restraints: 'fixed' })),
  }
  const id = await newModel(rest, portal)
  const { json } = await analyse(id)
  expect(json.stands).toBe('no')
  expect(json.reactions).toBeUndefined()
  const [first] = json.mechanisms
  expect(first.message).toMatch(
    /^Node [23] slides along [XY], with 1 node more: nothing holds them\. Hinges at C1 \(start m2 m3, end m2 m3\), C2 /,
  )
  expect(first.elements.slice(0, 2)).toEqual([
    { kind: 'frame', id: 'C1' },
    { kind: 'frame', id: 'C2' },
  ])
  const moving = await analyse(id, { show: ['displacements', 'deflections'], columns: 'mechanism 1' })
  const [motion] = readCaseResults(moving.json.columns)
  expect([moving.json.stands, motion?.frames]).toEqual(['no', ['C1', 'C2', 'B1']])
  expect(Math.max(...[...(motion?.displacements ?? [])].filter((value) => value >= -1).map(Math.abs))).toBeCloseTo(1, 6)
  // Of a case there is nothing to draw.
  expect((await analyse(id, { show: ['forces'], columns: 'self weight' })).json.columns).toBeUndefined()
  const wall = { id: 'W', nodeIds: ['1', '4', '3', '2'], kind: 'wall', thickness: 0.2, materialId: 'S355' }
  await rest('POST', `/api/construct-models/${id}/elements`, { body: { areas: [wall] } })
  const walled = await analyse(id)
  expect(walled.json.stands).toBe('cannot tell')
  expect(walled.json.mechanisms[0].message).toContain('1 area touches what moves; they do not stiffen in this analysis')

  // What areas alone carry is outside the screening, unless they touch nothing that stands.
  const slab = (nodeIds: string[], loaded: object) => ({
    ...beam,
    nodes: [...beam.nodes, ...['X', 'Y', 'Z'].map((nodeId, k) => ({ id: nodeId, position: { x: 4 - k, y: 3, z: 0 } }))],
    areas: [{ id: 'S1', nodeIds }],
    loads: [{ id: 'P', caseId: 'L', force: { z: -2 }, ...loaded }],
    loadCases: [{ id: 'L' }],
    combinations: [],
  })
  const judged = async (model: object) => {
    const { stands, mechanisms } = (await analyse(await newModel(rest, model))).json
    return [stands, ...mechanisms.map(({ message }: { message: string }) => message)]
  }
  const onSlab = await judged(slab(['N0', 'N4', 'X'], { areaId: 'S1' }))
  expect(onSlab).toEqual([
    'cannot tell',
    'Load on area S1 reaches node X, which no frame and no support carries; areas alone lead on from there, which carry nothing in this analysis, so this may be a false alarm',
  ])
  // It hangs on one node: one reason, with all nodes that it is of.
  expect(await judged(slab(['N0', 'X', 'Z'], { areaId: 'S1' }))).toEqual([
    'cannot tell',
    onSlab[1].replace('node X', 'nodes X, Z'),
  ])
  // So do several areas that stand alike.
  const alike = slab(['N0', 'N4', 'X'], { areaId: 'S1' })
  const areas = [...alike.areas, { id: 'S2', nodeIds: ['N0', 'N4', 'Y'] }]
  const load = { id: 'R', caseId: 'L', areaId: 'S2', force: { z: -2 } }
  expect(await judged({ ...alike, areas, loads: [...alike.loads, load] })).toEqual([
    'cannot tell',
    onSlab[1].replace('area S1', 'areas S1, S2').replace('node X', 'nodes X, Y'),
  ])
  expect((await judged(slab(['N0', 'N4', 'X'], { nodeId: 'X' })))[0]).toBe('cannot tell')
  const afloat = 'Load P reaches node X, which no frame and no support carries'
  expect(await judged(slab(['X', 'Y', 'Z'], { nodeId: 'X' }))).toEqual(['no', afloat])
  const both = slab(['N0', 'N4', 'Y'], { areaId: 'S1' })
  const loads = [...both.loads, { id: 'Q', caseId: 'L', nodeId: 'X', force: { z: -1 } }]
  expect(await judged({ ...both, loads })).toEqual(['no', afloat.replace('P', 'Q'), onSlab[1].replace('node X', 'node Y')])
})

it('answers what is free to follow heat and its ground: there are no forces to compare a rounding with', async () => {
  const places = [0, 1, 2, 3]
  const bridge = {
    ...beam,
    units: { length: 'm', force: 'kN', temperature: 'C' },
    nodes: places.map((k) => ({ id: `${k}`, position: { x: (31.8 * k) / 3, y: 0.3 * k, z: 4.2 } })),
    frames: places
      .slice(1)
      .map((k) => ({ id: `F${k}`, startNodeId: `${k - 1}`, endNodeId: `${k}`, sectionId: beam.sections[0]?.id })),
    supports: [
      { id: 'A', nodeId: '0', restraints: { u1: true, u2: true, u3: true, r1: true, r2: false, r3: false } },
      { id: 'B', nodeId: '3', restraints: { u1: false, u2: true, u3: true, r1: false, r2: false, r3: false } },
    ],
    loadCases: [{ id: 'T' }, { id: 'D' }],
    combinations: [],
    loads: [
      ...places.slice(1).map((k) => ({ id: `T${k}`, caseId: 'T', frameId: `F${k}`, type: 'temperature', temperature: 25 })),
      { id: 'D', caseId: 'D', nodeId: '3', type: 'displacement', displacement: { z: -0.02 } },
    ],
  }
  const id = await newModel(rest, bridge)
  const { json, text } = await analyse(id, { show: ['displacements'], modes: 0 })
  expect(json.stands, text).toBe('yes')
  const at = (one: string) => json.rows.displacements.find((row: Row) => row.id === '3' && row.case === one)
  expect(at('T').ux).toBeCloseTo(((31.8 ** 2 + 0.9 ** 2) / 31.8) * 1.2e-5 * 25, 8) // along Y it is held
  expect(at('D').uz).toBeCloseTo(-0.02, 12)
})

it('leaves out what is nothing beside what heat would push if it were hindered', async () => {
  const cantilever = {
    ...beam,
    units: { length: 'm', force: 'kN', temperature: 'C' },
    supports: [{ id: 'S0', nodeId: 'N0', restraints: 'fixed' }],
    loadCases: [{ id: 'T' }],
    combinations: [],
    loads: ['A', 'B'].map((frameId) => ({
      ...{ id: frameId, caseId: 'T', frameId },
      ...{ type: 'temperature', temperature: 10, gradient: { y: 5 } },
    })),
  }
  const id = await newModel(rest, cantilever)
  const { json, text } = await analyse(id, { modes: 0, show: ['reactions', 'forces', 'stresses'], limit: 100 })
  expect(json.displacement, text).toMatchObject({ id: 'N8', case: 'T' })
  expect([json.reactions, json.stress]).toEqual([undefined, undefined])
  const { reactions, forces, stresses } = json.rows
  for (const { id: _, case: _case, support: _support, at: _at, ...numbers } of [...reactions, ...forces, ...stresses])
    expect(new Set(Object.values(numbers))).toEqual(new Set([0]))
})

it('answers the results of a case for the whole model as arrays, with the numbers of its rows', async () => {
  const envelope = { id: 'ENV', type: 'envelope', terms: [{ combinationId: 'ULS' }, { caseId: 'L', factor: -1 }] }
  const id = await newModel(rest, { ...beam, combinations: [...beam.combinations, envelope] })
  const show = ['reactions', 'displacements', 'deflections', 'forces', 'stresses']
  const { status, json, text } = await analyse(id, { show, columns: 'ULS' })
  if (status !== 200) throw new Error(text)
  expect(json).toMatchObject({ revision: 1, stands: 'yes', screening: 'linear elastic, first order. Not for design.' })
  const [read] = readCaseResults(json.columns)
  expect(read).toMatchObject({
    case: 'ULS',
    of: undefined,
    frames: ['A', 'B'],
    supported: ['N0', 'N4', 'N8'],
    nodes: ['N0', 'N4', 'N8'],
  })
  expect(read?.at).toEqual(Array.from({ length: 17 }, (_, k) => k / 16))
  const rows = await allRows(id, { show, cases: ['ULS'], at: json.columns.at })
  const columns = {
    deflections: ['ux', 'uy', 'uz'],
    forces: INSIDE,
    stresses: ['stress', 'ratio'],
    reactions: PUSHES,
    displacements: MOVES,
  } as const
  for (const [kind, names] of Object.entries(columns) as ['forces', typeof INSIDE][]) {
    const ofCase = rows[kind]?.filter((row) => row.case === 'ULS')
    const want = ofCase?.flatMap((row) => names.map((name) => Math.fround(row[name] ?? Number.NaN))) ?? []
    const got = [...(read?.[kind] ?? [])]
    expect(got).toHaveLength(want.length)
    for (const [k, value] of want.entries())
      expect(Math.abs((got[k] ?? 0) - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value) + 1e-12)
  }

  const most = await analyse(id, { show: ['forces'], columns: 'ENV', at: [0.5], select: { ids: ['A'], kinds: ['frames'] } })
  const [max, min] = readCaseResults(most.json.columns)
  expect([max?.of, min?.of, max?.frames]).toEqual(['max', 'min', ['A']])
  expect(max?.forces?.[5]).toBeGreaterThan(0)
  expect(min?.forces?.[5]).toBeLessThan(0)
  const mode = await analyse(id, { show: ['deflections'], columns: 'mode 1' })
  const [shape] = readCaseResults(mode.json.columns)
  expect(Math.max(...(shape?.deflections ?? []))).toBeCloseTo(1, 6)

  const issueOf = async (body: object) => (await analyse(id, body)).json.detail[0]
  expect(await issueOf({ show: ['forces'], columns: 'X' })).toMatchObject({
    loc: ['body', 'columns'],
    msg: "Value error, there are no results of X; there are those of D, L, ULS, ENV, 'mode 1' and 1 more",
  })
  expect(await issueOf({ show: ['drifts'], columns: 'D' })).toMatchObject({ loc: ['body', 'show', 0] })
  expect(await issueOf({ show: ['forces'], columns: 'D', sort: '-m3' })).toMatchObject({ loc: ['body', 'sort'] })
})

it('analyses by a share link what the link shows, and no other revision', async () => {
  const id = await newModel(rest, beam)
  const made = await rest('POST', `/api/construct-models/${id}/share-links`, { body: {} })
  const token = made.json.url.split('/').at(-1)
  const shared = (body: object) => callRest('POST', `/api/share/${token}/analyse`, { body })
  expect((await shared({ cases: ['L'] })).json).toMatchObject({ stands: 'yes', revision: 1, cases: ['L'] })
  expect((await shared({ revision: 1 })).json.detail[0]).toMatchObject({ type: 'extra_forbidden', loc: ['body', 'revision'] })
})

it('takes a frame that tapers as sixteen prisms, and tells its results by its own id', async () => {
  const I = (t3: number) => ({ type: 'i_wide_flange', dimensions: { t3, t2: 0.3, tf: 0.02, tw: 0.012 } })
  const id = await newModel(rest, {
    name: 'taper',
    units: { current: 'kN, m, C' },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 6, y: 0, z: 0 } },
    ],
    sections: [
      { id: 'I9', ...I(0.9) },
      { id: 'I3', ...I(0.3) },
    ],
    materials: [{ id: 'S355' }],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: 'I9', endSectionId: 'I3', materialId: 'S355' }],
    supports: [{ id: 'S', nodeId: 'A', restraints: 'fixed' }],
    loadCases: [{ id: 'P' }],
    loads: [{ id: 'P', caseId: 'P', nodeId: 'B', force: { z: -10 } }],
  })
  const { json } = await analyse(id, { show: ['forces', 'stresses'], at: [0, 0.5, 1] })
  expect(json.rows.forces).toMatchObject([
    { id: 'F', m3: -60 },
    { id: 'F', m3: -30 },
    { id: 'F', m3: 0 },
  ])
  const modulus = (depth: number) => (0.3 * depth ** 3 - 0.288 * (depth - 0.04) ** 3) / 6 / depth
  for (const [k, depth] of [0.9, 0.6].entries())
    expect(json.rows.stresses[k].stress).toBeCloseTo((k === 0 ? 0.06 : 0.03) / modulus(depth), 3)
  const whole = await analyse(id)
  expect(whole.json.notes).toContain('tapers_by_segments: 1 frame tapers: each is analysed as 16 prisms')
  expect(whole.json.deflection).toMatchObject({ id: 'F' })
  expect(whole.json.weight.mass).toBe(Number((7850 * 6 * (2 * 0.3 * 0.02 + 0.56 * 0.012)).toPrecision(4)))
})
