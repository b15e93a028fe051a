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

const OPERATORS = ['===', '!==', '**', '==', '!=', '<=', '>=', '&&', '||', '..', '//', ...'+-*/%<>!?:,()[]{}=^&|.~']

/** What an expression is made of, and from where to where in its text: `value` of a number. */
export type Token = { text: string; at: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'quoted' | 'word' | 'operator' | 'end' }
)

/** The token at a place or behind the white space there. */
export function readToken(text: string, from: number): Token {
  const position = from + (/^[ \t\r\n]*/.exec(text.slice(from))?.[0].length ?? 0)
  if (position >= text.length) return { kind: 'end', text: '', at: position, end: position }
  const rest = text.slice(position)
  // A point that is followed by a point belongs to the range: 0..10 is 0, .., 10.
  const digits = /^(?:\d+(?:\.(?!\.)\d+)?|\.\d+)(?:[eE][+-]?\d+)?/.exec(rest)?.[0]
  if (digits !== undefined) {
    const value = Number(digits)
    if (!Number.isFinite(value)) throw new TemplateSyntax(`${digits} is too large`, codePoints(text, position))
    return { kind: 'number', text: digits, at: position, end: position + digits.length, value }
  }
  const word = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest)?.[0]
  if (word !== undefined) return { kind: 'word', text: word, at: position, end: position + word.length }
  const quote = text[position]
  if (quote === "'" || quote === '"') {
    const close = text.indexOf(quote, position + 1)
    if (close < 0) throw new TemplateSyntax(`no ${quote} ends the text`, codePoints(text, position))
    return { kind: 'quoted', text: text.slice(position + 1, close), at: position, end: close + 1 }
  }
  const operator = OPERATORS.find((one) => rest.startsWith(one))
  if (operator === undefined) {
    const [character] = rest
    throw new TemplateSyntax(`'${character}' not expected`, codePoints(text, position))
  }
  return { kind: 'operator', text: operator, at: position, end: position + operator.length }
}

const LONGEST_EXPRESSION = 500
const DEEPEST = 32

/** The tokens of one expression after another in a text, as a grammar asks for them. */
export class Tokens {
  #token: Token = { kind: 'end', text: '', at: 0, end: 0 }
  #depth = 0
  #begun = 0

  constructor(readonly text: string) {}

  get token(): Token {
    return this.#token
  }

  begin(position: number): void {
    this.#begun = position
    this.next(position)
  }

  end(): void {
    if (this.#token.kind !== 'end') throw this.unexpected()
  }

  /** The index behind the `}` that ends the expression which began at `open`. */
  closeBrace(open: number): number {
    if (this.#token.kind === 'end') throw new TemplateSyntax("no '}' for the '{'", codePoints(this.text, open))
    if (this.#token.text !== '}' || this.#token.kind !== 'operator') throw this.unexpected()
    return this.#token.at + 1
  }

  takes(text: string): boolean {
    if (!this.is(text)) return false
    this.next()
    return true
  }

  expect(text: string): void {
    if (this.takes(text)) return
    const isHabit = this.is('===') || this.is('!==') || this.is('.')
    throw isHabit ? this.unexpected() : this.syntax(`'${text}' expected`)
  }

  deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST + 1) throw this.syntax(`nested deeper than ${DEEPEST} levels`)
    const result = read()
    this.#depth--
    return result
  }

  is(text: string): boolean {
    return (this.#token.kind === 'operator' || this.#token.kind === 'word') && this.#token.text === text
  }

  isWordAhead(word: string): boolean {
    return new RegExp(`^[ \\t\\r\\n]*${word}(?![A-Za-z0-9_])`).test(this.text.slice(this.#token.end))
  }

  syntax(problem: string): TemplateSyntax {
    return new TemplateSyntax(problem, codePoints(this.text, this.#token.at))
  }

  unexpected(): TemplateSyntax {
    const { kind, text } = this.#token
    if (text === '^') return this.syntax('use **')
    if (text === '=') return this.syntax('use ==')
    if (text === '===' || text === '!==') return this.syntax(`use ${text.slice(0, 2)} in place of ${text}`)
    if (text === '.')
      return this.syntax(
        'write round(x, 2), floor(x) or pad(i, 2) of a number, replace(t, a, b) of a text in place of the method',
      )
    if (text === '//') return this.syntax('use floor(a / b)')
    if (kind === 'end') return this.syntax('a value expected')
    return this.syntax(kind === 'operator' || kind === 'word' ? `'${text}' not expected` : 'an operator expected')
  }

  next(from = this.#token.end): void {
    this.#token = readToken(this.text, from)
    if (
      this.#token.at - this.#begun > LONGEST_EXPRESSION &&
      codePoints(this.text.slice(this.#begun), this.#token.at - this.#begun) > LONGEST_EXPRESSION
    ) {
      throw this.syntax(`an expression has at most ${LONGEST_EXPRESSION} characters`)
    }
  }
}
