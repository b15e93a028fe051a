/** A part of a base that compaction has replaced meanwhile: load the index anew and ask again. */
export class PartGone extends Error {}

/** Asks up to four times; in between `forget` what named the part. */
export async function retryIfPartGone<T>(ask: () => Promise<T>, forget: () => void = () => {}): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
      forget()
    }
  }
}
