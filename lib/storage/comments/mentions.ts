/**
 * Mentions in a comment: `@` and the address of somebody with a role. They are stored as <@userId>, so that a changed address or name
 * is followed, and that who may not see addresses sees none. People, section 12.
 */

const MENTION = /@([^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]+\.[^\s@<>()[\]",;:.!?]+)/g

/** The addresses mentioned, in lower case as addresses are stored, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(MENTION), ([, address = '']) => address.toLowerCase())),
]

/** `idOf`: of an address; one without stays text. */
export function encodeMentions(
  text: string,
  idOf: (address: string) => string | undefined,
): { text: string; mentions: string[] } {
  const mentions = new Set<string>()
  const encoded = text.replace(MENTION, (written, address: string) => {
    const id = idOf(address.toLowerCase())
    if (id === undefined) return written
    mentions.add(id)
    return `<@${id}>`
  })
  return { text: encoded, mentions: [...mentions] }
}

/** `nameOf`: how the person is called to whom it is shown. */
export const decodeMentions = (text: string, mentions: readonly string[], nameOf: (id: string) => string): string =>
  mentions.reduce((decoded, id) => decoded.replaceAll(`<@${id}>`, () => `@${nameOf(id)}`), text)
