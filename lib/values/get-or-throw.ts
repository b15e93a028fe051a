/**
 * The item at a place; throws outside, so that no hole is taken for a number. In a loop over every node or frame of a large model it
 * costs five times a bare read (every kind of list goes through this one function): there an index that comes from the
 * loop is read as it is.
 */
export function getOrThrow<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`there is no place ${index} in a list of ${items.length}`)
  return item
}
