import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

const { id: userId } = await signUpUser()
const token = await newApiKey(userId)

/** A hall of five portals, with a crane, snow and wind. */
const hall = {
  name: 'Hall',
  units: { length: 'm', force: 'kN' },
  materials: [{ id: 'S355' }],
  sections: [
    { id: 'HEA 300', profile: 'HEA 300', materialId: 'S355' },
    { id: 'IPE 400', profile: 'IPE 400', materialId: 'S355' },
  ],
  repeat: [
    {
      for: { i: '0..4' },
      nodes: [
        { id: 'A{i}', position: { x: 0, y: '{5*i}', z: 0 } },
        { id: 'B{i}', position: { x: 0, y: '{5*i}', z: 6 } },
        { id: 'C{i}', position: { x: 9, y: '{5*i}', z: 7 } },
        { id: 'D{i}', position: { x: 18, y: '{5*i}', z: 6 } },
        { id: 'E{i}', position: { x: 18, y: '{5*i}', z: 0 } },
      ],
      frames: [
        { id: 'L{i}', startNodeId: 'A{i}', endNodeId: 'B{i}', sectionId: 'HEA 300' },
        { id: 'P{i}', startNodeId: 'B{i}', endNodeId: 'C{i}', sectionId: 'IPE 400' },
        { id: 'Q{i}', startNodeId: 'C{i}', endNodeId: 'D{i}', sectionId: 'IPE 400' },
        { id: 'R{i}', startNodeId: 'E{i}', endNodeId: 'D{i}', sectionId: 'HEA 300' },
      ],
      supports: [
        { id: 'SA{i}', nodeId: 'A{i}', restraints: 'fixed' },
        { id: 'SE{i}', nodeId: 'E{i}', restraints: 'fixed' },
      ],
      loads: [
        { id: 'snow P{i}', caseId: 'S', frameId: 'P{i}', axes: 'projected', force: { z: -5 } },
        { id: 'snow Q{i}', caseId: 'S', frameId: 'Q{i}', axes: 'projected', force: { z: -5 } },
        { id: 'wind L{i}', caseId: 'W', frameId: 'L{i}', force: { x: 3 } },
      ],
    },
    { for: { i: '0..3' }, frames: [{ id: 'T{i}', startNodeId: 'B{i}', endNodeId: 'B{i+1}', sectionId: 'IPE 400' }] },
    { for: { i: '0..3' }, frames: [{ id: 'U{i}', startNodeId: 'D{i}', endNodeId: 'D{i+1}', sectionId: 'IPE 400' }] },
  ],
  loadCases: [
    { id: 'D', nature: 'dead', selfWeight: 1 },
    { id: 'S', nature: 'snow' },
    { id: 'W', nature: 'wind' },
  ],
  combinations: [
    {
      id: 'ULS',
      terms: [
        { caseId: 'D', factor: 1.35 },
        { caseId: 'S', factor: 1.5 },
        { caseId: 'W', factor: 0.9 },
      ],
    },
  ],
}

it('answers in 500 tokens whether a hall stands, then the rows that are asked for', async () => {
  const made = await callTool(token, 'service.create_model', hall)
  if (made.isError) throw new Error(made.text)
  const { modelId } = made.data
  const { data, text } = await callTool(token, 'service.analyse_model', { modelId })
  expect(text.length).toBeLessThanOrEqual(1750)
  expect(data).toMatchObject({
    stands: 'yes',
    screening: 'linear elastic, first order. Not for design.',
    cases: ['D', 'S', 'W', 'ULS'],
  })
  // Snow of 5 kN/m on 18 m of each of five portals.
  const snow = await callTool(token, 'service.analyse_model', { modelId, cases: ['S'], show: ['reactions'], limit: 100 })
  const fz = snow.data.rows.reactions.reduce((sum: number, row: { fz: number }) => sum + row.fz, 0)
  expect(fz).toBeCloseTo(5 * 18 * 5, 3)
  expect(Object.keys(snow.data).sort()).toEqual(['modelId', 'revision', 'rows', 'screening', 'stands', 'total', 'units'])
  const most = await callTool(token, 'service.analyse_model', {
    modelId,
    cases: 'ULS',
    show: 'forces',
    select: { role: 'column' },
    sort: '-m3',
    limit: 1,
  })
  expect(most.data.total).toEqual({ forces: 30 })
  expect(most.data.rows.forces).toHaveLength(1)
})

it('tells every reason against it in words, and a mechanism with its hinges', async () => {
  const { data } = await callTool(token, 'service.create_model', { name: 'Nothing', units: { length: 'm' } })
  const refused = await callTool(token, 'service.analyse_model', { modelId: data.modelId })
  expect(refused.isError).toBe(true)
  for (const words of ['units has length', 'no force', 'The model has no frame', 'Nothing holds the model: it has no support']) {
    expect(refused.text).toContain(words)
  }
  const made = await callTool(token, 'service.create_model', hall)
  const { modelId } = made.data
  const ops = [{ select: { role: 'column' }, set: { releases: 'pinned' } }]
  await callTool(token, 'service.edit_model', { modelId, ops })
  const fallen = await callTool(token, 'service.analyse_model', { modelId })
  expect(fallen.data.stands).toBe('no')
  expect(fallen.text.length).toBeLessThanOrEqual(1750)
  expect(fallen.data.mechanisms[0].message).toMatch(/slides along .*Hinges at L0 \(start m2 m3, end m2 m3\)/)
})
