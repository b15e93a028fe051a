import { type Compiled, chained, picking, spend, step } from './expression-steps.ts'
import { codePoints, TemplateSyntax, type Tokens } from './expression-tokens.ts'
import {
  add,
  CALLED,
  compare,
  equal,
  FUNCTION_NAMES,
  FUNCTIONS,
  finite,
  inText,
  number,
  remainder,
  TemplateValue,
  truth,
} from './expression-values.ts'

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

/** Words of the grammar, which no variable may be called. */
const WORDS = new Set(['or', 'and', 'not', 'in', 'if', 'else', 'true', 'false', 'pi', 'by'])
/** Of other languages. */
const LIBRARIES = new Set(['Math', 'math', 'np', 'numpy'])
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

export function isVariableName(name: string): boolean {
  return NAME.test(name) && !WORDS.has(name) && !FUNCTIONS.has(name)
}

/** Recursive descent, a method for each rule; those that bind more loosely stand first. */
export class Grammar {
  readonly #slots: ReadonlyMap<string, number>

  /** `names`: the variables, in the order of their slots. */
  constructor(
    readonly tokens: Tokens,
    readonly names: readonly string[],
    /** What a text with `{expressions}` in it becomes. */
    readonly compileText: (text: string) => Compiled | string,
  ) {
    this.#slots = new Map(names.map((name, slot) => [name, slot]))
  }

  expression(): Compiled {
    return this.tokens.deeper(() => {
      const first = this.#or()
      if (this.tokens.takes('if')) {
        const condition = this.#or()
        this.tokens.expect('else')
        const otherwise = this.expression()
        return step((scope) => (truth(condition(scope)) ? first(scope) : otherwise(scope)))
      }
      if (this.tokens.takes('?')) {
        const then = this.expression()
        this.tokens.expect(':')
        const otherwise = this.expression()
        return step((scope) => (truth(first(scope)) ? then(scope) : otherwise(scope)))
      }
      return first
    })
  }

  #or(): Compiled {
    let left = this.#and()
    while (this.tokens.takes('or') || this.tokens.takes('||')) {
      const [a, b] = [left, this.#and()]
      left = step((scope) => truth(a(scope)) || truth(b(scope)))
    }
    return left
  }

  #and(): Compiled {
    let left = this.#not()
    while (this.tokens.takes('and') || this.tokens.takes('&&')) {
      const [a, b] = [left, this.#not()]
      left = step((scope) => truth(a(scope)) && truth(b(scope)))
    }
    return left
  }

  #not(): Compiled {
    if (!this.tokens.takes('not') && !this.tokens.takes('!')) return this.#comparison()
    return this.tokens.deeper(() => {
      const inner = this.#not()
      return step((scope) => !truth(inner(scope)))
    })
  }

  #comparison(): Compiled {
    const first = this.#sum()
    const links: { operator: string; right: Compiled }[] = []
    for (;;) {
      const { text } = this.tokens.token
      if (['==', '!=', '<', '<=', '>', '>='].some((one) => this.tokens.is(one))) {
        this.tokens.next()
        links.push({ operator: text, right: this.#sum() })
        continue
      }
      const negated = this.tokens.is('not') && this.tokens.isWordAhead('in')
      if (negated) this.tokens.next()
      if (!this.tokens.takes('in')) break
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
    const close = this.tokens.takes('(') ? ')' : this.tokens.takes('[') ? ']' : undefined
    if (!close) throw this.tokens.syntax('a list such as (1, 2) expected')
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
      const minus = this.tokens.is('-')
      if (!minus && !this.tokens.is('+')) return left
      this.tokens.next()
      const [a, b] = [left, this.#term()]
      left = minus
        ? step((scope) => add(number(a(scope)), -number(b(scope))))
        : step((scope) => add(number(a(scope)), number(b(scope))))
    }
  }

  #term(): Compiled {
    let left = this.#unary()
    for (;;) {
      const operator = this.tokens.is('*') ? '*' : this.tokens.is('/') ? '/' : this.tokens.is('%') ? '%' : undefined
      if (!operator) return left
      this.tokens.next()
      const [a, b] = [left, this.#unary()]
      if (operator === '*') left = step((scope) => finite(number(a(scope)) * number(b(scope)), 'the product'))
      else {
        left = step((scope) => {
          const [x, y] = [number(a(scope)), number(b(scope))]
          if (y === 0) throw new TemplateValue('division by 0')
          const quotient = finite(x / y, 'the quotient')
          return operator === '/' ? quotient : remainder(x, y)
        })
      }
    }
  }

  #unary(): Compiled {
    const minus = this.tokens.is('-')
    if (!minus && !this.tokens.is('+')) return this.#power()
    return this.tokens.deeper(() => {
      this.tokens.next()
      const inner = this.#unary()
      return minus ? step((scope) => -number(inner(scope))) : step((scope) => number(inner(scope)))
    })
  }

  #power(): Compiled {
    const base = this.#atom()
    if (!this.tokens.takes('**')) return base
    return this.tokens.deeper(() => {
      const exponent = this.#unary()
      return step((scope) => finite(number(base(scope)) ** number(exponent(scope)), 'the power'))
    })
  }

  #atom(): Compiled {
    const token = this.tokens.token
    if (token.kind === 'number') {
      this.tokens.next()
      return step(() => token.value)
    }
    if (token.kind === 'quoted') return this.#quoted()
    if (token.kind === 'word') return this.#word()
    if (this.tokens.takes('(')) {
      const inner = this.expression()
      this.tokens.expect(')')
      return inner
    }
    throw this.tokens.unexpected()
  }

  /** A text to choose or compare, with expressions in it as in the texts around it: `n == 0 ? 'A{i}' : 'T{i}-{n}'`. */
  #quoted(): Compiled {
    const { text, at } = this.tokens.token
    this.tokens.next()
    // A brace alone is a character to look for.
    if (!/\{.*\}/s.test(text)) return step(() => text)
    try {
      const compiled = this.compileText(text)
      return typeof compiled === 'string' ? step(() => compiled) : step((scope) => inText(compiled(scope)))
    } catch (error) {
      if (!(error instanceof TemplateSyntax)) throw error
      throw new TemplateSyntax(error.problem, codePoints(this.tokens.text, at + 1) + error.position)
    }
  }

  #word(): Compiled {
    const { text, at } = this.tokens.token
    if (text === 'true' || text === 'false' || text === 'pi') {
      this.tokens.next()
      const constant = text === 'pi' ? Math.PI : text === 'true'
      return step(() => constant)
    }
    if (WORDS.has(text)) throw this.tokens.unexpected()
    this.tokens.next()
    if (this.tokens.is('(')) return this.#call(text, at)
    if (LIBRARIES.has(text) && this.tokens.is('.'))
      throw new TemplateSyntax(`no '${text}.' before a function (sin, cos, tan take degrees)`, codePoints(this.tokens.text, at))
    const slot = this.#slots.get(text)
    if (slot === undefined) {
      const there = this.names.length > 0 ? `; there are ${this.names.join(', ')}` : ''
      const function_ = FUNCTIONS.has(text) ? `; ${text} is a function, ${text}(…)` : ''
      throw new TemplateName(text, this.names, `no variable '${text}' here${function_ || there}`)
    }
    return step((scope) => scope.values[slot]!)
  }

  #call(name: string, position: number): Compiled {
    const known = FUNCTIONS.get(name)
    if (!known) {
      const meant =
        FUNCTION_NAMES.find((one) => one === name.toLowerCase()) ?? (Object.hasOwn(CALLED, name) ? CALLED[name] : undefined)
      const advice = meant ? `did you mean '${meant}'?` : `there are ${FUNCTION_NAMES.join(', ')}`
      throw new TemplateName(name, FUNCTION_NAMES, `no function '${name}'; ${advice}`)
    }
    this.tokens.expect('(')
    const values = this.#list(')')
    const { least, most, run, costs } = known
    if (values.length < least || values.length > most) {
      const count = least === most ? `${least}` : `${least} to ${most}`
      throw new TemplateSyntax(`${name} takes ${count} values, not ${values.length}`, codePoints(this.tokens.text, position))
    }
    const [first, ...others] = values
    if (name === 'pick' && first) return picking(first, others)
    if (!costs) return step((scope) => run(values.map((value) => value(scope))))
    return step((scope) => {
      const args = values.map((value) => value(scope))
      spend(scope, costs(args))
      return run(args)
    })
  }

  #list(close: string): Compiled[] {
    const list: Compiled[] = []
    while (!this.tokens.takes(close)) {
      list.push(this.expression())
      if (!this.tokens.takes(',') && !this.tokens.is(close)) throw this.tokens.syntax(`'${close}' expected`)
    }
    return list
  }
}
