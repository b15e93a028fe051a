/** So many elements between two stops of a work on a large model. */
export const STRIDE = 4000

/** Does all of a work that stops now and then, without a stop. */
export function toTheEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
