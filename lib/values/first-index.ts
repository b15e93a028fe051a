/** Of a list in which all that meet a test stand behind all that do not: where the first of them is, or the length where none does. */
export function firstIndex(length: number, meets: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (meets(middle)) high = middle
    else low = middle + 1
  }
  return low
}
