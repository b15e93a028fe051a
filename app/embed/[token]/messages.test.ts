import { expect, it } from 'vitest'
import { mayHost, readLook, readMessage } from './messages.ts'

const said = (message: object) => readMessage({ source: 'structural-model-viewer', v: 1, ...message })

it.each<[object, object]>([
  [{ type: 'hello' }, { type: 'hello' }],
  [{ type: 'fit', more: 1 }, { type: 'fit' }],
  [
    { type: 'picture', width: 2000, height: 1 },
    { type: 'picture', width: 2000, height: 1 },
  ],
  [
    { type: 'picture', width: 2001, height: 1 },
    { code: 'bad_message', message: 'width: should be a number from 1 to 2000' },
  ],
  [
    { type: 'picture', width: 10 },
    { code: 'bad_message', message: 'height: should be a number from 1 to 2000' },
  ],
  [{ type: 'set' }, { type: 'set' }],
  [
    { type: 'set', view: '?camera=1', select: [{ kind: 'frame', id: 'B1', extra: 1 }], colour: 'section', theme: 'dark' },
    { type: 'set', view: 'camera=1', select: [{ kind: 'frame', id: 'B1' }], colour: 'section', theme: 'dark' },
  ],
  [
    { type: 'set', isolate: [] },
    { type: 'set', isolate: [] },
  ],
  [{ type: 'set', isolate: [{ kind: 'beam', id: 'B1' }] }, { code: 'bad_message' }],
  [{ type: 'set', select: Array.from({ length: 201 }, () => ({ kind: 'node', id: '1' })) }, { code: 'bad_message' }],
  [{ type: 'set', colour: 'red' }, { code: 'bad_message' }],
  [{ type: 'set', theme: 'blue' }, { code: 'bad_message' }],
  [{ type: 'set', view: 1 }, { code: 'bad_message' }],
  [
    { type: 'set', view: 'plan' },
    { code: 'bad_message', message: expect.stringContaining('such as drawing=Z,4.2') },
  ],
  [
    { type: 'set', view: '' },
    { type: 'set', view: '' },
  ],
  [{ type: 'dance' }, { code: 'unknown_message', message: "There is no message 'dance'." }],
  [{ type: 'hello', v: 2 }, { code: 'bad_message' }],
])('reads %j', (message, read) => expect(said(message)).toMatchObject(read))

it.each([null, 'hello', 1, {}, { source: 'react-devtools', type: 'hello' }])('leaves %j to others', (data) => {
  expect(readMessage(data)).toBeNull()
})

it('speaks with the sites of the link, and never with a page that has no origin', () => {
  expect(mayHost('https://a.example', ['https://a.example'])).toBe(true)
  expect(mayHost('https://b.example', ['https://a.example'])).toBe(false)
  expect(mayHost('https://b.example', ['*'])).toBe(true)
  expect(mayHost('null', ['*'])).toBe(false)
})

it('takes the look from the address, and says which words it does not know', () => {
  expect(readLook(new URLSearchParams())).toEqual({
    ...{ hasControls: true, zoomsByWheel: true, isClear: false, theme: 'auto', startsByClick: false, wrong: [] },
  })
  expect(readLook(new URLSearchParams('controls=0&scroll=0&background=transparent&theme=dark&start=click'))).toEqual({
    ...{ hasControls: false, zoomsByWheel: false, isClear: true, theme: 'dark', startsByClick: true, wrong: [] },
  })
  expect(readLook(new URLSearchParams('controls=no&theme=blue')).wrong).toEqual(['controls', 'theme'])
})
