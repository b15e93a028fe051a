import { afterEach, expect, it } from 'vitest'
import { limits } from '#lib/runtime/limits.ts'
import { FileRefused } from './file-refused.ts'
import { ModelBuilder, sourceOf } from './model-builder.ts'
import { IdMap } from './names.ts'
import { ImportReport } from './report.ts'

const started = (profiles: 'resolve' | 'keep' = 'resolve') => {
  const report = new ImportReport()
  const model = new ModelBuilder({ profiles }, report)
  const codes = () => report.report('s2k', undefined).notes.map(({ code, count }) => `${code} ${count}`)
  return { model, codes }
}
const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
const frame = (id: string, startNodeId: string, endNodeId: string, more = {}) => ({
  id,
  startNodeId,
  endNodeId,
  rotation: 0,
  ...more,
})

it('takes each id of a kind once, and leaves out what refers to nothing', () => {
  const { model, codes } = started()
  expect([model.add('nodes', node('1')), model.add('nodes', node('1')), model.add('nodes', node('2'))]).toEqual([
    true,
    false,
    true,
  ])
  model.add('frames', frame('a', '1', '2', { sectionId: 'gone' }))
  model.add('frames', frame('b', '1', '3'))
  model.add('members', { id: 'm', frameIds: ['b'] })
  const { frames, members } = model.build()
  expect(frames).toEqual([frame('a', '1', '2')])
  expect(members).toEqual([])
  expect(codes()).toEqual(['reference_missing 3'])
})

it('makes ids and texts fit', () => {
  const { model, codes } = started()
  const long = 'é'.repeat(300)
  const ids = [
    model.idOf('nodes', ''),
    model.idOf('nodes', long),
    model.idOf('nodes', `${long}2`),
    model.idOf('nodes', '😀'.repeat(256)),
  ]
  expect(ids.map((id) => [...id].length)).toEqual([4, 256, 256, 256])
  expect(new Set(ids).size).toBe(4)
  expect(model.idOf('nodes', long)).toBe(ids[1])
  model.add('nodes', { ...node('1'), label: 'x'.repeat(5000), source: { much: 'y'.repeat(70_000) } })
  expect(model.build().nodes[0]).toEqual({ ...node('1'), label: 'x'.repeat(4096) })
  expect(codes()).toEqual(['id_changed 3', 'text_cut 2'])
})

it('finds the profile that a name means, and else leaves it a name', () => {
  const { model, codes } = started()
  expect(model.sectionByName('S', 'HEA 200')).toMatchObject({ type: 'custom', name: 'HEA 200' })
  model.units = { current: 'kN, m, C' }
  expect(model.sectionByName('HEA 200', 'HEA 200')).toEqual({ id: 'HEA 200', profile: 'HEA 200' })
  expect(model.sectionByName('B1', 'Beam 1')).toEqual({ id: 'B1', name: 'Beam 1', type: 'custom' })
  expect(model.sectionBySizes({ id: 'S', type: 'channel', dimensions: { t3: 1, t2: 1, tf: 3, tw: 0.1 } })).toEqual({
    ...{ id: 'S', type: 'custom', source: { dimensions: { t3: 1, t2: 1, tf: 3, tw: 0.1 } } },
  })
  expect(codes()).toEqual(['section_by_name_only 2', 'section_impossible 1', 'profile_resolved 1'])
})

it('keeps in a source only what a file says', () => {
  expect([sourceOf({ a: 1, b: undefined }), sourceOf({ b: undefined })]).toEqual([{ a: 1 }, undefined])
})

it('gives elements their ids again, swapped ones too, and no id twice', () => {
  const { model, codes } = started()
  for (const id of ['A', 'B', 'C', 'D']) model.add('nodes', node(id))
  model.add('frames', frame('F', 'A', 'B'))
  const map = new IdMap()
  map.read('sms-ids nodes A=B B=A C=D Z=Y')
  model.restoreIds(map)
  const { nodes, frames } = model.build()
  expect(nodes.map(({ id }) => id)).toEqual(['B', 'A', 'C', 'D'])
  expect(frames).toEqual([frame('F', 'B', 'A')])
  expect(codes()).toEqual(['ids_restored 2'])
})

const { batchElements } = limits
afterEach(() => {
  limits.batchElements = batchElements
})

it('counts elements as they are made', () => {
  limits.batchElements = 2
  const { model } = started()
  model.add('nodes', node('1'))
  model.add('nodes', node('2'))
  expect(() => model.add('nodes', node('3'))).toThrow(FileRefused)
})
