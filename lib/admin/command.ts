import type { Readable } from 'node:stream'

/**
 * A command of `npm run admin`: its words, and what it does. What it resolves with is printed as JSON on stdout. `input`: stdin, which few
 * of them read.
 */
export type Command = { usage: string; run: (args: string[], input?: Readable) => Promise<unknown> }
