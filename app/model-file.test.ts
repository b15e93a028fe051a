import { expect, it } from 'vitest'
import { KINDS } from '#lib/schema/schema.ts'
import { ARRAYS, readModelFile } from './model-file.ts'

const bodyOf = (text: string, file = 'hall.json') => {
  const read = readModelFile(text, file)
  return read.ok ? JSON.parse(read.body) : read.message
}

it('names an elements batch after its file', () => {
  const text = '\n {"nodes": [{"id": "1", "position": {"x": 0, "y": 0, "z": 0}}]}'
  expect(bodyOf(text, 'Hall "$&".JSON')).toEqual({ name: 'Hall "$&"', nodes: [{ id: '1', position: { x: 0, y: 0, z: 0 } }] })
})

it('sends a named model as it is written, for the service to judge', () => {
  const text = '{"name": "Hall", "nodes": [{"id": "1", "position": {"x": 1e999, "y": -0.0, "z": 1.10}}]}'
  expect(readModelFile(text, 'x.json')).toEqual({ ok: true, name: 'Hall', body: text })
  expect(readModelFile('{"name": 7, "nodes": []}', 'x.json')).toMatchObject({ ok: true, body: '{"name": 7, "nodes": []}' })
})

it.each([
  ['{"nodes": [}', /^The file is not JSON: /],
  ['[1, 2]', /must hold an object/],
  ['null', /must hold an object/],
  ['{"points": []}', /^The file has none of areas, combinations/],
])('says what is wrong with %s', (text, message) => expect(bodyOf(text)).toMatch(message))

it('takes every kind of element as a reason to import', () => {
  expect(ARRAYS).toEqual(KINDS)
  expect(bodyOf('{"gridLines":[]}')).toEqual({ name: 'hall', gridLines: [] })
})
