import { expect, it } from 'vitest'
import { inPasswordTurn } from './password-turns.ts'

/** Work that ends when the test says so, with the order in which it began. */
function workshop() {
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (prefix: string, name = prefix) =>
    inPasswordTurn(prefix, async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  /** Ends the oldest, and lets what follows begin. */
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { began, ask, endOne }
}

it('looks at two passwords at once, and lets prefixes take turns', async () => {
  const { began, ask, endOne } = workshop()
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  const person = ask('b')
  const another = ask('c')
  await endOne()
  expect(began).toEqual(['a1', 'a2', 'a3'])
  await endOne()
  await endOne()
  expect(began).toEqual(['a1', 'a2', 'a3', 'b', 'c']) // and not the fourth of a prefix that had its turn
  for (let more = 0; more < 3; more++) await endOne()
  expect(await Promise.all([...flood, person, another])).toEqual(['a1', 'a2', 'a3', 'a4', 'b', 'c'].map((done) => ({ done })))
  expect(began).toHaveLength(6)
})

it('refuses what is too much of one prefix, and not the others', async () => {
  const { ask, endOne } = workshop()
  const flood = Array.from({ length: 22 }, (_, one) => ask('a', `a${one}`))
  expect(await ask('a')).toEqual({ wait: 5 })
  const person = ask('b')
  for (let more = 0; more < 23; more++) await endOne()
  expect(await person).toEqual({ done: 'b' })
  await Promise.all(flood)
})

it('refuses what is too much of all, and goes on when there is room; what fails hands over its turn', async () => {
  const { ask, endOne } = workshop()
  const all = Array.from({ length: 402 }, (_, one) => ask(`p${one}`))
  expect(await ask('late')).toEqual({ wait: 5 })
  await endOne()
  const fails = inPasswordTurn('fails', () => Promise.reject(new Error('no memory')))
  const told = expect(fails).rejects.toThrow('no memory')
  for (let more = 0; more < 401; more++) await endOne()
  await told
  await Promise.all(all)
  const after = ask('after')
  await endOne()
  expect(await after).toEqual({ done: 'after' })
})
