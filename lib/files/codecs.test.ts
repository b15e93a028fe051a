import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { codesOf, fileOf } from '#lib/fixtures/file-trip.ts'
import { READERS, WRITERS } from './codecs.ts'
import { FORMAT_IDS, fileTypeOf, formatOf } from './formats.ts'

it('has a reader and a writer for the formats that say so', () => {
  for (const id of FORMAT_IDS) {
    const { canRead, canWrite } = formatOf(id)
    expect([READERS[id] !== undefined, WRITERS[id] !== undefined], id).toEqual([canRead, canWrite])
    expect(fileTypeOf(id).ending, id).not.toBe('')
  }
})

it('says of loads and masses what a format does not hold', async () => {
  const model = returnedModel({
    ...portalFrame(),
    loadCases: [{ id: 'D' }],
    loads: [{ id: 'L', caseId: 'D', frameId: 'B1', force: { z: -1 } }],
  })
  const [node] = model.nodes
  if (node) node.mass = 5
  const codes = async (format: 's2k' | 'e2k' | 'csv' | 'glb') => codesOf((await fileOf(model, format)).report)
  expect(await codes('e2k')).toMatchObject({ mass: 1 })
  expect(await codes('e2k')).not.toHaveProperty('loads')
  expect(await codes('glb')).toMatchObject({ loads: 2, mass: 1 })
  for (const format of ['csv', 's2k'] as const) {
    const said = Object.keys(await codes(format))
    expect(said).not.toContain('loads')
    expect(said).not.toContain('mass')
  }
})
