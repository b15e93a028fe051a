import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { askRest, newCaller, newModel } from '#lib/fixtures/rest.ts'

const { rest, key } = await newCaller()

async function picture(path: string, headers: Record<string, string> = {}) {
  const answer = await askRest('GET', `/api/construct-models/${path}`, { key, headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}

it('draws a model as it is, anew with each revision, and as it was', async () => {
  const id = await newModel(rest, portalFrame())
  const first = await picture(`${id}/picture?plain=true&width=320&height=200`)
  expect([first.status, first.headers.get('content-type'), first.headers.get('etag')]).toEqual([200, 'image/png', '"1-picture"'])
  expect(pngPixels(first.bytes)).toMatchObject({ width: 320, height: 200 })
  expect((await picture(`${id}/picture`, { 'if-none-match': '"1-picture"' })).status).toBe(304)

  await rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [{ id: 'N5', position: { x: 3, y: 0, z: 9 } }] } })
  const frames = [{ id: 'R', startNodeId: 'N2', endNodeId: 'N5', sectionId: 'IPE 300' }]
  await rest('POST', `/api/construct-models/${id}/frames`, { body: { frames } })
  const later = await picture(`${id}/picture?plain=true&width=320&height=200`, { 'if-none-match': '"1-picture"' })
  expect([later.status, later.headers.get('etag'), later.headers.get('cache-control')]).toEqual([
    200,
    '"3-picture"',
    'private, no-cache',
  ])
  expect(later.bytes).not.toEqual(first.bytes)
  const then = await picture(`${id}/picture?plain=true&width=320&height=200&revision=1`)
  expect(then.bytes).toEqual(first.bytes)
  expect(then.headers.get('cache-control')).toContain('immutable')
})

it('draws the structure alone where nothing else is wanted, and bears a model without elements', async () => {
  const id = await newModel(rest, portalFrame())
  const plain = pngPixels((await picture(`${id}/picture?plain=true&width=400&height=250`)).bytes)
  const whole = pngPixels((await picture(`${id}/picture?width=400&height=250`)).bytes)
  const inkAt = (pixels: typeof plain, rows: number) => {
    let ink = 0
    for (let y = 0; y < rows; y++) for (let x = 0; x < 400; x++) if (pixels.at(x, y) !== '#ffffff') ink++
    return ink
  }
  expect(inkAt(plain, 12)).toBe(0)
  expect(inkAt(whole, 40)).toBeGreaterThan(0)
  expect((await picture(`${await newModel(rest)}/picture?plain=true`)).status).toBe(200)
})

it('tells of a revision that is not there, and of a size that no picture has', async () => {
  const id = await newModel(rest, portalFrame())
  expect((await rest('GET', `/api/construct-models/${id}/picture?revision=9`)).status).toBe(404)
  const { status, json } = await rest('GET', `/api/construct-models/${id}/picture?width=20`)
  expect([status, json.detail[0].loc]).toEqual([422, ['query', 'width']])
})

it('faces a plane, looks along a frame or at a grid line, and cuts, as the address says', async () => {
  const gridLines = [
    { id: 'G1', label: 'A', axis: 'X', coordinate: 0 },
    { id: 'L1', label: 'Eaves', axis: 'Z', coordinate: 4 },
  ]
  const id = await newModel(rest, { ...portalFrame(), gridLines })
  const at = `${id}/picture?plain=true&width=320&height=200`
  const drawn = new Map<string, string>()
  for (const query of [
    ...['view=iso', 'view=square&of=kind:frames', 'view=along&of=role:beam', 'view=grid&gridLineId=A'],
    `cut=${encodeURIComponent('{"z":[null,2]}')}`,
    'cut=Eaves&view=plan',
  ]) {
    const { status, bytes } = await picture(`${at}&${query}`)
    expect(status, query).toBe(200)
    drawn.set(Buffer.from(bytes).toString('base64'), query)
  }
  expect([...drawn.values()], 'each is another picture').toHaveLength(6)
  const asJson = encodeURIComponent('{"kinds":["frames"]}')
  const same = await picture(`${at}&view=square&of=${asJson}`)
  expect(drawn.get(Buffer.from(same.bytes).toString('base64'))).toBe('view=square&of=kind:frames')

  const refused = async (query: string) => (await rest('GET', `/api/construct-models/${at}&${query}`)).json.detail[0]
  expect(await refused('of=role:beam')).toMatchObject({ loc: ['query', 'of'], type: 'value_error' })
  expect(await refused('view=square')).toMatchObject({ loc: ['query', 'of'] })
  expect(await refused('view=square&of=colour:red')).toMatchObject({ loc: ['query', 'of'] })
  expect(await refused('view=square&of={"kinds":["frames"')).toMatchObject({ loc: ['query', 'of'] })
  expect(await refused('view=along&of=kind:frames')).toMatchObject({ msg: expect.stringContaining('looks down one frame') })
  expect(await refused('cut={"z":')).toMatchObject({ loc: ['query', 'cut'] })
  expect(await refused('cut=Cellar')).toMatchObject({ loc: ['query', 'cut'] })
})
