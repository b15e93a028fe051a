import { parseArgs } from 'node:util'

/** Counts that may be said otherwise on the command line, to try what takes long: `{ rounds: 200 }` is `--rounds 200`. */
export function counts<N extends string>(defaults: Record<N, number>, args: string[]): Record<N, number> {
  const names = Object.keys(defaults) as N[]
  const { values } = parseArgs({ args, options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])) })
  const found = { ...defaults }
  for (const name of names) {
    const said = values[name]
    if (said === undefined) continue
    if (!/^[1-9]\d*$/.test(said)) throw new Error(`--${name} must be a count, not ${said}`)
    found[name] = Number(said)
  }
  return found
}
