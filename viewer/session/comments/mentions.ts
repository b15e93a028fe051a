import type { PersonOfModel } from './comments.ts'

/** People who are mentioned in a text that is being written: `@` and their address, or their name for who sees no addresses. */

export type Mentionable = PersonOfModel & { userId: string /** Stands behind the @. */; word: string }

/** Who has a word to be mentioned by. */
export const mentionable = (people: readonly PersonOfModel[]): Mentionable[] =>
  people.flatMap((person) => {
    const { userId } = person
    const word = person.email ?? person.name
    return userId !== null && word ? [{ ...person, userId, word }] : []
  })

/** The mention that is being written before the caret: where its @ stands, and what stands behind it. A name may have a space. */
export function mentionAt(text: string, caret: number): { start: number; sought: string } | null {
  const [, sought] = /(?:^|[\s(])@((?:[^\s@]\S*(?: [^\s@]*)?)?)$/.exec(text.slice(0, caret)) ?? []
  return sought === undefined ? null : { start: caret - sought.length - 1, sought }
}

/** Small and without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those of whom a word of the name, or the address, begins so. */
export function findMentioned(people: readonly Mentionable[], sought: string): Mentionable[] {
  const wanted = plain(sought)
  return people.filter(({ name, email = '', word }) => {
    if (plain(word) === wanted) return false // written already
    return ` ${plain(name ?? '')}`.includes(` ${wanted}`) || plain(email).startsWith(wanted)
  })
}

/** Names as the server takes them; addresses it knows. `picked`: of people with one name who was meant, by the name. */
export function encodeNames(text: string, people: readonly Mentionable[], picked: ReadonlyMap<string, string>): string {
  const ids = new Map(
    people.flatMap(({ email, word, userId }) => (email === undefined ? [[word, userId] as const] : [])).reverse(),
  )
  if (ids.size === 0) return text
  const longestFirst = [...ids.keys()].sort((one, other) => other.length - one.length)
  const names = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])@(${names.join('|')})(?![\\p{L}\\p{N}@])`, 'gu')
  return text.replace(pattern, (_, name: string) => `<@${picked.get(name) ?? ids.get(name)}>`)
}
