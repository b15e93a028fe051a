import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { notesOf, roundTrip } from '#lib/fixtures/file-trip.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { FormatId } from './formats.ts'

/** A portal whose beam is called a purlin. */
const portal = (): ViewerModel =>
  returnedModel({
    name: 'roles',
    units: { current: 'kN, m, C' },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 0, y: 0, z: 4 } },
      { id: 'C', position: { x: 8, y: 0, z: 4 } },
    ],
    materials: [{ id: 'S355' }],
    sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 }, materialId: 'S355' }],
    frames: [
      { id: 'K', startNodeId: 'A', endNodeId: 'B', rotation: 0, sectionId: 'R' },
      { id: 'P', startNodeId: 'B', endNodeId: 'C', rotation: 0, sectionId: 'R', role: 'purlin' },
    ],
  })

it.each(['xlsx', 'csv'] as FormatId[])('%s keeps roles', async (format) => {
  const { report, back } = await roundTrip(portal(), format)
  expect(notesOf(report).filter((note) => note.includes('role'))).toEqual([])
  expect(back.frames?.map(({ role }) => role ?? null)).toEqual([null, 'purlin'])
})

it.each(['s2k', 'e2k', 'opensees', 'ifc', 'saf'] as FormatId[])('%s says that it has no place for them', async (format) => {
  const { report, back } = await roundTrip(portal(), format)
  expect(notesOf(report)).toContain('dropped role 1')
  expect(back.frames?.map(({ role }) => role ?? null)).toEqual([null, null])
})
