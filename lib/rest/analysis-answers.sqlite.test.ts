import { describe, expect, it } from 'vitest'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

/** What an engineer reads in the answers of an analysis. */

const { rest } = await newCaller()

const steel = {
  units: { length: 'm', force: 'kN' },
  materials: [{ id: 'S355' }, { id: 'C30/37' }],
  sections: [{ id: 'S', profile: 'IPE 300', materialId: 'S355' }],
  loadCases: [{ id: 'D', selfWeight: 1 }, { id: 'L' }],
}
const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const frame = (id: string, startNodeId: string, endNodeId: string, more: object = {}) => ({
  ...{ id, startNodeId, endNodeId, sectionId: 'S' },
  ...more,
})
const fixed = (nodeId: string) => ({ id: `s${nodeId}`, nodeId, restraints: 'fixed' })
const slab = (id: string, ...nodeIds: string[]) => ({ id, nodeIds, kind: 'slab', thickness: 0.2, materialId: 'C30/37' })

async function analysed(model: object, body: object = {}) {
  const id = await newModel(rest, { name: 'M', ...steel, ...model })
  const { status, json, text } = await rest('POST', `/api/construct-models/${id}/analyse`, { body })
  if (status !== 200) throw new Error(text)
  return json
}

describe('a mechanism beside areas', () => {
  const corners = [
    ['a', 0, 0],
    ['b', 6, 0],
    ['c', 6, 5],
    ['d', 0, 5],
  ] as const
  const box = (releases: object, at = 0) => ({
    nodes: corners.flatMap(([id, x, y]) => [node(`${id}${at}`, x + at, y, 0), node(`${id}${at + 1}`, x + at, y, 4)]),
    frames: [
      ...corners.map(([id]) => frame(`C${id}${at}`, `${id}${at}`, `${id}${at + 1}`, releases)),
      ...['ab', 'bc', 'cd', 'da'].map((ends) => frame(`B${ends}${at}`, `${ends[0]}${at + 1}`, `${ends[1]}${at + 1}`)),
    ],
    supports: corners.map(([id]) => fixed(`${id}${at}`)),
  })
  const roof = slab('R', 'a1', 'b1', 'c1', 'd1')

  it('is certain where a floor only goes along', async () => {
    const { stands, mechanisms } = await analysed({ ...box({ releases: 'pinned' }), areas: [roof] })
    expect(stands).toBe('no')
    expect(mechanisms).toHaveLength(2) // along X and along Y; about Z the columns twist
    for (const { message } of mechanisms)
      expect(message).toMatch(/Hinges at .*let it go\. 1 area touches what moves, and would not hold it however stiff$/)
  })

  it('may be a false alarm where walls would hold it', async () => {
    const walls = [slab('W1', 'a0', 'b0', 'b1', 'a1'), slab('W2', 'b0', 'c0', 'c1', 'b1')]
    const { stands, mechanisms } = await analysed({ ...box({ releases: 'pinned' }), areas: [roof, ...walls] })
    expect(stands).toBe('cannot tell')
    for (const { message } of mechanisms) expect(message).toMatch(/what moves; they do not stiffen .* may be a false alarm$/)
  })

  it('is judged by itself, the certain ones first', async () => {
    const [walled, loose] = [box({ releases: 'pinned' }), box({ releases: 'pinned' }, 20)]
    const walls = [slab('W1', 'a0', 'b0', 'b1', 'a1'), slab('W2', 'b0', 'c0', 'c1', 'b1')]
    const { stands, mechanisms } = await analysed({
      nodes: [...walled.nodes, ...loose.nodes],
      frames: [...walled.frames, ...loose.frames],
      supports: [...walled.supports, ...loose.supports],
      areas: [roof, ...walls],
    })
    const isAlarm = mechanisms.map(({ message }: { message: string }) => message.endsWith('false alarm'))
    expect([stands, isAlarm]).toEqual(['no', [false, false, true, true]])
    expect(mechanisms[0].message).toMatch(/Hinges at C[abcd]20 .* let it go$/)
  })

  it('draws what it tells, in its order', async () => {
    const body = { show: ['displacements'], columns: 'mechanism 1' }
    const { columns } = await analysed({ ...box({ releases: 'pinned' }), areas: [roof] }, body)
    expect(columns.lines[0].case).toBe('mechanism 1')
  })
})

/** A frame of two storeys with a balcony: cantilevers of 3 m from two columns carry an edge beam. */
const balcony = {
  nodes: [
    ...['a', 'b'].flatMap((id, i) => [node(`${id}0`, 0, 6 * i, 0), node(`${id}1`, 0, 6 * i, 4), node(`${id}t`, 3, 6 * i, 4)]),
  ],
  frames: [
    ...['a', 'b'].flatMap((id) => [frame(`C${id}`, `${id}0`, `${id}1`), frame(`K${id}`, `${id}1`, `${id}t`)]),
    frame('E', 'at', 'bt', { releases: 'pinned' }),
    frame('R', 'a1', 'b1'),
  ],
  supports: [fixed('a0'), fixed('b0')],
  loads: [{ id: 'P', caseId: 'L', nodeId: 'at', force: { z: -10 } }],
}

it('says what stands by next to nothing and no load pushes: a floor that the torsion of columns alone keeps from turning', async () => {
  const corners = ['a', 'b', 'c', 'd'].map((id, i) => [id, i === 1 || i === 2 ? 6 : 0, i > 1 ? 6 : 0] as const)
  const diagonals = (ends: readonly (readonly [string, string])[]) =>
    ends.map(([from, to]) => frame(`X${from}`, `${from}0`, `${to}1`, { releases: 'truss' }))
  // kN, m
  const [torsion, shear, load, height] = [2.01e-7, 80769.23e3, 10, 4]
  const dimensions = { area: 5.38e-3, i33: 8.356e-5, i22: 6.038e-6, j: torsion }
  const floor = (ends: readonly (readonly [string, string])[], more: object = {}) => ({
    materials: [{ id: 'M', source: { properties: { E: 210_000, G: shear / 1000 } } }],
    sections: [{ id: 'S', type: 'custom', materialId: 'M', dimensions }],
    nodes: corners.flatMap(([id, x, y]) => [node(`${id}0`, x, y, 0), node(`${id}1`, x, y, height)]),
    frames: [...corners.map(([id]) => frame(`C${id}`, `${id}0`, `${id}1`, { releases: 'pinned' })), ...diagonals(ends)],
    supports: corners.map(([id]) => fixed(`${id}0`)),
    diaphragms: [{ id: 'F', nodeIds: corners.map(([id]) => `${id}1`) }],
    loadCases: [{ id: 'L' }],
    loads: corners.map(([id]) => ({ id, caseId: 'L', nodeId: `${id}1`, force: { z: -load } })),
    ...more,
  })
  // Two braces meet in corner a, about which the floor turns: 4·P·3√2 over the torsion of four columns, times 6√2.
  const far = (144 * load) / ((4 * shear * torsion) / height)
  const { stands, notes } = await analysed(
    floor([
      ['b', 'a'],
      ['d', 'a'],
    ]),
    { modes: 0 },
  )
  expect(stands).toBe('yes')
  expect(notes[0]).toMatch(
    new RegExp(
      `^Node c1 slides along \\(-?0\\.71, -?0\\.71, 0\\), with 2 nodes more: next to nothing holds them, ${Number(far.toPrecision(4))} m if as much as is carried acted sideways, farther than the model is large\\. Hinges at `,
    ),
  )
  const walls = [{ id: 'W', nodeIds: ['b0', 'c0', 'c1', 'b1'], kind: 'wall', thickness: 0.2, materialId: 'M' }]
  const walled = await analysed(
    floor(
      [
        ['b', 'a'],
        ['d', 'a'],
      ],
      { areas: walls },
    ),
    { modes: 0 },
  )
  expect(walled.notes[0]).toMatch(/1 area touches what moves; .* may be a false alarm$/)
  const braced = await analysed(
    floor([
      ['b', 'a'],
      ['d', 'a'],
      ['c', 'b'],
    ]),
    { modes: 0 },
  )
  expect([braced.stands, braced.notes.filter((note: string) => note.includes('next to nothing'))]).toEqual(['yes', []])
})

describe('properties of a material that nothing has', () => {
  const cantilever = (name: string | null, properties: object, more: object = {}) => ({
    materials: [{ id: 'M', name, source: { properties } }],
    sections: [{ id: 'S', type: 'custom', materialId: 'M', dimensions: { area: 0.01, i33: 1e-4, i22: 5e-5, j: 2e-5 } }],
    nodes: [node('a', 0, 0, 0), node('b', 3, 0, 0)],
    frames: [frame('F', 'a', 'b')],
    supports: [fixed('a')],
    loadCases: [{ id: 'L' }],
    loads: [{ id: 'P', caseId: 'L', nodeId: 'b', force: { z: -10 }, moment: { x: 1 } }],
    ...more,
  })
  // Twisted by TL/GJ.
  const turn = async (name: string, properties: object) => {
    const { rows, notes } = await analysed(cantilever(name, properties), { modes: 0, show: ['displacements'] })
    return { notes, shear: (1 * 3) / (rows.displacements.find(({ id }: { id: string }) => id === 'b').rx * 2e-5) / 1000 }
  }

  it.each<[string, object, string]>([
    ['E -5 (210000 by its name)', { E: -5 }, 'left aside'],
    ['E "70000" (210000 by its name)', { E: '70000' }, 'left aside'],
    ['G 0 (80770 by its name)', { G: 0 }, 'left aside'],
    ['density -1 (7850 by its name), fy -3 (355 by its name)', { density: -1, fy: -3 }, 'left aside'],
    ['nu 0.9 (0.3 by its name)', { nu: 0.9 }, 'left aside'],
    ['nu -0.3 (0.3 by its name), alpha -1', { nu: -0.3, alpha: -1 }, 'left aside'],
  ])('are said to be left aside: %s', async (words, properties, aside) => {
    const { notes, shear } = await turn('S355', properties)
    expect(notes).toEqual([`material_scale: Material 'M' states ${words}, which cannot be: ${aside}`])
    expect(shear).toBeCloseTo(80769.23, 1)
  })

  it('or to be of nothing that is built, and count', async () => {
    const { notes, shear } = await turn('S355', { E: 2.1e11, alpha: 12 })
    expect(notes).toEqual([
      "material_scale: Material 'M' states E 210000000000 MPa (are they Pa?), alpha 12 per K (are they 10⁻⁶ per K?), which nothing is built of",
    ])
    expect(shear / (2.1e11 / 2.6)).toBeCloseTo(1, 6)
  })

  it('are what a modulus is missing for, and a finding of the check', async () => {
    const id = await newModel(rest, { name: 'M', ...steel, ...cantilever('own mix', { E: '30000', density: 2400 }) })
    const { json } = await rest('POST', `/api/construct-models/${id}/analyse`, { body: {} })
    const odd = 'Material \'M\' states E "30000", which cannot be: left aside'
    expect(json.detail).toMatchObject([
      {
        ctx: { reason: 'no_modulus' },
        msg: `Material M has no E: its name is read as no grade. Give source.properties.E in MPa. ${odd}`,
      },
    ])
    const check = await rest('GET', `/api/construct-models/${id}/check`)
    expect(check.json.findings).toContainEqual(expect.objectContaining({ code: 'material_scale', message: odd }))
  })

  it('leave G to follow E and nu that are stated', async () => {
    const [byRatio, byModulus] = [await turn('S355', { nu: 0.25 }), await turn('S355', { E: 105_000 })]
    expect(byRatio.shear).toBeCloseTo(210_000 / 2.5, 1)
    expect(byModulus.shear).toBeCloseTo(105_000 / 2.6, 1)
  })
})

it('judges a cantilever by its free end, though an edge beam hangs on it', async () => {
  const { deflection } = await analysed(balcony, { cases: ['L'] })
  const rows = await analysed(balcony, { cases: ['L'], show: ['displacements'] })
  const place = (id: string) => rows.rows.displacements.find((row: { id: string }) => row.id === id)
  const [root, tip] = [place('a1'), place('at')]
  const way = Math.hypot(tip.uy - root.uy, tip.uz - root.uz)
  expect(deflection).toMatchObject({ id: 'Ka', case: 'L', ratio: Math.round(3 / way) })
  expect(deflection.value).toBeCloseTo(way, 5)
})

it('tells how nodes of a mechanism move so that the largest component is 1, in the unit of length and in radians', async () => {
  // A bar on one hinge, free to turn about Z: its head goes askew, 0.2 m from the hinge.
  const head = (length: number, metres: number) => ({
    units: { length: metres === 1 ? 'm' : 'mm', force: 'kN' },
    nodes: [node('a', 0, 0, 0), node('b', 0.12 * length, 0.16 * length, 0)],
    frames: [frame('F', 'a', 'b')],
    supports: [{ id: 's', nodeId: 'a', restraints: '111110' }],
  })
  const inMetres = await analysed(head(1, 1))
  expect(inMetres.mechanisms[0].nodes).toEqual([{ id: 'b', ux: -0.16, uy: 0.12, uz: 0, rx: 0, ry: 0, rz: 1 }])
  const inMillimetres = await analysed(head(1000, 1e-3))
  expect(inMillimetres.mechanisms[0].nodes).toEqual([{ id: 'b', ux: 1, uy: -0.75, uz: 0, rx: 0, ry: 0, rz: -0.00625 }])
})

it('tells ratios with digits where few whole ones are left', async () => {
  const [bending, height] = [210e6 * 8356e-8, 6]
  const levels = [0, height].map((z) => ({ id: `z${z}`, axis: 'Z', coordinate: z }))
  // PL³/3EI = 1.25 L of a mast and of a cantilever, beside something larger.
  const push = (1.25 * height * 3 * bending) / height ** 3
  const { drift, deflection } = await analysed(
    {
      nodes: [node('a', 0, 0, 0), node('b', 0, 0, height), node('c', height, 0, 0), node('d', 0, 40, height)],
      frames: [frame('F', 'a', 'b'), frame('G', 'a', 'c'), frame('H', 'b', 'd', { releases: 'pinned' })],
      supports: [fixed('a'), { id: 'side', nodeId: 'd', restraints: '101000' }],
      gridLines: levels,
      loads: [
        { id: 'x', caseId: 'L', nodeId: 'b', force: { x: push } },
        { id: 'z', caseId: 'L', nodeId: 'c', force: { z: -push } },
      ],
    },
    { cases: ['L'], shear: false },
  )
  expect([drift.ratio, deflection.ratio]).toEqual([0.8, 0.8])
})

it('answers drift in the unit of length beside height over drift, and says where there is none', async () => {
  const sway = { ...balcony, loads: [{ id: 'P', caseId: 'L', nodeId: 'a1', force: { x: 10 } }] }
  const { rows } = await analysed(sway, { cases: ['L'], show: ['drifts', 'displacements'], limit: 100 })
  const [top] = rows.drifts
  const { ux, uy } = rows.displacements.find((row: { id: string }) => row.id === 'a1')
  expect(top).toMatchObject({ id: 'Ca', case: 'L' })
  expect(top.drift).toBeCloseTo(Math.hypot(ux, uy), 9)
  expect(top.ratio).toBeCloseTo(4 / top.drift, 5)
  const mast = { nodes: [node('m', 0, 0, 0), node('n', 0, 0, 9)], frames: [frame('M', 'm', 'n')], supports: [fixed('m')] }
  const alone = await analysed(mast)
  expect(alone.drift).toBeUndefined()
  expect(alone.notes).toContain('no drift: the model has no level to tell it for')
})

it('leaves rows of modes out where cases are named, unless modes are asked for', async () => {
  const cases = async (body: object) => {
    const { rows } = await analysed(balcony, { show: ['displacements'], limit: 1000, ...body })
    return [...new Set(rows.displacements.map((row: { case: string }) => row.case))]
  }
  expect(await cases({ cases: ['L'] })).toEqual(['L'])
  expect(await cases({ cases: ['L'], modes: 1 })).toEqual(['L', 'mode 1'])
  expect(await cases({})).toEqual(['D', 'L', 'mode 1', 'mode 2', 'mode 3'])
})

it('tells no uplift that is a ten-thousandth of the largest reaction, and no centre of gravity beside 0', async () => {
  const twins = (pull: number) => ({
    nodes: [node('a', -2, 0, 0), node('b', -2, 0, 3), node('c', 2, 0, 0), node('d', 2, 0, 3)],
    frames: [frame('A', 'a', 'b'), frame('B', 'c', 'd')],
    supports: [fixed('a'), fixed('c')],
    loads: [
      { id: 'down', caseId: 'L', nodeId: 'b', force: { z: -1000 } },
      { id: 'up', caseId: 'L', nodeId: 'd', force: { z: pull } },
    ],
  })
  const faint = await analysed(twins(0.09), { cases: ['L'] })
  expect([faint.reactions.uplift, faint.weight.cog]).toEqual([undefined, [0, 0, 1.5]])
  expect((await analysed(twins(0.11), { cases: ['L'] })).reactions.uplift).toMatchObject({ id: 'c', fz: -0.11 })
})

it('gives the stress of tension where the section is pressed as hard', async () => {
  const beam = {
    nodes: [node('a', 0, 0, 0), node('b', 4, 0, 0)],
    frames: [frame('F', 'a', 'b')],
    supports: [fixed('a'), fixed('b')],
  }
  const loads = [{ id: 'q', caseId: 'L', frameId: 'F', force: { z: -7.3 } }]
  const { rows } = await analysed({ ...beam, loads }, { cases: ['L'], show: ['stresses'], at: [0, 0.1, 0.35, 0.5, 0.65, 0.9, 1] })
  for (const { stress } of rows.stresses) expect(stress).toBeGreaterThan(0)
})

it('draws loads and results into the picture, each case as its own', async () => {
  const id = await newModel(rest, { name: 'M', ...steel, ...balcony })
  const picture = async (query: string) => rest('GET', `/api/construct-models/${id}/picture?width=320&height=240${query}`)
  const all = await Promise.all(['', '&loads=L', '&results=m3&case=L', '&results=m3&case=D'].map(picture))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(all.map(({ text }) => text)).size).toBe(4)
  expect((await picture('&results=m3&case=X')).json.detail[0]).toMatchObject({ type: 'value_error' })
  expect((await picture('&loads=X')).json.detail[0]).toMatchObject({ type: 'reference_not_found' })
})

describe('beams', () => {
  it('are told each by itself, the one that bends most for its length first', async () => {
    const { rows, total } = await analysed(
      {
        nodes: [node('a', 0, 0, 0), node('b', 3, 0, 0), node('c', 9, 0, 0), node('t', 11, 0, 0)],
        frames: [frame('AB', 'a', 'b'), frame('BC', 'b', 'c'), frame('CT', 'c', 't')],
        supports: ['a', 'b', 'c'].map((id) => ({ id: `s${id}`, nodeId: id, restraints: '111100' })),
        loads: [{ id: 'p', caseId: 'L', nodeId: 't', type: 'force', force: { z: -10 } }],
      },
      { cases: ['L'], show: ['beams', 'deflections'], sort: 'ratio', limit: 3, at: [1] },
    )
    expect(total.beams).toBe(3)
    expect(rows.beams.map(({ id, length }: { id: string; length: number }) => [id, length])).toEqual([
      ['CT', 2],
      ['BC', 6],
      ['AB', 3],
    ])
    for (const { length, value, ratio } of rows.beams) expect(ratio).toBeCloseTo(length / value, 2)
  })

  it('are judged from girder to girder, and from the last one to a free end', async () => {
    const lines = ['a', 'b', 'c']
    const model = (beams: object[]) => ({
      nodes: lines
        .flatMap((id, k) => [
          ...[0, 6].flatMap((y) => [node(`${id}${y}foot`, 5 * k, y, 0), node(`${id}${y}`, 5 * k, y, 3)]),
          node(`${id}3`, 5 * k, 3, 3),
        ])
        .concat(node('tip', 12, 3, 3)),
      frames: [
        ...lines.flatMap((id) => [0, 6].map((y) => frame(`C${id}${y}`, `${id}${y}foot`, `${id}${y}`))),
        ...lines.flatMap((id) => [frame(`G${id}0`, `${id}0`, `${id}3`), frame(`G${id}3`, `${id}3`, `${id}6`)]),
        ...beams,
      ],
      supports: lines.flatMap((id) => [0, 6].map((y) => fixed(`${id}${y}foot`))),
      loads: [{ id: 'p', caseId: 'L', frameId: 'J1', force: { z: -10 } }],
    })
    const joists = [frame('J1', 'a3', 'b3'), frame('J2', 'b3', 'c3'), frame('J3', 'c3', 'tip')]
    const question = { cases: ['L'], show: ['beams', 'displacements'], limit: 100 }
    type Told = { id: string; length: number; value: number }
    const { rows } = await analysed(model(joists), question)
    const told: Told[] = rows.beams
    expect(told.map(({ id, length }) => [id, Number(length.toFixed(6))])).toEqual([
      ['Ga0', 6],
      ['Gb0', 6],
      ['Gc0', 6],
      ['J1', 5],
      ['J2', 5],
      ['J3', 2],
    ])
    const uz = (id: string) => rows.displacements.find((row: { id: string }) => row.id === id).uz
    expect(told.find(({ id }) => id === 'J3')?.value).toBeCloseTo(Math.abs(uz('tip') - uz('c3')), 5)
    // One member has a row for each of its spans.
    const joined = await analysed({ ...model(joists), members: [{ id: 'J', frameIds: ['J1', 'J2', 'J3'] }] }, question)
    expect(joined.rows.beams.filter(({ id }: Told) => id === 'J').map(({ length }: Told) => Math.round(length))).toEqual([
      5, 5, 2,
    ])
  })
})

it('says where the first period is far from that of buildings as high', async () => {
  // √(m·h³/3EI) of a post of 12 m, held across: the mass for a period is (T/2π)²·3EI/h³.
  const [height, bending] = [12, 210e9 * 8356e-8]
  const told = async (period: number) => {
    const mass = ((period / 2 / Math.PI) ** 2 * 3 * bending) / height ** 3
    const { modes, notes } = await analysed(
      {
        nodes: [node('a', 0, 0, 0), { ...node('b', 0, 0, height), mass }],
        frames: [frame('F', 'a', 'b')],
        supports: [fixed('a'), { id: 'side', nodeId: 'b', restraints: '010000' }],
      },
      { modes: 1, mass: { selfMass: false } },
    )
    expect(modes[0].period / period).toBeCloseTo(1, 2)
    return (notes ?? []).filter((note: string) => note.startsWith('first period'))
  }
  // 5 times 0.0724·12^0.8 = 2.64, a tenth of 0.0488·12^0.75 = 0.0315.
  expect(await told(2.6)).toEqual([])
  expect(await told(2.7)).toEqual([
    'first period of 2.7 s, long for a height of 12 m, at which buildings have about 0.53 s: look for masses, joints and springs that are not meant',
  ])
  expect(await told(0.033)).toEqual([])
  expect((await told(0.03))[0]).toContain('short for a height of 12 m, at which buildings have about 0.31 s: look for units')
})

it('says why there are no periods, and refuses a stiffness that no number holds', async () => {
  const mast = (more: object = {}, E = 210_000) => ({
    materials: [{ id: 'M', source: { properties: { E, density: 7850 } } }],
    sections: [{ id: 'S', type: 'custom', materialId: 'M', dimensions: { area: 0.01, i33: 1e-4, i22: 5e-5, j: 2e-5 } }],
    nodes: [node('a', 0, 0, 0), { ...node('b', 0, 0, 6), ...more }],
    frames: [frame('F', 'a', 'b')],
    supports: [fixed('a')],
  })
  const none = 'no periods: nothing that is free to move has a mass, or none that numbers hold'
  const notesOf = async (model: object, body: object) => {
    const { modes, notes = [] } = await analysed(model, body)
    return [modes?.length, notes.filter((note: string) => note.startsWith('no periods'))]
  }
  expect(await notesOf(mast(), {})).toEqual([3, []])
  expect(await notesOf(mast(), { modes: 0 })).toEqual([undefined, []])
  expect(await notesOf(mast(), { modes: 3, mass: { selfMass: false } })).toEqual([undefined, [none]])
  expect(await notesOf(mast({ mass: 1.7e308 }), {})).toEqual([undefined, [none]])
  const id = await newModel(rest, { name: 'M', ...steel, ...mast({}, 1.7e308) })
  const { json } = await rest('POST', `/api/construct-models/${id}/analyse`, { body: {} })
  expect(json.detail).toMatchObject([
    {
      ctx: { reason: 'ill_conditioned', ids: ['F'] },
      msg: 'The stiffness of frame F is larger than a number holds: look at its modulus, section and length',
    },
  ])
})

it('says what of units and sizes the check finds, whether it stands or not', async () => {
  const portal = (size: number, load: number) => ({
    nodes: [node('a', 0, 0, 0), node('b', 0, 0, 4 * size), node('c', 6 * size, 0, 4 * size), node('d', 6 * size, 0, 0)],
    frames: [frame('C1', 'a', 'b'), frame('B', 'b', 'c'), frame('C2', 'c', 'd')],
    supports: [fixed('a'), fixed('d')],
    loads: [{ id: 'P', caseId: 'L', nodeId: 'b', force: { x: load } }],
  })
  const notesOf = async (size: number, load = 1) => (await analysed(portal(size, load), { modes: 0 })).notes ?? []
  const ofOthers = (notes: string[]) => notes.filter((note) => !/^(no drift|stress beyond)/.test(note))
  expect(ofOthers(await notesOf(1))).toEqual([])
  const inMillimetres = [
    expect.stringMatching(/^unit_scale: The structure is 4000 m high; the coordinates may be in another unit than 'm'$/),
    expect.stringMatching(/^section_scale: Frames are .* coordinates look like mm, where the model's unit is m$/),
    expect.stringMatching(/^load_scale: /),
  ]
  expect((await notesOf(1000)).slice(0, 3)).toEqual(inMillimetres)
})

it('says of a displacement that it is far beyond first order', async () => {
  // h³/3EI of a cantilever of 6 m: a twentieth of it is 0.3 m.
  const tip = async (metres: number) => {
    const force = (metres * 3 * 210e6 * 8356e-8) / 6 ** 3
    const { notes } = await analysed(
      {
        nodes: [node('a', 0, 0, 0), node('b', 6, 0, 0)],
        frames: [frame('F', 'a', 'b')],
        supports: [fixed('a')],
        loadCases: [{ id: 'L' }],
        loads: [{ id: 'P', caseId: 'L', nodeId: 'b', force: { z: -force } }],
      },
      { modes: 0 },
    )
    return (notes ?? []).filter((note: string) => note.includes('displacement'))
  }
  expect(await tip(0.29)).toEqual([])
  expect(await tip(0.31)).toEqual([
    'the largest displacement is 1/19 of the size of the structure: look for units, loads and sections that are not meant',
  ])
})
