import { codePoints, readToken, TemplateSyntax, type Token } from './expression-tokens.ts'
import {
  add,
  CALLED,
  compare,
  equal,
  FUNCTION_NAMES,
  FUNCTIONS,
  finite,
  floor,
  inText,
  number,
  TemplateValue,
  truth,
  twelveDigits,
  type Value,
  whole,
} from './expression-values.ts'

/**
 * The small language of templates (`expand.ts`): texts with `{expression}` in them, and arithmetic without side effects.
 * A parser of its own, by recursive descent: nothing that a client sends is ever handed to the engine as code.
 */

/** A variable or a function that does not exist. */
export class TemplateName extends Error {
  constructor(
    readonly unknown: string,
    readonly known: readonly string[],
    message: string,
  ) {
    super(message)
  }
}

/** More steps than a call may take. */
export class TooManySteps extends Error {}

/** The variables of one combination, by slot, and the steps that are left. */
export type Scope = { values: Value[]; steps: number }

/** Computes one expression. Throws `TemplateValue` and `TooManySteps`. */
export type Compiled = (scope: Scope) => Value

export type Range = { from: Compiled; to: Compiled; by: Compiled | undefined }

const LONGEST_EXPRESSION = 500
const DEEPEST = 32
const LONGEST_TEXT = 4000

/** Words of the grammar, which no variable may be called. */
const WORDS = new Set(['or', 'and', 'not', 'in', 'if', 'else', 'true', 'false', 'pi', 'by'])
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

export function isVariableName(name: string): boolean {
  return NAME.test(name) && !WORDS.has(name) && !FUNCTIONS.has(name)
}

/** An expression as it stands in `let`, `if` and a range, without braces. `names`: the variables, in the order of their slots. */
export function compileExpression(text: string, names: readonly string[]): Compiled {
  const parser = new Parser(text, names)
  parser.begin(0)
  const compiled = parser.expression()
  parser.end()
  return compiled
}

/** `a..b` or `a..b by s`. */
export function compileRange(text: string, names: readonly string[]): Range {
  const parser = new Parser(text, names)
  parser.begin(0)
  const from = parser.expression()
  parser.expect('..')
  const to = parser.expression()
  const by = parser.takes('by') ? parser.expression() : undefined
  parser.end()
  return { from, to, by }
}

/**
 * A text in which `{expression}` is computed and written, `{{` is `{` and `}}` is `}`. A text that is one expression and nothing
 * else becomes its value. Without a brace the text stands for itself.
 */
export function compileText(text: string, names: readonly string[]): Compiled | string {
  if (!/[{}]/.test(text)) return text
  const parser = new Parser(text, names)
  const parts: (string | Compiled)[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (two === '{{' || two === '}}') {
      plain += two[0]
      at += 2
    } else if (text[at] === '}') {
      throw new TemplateSyntax("a single '}' (write '}}' for a brace)", codePoints(text, at))
    } else if (text[at] === '{') {
      if (plain !== '') parts.push(plain)
      plain = ''
      const open = at
      parser.begin(at + 1)
      const compiled = parser.expression()
      at = parser.closeBrace(open)
      parts.push(compiled)
    } else {
      plain += text[at]
      at++
    }
  }
  if (plain !== '') parts.push(plain)
  const [only] = parts
  if (parts.length === 1 && typeof only === 'function') return (scope) => written(only(scope))
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  return (scope) => {
    let whole = ''
    for (const part of parts) whole += typeof part === 'string' ? part : inText(part(scope))
    if (whole.length > LONGEST_TEXT && [...whole].length > LONGEST_TEXT) {
      throw new TemplateValue(`the text has more than ${LONGEST_TEXT} characters`)
    }
    return whole
  }
}

/** True where a text of `let` or `if` is a text with expressions in it, and not an expression: a brace outside quotes. */
export function hasBraces(text: string): boolean {
  return /[{}]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''))
}

/** As a value that leaves the language: 12 significant digits, never -0. */
function written(value: Value): Value {
  return typeof value === 'number' ? twelveDigits(value) : value
}

class Parser {
  #token: Token = { kind: 'end', text: '', at: 0, end: 0 }
  #depth = 0
  #begun = 0
  readonly #slots: ReadonlyMap<string, number>

  constructor(
    readonly text: string,
    readonly names: readonly string[],
  ) {
    this.#slots = new Map(names.map((name, slot) => [name, slot]))
  }

  begin(at: number): void {
    this.#begun = at
    this.#next(at)
  }

  end(): void {
    if (this.#token.kind !== 'end') throw this.#unexpected()
  }

  /** The index behind the `}` that ends the expression which began at `open`. */
  closeBrace(open: number): number {
    if (this.#token.kind === 'end') throw new TemplateSyntax("no '}' for the '{'", codePoints(this.text, open))
    if (this.#token.text !== '}' || this.#token.kind !== 'operator') throw this.#unexpected()
    return this.#token.at + 1
  }

  takes(text: string): boolean {
    if (!this.#is(text)) return false
    this.#next()
    return true
  }

  expect(text: string): void {
    if (!this.takes(text)) throw this.#syntax(`'${text}' expected`)
  }

  expression(): Compiled {
    return this.#deeper(() => {
      const first = this.#or()
      if (this.takes('if')) {
        const condition = this.#or()
        this.expect('else')
        const otherwise = this.expression()
        return step((scope) => (truth(condition(scope)) ? first(scope) : otherwise(scope)))
      }
      if (this.takes('?')) {
        const then = this.expression()
        this.expect(':')
        const otherwise = this.expression()
        return step((scope) => (truth(first(scope)) ? then(scope) : otherwise(scope)))
      }
      return first
    })
  }

  #or(): Compiled {
    let left = this.#and()
    while (this.takes('or') || this.takes('||')) {
      const [a, b] = [left, this.#and()]
      left = step((scope) => truth(a(scope)) || truth(b(scope)))
    }
    return left
  }

  #and(): Compiled {
    let left = this.#not()
    while (this.takes('and') || this.takes('&&')) {
      const [a, b] = [left, this.#not()]
      left = step((scope) => truth(a(scope)) && truth(b(scope)))
    }
    return left
  }

  #not(): Compiled {
    if (!this.takes('not') && !this.takes('!')) return this.#comparison()
    return this.#deeper(() => {
      const inner = this.#not()
      return step((scope) => !truth(inner(scope)))
    })
  }

  #comparison(): Compiled {
    const first = this.#sum()
    const links: { operator: string; right: Compiled }[] = []
    for (;;) {
      const { text } = this.#token
      if (['==', '!=', '<', '<=', '>', '>='].some((one) => this.#is(one))) {
        this.#next()
        links.push({ operator: text, right: this.#sum() })
        continue
      }
      const negated = this.#is('not') && this.#isWordAhead('in')
      if (negated) this.#next()
      if (!this.takes('in')) break
      return this.#membership(first, links, negated)
    }
    const [link, ...more] = links
    if (!link) return first
    if (more.length === 0) {
      const { operator, right } = link
      return step((scope) => compare(operator, first(scope), right(scope)))
    }
    return step((scope) => chained(first(scope), links, scope) !== undefined)
  }

  /** `i in (2, 3)`, and `1 <= i in (2, 3)`. Nothing may follow: what it would be compared with is not to be seen. */
  #membership(first: Compiled, links: { operator: string; right: Compiled }[], negated: boolean): Compiled {
    const close = this.takes('(') ? ')' : this.takes('[') ? ']' : undefined
    if (!close) throw this.#syntax('a list such as (1, 2) expected')
    const list = this.#list(close)
    return step((scope) => {
      const left = chained(first(scope), links, scope)
      if (left === undefined) return false
      return list.some((one) => equal(left, one(scope))) !== negated
    })
  }

  #sum(): Compiled {
    let left = this.#term()
    for (;;) {
      const minus = this.#is('-')
      if (!minus && !this.#is('+')) return left
      this.#next()
      const [a, b] = [left, this.#term()]
      left = minus
        ? step((scope) => add(number(a(scope)), -number(b(scope))))
        : step((scope) => add(number(a(scope)), number(b(scope))))
    }
  }

  #term(): Compiled {
    let left = this.#unary()
    for (;;) {
      const operator = this.#is('*') ? '*' : this.#is('/') ? '/' : this.#is('%') ? '%' : undefined
      if (!operator) return left
      this.#next()
      const [a, b] = [left, this.#unary()]
      if (operator === '*') left = step((scope) => finite(number(a(scope)) * number(b(scope)), 'the product'))
      else {
        left = step((scope) => {
          const [x, y] = [number(a(scope)), number(b(scope))]
          if (y === 0) throw new TemplateValue('division by 0')
          const quotient = finite(x / y, 'the quotient')
          return operator === '/' ? quotient : add(x, -y * floor(quotient))
        })
      }
    }
  }

  #unary(): Compiled {
    const minus = this.#is('-')
    if (!minus && !this.#is('+')) return this.#power()
    return this.#deeper(() => {
      this.#next()
      const inner = this.#unary()
      return minus ? step((scope) => -number(inner(scope))) : step((scope) => number(inner(scope)))
    })
  }

  #power(): Compiled {
    const base = this.#atom()
    if (!this.takes('**')) return base
    return this.#deeper(() => {
      const exponent = this.#unary()
      return step((scope) => finite(number(base(scope)) ** number(exponent(scope)), 'the power'))
    })
  }

  #atom(): Compiled {
    const token = this.#token
    if (token.kind === 'number' || token.kind === 'quoted') {
      this.#next()
      const constant: Value = token.kind === 'number' ? token.value : token.text
      return step(() => constant)
    }
    if (token.kind === 'word') return this.#word()
    if (this.takes('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    throw this.#unexpected()
  }

  #word(): Compiled {
    const { text, at } = this.#token
    if (text === 'true' || text === 'false' || text === 'pi') {
      this.#next()
      const constant = text === 'pi' ? Math.PI : text === 'true'
      return step(() => constant)
    }
    if (WORDS.has(text)) throw this.#unexpected()
    this.#next()
    if (this.#is('(')) return this.#call(text, at)
    const slot = this.#slots.get(text)
    if (slot === undefined) {
      const there = this.names.length > 0 ? `; there are ${this.names.join(', ')}` : ''
      const function_ = FUNCTIONS.has(text) ? `; ${text} is a function, ${text}(…)` : ''
      throw new TemplateName(text, this.names, `no variable '${text}' here${function_ || there}`)
    }
    return step((scope) => scope.values[slot]!)
  }

  #call(name: string, at: number): Compiled {
    const known = FUNCTIONS.get(name)
    if (!known) {
      const meant =
        FUNCTION_NAMES.find((one) => one === name.toLowerCase()) ?? (Object.hasOwn(CALLED, name) ? CALLED[name] : undefined)
      const advice = meant ? `did you mean '${meant}'?` : `there are ${FUNCTION_NAMES.join(', ')}`
      throw new TemplateName(name, FUNCTION_NAMES, `no function '${name}'; ${advice}`)
    }
    this.expect('(')
    const values = this.#list(')')
    const { least, most, run } = known
    if (values.length < least || values.length > most) {
      const count = least === most ? `${least}` : `${least} to ${most}`
      throw new TemplateSyntax(`${name} takes ${count} values, not ${values.length}`, codePoints(this.text, at))
    }
    const [first, ...others] = values
    if (name === 'pick' && first) return picking(first, others)
    return step((scope) => run(values.map((value) => value(scope))))
  }

  #list(close: string): Compiled[] {
    const list: Compiled[] = []
    while (!this.takes(close)) {
      list.push(this.expression())
      if (!this.takes(',') && !this.#is(close)) throw this.#syntax(`'${close}' expected`)
    }
    return list
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST + 1) throw this.#syntax(`nested deeper than ${DEEPEST} levels`)
    const result = read()
    this.#depth--
    return result
  }

  #is(text: string): boolean {
    return (this.#token.kind === 'operator' || this.#token.kind === 'word') && this.#token.text === text
  }

  #isWordAhead(word: string): boolean {
    return new RegExp(`^[ \\t\\r\\n]*${word}(?![A-Za-z0-9_])`).test(this.text.slice(this.#token.end))
  }

  #syntax(problem: string): TemplateSyntax {
    return new TemplateSyntax(problem, codePoints(this.text, this.#token.at))
  }

  #unexpected(): TemplateSyntax {
    const { kind, text } = this.#token
    if (text === '^') return this.#syntax('use **')
    if (text === '=') return this.#syntax('use ==')
    if (text === '//') return this.#syntax('use floor(a / b)')
    if (kind === 'end') return this.#syntax('a value expected')
    return this.#syntax(kind === 'operator' || kind === 'word' ? `'${text}' not expected` : 'an operator expected')
  }

  #next(from = this.#token.end): void {
    this.#token = readToken(this.text, from)
    if (
      this.#token.at - this.#begun > LONGEST_EXPRESSION &&
      codePoints(this.text.slice(this.#begun), this.#token.at - this.#begun) > LONGEST_EXPRESSION
    ) {
      throw this.#syntax(`an expression has at most ${LONGEST_EXPRESSION} characters`)
    }
  }
}

/** Every node of the grammar that is computed is one step. */
function step(run: Compiled): Compiled {
  return (scope) => {
    if (--scope.steps < 0) throw new TooManySteps()
    return run(scope)
  }
}

/** The last value of a chain of comparisons that hold; undefined where one does not. */
function chained(first: Value, links: readonly { operator: string; right: Compiled }[], scope: Scope): Value | undefined {
  let left = first
  for (const { operator, right } of links) {
    const value = right(scope)
    if (!compare(operator, left, value)) return undefined
    left = value
  }
  return left
}

/** Only the value that is picked is computed. */
function picking(index: Compiled, values: readonly Compiled[]): Compiled {
  return step((scope) => {
    const at = whole(index(scope), 'pick(i, …)')
    const value = values[at]
    if (!value) throw new TemplateValue(`pick(${at}, …) has ${values.length} values, 0 to ${values.length - 1}`)
    return value(scope)
  })
}
