import { expect, it } from 'vitest'
import { fieldChanges } from './field-changes.ts'

it('names the part of an element that differs, and only that', () => {
  const before = { id: 'B1', sectionId: 'IPE 300', position: { x: 0, y: 0, z: 3 }, nodeIds: ['a', 'b'], rotation: 0 }
  const after = { id: 'B1', sectionId: 'IPE 330', position: { x: 0, y: 0, z: 3.5 }, nodeIds: ['a', 'c'], rotation: 0 }
  expect(fieldChanges(before, after)).toEqual([
    { field: 'sectionId', before: 'IPE 300', after: 'IPE 330' },
    { field: 'position.z', before: '3', after: '3.5' },
    { field: 'nodeIds', before: 'a, b', after: 'a, c' },
  ])
})

it('says of a field that came or went what stood there: nothing', () => {
  expect(fieldChanges({ x: 21.6 }, { x: 21.6 + 0.8 })).toEqual([{ field: 'x', before: '21.6', after: '22.4' }])
  const sum = 0.1 + 0.2
  expect(fieldChanges({ x: 0.3 }, { x: sum })).toEqual([{ field: 'x', before: '0.3', after: String(sum) }])
  expect(fieldChanges({ label: null }, { label: 'Ridge' })).toEqual([{ field: 'label', before: '–', after: 'Ridge' }])
  expect(fieldChanges({ label: 'Ridge' }, {})).toEqual([{ field: 'label', before: 'Ridge', after: '–' }])
})
