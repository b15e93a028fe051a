import { expect, it, vi } from 'vitest'
import { HostError } from '../viewer-host.ts'
import { reasonText } from './reason-text.ts'

it('says why there is no answer, in the words of the service where these say what is wrong', () => {
  const says = 'the model would have 201 saved views, the limit is 200'
  expect(reasonText(new HostError('refused', 0, { says }))).toBe('The model would have 201 saved views, the limit is 200.')
  expect(reasonText(new HostError('refused'))).toBe('The server does not take this.')
  expect(reasonText(new HostError('offline'))).toBe('There is no connection.')
})

it('blames no server for a mistake of the viewer', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(reasonText(new TypeError('a mistake of ours'))).toBe('Something went wrong in the viewer.')
  expect(error).toHaveBeenCalled()
})
