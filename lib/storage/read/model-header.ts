/**
 * What a model says beside its elements, as JSON text; null where it says nothing. `scaled`: by how much its lengths were converted
 * since it began, so that a place that was kept beside the model can be found in it at any revision.
 */
export type Header = { name: string; units: string | null; metadata: string | null; source: string | null; scaled: number }

/** As a revision keeps it; those before there was `scaled` were not. */
export function readHeader(text: string): Header {
  const header: Omit<Header, 'scaled'> & { scaled?: number } = JSON.parse(text) // what we wrote
  return { ...header, scaled: header.scaled ?? 1 }
}

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
