import { expect, it } from 'vitest'
import { IdMap, idMapLines, Names, withoutAccents } from './names.ts'

const rule = {
  clean: (text: string) => withoutAccents(text).replace(/[^\x20-\x7e]/gu, '_'),
  longest: 8,
  ignoresCase: true,
} as const

it('gives each id a name that the program takes, once', () => {
  const names = new Names(rule)
  const made = ['B1', 'b1', 'Träger×Straße', 'Träger×Straßen', '😀', ''].map((id) => names.nameOf('frames', id))
  expect(made).toEqual(['B1', 'b1_2', 'TragerxS', 'Trager_2', '_', '__2'])
  expect(names.nameOf('frames', 'b1')).toBe('b1_2')
  expect(names.nameOf('nodes', 'b1')).toBe('b1')
  expect(names.changedCount).toBe(5)
})

it('finds its way back by a map in the file', () => {
  const names = new Names({ ...rule, longest: 31 })
  const ids = Array.from({ length: 60 }, (_, i) => `é "${i}" = ;()`)
  for (const id of ids) names.nameOf('nodes', id)
  const lines = [...idMapLines(names.changed, ['nodes', 'frames'])]
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('sms-ids nodes e%20%220%22%20%3D%20%3B%28%29=%C3%A9%20%220%22%20%3D%20%3B%28%29 ')
  const map = new IdMap()
  expect(lines.map((line) => map.read(line))).toEqual([true, true])
  expect(map.read('something else')).toBe(false)
  expect(map.read('sms-ids nodes x=%zz =a a=')).toBe(true)
  expect(ids.map((id) => map.ids.get('nodes')?.get(names.nameOf('nodes', id)))).toEqual(ids)
})
