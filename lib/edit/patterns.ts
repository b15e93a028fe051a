/** `*` stands for any characters, `\*` for a star, `\\` for a backslash; everything else for itself. */

export type Matcher = {
  pattern: string
  /** The one text that it matches, where it has no star. */
  exact: string | undefined
  matches(text: string): boolean
}

export function matcher(pattern: string, anyCase = false): Matcher {
  const pieces: string[] = ['']
  for (let i = 0; i < pattern.length; i++) {
    const at = pattern[i]!
    if (at === '*') pieces.push('')
    else if (at === '\\' && (pattern[i + 1] === '*' || pattern[i + 1] === '\\')) pieces[pieces.length - 1] += pattern[++i]!
    else pieces[pieces.length - 1] += at
  }
  const folded = anyCase ? pieces.map((piece) => piece.toLowerCase()) : pieces
  const [only] = folded
  const exact = folded.length === 1 ? only : undefined
  return {
    pattern,
    exact,
    matches: (text) =>
      exact === undefined
        ? inOrder(folded, anyCase ? text.toLowerCase() : text)
        : exact === (anyCase ? text.toLowerCase() : text),
  }
}

/** Whether the text is these pieces in this order, with anything between them: linear, where a regular expression might not be. */
function inOrder(pieces: readonly string[], text: string): boolean {
  const first = pieces[0]!
  const last = pieces.at(-1)!
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  const end = text.length - last.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
