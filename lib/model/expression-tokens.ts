/** Where and why a text of a template cannot be read. `position` counts code points from 0. */
export class TemplateSyntax extends Error {
  constructor(
    /** `')' expected` or `use **`: what stands before the position in the message. */
    readonly problem: string,
    readonly position: number,
  ) {
    super(problem)
  }
}

export const codePoints = (text: string, index: number): number => [...text.slice(0, index)].length

const OPERATORS = ['**', '==', '!=', '<=', '>=', '&&', '||', '..', '//', ...'+-*/%<>!?:,()[]{}=^&|.~']

/** What an expression is made of, and from where to where in its text: `value` of a number. */
export type Token = { text: string; at: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'quoted' | 'word' | 'operator' | 'end' }
)

/** The token at a place or behind the white space there. */
export function readToken(text: string, from: number): Token {
  const at = from + (/^[ \t\r\n]*/.exec(text.slice(from))?.[0].length ?? 0)
  if (at >= text.length) return { kind: 'end', text: '', at, end: at }
  const rest = text.slice(at)
  // A point that is followed by a point belongs to the range: 0..10 is 0, .., 10.
  const digits = /^(?:\d+(?:\.(?!\.)\d+)?|\.\d+)(?:[eE][+-]?\d+)?/.exec(rest)?.[0]
  if (digits !== undefined) {
    const value = Number(digits)
    if (!Number.isFinite(value)) throw new TemplateSyntax(`${digits} is too large`, codePoints(text, at))
    return { kind: 'number', text: digits, at, end: at + digits.length, value }
  }
  const word = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest)?.[0]
  if (word !== undefined) return { kind: 'word', text: word, at, end: at + word.length }
  const quote = text[at]
  if (quote === "'" || quote === '"') {
    const close = text.indexOf(quote, at + 1)
    if (close < 0) throw new TemplateSyntax(`no ${quote} ends the text`, codePoints(text, at))
    return { kind: 'quoted', text: text.slice(at + 1, close), at, end: close + 1 }
  }
  const operator = OPERATORS.find((one) => rest.startsWith(one))
  if (operator === undefined) {
    const [character] = rest
    throw new TemplateSyntax(`'${character}' not expected`, codePoints(text, at))
  }
  return { kind: 'operator', text: operator, at, end: at + operator.length }
}
