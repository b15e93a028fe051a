/** Takes every item, with a stop after every `many`. */
export function* eachInSteps<T>(items: readonly T[], many: number, take: (item: T, k: number) => void): Generator<void, void> {
  for (let from = 0; from < items.length; from += many) {
    for (let k = from; k < Math.min(from + many, items.length); k++) take(items[k]!, k)
    yield
  }
}
