import { isDictionary } from '#lib/values/dictionary.ts'

/**
 * The short forms of a support's restraints. Each states all six directions, in the order u1 u2 u3 r1 r2 r3: along, then about
 * global X, Y, Z.
 */

export const DIRECTIONS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const
export type Direction = (typeof DIRECTIONS)[number]
type Restraints = Partial<Record<Direction, boolean>>

/** The same directions, as other programs call them. */
const CALLED: Readonly<Record<string, Direction>> = { ux: 'u1', uy: 'u2', uz: 'u3', rx: 'r1', ry: 'r2', rz: 'r3' }
const WORDS: Readonly<Record<string, string>> = { fixed: '111111', pinned: '111000', free: '000000' }

const directionOf = (name: string): Direction | undefined => {
  const lower = name.toLowerCase()
  return DIRECTIONS.find((one) => one === lower) ?? (Object.hasOwn(CALLED, lower) ? CALLED[lower] : undefined)
}

/** Under any of its names, in any case. */
export const isDirection = (name: string): boolean => directionOf(name) !== undefined

const held = (is: (direction: Direction, place: number) => boolean): Restraints =>
  Object.fromEntries(DIRECTIONS.map((direction, place) => [direction, is(direction, place)]))

/**
 * What a short form says, as the object that is stored; or why it says nothing. Undefined for what is no short form: a value of
 * another type, or an object whose keys are the schema's.
 */
export function readRestraints(sent: unknown): { value: unknown } | { error: string } | undefined {
  if (typeof sent === 'string') return readDigits(sent) ?? { error: unclear(`'${sent}'`) }
  if (Array.isArray(sent)) return readList(sent) ?? { error: unclear(JSON.stringify(sent)) }
  return isDictionary(sent) ? readKeys(sent) : undefined
}

const unclear = (sent: string): string => {
  const points = [...sent]
  return `${points.length > 64 ? `${points.slice(0, 64).join('')}…` : sent} does not say which directions are held`
}

function readDigits(sent: string): { value: Restraints } | undefined {
  const text = sent.trim()
  const word = text.toLowerCase()
  const digits = Object.hasOwn(WORDS, word) ? WORDS[word]! : text
  const six = /^([01]{3}) ?([01]{3})$/.exec(digits)
  if (!six) return undefined
  const all = `${six[1]}${six[2]}`
  return { value: held((_, place) => all[place] === '1') }
}

function readList(sent: readonly unknown[]): { value: Restraints } | undefined {
  const directions = sent.map((one) => (typeof one === 'string' ? directionOf(one.trim()) : undefined))
  if (directions.includes(undefined)) return undefined
  return { value: held((direction) => directions.includes(direction)) }
}

/** Springs may be said by the same names; they have no other short form. */
export const readStiffness = (sent: unknown): ReturnType<typeof readRestraints> =>
  isDictionary(sent) ? readKeys(sent) : undefined

/** Keys in any case, and `ux` for `u1`. */
function readKeys(sent: Record<string, unknown>): { value: unknown } | { error: string } | undefined {
  const keys = Object.keys(sent)
  if (keys.every((key) => directionOf(key) === undefined || directionOf(key) === key)) return undefined
  const named = new Map<Direction, string>()
  const value: Record<string, unknown> = {}
  for (const key of keys) {
    const direction = directionOf(key)
    if (direction === undefined) continue
    const before = named.get(direction)
    if (before !== undefined && sent[before] !== sent[key]) {
      return { error: `${before} and ${key} are the same direction, and differ` }
    }
    named.set(direction, key)
    value[direction] = sent[key]
  }
  return { value }
}
