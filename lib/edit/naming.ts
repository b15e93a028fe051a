import { compileText } from '#lib/model/template/expression.ts'
import { TemplateName } from '#lib/model/template/expression-grammar.ts'
import type { Scope } from '#lib/model/template/expression-steps.ts'
import { TemplateSyntax } from '#lib/model/template/expression-tokens.ts'
import { TemplateValue, type Value } from '#lib/model/template/expression-values.ts'
import { KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import { byKind, type Kind } from '#lib/schema/kinds.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { tooLong, type Work } from './work.ts'

/** Ids by a pattern: a text with expressions in it, over the words that the verb knows. */

export type Words = Readonly<Record<string, Value | undefined>>
export type Naming = {
  /** Where the pattern stands below the verb. */
  loc: Issue['loc']
  pattern: string
  /** Undefined after telling what cannot be computed. */
  name(work: Work, words: Words, id: string): string | undefined
}

const STEPS = 10_000

/** What is wrong with how a pattern is written; undefined when nothing is. */
export function patternIssue(pattern: string, words: readonly string[], loc: Issue['loc']): Issue | undefined {
  try {
    compileText(pattern, words)
    return undefined
  } catch (error) {
    if (error instanceof TemplateSyntax) {
      const msg = `${error.problem} at position ${error.position} of ${quoted(pattern)}`
      return { type: 'template_syntax', loc, msg, ctx: { position: error.position, text: pattern } }
    }
    if (error instanceof TemplateName)
      return { type: 'template_name', loc, msg: error.message, ctx: { name: error.unknown, known: [...error.known] } }
    throw error
  }
}

export function naming(pattern: string, names: readonly string[], loc: Issue['loc'], makes: 'id' | 'label' = 'id'): Naming {
  const compiled = compileText(pattern, names)
  let words: Words = {}
  // Words are looked up when they are asked for: only a pattern that uses one minds that an element has none of it.
  const values: Value[] = []
  for (const [slot, name] of names.entries()) {
    Object.defineProperty(values, slot, {
      get(): Value {
        const value = words[name]
        if (value === undefined) throw new TemplateValue(missing(name, words))
        return value
      },
    })
  }
  const scope: Scope = { values, steps: STEPS }
  return {
    loc,
    pattern,
    name(work, newWords, id) {
      if (typeof compiled === 'string') return compiled
      words = newWords
      scope.steps = STEPS
      try {
        const text = String(compiled(scope))
        const wrong = text === '' ? 'has no characters' : tooLong(makes, text)
        if (wrong === undefined) return text
        work.problem('template_value', loc, `the ${makes} made from ${quoted(id)} ${wrong}`, id)
      } catch (error) {
        if (!(error instanceof TemplateValue)) throw error
        work.problem('template_value', loc, `${quoted(id)}: ${error.message}`, id)
      }
      return undefined
    },
  }
}

/** What stands between two levels lies on neither, but it has a storey. */
const missing = (name: string, { storey }: Words): string =>
  name === 'level' && storey !== undefined ? 'lies on no level; {storey} is where its top is' : `has no ${name}`

/** Patterns that are tried where ids are taken. */
const OTHERS = ['{id}.{n}', '{id}-c{n}', '{id}_{n}']

/** New ids, each for one element of its kind: what is taken is told, with a pattern that would do. */
export class NewIds {
  readonly #requests: { kind: Kind; id: string; n: Value | undefined }[] = []
  readonly #made = byKind(() => new Set<string>())
  #taken = false

  constructor(
    readonly work: Work,
    readonly names: Naming,
  ) {}

  /** The id of what is made of element `id`; undefined after telling why there is none. */
  idFor(kind: Kind, id: string, words: Words): string | undefined {
    const { work, names } = this
    const made = names.name(work, words, id)
    if (made === undefined) return undefined
    this.#requests.push({ kind, id, n: words.n })
    const known = this.#made[kind]
    if (!known.has(made) && !work.draft.has(kind, made)) {
      known.add(made)
      return made
    }
    this.#taken = true
    const msg = `${quoted(made)} is already used; the pattern makes it from ${quoted(id)}`
    work.problem('duplicate_id', names.loc, msg, id, { kind: KIND_WORD[kind], id: made })
    return undefined
  }

  /** The same where what has the id already makes way; two of one call may not have one. */
  replacing(kind: Kind, id: string, words: Words): string | undefined {
    const { work, names } = this
    const made = names.name(work, words, id)
    if (made === undefined) return undefined
    if (!this.#made[kind].has(made)) {
      this.#made[kind].add(made)
      return made
    }
    const msg = `the pattern makes ${quoted(made)} twice, the second time from ${quoted(id)}`
    work.problem('duplicate_id', names.loc, msg, id, { kind: KIND_WORD[kind], id: made })
    return undefined
  }

  /** A pattern that was tried on all that was asked for, and is free; undefined when none was wanted, or none is. */
  free(): string | undefined {
    if (!this.#taken) return undefined
    return OTHERS.find((pattern) => {
      const seen = new Set<string>()
      return this.#requests.every(({ kind, id, n }) => {
        const made = pattern.replaceAll('{id}', id).replaceAll('{n}', String(n))
        const key = `${kind} ${made}`
        if (made.length > 256 || seen.has(key)) return false
        seen.add(key)
        return !this.work.draft.has(kind, made) || this.#made[kind].has(made)
      })
    })
  }
}

/** What the ids of a divided frame's pieces may be made of: k counts them along the frame, from 1; so does n. */
export const PIECE_WORDS = ['id', 'k', 'n', 'label'] as const
/** What the id of what is joined may be made of: the id of the first piece, and n counts. */
export const JOIN_WORDS = ['id', 'n', 'label'] as const
/** What ids of loads may be made of: the id and the label of what the load is on. */
export const LOAD_WORDS = ['id', 'caseId', 'label', 'n'] as const
/** What new ids may be made of. */
export const RENUMBER_WORDS = ['id', 'n', 'label', 'x', 'y', 'z', 'role', 'section', 'storey', 'gridX', 'gridY', 'level'] as const
