/** A command of `npm run admin`: its words, and what it does. What it resolves with is printed as JSON on stdout. */
export type Command = { usage: string; run: (args: string[]) => Promise<unknown> }
