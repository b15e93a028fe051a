/** The engine fetches an address itself; where nothing can be fetched the place hands over pieces, null at the end. */
export type Source = { address: string } | { next(): Promise<Uint8Array<ArrayBuffer> | null> }
