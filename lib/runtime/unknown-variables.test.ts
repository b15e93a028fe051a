import { afterEach, expect, it } from 'vitest'
import { VARIABLES } from './env.ts'
import { damerauLevenshtein, namesInFile, SYSTEM_NAMES, unknownVariables } from './unknown-variables.ts'

const inFile = (...names: string[]) => {
  for (const name of names) namesInFile.add(name)
  return unknownVariables(VARIABLES, names)
}
const inEnvironment = (...names: string[]) => unknownVariables(VARIABLES, names)

afterEach(() => namesInFile.clear())

/** Every text that is one letter away: left out, doubled, another one, one more, or two swapped. */
const misspelt = (name: string) => {
  const spellings = [...name].flatMap((letter, i) => [
    name.slice(0, i) + name.slice(i + 1),
    name.slice(0, i) + letter + name.slice(i),
    `${name.slice(0, i)}Q${name.slice(i + 1)}`,
    `${name.slice(0, i)}Q${name.slice(i)}`,
    name.slice(0, i) + (name[i + 1] ?? '') + letter + name.slice(i + 2),
  ])
  return [...new Set([...spellings, `${name}S`])].filter((one) => !VARIABLES.includes(one))
}

it('says what was meant, in the file and in the environment', () => {
  const told = ['REGISTRATON: no such variable, did you mean REGISTRATION?']
  expect(inEnvironment('REGISTRATON')).toEqual(told)
  expect(inFile('REGISTRATON')).toEqual(told)
})

it.each(VARIABLES)('tells each misspelling of %s by one letter', (name) => {
  const spellings = misspelt(name)
  expect(spellings.length).toBeGreaterThan(4 * name.length - 8)
  for (const spelling of spellings) {
    const [line = ''] = inEnvironment(spelling)
    if (SYSTEM_NAMES.includes(spelling)) expect(line, spelling).toBe('')
    else expect(line, spelling).toMatch(/^\w*: no such variable, did you mean \w+\?$/)
  }
  expect(inFile(...spellings).map((line) => line.split(':', 1)[0])).toEqual(spellings.sort())
})

it('takes any other name of the environment, and none of the file', () => {
  const foreign = [
    'PATH',
    'HOSTNAME',
    'HOME',
    'USER',
    'TERM',
    'OS',
    'PWD',
    'KUBERNETES_PORT',
    'GITHUB_TOKEN',
    'NODE_PATH',
    'PORTS',
  ]
  expect(inEnvironment(...foreign)).toEqual([])
  expect(inFile('COLOUR_OF_THE_DOOR')).toEqual(['COLOUR_OF_THE_DOOR: no such variable'])
})

it('leaves what compose reads, and what is marked as somebody’s own, in the file alone', () => {
  const beside = ['DOMAIN', 'UPSTREAM', 'POSTGRES_PASSWORD', 'COMPOSE_PROFILES', 'X_OWNER', 'CHROMIUM_PATH']
  expect(inFile(...beside)).toEqual([])
})

it('judges what begins as only ours does, wherever it stands', () => {
  expect(inEnvironment('OIDC_GROUPS_CLAIM', 'OIDC_ORGANISATION')).toEqual([
    'OIDC_GROUPS_CLAIM: no such variable',
    'OIDC_ORGANISATION: no such variable',
  ])
})

it('lists no name of a system that would be taken anyway', () => {
  expect(inFile(...SYSTEM_NAMES)).toEqual(SYSTEM_NAMES.map((name) => expect.stringMatching(`^${name}: .*did you mean`)))
})

it.each([
  ['', 'AB', 2],
  ['PORT', 'PORT', 0],
  ['PROT', 'PORT', 1],
  ['REGISTRATON', 'REGISTRATION', 1],
  ['HOSTNAME', 'HOST', 4],
])('is %s from %s by %d', (a, b, distance) => {
  expect(damerauLevenshtein(a, b)).toBe(distance)
  expect(damerauLevenshtein(b, a)).toBe(distance)
})
