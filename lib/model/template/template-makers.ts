import type { Issue } from '#lib/schema/model-error.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { type At, type Condition, combine, holds, type Loop, type Making, TooManyCharacters, valuesOf } from './combinations.ts'
import { type Compiled, spend } from './expression-steps.ts'
import { TemplateValue, type Value } from './expression-values.ts'

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
      scope.characters -= size
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
      scope.characters -= keys
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
  const origins = new WeakMap<Making, Origins>()
  const most = makers.reduce((names, maker) => Math.max(names, isEach(maker) ? maker.over.length : 0), 0)
  return {
    make(scope) {
      const made: unknown[] = []
      scope.characters -= 3
      for (const maker of makers) {
        if (!isEach(maker)) {
          made.push(maker.make(scope))
          continue
        }
        eachItem(maker, scope, () => {
          made.push(maker.each.make(scope))
          if (scope.characters < 0) throw new TooManyCharacters()
        })
      }
      return made
    },
    place(scope, path) {
      const [index, ...rest] = path
      if (typeof index !== 'number') return { path, at: {} }
      const known = originsIn(scope)
      const i = known.makers[index]
      const maker = i === undefined ? undefined : makers[i]
      if (i === undefined || !maker) return { path, at: {} }
      if (!isEach(maker)) {
        const below = maker.place(scope, rest)
        return { path: [i, ...below.path], at: below.at }
      }
      if (known.last?.index !== index) {
        const inside = { ...scope, values: [...scope.values] }
        for (const [k, { slot }] of maker.over.entries()) inside.values[slot] = known.values[index * most + k]!
        known.last = { index, inside }
      }
      const { inside } = known.last
      const below = maker.each.place(inside, rest)
      return { path: [i, 'each', ...below.path], at: { ...valuesOf(maker.over, inside), ...below.at } }
    },
  }

  function originsIn(scope: Making): Origins {
    const known = origins.get(scope)
    if (known) return known
    const found: Origins = { makers: [], values: [] }
    const item = (i: number, over: readonly Loop[]) => {
      found.makers.push(i)
      for (const { slot } of over) found.values.push(scope.values[slot]!)
      for (let k = over.length; k < most; k++) found.values.push(0)
    }
    for (const [i, maker] of makers.entries()) {
      if (isEach(maker)) eachItem(maker, scope, () => item(i, maker.over))
      else item(i, [])
    }
    origins.set(scope, found)
    return found
  }
}

/**
 * What the items of a made list come from, item by item: of the makers which one, and the values of its loops. Without an object for
 * each, for a list may have millions. `last`: the item that was asked for last, since one may have many problems.
 */
type Origins = { makers: number[]; values: Value[]; last?: { index: number; inside: Making } }

function eachItem({ over, condition }: Each, scope: Making, item: () => void): void {
  combine(over, scope, () => {
    spend(scope, 1)
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
        scope.characters -= typeof made === 'string' ? made.length + 3 : 2
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
