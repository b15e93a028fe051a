import { expect, it } from 'vitest'
import { ifcGuidOf, uuidOf } from './guid.ts'

it('makes the same identifiers of an element in every revision', () => {
  expect(uuidOf('mdl_portal', 'frame', 'B1')).toBe('041cc8a6-5902-5a12-8096-b961346dc39b')
  expect(uuidOf('mdl_portal', 'structural-frame', 'B1')).toBe('ef8b02f4-c511-505f-b85c-520e0d89ef00')
  expect(uuidOf('mdl_portal', 'node', 'N1')).toBe('8ca267f2-b5a1-5e3f-bc3b-ce6f40c9c44e')
  expect(ifcGuidOf('mdl_portal', 'frame', 'B1')).toBe('047CYcMG9Q4e2MkM4qRSER')
  expect(ifcGuidOf('mdl_portal', 'structural-frame', 'B1')).toBe('3lYmBqnH5GNxXSKWuDYUy0')
  expect(ifcGuidOf('mdl_portal', 'node', 'N1')).toBe('2CecVojQ5UFxmxpcz0oSHE')
})
