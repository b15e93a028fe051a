import { expect, it } from 'vitest'
import { encodeNames, findMentioned, mentionAt, mentionable } from './mentions.ts'

const person = (userId: string, name: string | null, email?: string) => ({
  ...{ userId, name, role: 'editor', state: 'active' },
  ...(email !== undefined && { email }),
})

it.each([
  ['@', 1, { start: 0, sought: '' }],
  ['Look, @bo', 9, { start: 6, sought: 'bo' }],
  ['Look, @bo', 8, { start: 6, sought: 'b' }],
  ['(@Bo Mei', 8, { start: 1, sought: 'Bo Mei' }],
  ['@bo@exam', 8, { start: 0, sought: 'bo@exam' }],
  ['@Bo Meier is', 12, null],
  ['@ @mei', 6, { start: 2, sought: 'mei' }],
  ['@bo @mei', 8, { start: 4, sought: 'mei' }],
  ['a@b', 3, null],
  ['@bo\n', 4, null],
  ['none', 4, null],
])('finds what is written behind an @ in %j at %d', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found)
})

it('finds people by any word of their name or by their address, and none whose word is written already', () => {
  const people = mentionable([person('1', 'Bo Müller', 'b@firm.example'), person('2', 'Ada'), person('3', null)])
  const found = (sought: string) => findMentioned(people, sought).map(({ userId }) => userId)
  expect([found(''), found('mul'), found('B@'), found('ad'), found('da'), found('Ada'), found('b@firm.example')]).toEqual([
    ['1', '2'],
    ['1'],
    ['1'],
    ['2'],
    [],
    [],
    [],
  ])
})

it('sends names as ids, the longest first, of equal ones the one that was picked, and leaves addresses and other words', () => {
  const people = mentionable([
    person('1', 'Bo'),
    person('2', 'Bo Meier (x)'),
    person('3', 'Cy', 'cy@firm.example'),
    person('4', 'Bo'),
  ])
  const text = '@Bo Meier (x), @Bo. @Bob a@Bo @cy@firm.example @Cy @Bo@firm.example'
  expect(encodeNames(text, people, new Map())).toBe('<@2>, <@1>. @Bob a@Bo @cy@firm.example @Cy @Bo@firm.example')
  expect(encodeNames('@Bo', people, new Map([['Bo', '4']]))).toBe('<@4>')
  expect(encodeNames('@Cy', people.slice(2, 3), new Map())).toBe('@Cy')
})
