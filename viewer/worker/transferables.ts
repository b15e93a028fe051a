/** The buffers of an answer change hands instead of being copied. */
export function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (Array.isArray(value)) {
    // Arrays hold points and names; typed arrays lie in objects only.
  } else if (value && typeof value === 'object') for (const part of Object.values(value)) buffersIn(part, found)
  return found
}
