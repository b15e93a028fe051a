/** Memory that may change hands: small pieces may lie in a buffer that Node shares among many. */
export const movable = (views: readonly ArrayBufferView[]): ArrayBuffer[] => [
  ...new Set(views.filter(({ buffer }) => buffer.byteLength > Buffer.poolSize).map(({ buffer }) => buffer as ArrayBuffer)),
]
