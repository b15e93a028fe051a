/** Takes every place of so many, with a stop after every `many`. */
export function* eachInSteps(count: number, many: number, take: (k: number) => void): Generator<void, void> {
  for (let from = 0; from < count; from += many) {
    for (let k = from; k < Math.min(from + many, count); k++) take(k)
    yield
  }
}
