import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAMILIES, type Query, searchProfiles } from './search.ts'
import { allRows } from './tables.ts'

type Search = { query: Query; total: number; first: string[]; near?: string[] }
const searches: Search[] = JSON.parse(readFileSync(new URL('./golden/searches.json', import.meta.url), 'utf8'))

it.each(searches)('$query', ({ query, total, first, near = [] }) => {
  const found = searchProfiles(query)
  expect(found.profiles.length).toBe(total)
  expect(found.profiles.slice(0, first.length).map(({ designation }) => designation)).toEqual(first)
  expect(found.near).toEqual(near)
})

it('lists every row of the tables, each family by its name', () => {
  expect(searchProfiles({}).profiles.length).toBe(allRows().length)
  const sum = FAMILIES.reduce((total, family) => total + searchProfiles({ family }).profiles.length, 0)
  expect(sum).toBe(allRows().length)
})

it('puts a whole name first, also one that is not how a row is written', () => {
  const first = (q: string) => searchProfiles({ q }).profiles[0]?.designation
  expect(first('HEA 200')).toBe('HE200A')
  expect(first('W16X36')).toBe('W16X36')
  expect(first('HSS 6x6x.375')).toBe('HSS6X6X3/8')
  expect(searchProfiles({ q: 'I 200' }).profiles.map(({ designation }) => designation)).toEqual(['IPN200', 'IPE200'])
  expect(searchProfiles({ q: 'IPE 300', standard: 'AISC' }).profiles).toEqual([])
})

it.each([
  ['CHS', ['PIPE', 'HSS']],
  ['pipes', ['PIPE', 'HSS']],
  ['SHS', ['HSS']],
  ['RHS', ['HSS']],
  ['angle', ['L']],
  ['channels', ['UPN', 'UPE', 'U', 'PFC', 'C', 'MC', 'JC', 'LC', 'MPC']],
  ['universal columns', ['UC']],
  ['wide flange', ['W']],
])('%s finds shapes that are called otherwise in the tables', (q, families) => {
  const { profiles } = searchProfiles({ q })
  expect(new Set(profiles.map(({ family }) => family))).toEqual(new Set(families))
})
