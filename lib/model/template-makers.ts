import type { Dictionary } from '#lib/values/dictionary.ts'
import { type At, type Condition, combine, holds, type Loop, type Making, valuesOf } from './combinations.ts'
import { type Compiled, TooManySteps } from './expression-steps.ts'
import { TemplateValue } from './expression-values.ts'
import type { Issue } from './model-error.ts'

/** The pieces of which a template makes its elements: each makes its value, and knows where in the template a path below it stands. */

type Loc = Issue['loc']

export type Maker = {
  make(scope: Making): unknown
  /** `at`: the variables of loops inside the element. */
  place(scope: Making, path: Loc): { path: Loc; at: At }
}

const constants = new WeakSet<Maker>()
export const isConstant = (maker: Maker): boolean => constants.has(maker)

/** Shared by all elements of the template: nothing that comes later writes into what is inside an element. */
export function constant(value: unknown): Maker {
  const size = value === undefined ? 0 : JSON.stringify(value).length + 1
  const maker: Maker = {
    make(scope) {
      scope.made += size
      return value
    },
    place: (_, path) => ({ path, at: {} }),
  }
  constants.add(maker)
  return maker
}

export function object(fields: readonly { key: string; maker: Maker }[]): Maker {
  const keys = fields.reduce((sum, { key }) => sum + key.length + 3, 2)
  return {
    make(scope) {
      scope.made += keys
      const made: Dictionary = {}
      for (let i = 0; i < fields.length; i++) {
        const { key, maker } = fields[i]! // i < length
        const value = maker.make(scope)
        // A plain assignment to `__proto__` would set the prototype.
        if (key === '__proto__') Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
        else made[key] = value
      }
      return made
    },
    place(scope, path) {
      const [key, ...rest] = path
      const field = fields.find((one) => one.key === key)
      if (!field || key === undefined) return { path, at: {} }
      const below = field.maker.place(scope, rest)
      return { path: [key, ...below.path], at: below.at }
    },
  }
}

/** An item of a list that stands for as many as its loops have combinations. */
export type Each = { over: Loop[]; condition: Condition | undefined; each: Maker }
export const isEach = (maker: Maker | Each): maker is Each => 'each' in maker

export function list(makers: readonly (Maker | Each)[]): Maker {
  /** Found once for all items of a list. */
  const origins = new WeakMap<Making, Origin[]>()
  return {
    make(scope) {
      const made: unknown[] = []
      scope.made += 3
      for (const maker of makers) {
        if (isEach(maker)) eachItem(maker, scope, () => void made.push(maker.each.make(scope)))
        else made.push(maker.make(scope))
      }
      return made
    },
    place(scope, path) {
      const [index, ...rest] = path
      const origin = typeof index === 'number' ? originsIn(scope)[index] : undefined
      if (!origin) return { path, at: {} }
      const { i, maker, at } = origin
      const below = isEach(maker) ? maker.each.place(origin.scope, rest) : maker.place(origin.scope, rest)
      return { path: isEach(maker) ? [i, 'each', ...below.path] : [i, ...below.path], at: { ...at, ...below.at } }
    },
  }

  function originsIn(scope: Making): Origin[] {
    const known = origins.get(scope)
    if (known) return known
    const found: Origin[] = []
    for (const [i, maker] of makers.entries()) {
      if (!isEach(maker)) found.push({ i, maker, scope, at: {} })
      else {
        eachItem(maker, scope, () => {
          found.push({ i, maker, scope: { ...scope, values: [...scope.values] }, at: valuesOf(maker.over, scope) })
        })
      }
    }
    origins.set(scope, found)
    return found
  }
}

/** What an item of a made list comes from. */
type Origin = { i: number; maker: Maker | Each; scope: Making; at: At }

function eachItem({ over, condition }: Each, scope: Making, item: () => void): void {
  combine(over, scope, () => {
    if (--scope.steps < 0) throw new TooManySteps()
    if (!condition || holds(condition, scope)) item()
  })
}

/** A text with expressions. `asText`: where the schema takes text only, a computed number becomes its text. */
export function computed(compute: Compiled, asText: boolean, loc: Loc): Maker {
  return {
    make(scope) {
      try {
        const value = compute(scope)
        const made = asText && typeof value === 'number' ? String(value) : value
        scope.made += typeof made === 'string' ? made.length + 3 : 2
        return made
      } catch (error) {
        if (!(error instanceof TemplateValue)) throw error
        scope.fail(loc, error)
        return undefined
      }
    },
    place: (_, path) => ({ path, at: {} }),
  }
}
