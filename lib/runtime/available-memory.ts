import { totalmem } from 'node:os'

/** Bytes that this process may have: the container's, else the machine's. */
export const availableMemory = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
