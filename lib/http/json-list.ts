const TOGETHER = 500

/** A list as JSON, some elements at a time: all of them may be longer than the longest string. */
export function jsonList(values: readonly unknown[]): Buffer[] {
  const pieces = [Buffer.from('[')]
  for (let from = 0; from < values.length; from += TOGETHER) {
    const text = JSON.stringify(values.slice(from, from + TOGETHER)).slice(1, -1)
    pieces.push(Buffer.from(from > 0 ? `,${text}` : text))
  }
  return [...pieces, Buffer.from(']')]
}
