import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel } from '#lib/fixtures/rest.ts'

/** `profile` on a submitted section, through both doors. */

// biome-ignore lint/suspicious/noExplicitAny: cases of many shapes, read where they are known
type Any = any

const golden = (name: string): Any[] =>
  JSON.parse(readFileSync(new URL(`../profiles/golden/${name}.json`, import.meta.url), 'utf8'))

const { rest, key } = await newCaller()

const close = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= 1e-9 * Math.abs(other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = Object.keys(other)
  return keys.join() === Object.keys(one).join() && keys.every((k) => close((one as Any)[k], (other as Any)[k]))
}

describe.each(golden('submissions'))('$name', ({ units, sections, status, sectionDefinitions, polygon, detail }) => {
  const create = { name: 'test', ...(units && { units }) }

  it('through REST', async () => {
    const id = await newModel(rest, create)
    const path = `/api/construct-models/${id}`
    const answered = await rest('POST', `${path}/elements`, { body: { sections } })
    expect(answered.status).toBe(status)
    if (status === 422) expect(answered.json.detail).toEqual(detail)
    else {
      if (!close(answered.json.sectionDefinitions, sectionDefinitions))
        expect(answered.json.sectionDefinitions).toEqual(sectionDefinitions)
      if (polygon) expect(answered.json.sections[0]).toMatchObject({ polygon, shape: 'tee', name: 'WT7X45' })
      // What was read may be sent back, with the outline where it is one of its own.
      const own = sections[0].polygon ? { polygon: sections[0].polygon } : {}
      const back = answered.json.sectionDefinitions.map((definition: Any) => ({ ...definition, ...own }))
      const again = await rest('POST', `${path}/elements`, { body: { sections: back } })
      expect(again.status).toBe(200)
      expect(again.json.sectionDefinitions).toEqual(answered.json.sectionDefinitions)
    }
  })

  it('in the model that it comes with', async () => {
    const answered = await rest('POST', '/api/construct-models', { body: { ...create, sections } })
    expect(answered.status).toBe(status === 200 ? 201 : 422)
    if (status === 422) expect(answered.json.detail).toEqual(detail)
  })

  it('through MCP', async () => {
    const id = await newModel(rest, create)
    const { isError, text } = await callTool(key, 'service.add_model_elements', { modelId: id, sections })
    expect(isError).toBe(status === 422)
    if (status === 422) {
      // Of names that are none REST guesses at others; an AI would take the guess.
      const plain = ({ loc, type, msg }: Any) => ({ loc, type, ...(type !== 'profile_not_found' && { msg }) })
      expect(JSON.parse(text).detail.map(plain)).toEqual(detail.map(plain))
    } else {
      const { json } = await rest('GET', `/api/construct-models/${id}`)
      if (!close(json.sectionDefinitions, sectionDefinitions)) expect(json.sectionDefinitions).toEqual(sectionDefinitions)
    }
  })
})

it('keeps the sizes of the unit that the model had', async () => {
  const id = await newModel(rest)
  const path = `/api/construct-models/${id}`
  const send = () => rest('POST', `${path}/sections`, { body: { sections: [{ id: 'B1', profile: 'IPE 300' }] } })
  expect((await send()).json.detail[0].type).toBe('unit_unknown')
  await rest('PUT', `${path}/units`, { body: { length: 'm' } })
  expect((await send()).json[0]).toMatchObject({ name: 'IPE300', shape: 'i_wide_flange', polygon: { length: 12 } })
  const depth = async () => (await rest('GET', path)).json.sectionDefinitions[0].dimensions.t3
  expect(await depth()).toBe(0.3)
  await rest('PUT', `${path}/units`, { body: { length: 'mm' } })
  expect(await depth()).toBe(0.3)
  await send()
  expect(await depth()).toBe(300)
  await rest('POST', `${path}/revisions/3/restore`)
  expect(await depth()).toBe(0.3)
  // The same again is nothing new.
  await rest('PUT', `${path}/units`, { body: { length: 'm' } })
  const { json } = await rest('GET', path)
  await send()
  expect((await rest('GET', path)).json.revision).toBe(json.revision)
})

it('two writers: sizes are those of the unit that the model had when they were written', async () => {
  const id = await newModel(rest, { name: 'test', units: { length: 'm' } })
  const path = `/api/construct-models/${id}`
  for (let i = 0; i < 50; i++) {
    const length = i % 2 ? 'm' : 'mm'
    const profile = { sections: [{ id: `S${i}`, profile: 'IPE 300' }] }
    const [units, added] = await Promise.all([
      rest('PUT', `${path}/units`, { body: { length } }),
      rest('POST', `${path}/elements`, { body: profile }),
    ])
    expect([units.status, added.status]).toEqual([200, 200])
  }
  const { json: listed } = await rest('GET', `${path}/revisions?limit=200`)
  let unit = 'm'
  const depths = new Map<string, number>()
  const model = (await rest('GET', path)).json
  for (const { id: section, dimensions } of model.sectionDefinitions) depths.set(section, dimensions.t3)
  let written = 0
  for (const { verb } of listed.items.toReversed()) {
    if (verb === 'units') unit = unit === 'm' ? 'mm' : 'm'
    if (verb === 'elements') expect(depths.get(`S${written++}`)).toBe(unit === 'm' ? 0.3 : 300)
  }
  expect(written).toBe(50)
})

it('follows edits: scaled as every length, set anew in the unit of now', async () => {
  const sections = [
    { id: 'B1', profile: 'IPE 300' },
    { id: 'T1', profile: 'WT7X45' },
    { id: 'R1', dimensions: { t3: 0.3, t2: 0.2 } },
  ]
  const id = await newModel(rest, { name: 'test', units: { length: 'm' }, sections })
  const path = `/api/construct-models/${id}`
  const edit = (...ops: object[]) => rest('POST', `${path}/edit`, { body: { ops } })
  const read = async () => (await rest('GET', path)).json
  const select = (one: string) => ({ kinds: ['sections'], ids: [one] })

  expect((await edit({ scale: { to: 'in' } })).status).toBe(200)
  let model = await read()
  const [beam, tee] = model.sectionDefinitions
  expect(beam.dimensions.t3).toBeCloseTo(11.811023622, 9)
  expect(beam.area).toBeCloseTo(8.34056668113, 9)
  expect(beam.massPerMetre).toBe(42.24)
  expect(tee.dimensions.t3).toBeCloseTo(7.01, 10)
  expect(Math.max(...model.sections[1].polygon.map(({ x }: Any) => x))).toBeCloseTo(7.25, 10)

  expect((await edit({ select: select('B1'), set: { name: 'Beam' } })).status).toBe(200)
  expect((await read()).sectionDefinitions[0]).toEqual(beam)
  expect((await edit({ select: select('B1'), set: { profile: 'W14X90' } })).status).toBe(200)
  model = await read()
  expect(model.sectionDefinitions[0]).toMatchObject({ designation: 'W14X90', dimensions: { t3: 14, t2: 14.5 } })
  expect(model.sections[0].name).toBe('Beam')

  // Sizes that were sent must agree, or go.
  const refused = await edit({ select: select('R1'), set: { profile: 'HEB 300' } })
  expect(refused.json.detail.map(({ type }: Any) => type)).toContain('profile_disagrees')
  expect((await edit({ select: select('R1'), set: { profile: 'HEB 300', dimensions: null } })).status).toBe(200)
  expect((await read()).sectionDefinitions[2]).toMatchObject({ type: 'i_wide_flange', designation: 'HE300B' })
  expect((await edit({ select: select('R1'), set: { profile: null } })).status).toBe(200)
  expect((await read()).sectionDefinitions[2]).toEqual({ id: 'R1', type: 'rectangular' })

  const unknown = await edit({ add: { sections: [{ id: 'X', profile: 'IPE 310' }] } })
  expect(unknown.json.detail[0].type).toBe('profile_not_found')
  expect((await edit({ add: { sections: [{ id: 'X', profile: 'HEA 200' }] } })).status).toBe(200)
  expect((await read()).sectionDefinitions.at(-1).dimensions.t3).toBeCloseTo(190 / 25.4, 9)
})

it('is taken from templates and defaults, and told there', async () => {
  const repeat = [{ for: { size: ['300', '310', '360'] }, sections: [{ id: 'S{size}', profile: 'IPE {size}' }] }]
  const units = { length: 'm' }
  const refused = await rest('POST', '/api/construct-models', { body: { name: 'test', units, repeat } })
  expect(refused.status).toBe(422)
  expect(refused.json.detail[0]).toMatchObject({ type: 'profile_not_found', ctx: { at: { size: '310' } } })
  repeat[0]!.for.size = ['300', '330', '360']
  const made = await rest('POST', '/api/construct-models', { body: { name: 'test', units, repeat } })
  expect(made.json.sectionDefinitions.map(({ dimensions }: Any) => dimensions.t3)).toEqual([0.3, 0.33, 0.36])
  const add = (body: object) => rest('POST', `/api/construct-models/${made.json.id}/elements`, { body })
  const defaults = { sections: { profile: 'W14X90' } }
  expect((await add({ defaults, sections: [{ id: 'C1' }] })).json.sectionDefinitions.at(-1).designation).toBe('W14X90')
  await rest('PUT', `/api/construct-models/${made.json.id}/units`, { body: {} })
  expect((await add({ defaults, sections: [{ id: 'C2' }] })).json.detail[0].type).toBe('unit_unknown')
})

it('tells an AI client what was taken, and what to send where nothing was', async () => {
  const create = (sections: object[]) =>
    callTool(key, 'service.create_model', { name: 'Profiles taken', units: { length: 'm' }, sections })
  const sections = [
    { id: 'C1', profile: 'HEA 240' },
    { id: 'B1', profile: 'W 14 x 90', designation: 'W14X90', area: 1 },
  ]
  const { data } = await create(sections)
  expect(data.profiles).toEqual({ C1: 'HE240A' }) // of the other only blanks differ
  expect(data).not.toHaveProperty('warnings')

  const first = async (section: object) => JSON.parse((await create([{ id: 'S', ...section }])).text).detail[0]
  const fixes = async (section: object) => (await first(section)).fix
  const sends = async (section: object) => (await first(section)).send
  expect(await first({ profile: 'IPE 310' })).toMatchObject({ msg: 'there is no IPE 310' })
  expect(await fixes({ profile: 'W14x900' })).toBe('W14 has 22 to 873: the largest is W14X873 (1299.2 kg/m)')
  expect(await fixes({ profile: 'HEA 210' })).toBe('next below HE200A (42.3 kg/m), above HE220A (50.5 kg/m)')
  expect(await first({ profile: 'RHS 200x100' })).toMatchObject({
    msg: 'RHS 200x100 lacks the wall',
    fix: 'RHS 200x100x4, x5, x6.3, x8, x10, x12.5, x16 are usual (EN 10210); any wall from 0.5 mm is taken',
  })
  expect(await fixes({ profile: 'CHS 219.1' })).toMatch(/^CHS 219\.1x5, x6\.3, .* are usual \(EN 10210\)/)
  expect(await fixes({ profile: 'CHS 168' })).toBe('any wall from 0.5 mm is taken, such as CHS 168x8')
  expect(await fixes({ profile: 'IPE 310' })).toBe('next below IPE300 (42.2 kg/m), above IPE330 (49.1 kg/m)')
  expect(await fixes({ profile: 'HE 200' })).toBe('use one of HE200A, HE200B, HE200M, HE200C, HE200AA')
  expect(await sends({ profile: 'AISC:IPE300' })).toEqual({ profile: 'IPE300' })
  expect(await fixes({ profile: 'R300x600' })).toBe(
    'send type rectangular with its sides in m; if these are mm, t3 0.3 and t2 0.6',
  )
  expect(await fixes({ profile: 'HN 400x200' })).toBe('write all sizes, such as H-400x200x8x13')
  expect(await fixes({ profile: 'IPE 300', dimensions: { t3: 0.33 } })).toBe('leave out t3, or send t3 0.3, or leave out profile')
  expect(await first({ type: 'IPE300' })).toMatchObject({ send: { profile: 'IPE300' }, drop: ['type'] })
  expect(await first({ designation: 'IPE300' })).toMatchObject({ send: { profile: 'IPE300' }, drop: ['designation'] })
  const unit = await callTool(key, 'service.create_model', { name: 'test', sections: [{ id: 'S', profile: 'IPE300' }] })
  expect(JSON.parse(unit.text).detail[0].fix).toContain('set the units in create_model')
})

// As an ETABS model in inches names them.
const W_SHAPES = ['W8X31', 'W10X49', 'W12X14', 'W12X53', 'W14X90', 'W14X730', 'W16X26', 'W18X35', 'W21X44', 'W24X55', 'W24X68']
const INCHES = { current: 'Kip, in, F', force: 'Kip', length: 'in', temperature: 'F' }
it('W shapes by name alone have an outline', async () => {
  const sections = W_SHAPES.map((profile) => ({ id: profile, profile }))
  const { status, json } = await rest('POST', '/api/construct-models', { body: { name: 'W', units: INCHES, sections } })
  expect(status).toBe(201)
  const read = (await rest('GET', `/api/construct-models/${json.id}`)).json
  expect(read.sections.every(({ polygon }: Any) => polygon.length === 12)).toBe(true)
  const { json: findings } = await rest('GET', `/api/construct-models/${json.id}/check`)
  const codes = findings.findings.map(({ code }: Any) => code)
  for (const code of ['section_without_outline', 'section_unit', 'profile_size_differs']) expect(codes).not.toContain(code)
})
