/** `*` stands for any characters, `\*` for a star, `\\` for a backslash; everything else for itself. */

export type Matcher = {
  pattern: string
  /** The one text that it matches, where it has no star. */
  exact: string | undefined
  matches(text: string): boolean
}

export function matcher(pattern: string, anyCase = false): Matcher {
  const folded = (text: string) => (anyCase ? text.toLowerCase() : text)
  // Each piece before a star, and what comes after the last.
  const pieces: string[] = []
  let last = ''
  for (const [letter] of pattern.matchAll(/\\[*\\]|./gs)) {
    if (letter === '*') {
      pieces.push(folded(last))
      last = ''
    } else last += letter.length > 1 ? letter.slice(1) : letter
  }
  last = folded(last)
  const [first, ...between] = pieces
  return {
    pattern,
    exact: first === undefined ? last : undefined,
    matches: (text) => (first === undefined ? last === folded(text) : isInOrder(folded(text), { first, between, last })),
  }
}

type Pieces = { first: string; between: readonly string[]; last: string }

/** Whether the text is these pieces in this order, with anything between them: linear, where a regular expression might not be. */
function isInOrder(text: string, { first, between, last }: Pieces): boolean {
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let position = first.length
  const end = text.length - last.length
  for (const piece of between) {
    const found = text.indexOf(piece, position)
    if (found < 0 || found + piece.length > end) return false
    position = found + piece.length
  }
  return true
}

/** A regular expression, or a pattern of SQL, as patterns with stars; undefined of what is none, or says more than stars can. */
export function starsIn(text: string): string[] | undefined {
  const bare = /^\/(.*)\/[a-z]*$/s.exec(text)?.[1] ?? text
  const whole = /^\^?\(([^()]*)\)\$?$/.exec(bare)?.[1] ?? bare
  const patterns = whole.split('|').map((part) => {
    const stars = part
      .replaceAll(/\.[*+]\??|%/g, '*')
      .replace(/^\^/, '')
      .replace(/\$$/, '')
    const open = part.startsWith('^') && !part.endsWith('$') && !stars.endsWith('*') ? `${stars}*` : stars
    return part.endsWith('$') && !part.startsWith('^') && !open.startsWith('*') ? `*${open}` : open
  })
  const isMore = patterns.some((one) => one === '' || /[\\^$+?()[\]{}]/.test(one))
  return isMore || (patterns.length === 1 && patterns[0] === text) ? undefined : patterns
}
