/**
 * Mentions in a comment: `@` and the address of somebody with a role, or <@userId>, by who sees no addresses. They are stored as <@userId>,
 * so that a changed address or name is followed, and that who may not see addresses sees none. People, section 12.
 */

const MENTION = /<@([\w-]{1,64})>|@([^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]+\.[^\s@<>()[\]",;:.!?]+)/g

/** The addresses mentioned, in lower case as addresses are stored, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(MENTION), ([, , address]) => address?.toLowerCase() ?? []).flat()),
]

/** `idOf`: of a person's id or address; who has none stays text. */
export function encodeMentions(text: string, idOf: (name: string) => string | undefined): { text: string; mentions: string[] } {
  const mentions = new Set<string>()
  const encoded = text.replace(MENTION, (written, personId: string | undefined, address: string) => {
    const id = idOf(personId ?? address.toLowerCase())
    if (id === undefined) return written
    mentions.add(id)
    return `<@${id}>`
  })
  return { text: encoded, mentions: [...mentions] }
}

/** `nameOf`: how the person is called to whom it is shown. */
export const decodeMentions = (text: string, mentions: readonly string[], nameOf: (id: string) => string): string =>
  text.replace(MENTION, (written, id: string | undefined) =>
    id !== undefined && mentions.includes(id) ? `@${nameOf(id)}` : written,
  )
