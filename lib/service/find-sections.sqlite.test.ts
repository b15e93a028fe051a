import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller } from '#lib/fixtures/rest.ts'

const { rest, key } = await newCaller()

it('answers through both doors, over MCP as a table', async () => {
  const { status, json, headers } = await rest('GET', '/api/section-profiles?q=W14x90&unit=in')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, max-age=3600')
  const item = {
    ...{ profile: 'W14X90', standard: 'AISC 16', family: 'W', type: 'i_wide_flange' },
    ...{ dimensions: { t3: 14, t2: 14.5, tf: 0.71, tw: 0.44, r: 0.6 }, area: 26.5, massPerMetre: 133.934754921 },
  }
  expect(json).toEqual({ total: 1, unit: 'in', items: [item], nextCursor: null })
  expect((await callTool(key, 'service.find_sections', { q: 'W14x90', unit: 'in' })).data).toEqual({
    ...{ unit: 'in', total: 1, type: 'i_wide_flange', standard: 'AISC 16', family: 'W' },
    columns: ['profile', 't3', 't2', 'tf', 'tw', 'kg/m'],
    rows: [['W14X90', 14, 14.5, 0.71, 0.44, 133.93]],
  })

  const near = { total: 0, unit: 'mm', items: [], near: ['IPE300', 'IPE330', 'IPE360'], nextCursor: null }
  expect((await rest('GET', '/api/section-profiles?q=IPE%20310')).json).toEqual(near)
  const { items: _, nextCursor: __, ...told } = near
  expect((await callTool(key, 'service.find_sections', { q: 'IPE 310' })).data).toEqual(told)
})

it.each([
  ['SHS 100', 5, 'the name lacks the wall: these are usual (EN 10210), any from 0.5 mm is taken'],
  ['CFSHS 100x100', 5, 'these are usual (EN 10219)'],
  ['CHS168', 0, 'the name lacks the wall: any from 0.5 mm is taken'],
  ['RHS 200x100', 7, 'these are usual (EN 10210)'],
  ['RHS 100x200', 7, 'these are usual (EN 10210)'],
  ['RHS 200', 0, 'the name leaves out sizes: write all of them, such as SHS 100x5'],
  ['HN 400x200', 0, 'the name leaves out sizes'],
  [
    '2x10',
    0,
    'nominal lumber 2 x 10 is 1.5 x 9.25 in: send type rectangular with t3 234.95 and t2 38.1; if it is full size, t3 254 and t2 50.8 (in mm)',
  ],
  ['300x600', 0, 'plain rectangles are in no catalogue: send type rectangular with t3 300 and t2 600 (in mm)'],
  ['2L 100x10', 0, 'two bodies have no outline'],
  ['CHS', 240, 'European and Australian ones are in no list: any size is read from its whole name'],
])('says of %s how it is found', async (q, total, note) => {
  const { data } = await callTool(key, 'service.find_sections', { q })
  expect(data).toMatchObject({ total, note: expect.stringContaining(note) })
  const { json } = await rest('GET', `/api/section-profiles?limit=10&q=${encodeURIComponent(q)}`)
  expect(json).toMatchObject({ total, note: data.note })
})

it('answers a tube without its wall by the walls that are usual, with their weights', async () => {
  const { data } = await callTool(key, 'service.find_sections', { q: 'CHS 219.1' })
  expect(data).toMatchObject({ total: 7, family: 'CHS', standard: 'EN 10210', columns: ['profile', 't3', 'tw', 'kg/m'] })
  expect(data.rows.map(([profile]: [string]) => profile)).toEqual(
    ['5', '6.3', '8', '10', '12.5', '14.2', '16'].map((wall) => `CHS219.1X${wall}`),
  )
  expect(data.rows[1][3]).toBeCloseTo(33.06, 2)
  expect((await callTool(key, 'service.find_sections', { q: 'CHS 219.1', standard: 'AISC' })).data.total).toBe(0)
  // Those of AISC are in a table.
  const hss = await callTool(key, 'service.find_sections', { q: 'HSS6X4' })
  expect(hss.data).toMatchObject({ standard: 'AISC 16', family: 'HSS' })
  expect(hss.data.rows.every(([profile]: [string]) => profile.startsWith('HSS6X4X'))).toBe(true)
})

it('names what is next to a profile, heavier or lighter', async () => {
  const { data } = await callTool(key, 'service.find_sections', { above: 'IPE 300', limit: 1 })
  expect(data).toMatchObject({ columns: expect.arrayContaining(['kg/m']), rows: [['IPE330', 330, 160, 11.5, 7.5, 49.15]] })
  const lighter = await rest('GET', '/api/section-profiles?below=W14x90&limit=3&unit=in')
  expect(lighter.json.items.map(({ profile }: { profile: string }) => profile)).toEqual(['W14X82', 'W14X74', 'W14X68'])
  const page = await rest('GET', `/api/section-profiles?below=W14x90&limit=1&unit=in&cursor=${lighter.json.nextCursor}`)
  expect(page.json.items[0].profile).toBe('W14X61')

  const both = await callTool(key, 'service.find_sections', { above: 'IPE 300', q: 'IPE' })
  expect(both.text).toContain('say one of q and above')
  const none = JSON.parse((await callTool(key, 'service.find_sections', { below: 'HEA 210' })).text).detail[0]
  expect(none).toMatchObject({ type: 'profile_not_found', msg: 'there is no HEA 210' })
  expect(none.fix).toBe('next below HE200A (42.3 kg/m), above HE220A (50.5 kg/m)')
  const several = await rest('GET', '/api/section-profiles?above=HE%20200')
  expect(several.json.detail[0]).toMatchObject({ type: 'ambiguous_profile', loc: ['query', 'above'] })
})

it('reads what the notes name', async () => {
  for (const q of ['SHS 100x5', 'RHS 200x100x8', 'CHS 168.3x8', 'H 400x200x8x13'])
    expect((await callTool(key, 'service.find_sections', { q })).data).toMatchObject({ total: 1, rows: [expect.any(Array)] })
})

it('pages to the end without doubles or gaps', async () => {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: string = cursor === null ? '' : `&cursor=${cursor}`
    const { json } = await rest('GET', `/api/section-profiles?family=HSS&limit=200${page}`)
    expect(json.total).toBe(714)
    names.push(...json.items.map(({ profile }: { profile: string }) => profile))
    cursor = json.nextCursor
  } while (cursor !== null)
  expect(names.length).toBe(714)
  expect(new Set(names).size).toBe(714)
})

it('says what is wrong with a question', async () => {
  const problem = async (query: string) => {
    const { status, json } = await rest('GET', `/api/section-profiles?${query}`)
    expect(status).toBe(422)
    return json.detail[0]
  }
  expect(await problem(`q=${'x'.repeat(65)}`)).toMatchObject({ type: 'string_too_long', loc: ['query', 'q'] })
  expect(await problem('standard=JIS')).toMatchObject({ type: 'literal_error', loc: ['query', 'standard'] })
  expect(await problem('family=ipe')).toMatchObject({ type: 'literal_error', loc: ['query', 'family'] })
  expect(await problem('unit=yd')).toMatchObject({ type: 'literal_error', loc: ['query', 'unit'] })
  expect(await problem('limit=201')).toMatchObject({ type: 'less_than_equal', loc: ['query', 'limit'] })
  const unknown = { type: 'value_error', loc: ['query', 'cursor'], msg: 'Value error, unknown cursor' }
  expect(await problem('cursor=abc')).toMatchObject(unknown)
  const { json } = await rest('GET', '/api/section-profiles?q=IPE&limit=1')
  expect(await problem(`q=HEA&cursor=${json.nextCursor}`)).toMatchObject(unknown)

  const { isError, text } = await callTool(key, 'service.find_sections', { family: 'ipe' })
  expect(isError).toBe(true)
  expect(text).toContain('"send":{"family":"IPE"}')
  expect((await rest('GET', '/api/section-profiles', { key: null })).status).toBe(401)
})
