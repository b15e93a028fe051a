/**
 * The engine fetches an address itself; where nothing can be fetched the place hands over pieces, null at the end. `isForGood`: what is
 * there never changes, and who has read it need not ask again. `isAhead`: the page reads it already, for its thread. `away`: they
 * could not be had now; `refused`: nor ever.
 */
export type Source =
  | { address: string; isForGood?: true; isAhead?: true }
  | { next(): Promise<Uint8Array<ArrayBuffer> | null | 'away' | 'refused'> }
