/** What a model says beside its elements, as JSON text; null where it says nothing. */
export type Header = { name: string; units: string | null; metadata: string | null; source: string | null }

const headerBytes = new WeakMap<Header, number>()

/** Counted once: every write asks, and metadata may be long. */
export function bytesOfHeader(header: Header): number {
  let bytes = headerBytes.get(header)
  if (bytes !== undefined) return bytes
  bytes = 0
  for (const text of [header.name, header.units, header.metadata, header.source])
    if (text !== null) bytes += Buffer.byteLength(text)
  headerBytes.set(header, bytes)
  return bytes
}
