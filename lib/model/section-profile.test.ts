import { expect, it } from 'vitest'
import { profileIssues } from './section-profile.ts'

it('a section of another type than its profile is refused, unless it has an outline of its own', () => {
  const polygon = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }] // biome-ignore format: corners
  const at = (given: Omit<Parameters<typeof profileIssues>[0], 'profile'>) =>
    profileIssues({ profile: 'IPE 300', ...given }, undefined).issues.map(({ loc }) => loc.join('.'))
  expect(at({ id: 'S' })).toEqual([])
  expect(at({ id: 'S', type: 'i_wide_flange' })).toEqual([])
  expect(at({ id: 'S', type: 'channel' })).toEqual(['type'])
  expect(at({ id: 'S', type: 'channel', polygon })).toEqual(['type'])
  expect(at({ id: 'S', type: 'custom', polygon })).toEqual([])
  expect(at({ id: 'S', type: 'section_designer', polygon })).toEqual([])
  expect(at({ id: 'S', type: 'custom', polygon: [] })).toEqual(['type'])
  expect(at({ id: 'S', type: 'custom' })).toEqual(['type'])
})
