import { expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'

/** What looks right in every field and is a mistake in the structure: what check_model says to it. */

const key = await newApiKey((await signUpUser()).id)
const call = async (tool: string, input: Record<string, unknown>) => {
  const { isError, text, data } = await callTool(key, `service.${tool}`, input)
  expect(isError, text).toBe(false)
  return data
}

/** Two bays of 6 m by one of 5 m, two storeys of 3.5 m. */
const house = {
  name: 'House',
  units: { current: 'kN, m, C' },
  materials: [{ id: 'S355' }, { id: 'C30/37' }],
  sections: ['HEB260', 'IPE400'].map((id) => ({ id, profile: id, materialId: 'S355' })),
  repeat: [
    { for: { i: '0..2', j: '1..2', k: '0..2' }, nodes: [{ id: '{letter(i)}{j}-{k}', position: { x: '{6*i}', y: '{5*j-5}', z: '{3.5*k}' } }] },
    { for: { i: '0..2', j: '1..2' }, supports: [{ id: 'S{letter(i)}{j}', nodeId: '{letter(i)}{j}-0', restraints: 'fixed' }] },
    {
      for: { i: '0..2', j: '1..2', k: '1..2' },
      frames: [{ id: 'C{letter(i)}{j}-{k}', startNodeId: '{letter(i)}{j}-{k-1}', endNodeId: '{letter(i)}{j}-{k}', sectionId: 'HEB260' }],
    },
    {
      for: { i: '0..1', j: '1..2', k: '1..2' },
      frames: [{ id: 'BX{letter(i)}{j}-{k}', startNodeId: '{letter(i)}{j}-{k}', endNodeId: '{letter(i+1)}{j}-{k}', sectionId: 'IPE400' }],
    },
    {
      for: { i: '0..2', k: '1..2' },
      frames: [{ id: 'BY{letter(i)}-{k}', startNodeId: '{letter(i)}1-{k}', endNodeId: '{letter(i)}2-{k}', sectionId: 'IPE400' }],
    },
    {
      for: { i: '0..1', k: '1..2' },
      areas: [
        {
          ...{ id: 'SL{letter(i)}-{k}', thickness: 0.2, materialId: 'C30/37' },
          nodeIds: ['{letter(i)}1-{k}', '{letter(i+1)}1-{k}', '{letter(i+1)}2-{k}', '{letter(i)}2-{k}'],
        },
      ],
      loads: [{ id: 'Q{letter(i)}-{k}', caseId: 'Q', areaId: 'SL{letter(i)}-{k}', force: { z: -3 } }],
    },
  ],
  loadCases: [{ id: 'G', nature: 'dead', selfWeight: 1 }, { id: 'Q', nature: 'live' }],
  combinations: [{ id: 'ULS', terms: [{ caseId: 'G', factor: 1.35 }, { caseId: 'Q', factor: 1.5 }] }],
} // biome-ignore format: a template each

type Group = { code: string; severity: string; message: string; count?: number }
const checked = async (ops: object[]): Promise<string[]> => {
  const { modelId } = await call('create_model', house)
  if (ops.length > 0) await call('edit_model', { modelId, ops })
  const { groups } = await call('check_model', { modelId })
  return groups.map(({ severity, code, count = 1, message }: Group) => `${severity} ${code} ${count}: ${message}`)
}

it('nothing is said of the house as it is', async () => expect(await checked([])).toEqual([]))

it.each<[string, object[], string[]]>([
  [
    'columns that stand 3 m beside their nodes',
    [{ select: { role: ['column'] }, set: { sectionOffset: { x: 3, y: 0 } } }],
    ["warning size_outlier 12: The section of frame 'CA1-1' lies 3 m off the line of its nodes"],
  ],
  [
    'rolled columns of concrete',
    [{ select: { role: ['column'] }, set: { materialId: 'C30/37' } }],
    [
      "warning profile_material_differs 1: 12 frames of section 'HEB260', which is the steel profile HE260B, are of material 'C30/37', which is concrete",
    ],
  ],
  [
    'beams of a name that is both timber and concrete, whose modulus nothing says',
    [{ add: { materials: [{ id: 'C30' }] } }, { select: { role: ['beam'] }, set: { materialId: 'C30' } }],
    [
      "warning material_incomplete 1: Material 'C30' has no modulus of elasticity and no density, which the analysis needs: its name is read as timber C30 or concrete, undecided",
      "warning profile_material_differs 1: 14 frames of section 'IPE400', which is the steel profile IPE400, are of material 'C30', which is timber or concrete",
    ],
  ],
  [
    'a support at a roof',
    [{ add: { supports: [{ id: 'SX', nodeId: 'B1-2', restraints: 'fixed' }] } }],
    [
      "warning support_above_foot 1: Support 'SX' holds node 'B1-2' up, at the head of column 'CB1-2', which stands on the support of 'B1-0'; 5 of 6 column heads at this level are free",
    ],
  ],
  [
    'beams that lie on their side',
    [{ select: { role: ['beam'] }, set: { rotation: 90 } }],
    ["info beam_on_weak_axis 14: Beam 'BXA1-1' carries floor 'SLA-1' on its weak axis: the web of its section lies level"],
  ],
  [
    'a concrete that is named by no grade',
    [
      {
        add: {
          materials: [{ id: 'M', name: 'Concrete 30 MPa' }],
          sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.4 }, materialId: 'M' }],
        },
      },
      { select: { role: ['column'] }, set: { sectionId: 'R' } },
      { select: { kinds: ['sections'], ids: ['HEB260'] }, remove: true },
    ],
    [
      "warning material_incomplete 1: Material 'M' has no modulus of elasticity, which the analysis needs: its name is read as no grade",
    ],
  ],
])('%s', async (_, ops, told) => expect(await checked(ops)).toEqual(told))

it('coordinates in millimetres where metres are said, of which an analysis says so too', async () => {
  const repeat = JSON.parse(JSON.stringify(house.repeat).replace('{6*i}', '{6000*i}').replace('{5*j-5}', '{5000*j-5000}').replace('{3.5*k}', '{3500*k}')) // biome-ignore format: short
  const { modelId } = await call('create_model', { ...house, repeat })
  const { notes } = await call('analyse_model', { modelId })
  expect(notes[0]).toBe("unit_scale: The structure is 14760 m across, 14.8 km; the coordinates may be in another unit than 'm'")
})
