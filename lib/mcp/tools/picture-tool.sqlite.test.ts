import { beforeAll, describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** Pictures as a client gets them: a text below 800 characters, and the image. */

let rest: Rest
let key: string
let id: string
beforeAll(async () => {
  ;({ rest, key } = await newCaller())
  id = await newModel(rest, demoBuilding())
})

async function draw(input: object) {
  const { isError, data, text, content } = await callTool(key, 'service.render_model', {
    modelId: id,
    width: 640,
    height: 480,
    ...input,
  })
  expect([isError, data], text).toEqual([false, undefined])
  expect(text.length).toBeLessThan(800)
  return { told: JSON.parse(text), picture: pngPixels(Buffer.from(content[1].data, 'base64')) }
}
const refused = async (input: object) =>
  JSON.parse((await callTool(key, 'service.render_model', { modelId: id, ...input })).text).detail

describe('a picture', () => {
  it('comes with its scale, its commonest sections and what it leaves out, in less than 800 characters', async () => {
    const { told, picture } = await draw({ views: ['iso', 'plan', 'front', 'right'], width: 1280, height: 960 })
    expect([picture.width, picture.height]).toEqual([1280, 960])
    expect(told.views.map(({ view }: { view: string }) => view)).toEqual(['iso', 'plan', 'front', 'right'])
    for (const { unitsPerPixel, unit } of told.views) {
      expect(unit).toBe('m')
      expect(String(unitsPerPixel).replace(/^0\.0*/, '').length).toBeLessThanOrEqual(4)
    }
    expect(told.legend[0]).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/), 'IPE 450', 69])
    expect(told.legend.length + told.leftOut.legend).toBe(19)
    expect(told).toMatchObject({ modelId: id, revision: 1, undrawn: 0 })
  })

  it('shows what a selection names, alone or near or brought out', async () => {
    const one = await draw({ isolate: { role: 'column', on: ['A', '1'] }, axes: true })
    expect(one.told.legend.map(([, label]: [string, string]) => label)).toEqual(['HEB 300', 'HEB 240', 'Column 500x500'])
    const near = await draw({ zoom: { section: ['UPE*'] }, highlight: { section: ['UPE*'] } })
    expect(near.told.legend[0]).toEqual(['#e0106e', 'highlighted', 6])
    const finding = await draw({ view: 'front', highlight: [{ kind: 'section', id: 'IPE 450' }] })
    expect(finding.told.legend[0]).toEqual(['#e0106e', 'highlighted', 69])
  })

  it('is of the revision that was asked for', async () => {
    const small = await newModel(rest, { name: 'Two', nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] })
    const far = [{ id: 'B', position: { x: 100, y: 0, z: 0 } }]
    await rest('POST', `/api/construct-models/${small}/nodes`, { body: { nodes: far } })
    const now = await draw({ modelId: small })
    const then = await draw({ modelId: small, revision: 1 })
    expect([now.told.revision, then.told.revision]).toEqual([2, 1])
    expect(then.told.views[0].unitsPerPixel).toBeLessThan(now.told.views[0].unitsPerPixel)
    expect(await refused({ modelId: small, revision: 3 })).toMatchObject([
      { msg: expect.stringContaining('never had revision 3') },
    ])
  })
})

describe('what cannot be drawn as asked', () => {
  it('is told at its place', async () => {
    expect(await refused({ highlight: [{ kind: 'frame', id: 'Colum' }] })).toMatchObject([
      { type: 'reference_not_found', loc: ['body', 'highlight', 0, 'id'] },
    ])
    expect(await refused({ highlight: [{ kind: 'beam', id: 'x' }] })).toMatchObject([{ loc: ['body', 'highlight', 0, 'kind'] }])
    expect(await refused({ highlight: { sections: ['IPE 450'] } })).toMatchObject([
      { type: 'extra_forbidden', loc: ['body', 'highlight', 'sections'] },
    ])
    expect(await refused({ isolate: { section: ['HEA 1*'] } })).toMatchObject([
      { type: 'nothing_selected', loc: ['body', 'isolate', 'section'] },
    ])
    expect(await refused({ axes: true })).toMatchObject([{ type: 'value_error', loc: ['body', 'axes'] }])
    expect(await refused({ views: ['iso', 'plan'], width: 600 })).toMatchObject([{ loc: ['body', 'views'] }])
    expect(await refused({ views: ['top'] })).toMatchObject([{ type: 'literal_error', loc: ['body', 'views', 0] }])
    expect(await refused({ gridLine: 'A' })).toMatchObject([
      { type: 'extra_forbidden', loc: ['body', 'gridLine'], fix: 'rename \'gridLine\': "gridLineId"' },
    ])
  })
})
