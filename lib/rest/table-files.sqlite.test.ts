import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { askRest, newCaller, newModel } from '#lib/fixtures/rest.ts'
import { bookOf } from '#lib/fixtures/saf-book.ts'

/** Tables, SAF and drawings through the door: out, in again, and what is wrong told at its place. */

const IMPORT = '/api/construct-models/import'

async function exportedFile(
  key: string,
  id: string,
  format: string,
  query = '',
): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const answer = await askRest('GET', `/api/construct-models/${id}/export?format=${format}${query}`, { key })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
  return { bytes, headers: answer.headers }
}

describe.each(['csv', 'xlsx', 'saf', 'dxf'])('a model as %s', (format) => {
  it('goes out, comes in again, and goes out as the same file', async () => {
    const { rest, key } = await newCaller()
    const id = await newModel(rest, portalFrame())
    const { bytes, headers } = await exportedFile(key, id, format)
    expect(headers.get('content-disposition')).toContain(
      `Portal frame.${{ csv: 'csv.zip', xlsx: 'xlsx', saf: 'saf.xlsx', dxf: 'dxf' }[format]}`,
    )
    expect((await exportedFile(key, id, format)).bytes).toEqual(bytes)
    const back = await rest('POST', `${IMPORT}?fileName=portal`, { body: bytes, contentType: 'application/octet-stream' })
    expect([back.status, back.json.report.format]).toEqual([201, format])
    expect(back.json.model.counts).toMatchObject({ nodes: 4, frames: 3, supports: 2, sections: 2 })
    expect(back.json.model.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 0, z: 4 } })
    const again = await rest('POST', `${IMPORT}?strict=true&dryRun=true`, {
      body: bytes,
      contentType: 'application/octet-stream',
    })
    expect(again.status).toBe(200)
  })
})

it('a workbook that a person changed is the changed model, with its beam at its height', async () => {
  const { rest, key } = await newCaller()
  const id = await newModel(rest, portalFrame())
  const { bytes } = await exportedFile(key, id, 'saf')
  expect(bookOf(bytes).StructuralPointConnection?.[2]?.slice(0, 4)).toEqual(['N2', 0, 0, 4])
  const nodes = 'id,x,y,z\r\nN1,0,0,0\r\nN2,0,0,4.5\r\nN3,6,0,4.5\r\nN4,6,0,0\r\n'
  const frames = 'id,startNodeId,endNodeId\r\nC1,N1,N2\r\nB1,N2,N3\r\n'
  const zip = zipSync({ 'nodes.csv': strToU8(nodes), 'frames.csv': strToU8(frames) })
  const { status, json } = await rest('POST', `${IMPORT}?name=Raised&units=kN,%20m,%20C`, {
    body: zip,
    contentType: 'application/zip',
  })
  expect([status, json.model.name, json.model.bounds.max.z, json.model.units]).toEqual([
    201,
    'Raised',
    4.5,
    { current: 'kN, m, C' },
  ])
})

it('a cell that is wrong is told by table, row and column, and nothing is made', async () => {
  const { rest } = await newCaller()
  const zip = zipSync({ 'nodes.csv': strToU8('id,x,y,z\nN1,0,0,0\nN2,0,0,high\n') })
  const { status, json } = await rest('POST', IMPORT, { body: zip, contentType: 'application/zip' })
  expect([status, json.detail]).toEqual([
    422,
    [expect.objectContaining({ type: 'file_value', loc: ['body', 'nodes.csv', 3, 'z'], msg: "z is 'high', not a number" })],
  ])
  expect((await rest('GET', '/api/construct-models')).json.items).toEqual([])
})

it('SAF needs a unit, and says so before a byte goes out', async () => {
  const { rest } = await newCaller()
  const id = await newModel(rest, { ...portalFrame(), units: {} })
  const { status, json } = await rest('GET', `/api/construct-models/${id}/export?format=saf`)
  expect([status, json.detail[0].type, json.detail[0].loc]).toEqual([422, 'unit_unknown', ['query', 'units']])
  expect((await rest('GET', `/api/construct-models/${id}/export?format=saf&units=m`)).status).toBe(200)
})
