import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { Grammar } from './expression-grammar.ts'
import { type Compiled, type Scope, spend } from './expression-steps.ts'
import { codePoints, TemplateSyntax, Tokens } from './expression-tokens.ts'
import { inText, isTooLong, shortEnough, type Value } from './expression-values.ts'

/**
 * The small language of templates (`expand.ts`): texts with `{expression}` in them, and arithmetic without side effects.
 * A parser of its own, by recursive descent: nothing that a client sends is ever handed to the engine as code.
 */

export type Range = { from: Compiled; to: Compiled; by: Compiled | undefined }

/** An expression as it stands in `let`, `if` and a range, without braces. `names`: the variables, in the order of their slots. */
export function compileExpression(text: string, names: readonly string[]): Compiled {
  const tokens = new Tokens(text)
  tokens.begin(0)
  const compiled = grammarOf(tokens, names).expression()
  tokens.end()
  return compiled
}

/** `a..b` or `a..b by s`. */
export function compileRange(text: string, names: readonly string[]): Range {
  const tokens = new Tokens(text)
  const grammar = grammarOf(tokens, names)
  tokens.begin(0)
  const from = grammar.expression()
  tokens.expect('..')
  const to = grammar.expression()
  const by = tokens.takes('by') ? grammar.expression() : undefined
  tokens.end()
  return { from, to, by }
}

/**
 * A text in which `{expression}` is computed and written, `{{` is `{` and `}}` is `}`. A text that is one expression and nothing
 * else becomes its value. Without a brace the text stands for itself.
 */
export function compileText(text: string, names: readonly string[]): Compiled | string {
  if (!/[{}]/.test(text)) return text
  const tokens = new Tokens(text)
  const grammar = grammarOf(tokens, names)
  const parts: (string | Compiled)[] = []
  let plain = ''
  let offset = 0
  while (offset < text.length) {
    const two = text.slice(offset, offset + 2)
    if (two === '{{' || two === '}}') {
      plain += two[0]
      offset += 2
    } else if (text[offset] === '}') {
      throw new TemplateSyntax("a single '}' (write '}}' for a brace)", codePoints(text, offset))
    } else if (text[offset] === '{') {
      if (plain !== '') parts.push(plain)
      plain = ''
      const open = offset
      tokens.begin(offset + 1)
      const compiled = grammar.expression()
      offset = tokens.closeBrace(open)
      parts.push(compiled)
    } else {
      plain += text[offset]
      offset++
    }
  }
  if (plain !== '') parts.push(plain)
  const [only] = parts
  if (parts.length === 1 && typeof only === 'function') return (scope) => written(only(scope))
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  return (scope) => {
    let whole = ''
    for (const part of parts) {
      whole += typeof part === 'string' ? part : numberInText(part(scope), scope)
      if (isTooLong(whole.length)) break
    }
    spend(scope, whole.length >> 4) // 16 characters take about as long as a step
    return shortEnough(whole)
  }
}

/** Writing a fraction takes as long as ten steps. */
function numberInText(value: Value, scope: Scope): string {
  if (typeof value === 'number' && !Number.isInteger(value)) spend(scope, 10)
  return inText(value)
}

/** True where a text of `let` or `if` is a text with expressions in it, and not an expression: a brace outside quotes. */
export function hasBraces(text: string): boolean {
  return /[{}]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''))
}

function grammarOf(tokens: Tokens, names: readonly string[]): Grammar {
  return new Grammar(tokens, names, (quoted) => compileText(quoted, names))
}

/** As a value that leaves the language: 12 significant digits, never -0. */
function written(value: Value): Value {
  return typeof value === 'number' ? twelveDigits(value) : value
}
