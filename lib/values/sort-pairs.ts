/**
 * Sorts pairs of numbers, one after another in an array, by the second of each and then by the first. As one number of 64 bits each
 * the engine sorts them by itself, from the first time on; a loop of ours is slow until it has run for some milliseconds. As
 * every machine with a browser, this one has a number's lower half first.
 */
export const sortPairs = ({ buffer, byteOffset, length }: Uint32Array): void =>
  void new BigUint64Array(buffer, byteOffset, length / 2).sort()
