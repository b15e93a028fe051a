/** Long work that stops now and then: what a page does between two frames must leave it time for the second. */
const SLICE_MS = 12

/** Runs to the end: at once on a thread, in slices where somebody waits for the screen. */
export type Run = <T>(steps: Generator<void, T>) => T | Promise<T>

/** With a rest after each slice. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < until) continue
    await giveWay()
    until = performance.now() + SLICE_MS
  }
}

/** Input and pictures go first. A message, not a timer, which waits, nor a frame, of which there are none off screen. */
export function giveWay(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}
