import { expect, it } from 'vitest'
import { refusal } from './call.ts'

it('tells every problem of a 422 with its path, and the first one of each field', () => {
  const detail = [
    { loc: ['body', 'frames', 3, 'endNodeId'], msg: "no node 'N7a'", type: 'reference_not_found' },
    { loc: ['body', 'frames', 4, 'id'], msg: 'Field required', type: 'missing' },
    { loc: ['body'], msg: 'Input should be an object', type: 'model_type' },
  ]
  const { problems, fields } = refusal(422, JSON.stringify({ detail }))
  expect(problems).toEqual([
    { path: 'frames[3].endNodeId', msg: "no node 'N7a'" },
    { path: 'frames[4].id', msg: 'Field required' },
    { path: 'body', msg: 'Input should be an object' },
  ])
  expect(fields).toEqual({ frames: "no node 'N7a'" })
})

it('tells a rule at its field as a sentence', () => {
  const detail = [{ loc: ['body', 'password'], msg: 'Value error, this password is too short', type: 'value_error' }]
  expect(refusal(422, JSON.stringify({ detail })).fields).toEqual({ password: 'This password is too short.' })
})

it.each([
  [404, '{"detail":"There is no such model."}', 'There is no such model.'],
  [401, '{"detail":"whatever"}', 'You are signed out. Sign in again to go on.'],
  [502, '<html>Bad gateway</html>', 'The service answered 502.'],
  [500, '', 'The service answered 500.'],
])('%i with %s: %s', (status, text, message) => expect(refusal(status, text).message).toBe(message))
