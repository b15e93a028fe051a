import { slices } from '#lib/work/slice.ts'

/** A long list on its way from a thread: as JSON of some items each, whose memory changes hands, so that nobody gets all at once. */

const ITEMS = 2000

export function toTexts(list: readonly unknown[]): Uint8Array[] {
  const texts: Uint8Array[] = []
  // Each in memory of its own, which can be moved.
  for (let i = 0; i < list.length; i += ITEMS) texts.push(new TextEncoder().encode(JSON.stringify(list.slice(i, i + ITEMS))))
  return texts
}

/** The items again, some at a time, so that other requests are answered in between. */
export async function* itemsOf<T>(texts: readonly Uint8Array[]): AsyncGenerator<T[]> {
  const yieldIfDue = slices()
  for (const { buffer, byteOffset, byteLength } of texts) {
    const items: T[] = JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()) // what `toTexts` wrote
    yield items
    await yieldIfDue()
  }
}
