/** A client's name is text that a stranger chose, shown where a person decides whom to trust. */

export const MAX_NAME = 100

/**
 * The name without what would let it lie about its own looks: controls, direction marks, zero-width and other invisible
 * characters, blank letters, and piles of combining marks. Never empty.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/\p{White_Space}/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
    .trim()
  return [...plain].slice(0, MAX_NAME).join('').trim() || 'Unnamed application'
}

/** Names that people trust, and the hosts and schemes that those applications return to. */
const KNOWN: { name: string; words: string[]; hosts: string[]; schemes: string[] }[] = [
  { name: 'Claude', words: ['claude', 'anthropic'], hosts: ['claude.ai', 'claude.com', 'anthropic.com'], schemes: [] },
  { name: 'ChatGPT', words: ['chatgpt', 'openai', 'codex'], hosts: ['chatgpt.com', 'openai.com'], schemes: [] },
  { name: 'Cursor', words: ['cursor'], hosts: ['cursor.com'], schemes: ['cursor:', 'grokbot:'] },
  {
    name: 'Visual Studio Code',
    words: ['vscode', 'visualstudiocode', 'copilot', 'microsoft', 'github'],
    hosts: ['vscode.dev', 'microsoft.com', 'github.com', 'visualstudio.com'],
    schemes: ['vscode:', 'vscode-insiders:'],
  },
  { name: 'Google', words: ['google', 'gemini', 'antigravity'], hosts: ['google.com', 'antigravity.google'], schemes: [] },
  {
    name: 'this service',
    words: ['structuralmodelservice'],
    hosts: [],
    schemes: [],
  },
]

/** Letters of other alphabets, and digits, each with the Latin letter that it reads as. */
const LOOKALIKES = new Map(
  (
    'аa еe оo рp сc уy хx іl јj ѕs ԁd һh ԛq ԝw кk мm тt нh вb гr ' +
    'αa εe οo ρp νv κk τt ιl υu ηn γy χx ϲc 0o 1l 3e 4a 5s 7t il ıl |l'
  )
    .split(' ')
    .map(([letter = '', latin = '']): [string, string] => [letter, latin]),
)

/** What the name looks like at a glance: compatible forms, no accents, lookalikes as Latin letters, nothing but letters. */
function atAGlance(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...bare]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Whose name a client uses although its answer goes elsewhere, or null. A loopback address belongs to nobody: the page warns of
 * those in any case.
 */
export function borrowedName(name: string, redirectUri: string): string | null {
  const url = new URL(redirectUri)
  if (url.protocol === 'http:') return null
  const seen = atAGlance(name)
  const owner = KNOWN.find(({ words }) => words.some((word) => seen.includes(atAGlance(word))))
  if (!owner) return null
  const atHome =
    owner.schemes.includes(url.protocol) ||
    (url.protocol === 'https:' && owner.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)))
  return atHome ? null : owner.name
}

/** Letters of more than one of these alphabets in one name are how lookalikes are written. */
export const mixesAlphabets = (name: string): boolean =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u].filter((script) => script.test(name))
    .length > 1
