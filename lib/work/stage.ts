/** Where the work stands, for who wants to hear of it. */
export type Stage = 'waiting' | 'read' | 'judged' | 'packed' | 'stored' | 'checked' | 'counted' | 'scene' | 'drawn'

/** `moves`: the memory of the output that changes hands instead of being copied. */
export type StageOutput<Output> = { output: Output; moves?: ArrayBuffer[] }
