import { expect, it } from 'vitest'
import { type ViewerHeader, viewerModelText } from './viewer-model.ts'

const HEADER: ViewerHeader = {
  id: 'M"1',
  name: 'A "name"',
  bounds: { min: { x: 0, y: 1, z: 2 }, max: { x: 3, y: 4, z: 5 } },
  units: '{"length":"m"}',
  metadata: '{"a":[1]}',
  source: '{"b":2}',
  revision: 7,
  viewerUrl: 'https://viewer.example/m',
  createdAt: new Date(0),
  updatedAt: new Date(1000),
  copiedFrom: '{"modelId":"O"}',
  scaled: 1000,
}
/** As the storage joins it, with the name of each list for its only item. */
const joined = (header: ViewerHeader) =>
  JSON.parse(
    viewerModelText(header)
      .map((part) => ('text' in part ? part.text : JSON.stringify('elements' in part ? part.elements : 'definitions')))
      .join(''),
  )
const LISTS = {
  ...{ nodes: ['nodes'], areas: ['areas'], frames: ['frames'], gridLines: ['gridLines'], materials: ['materials'] },
  ...{ sections: ['sections'], supports: ['supports'], members: ['members'], sectionDefinitions: ['definitions'] },
  ...{ loadCases: ['loadCases'], loads: ['loads'], combinations: ['combinations'], diaphragms: ['diaphragms'] },
}

it('a returned model says all of its header, and names each list once', () => {
  const { units, metadata, source, copiedFrom, ...plain } = HEADER
  const times = { createdAt: '1970-01-01T00:00:00.000Z', updatedAt: '1970-01-01T00:00:01.000Z' }
  const said = { ...plain, ...times, ...LISTS, schemaVersion: 'viewer-model/v1' }
  const more = { units: { length: 'm' }, metadata: { a: [1] }, source: { b: 2 }, copiedFrom: { modelId: 'O' } }
  expect(joined(HEADER)).toEqual({ ...said, ...more })
  expect(joined({ ...HEADER, units: null, metadata: null, source: null, copiedFrom: null })).toEqual(said)
  const { scaled: _, ...asItBegan } = said
  expect(joined({ ...HEADER, scaled: 1 })).toEqual({ ...asItBegan, ...more })
  expect(joined({ ...HEADER, units: null, source: null })).toEqual({
    ...said,
    metadata: more.metadata,
    copiedFrom: more.copiedFrom,
  })
})
