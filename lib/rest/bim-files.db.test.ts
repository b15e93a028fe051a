import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** IFC, OpenSees and GLB through the door: out, in again, and refused. */

const golden = (path: string) => readFileSync(join(import.meta.dirname, '../files', path), 'utf8')
const exported = (rest: Rest, id: string, query: string) => rest('GET', `/api/construct-models/${id}/export?${query}`)
const imported = (rest: Rest, body: unknown, query = '') =>
  rest('POST', `/api/construct-models/import${query}`, { body, contentType: 'application/octet-stream' })

it('a model goes out as IFC and comes in again, in both views', async () => {
  const { rest } = await newCaller()
  const id = await newModel(rest, portalFrame())
  for (const view of ['physical', 'structural', 'both']) {
    const file = await exported(rest, id, `format=ifc&view=${view}`)
    expect([file.status, file.headers.get('content-type'), file.headers.get('export-notes')]).toEqual([
      ...[200, 'application/x-step', view === 'physical' ? '1' : '0'],
    ])
    const { status, json } = await imported(rest, file.text, `?fileName=portal-${view}.ifc`)
    expect([status, json.model.name, json.model.counts.frames, json.model.units]).toEqual([
      201,
      'Portal frame',
      3,
      { length: 'm' },
    ])
    expect(json.model.counts.supports).toBe(view === 'physical' ? 0 : 2)
    const { json: back } = await rest('GET', `/api/construct-models/${json.model.id}`)
    const ends = back.frames.map((frame: Record<string, unknown>) => [frame.id, frame.sectionId, frame.sectionOffset ?? null])
    expect(ends).toEqual([['C1', 'HEB 200', null], ['B1', 'IPE 300', { x: 0, y: -0.15 }], ['C2', 'HEB 200', null]]) // biome-ignore format: short
  }
})

it('a model goes out as a script of OpenSees and comes in again, and nothing of a script is run', async () => {
  const { rest } = await newCaller()
  const id = await newModel(rest, portalFrame())
  const python = await exported(rest, id, 'format=opensees')
  expect([python.text, python.headers.get('content-type')]).toEqual([
    ...[golden('scripts/golden/portal-frame.py'), 'text/x-python; charset=utf-8'],
  ])
  const tcl = await exported(rest, id, 'format=opensees&language=tcl')
  expect([tcl.text, tcl.headers.get('content-type')]).toEqual([
    golden('scripts/golden/portal-frame.tcl'),
    'text/x-tcl; charset=utf-8',
  ])
  expect(tcl.headers.get('content-disposition')).toContain('Portal frame.tcl')
  for (const file of [python, tcl]) {
    const { status, json } = await imported(rest, file.text)
    expect([status, json.model.name, json.model.counts.frames, json.model.counts.supports]).toEqual([201, 'Portal frame', 3, 2])
  }
  const hostile = await imported(
    rest,
    'import os\nos.system("touch /tmp/x")\nops.node(1, 0, 0, 0)\n',
    '?units=kN,m,C&strict=true',
  )
  expect([hostile.status, hostile.json.detail[0].type]).toEqual([422, 'not_taken_as_is'])
})

it('a model goes out as GLB, whose unit must be known', async () => {
  const { rest } = await newCaller()
  const id = await newModel(rest, portalFrame())
  const file = await exported(rest, id, 'format=glb')
  expect([file.status, file.headers.get('content-type'), file.text.slice(0, 4)]).toEqual([200, 'model/gltf-binary', 'glTF'])
  const unitless = await newModel(rest, { ...portalFrame(), units: {} })
  for (const format of ['glb', 'ifc']) {
    const refused = await exported(rest, unitless, `format=${format}`)
    expect([refused.status, refused.json.detail[0].type, refused.json.detail[0].loc]).toEqual([
      422,
      'unit_unknown',
      ['query', 'units'],
    ])
    expect((await exported(rest, unitless, `format=${format}&units=ft`)).status).toBe(200)
  }
  expect((await imported(rest, file.text)).json.detail[0].type).toBe('file_format_unsupported')
})

it('a cut IFC file is refused where it ends', async () => {
  const { rest } = await newCaller()
  const { status, json } = await imported(rest, golden('ifc/golden/portal-frame.ifc').slice(0, 3000))
  expect([status, json.detail[0].type, json.detail[0].loc[0]]).toEqual([422, 'file_syntax', 'body'])
})
