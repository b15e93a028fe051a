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
    expect(told.legend[0]).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/), 'IPE 360', 96])
    expect(told.legend.length + told.leftOut.legend).toBe(22)
    expect(told).toMatchObject({ modelId: id, revision: 1 })
    expect(told, 'nothing that is zero').not.toHaveProperty('undrawn')
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

describe('results of an analysis', () => {
  const steel = [{ id: 'S355' }]
  const section = [{ id: 'IPE 300', profile: 'IPE 300', materialId: 'S355' }]
  const released = { start: { m2: true, m3: true }, end: { m2: true, m3: true } }
  const portal = (more: object) => ({
    name: 'Portal',
    units: { length: 'm', force: 'kN' },
    nodes: [
      [0, 0],
      [0, 4],
      [6, 4],
      [6, 0],
    ].map(([x, z], i) => ({ id: `${i + 1}`, position: { x, y: 0, z } })),
    materials: steel,
    sections: section,
    frames: [
      { id: 'C1', startNodeId: '1', endNodeId: '2', sectionId: 'IPE 300', ...more },
      { id: 'C2', startNodeId: '4', endNodeId: '3', sectionId: 'IPE 300', ...more },
      { id: 'B1', startNodeId: '2', endNodeId: '3', sectionId: 'IPE 300' },
    ],
    supports: ['1', '4'].map((nodeId) => ({ id: `S${nodeId}`, nodeId, restraints: 'fixed' })),
    loadCases: [{ id: 'D', selfWeight: 1 }, { id: 'W' }],
    loads: [{ id: 'w', caseId: 'W', nodeId: '2', force: { x: 12 } }],
    combinations: [{ id: 'ENV', type: 'envelope', terms: [{ caseId: 'D' }, { caseId: 'W' }] }],
  })

  it('are drawn of a case, with what they are and are not', async () => {
    const model = await newModel(rest, portal({}))
    const results = { case: 'W', show: 'm3' }
    const { told } = await draw({ modelId: model, view: 'front', results })
    expect(told.results).toEqual({ stands: 'yes', screening: 'linear elastic, first order. Not for design.', case: 'W' })
    expect(told.legend.map(([, label]: [string, string]) => label)).toEqual(['+ tension at -2', '- tension at +2'])
    // Of a plain picture they are told beside it.
    const plain = await draw({ modelId: model, view: 'front', results, plain: true, pixelRatio: 2 })
    expect(plain.told.results.caption).toBe('Bending moment M3 under W, kN·m, drawn on the side in tension')
    const mode = await draw({ modelId: model, results: { case: 'mode 1', show: 'deflected' } })
    expect(mode.told.results.case).toBe('mode 1')
    // Without a case the first one.
    expect((await draw({ modelId: model, results: { show: 'reactions' } })).told.results.case).toBe('D')
    const issueOf = async (wanted: object) => (await refused({ modelId: model, results: wanted }))[0]
    expect(await issueOf({ case: 'X', show: 'm3' })).toMatchObject({
      loc: ['body', 'results', 'case'],
      msg: expect.stringContaining("there are no results of 'X'; there are those of 'D', 'W', 'ENV', 'mode 1'"),
    })
    expect(await issueOf({ case: 'ENV', show: 'deflected' })).toMatchObject({ loc: ['body', 'results', 'case'] })
    expect(await issueOf({ show: 'mechanism' })).toMatchObject({ loc: ['body', 'results', 'show'] })
    expect(await issueOf({ case: 'mode 1', show: 'm3' })).toMatchObject({ loc: ['body', 'results', 'show'] })
    expect((await draw({ modelId: model, results: { case: 'ENV', show: 'm3' } })).told.results.case).toBe('ENV')
  })

  it('are drawn of a combination, while loads are those of one case', async () => {
    const model = await newModel(rest, portal({}))
    expect(await refused({ modelId: model, loads: 'ENV' })).toMatchObject([
      {
        loc: ['body', 'loads'],
        msg: expect.stringContaining("'ENV' is a combination, and loads are drawn of one load case: its load cases are 'D', 'W'"),
      },
    ])
    expect((await draw({ modelId: model, loads: 'W' })).told.revision).toBe(1)
  })

  it('are the mechanism of what does not stand, whatever was asked for', async () => {
    const model = await newModel(rest, portal({ releases: released }))
    const { told } = await draw({ modelId: model, view: 'front', results: { case: 'W', show: 'm3' } })
    expect(told.results).toMatchObject({ stands: 'no', case: 'mechanism 1', mechanism: expect.stringContaining('Hinges at C1') })
  })
})

describe('a view of something', () => {
  it('faces its plane, looks along it, or shows what a cut leaves', async () => {
    const square = await draw({
      views: ['square', 'along'],
      of: { on: ['A', '1'], role: 'column', storey: ['Level 2'] },
      width: 1280,
    })
    expect(square.told.views.map(({ view }: { view: string }) => view)).toEqual(['square', 'along'])
    expect(square.told.views[1].unitsPerPixel).toBeLessThan(0.3 * square.told.views[0].unitsPerPixel)
    const box = await draw({ cut: { z: [null, 5.4] } })
    expect((await draw({ cut: 'Level 1' })).told.legend).toEqual(box.told.legend)
    expect(box.told.legend[0]).toEqual([expect.any(String), 'Beam 350x650', 37])
  })

  it('is refused with what is wrong, where it is wrong', async () => {
    const issueOf = async (input: object) => (await refused(input))[0]
    expect(await issueOf({ views: ['square'] })).toMatchObject({ loc: ['body', 'of'], msg: expect.stringContaining('send "of"') })
    expect(await issueOf({ of: { role: 'column' } })).toMatchObject({ loc: ['body', 'of'] })
    expect(await issueOf({ views: ['square'], of: { role: 'column' } })).toMatchObject({
      loc: ['body', 'of'],
      msg: expect.stringMatching(/these lie in no plane: [\d.]+ m off$/),
    })
    expect(await issueOf({ views: ['along'], of: { role: 'column' } })).toMatchObject({
      msg: expect.stringContaining('looks down one frame, and these are 120'),
    })
    expect(await issueOf({ views: ['along'], of: { section: ['HEA*'] } })).toMatchObject({
      ...{ type: 'nothing_selected', loc: ['body', 'of', 'section'] },
    })
    expect(await issueOf({ cut: 'Level 9' })).toMatchObject({ loc: ['body', 'cut'], msg: expect.stringContaining("'Level 1'") })
    expect(await issueOf({ cut: { z: 4.2 } })).toMatchObject({ loc: ['body', 'cut', 'z'] })
    expect(await issueOf({ cut: [0, 0, 0, 6, 5, 4] })).toMatchObject({ send: { cut: { x: [0, 6], y: [0, 5], z: [0, 4] } } })
    expect(await issueOf({ cut: { z: [100, null] } })).toMatchObject({ msg: expect.stringContaining('nothing is inside') })
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
      { type: 'extra_forbidden', loc: ['body', 'gridLine'], send: { gridLineId: 'A', views: ['grid'] } },
    ])
  })
})
