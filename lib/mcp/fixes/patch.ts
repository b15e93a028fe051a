import { isKind } from '#lib/model/validate/defaults.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** Changes of the arguments of a call that mend it, and how they are said: as keys to send in place of those that were sent. */

type Loc = Issue['loc']

export type Patch = { at: Loc; value: unknown } | { at: Loc; drop: true }

/**
 * What mends a problem. `words`: what is said where it cannot be proved, or cannot be said as keys; `beside`: what is said with the keys too.
 * `otherwise`: what is tried where this does not hold.
 */
export type Repair = {
  patches: readonly Patch[]
  words?: string | undefined
  beside?: string
  otherwise?: Repair | undefined
}

/** What to do: a repair as data, or words where a person or the model must decide. */
export type Fix = string | Repair

export const sendValue = (at: Loc, value: unknown, words?: string): Repair => ({
  patches: [{ at, value }],
  words: words ?? `send ${JSON.stringify(value)}`,
})

/** Keys of an object that go, and those that come for them. */
export const replaceKeys = (at: Loc, gone: Loc, values: Readonly<Record<string, unknown>>): Patch[] => [
  ...Object.entries(values).map(([key, value]) => ({ at: [...at, key], value })),
  ...gone.map((key) => ({ at: [...at, key], drop: true as const })),
]

/** A copy of the arguments, along the places that change alone. */
export function applyPatches(sent: unknown, patches: readonly Patch[]): unknown {
  return patches.reduce(applyPatch, sent)
}

function applyPatch(value: unknown, patch: Patch): unknown {
  const [step, ...below] = patch.at
  if (step === undefined) return 'value' in patch ? patch.value : value
  // One thing that stands for a list of one is that list.
  if (step === 0 && !Array.isArray(value)) return applyPatch(value, { ...patch, at: below })
  if (Array.isArray(value)) {
    const copy = [...value]
    const index = Number(step)
    if ('drop' in patch && below.length === 0) copy.splice(index, 1)
    else copy[index] = applyPatch(copy[index], { ...patch, at: below })
    return copy
  }
  const holder = isDictionary(value) ? value : {}
  if ('drop' in patch && below.length === 0) {
    const { [step]: _, ...others } = holder
    return others
  }
  return { ...holder, [step]: applyPatch(holder[step], { ...patch, at: below }) }
}

/** The object whose keys are sent anew: an operation, its selection, an element, a template, or the arguments. */
export function ownerOf(at: Loc): Loc {
  const [head, index, verb, ...below] = at
  if (head === 'ops' && typeof index === 'number') {
    if (verb === 'select' && below.length > 0) return at.slice(0, 3)
    const element = verb === 'add' ? ownerOf(below) : []
    return element.length > 0 ? [...at.slice(0, 3), ...element] : at.slice(0, 2)
  }
  if (head === 'repeat' && typeof index === 'number') return isKind(verb) && below.length > 1 ? at.slice(0, 4) : at.slice(0, 2)
  if (isKind(head) && typeof index === 'number' && verb !== undefined) return at.slice(0, 2)
  if (head === 'select' && index !== undefined) return at.slice(0, 1)
  return []
}

/** The object, as a path from the arguments: `ops[1].select`. */
export const placeOf = (owner: Loc): string =>
  owner.length === 0
    ? 'arguments'
    : owner.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('')

export type Sending = { owner: Loc; send?: Record<string, unknown>; drop?: string[]; beside?: string }

/** Above this a patch is no shorter than words. */
const MOST_CHARACTERS = 300
/** Where words would hold as much. */
const MOST_WITH_ELEMENTS = 600

/** The keys of one object to send anew, and those that go; undefined where that is more than one object, or long. */
export function toSending(mended: unknown, { patches, beside, words = '' }: Repair): Sending | undefined {
  const [first] = patches
  if (!first) return undefined
  const owner = ownerOf(first.at)
  const isOne = patches.every(({ at }) => JSON.stringify(ownerOf(at)) === JSON.stringify(owner))
  const holder = owner.reduce<unknown>((value, step) => stepInto(value, step), mended)
  if (!isOne || !isDictionary(holder)) return undefined
  const keys = [...new Set(patches.map(({ at }) => String(at[owner.length])))]
  const remaining = keys.filter((key) => Object.hasOwn(holder, key))
  const gone = keys.filter((key) => !Object.hasOwn(holder, key))
  const sending = {
    ...(remaining.length > 0 && { send: Object.fromEntries(remaining.map((key) => [key, holder[key]])) }),
    ...(gone.length > 0 && { drop: gone }),
  }
  const most = words.length > MOST_CHARACTERS ? MOST_WITH_ELEMENTS : MOST_CHARACTERS
  return JSON.stringify(sending).length > most ? undefined : { ...sending, owner, ...(beside !== undefined && { beside }) }
}

function stepInto(value: unknown, step: string | number): unknown {
  if (step === 0 && !Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
}
