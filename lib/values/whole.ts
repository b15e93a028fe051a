/** Whole numbers from 0; as narrow as the largest of them lets them be. */
export type Whole = Uint8Array | Uint16Array | Uint32Array
