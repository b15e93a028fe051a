import { expect, it } from 'vitest'
import { notesOf, portalFrame, writeFile } from '#lib/fixtures/file-trip.ts'
import { writeIfc } from './ifc-write.ts'

it('writes the portal frame', async () => {
  const { text, report } = writeFile(writeIfc, portalFrame())
  expect(notesOf(report)).toEqual(['dropped element_type 2'])
  await expect(text).toMatchFileSnapshot('golden/portal-frame.ifc')
  await expect(writeFile(writeIfc, portalFrame(), { view: 'structural' }).text).toMatchFileSnapshot(
    'golden/portal-frame.structural.ifc',
  )
})
