/**
 * The engine fetches an address itself; where nothing can be fetched the place hands over pieces, null at the end. `away`: they
 * could not be had now; `refused`: nor ever.
 */
export type Source = { address: string } | { next(): Promise<Uint8Array<ArrayBuffer> | null | 'away' | 'refused'> }
