/** A list for IN, as long as the next power of two, so that there are few statements to prepare: the first again and again. */
export function padded<T>(list: readonly T[]): T[] {
  const longer = [...list]
  while ((longer.length & (longer.length - 1)) !== 0) longer.push(...list.slice(0, 1))
  return longer
}
