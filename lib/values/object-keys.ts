/**
 * Objects of which all keys are known. TypeScript reads the keys of any object as strings, for it may hold more than its type
 * says; these are for tables and records of our own, which do not.
 */

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

export const entriesOf = <K extends string, V>(table: Readonly<Partial<Record<K, V>>>) => Object.entries(table) as [K, V][]

/** A value for each key. */
export const keyed = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

/** Whether a word is a key of such a table. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

export const isOneOf = <T>(all: readonly T[], value: unknown): value is T => all.some((one) => one === value)
