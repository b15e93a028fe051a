/**
 * Variables that we do not have: most are ours with a letter wrong, which would silently leave a default in place. `.env` is ours alone, so
 * each of its names must be known; the environment is everybody's, so there only names that look like ours are judged.
 */

/** What `.env` sets: filled by whoever has read that file, before the environment is parsed. */
export const namesInFile = new Set<string>()

/** In the same file beside ours: docker compose's own, those of its services, and what somebody marks as theirs. */
const BESIDE_OURS = /^(DOMAIN|UPSTREAM|CHROMIUM_PATH|POSTGRES_.*|COMPOSE_.*|X_.*)$/

/** Names of systems, shells and build tools that look like one of ours. */
export const SYSTEM_NAMES: readonly string[] = ['HOSTS', 'PORT0', 'PORT1', 'PORTS', 'POST', 'SORT']

/** Nobody's but ours: what begins so is judged in the environment too. */
const OURS = /^OIDC_/

/** One line for each, in the order of their names. */
export function unknownVariables(ours: readonly string[], environment: readonly string[]): string[] {
  const known = new Set(ours)
  const names = [...new Set([...namesInFile, ...environment])].filter((name) => !known.has(name)).sort()
  return names.flatMap((name) => {
    const isInFile = namesInFile.has(name)
    if (isInFile ? BESIDE_OURS.test(name) : SYSTEM_NAMES.includes(name)) return []
    const near = nearest(name, ours)
    if (near) return [`${name}: no such variable, did you mean ${near}?`]
    return isInFile || OURS.test(name) ? [`${name}: no such variable`] : []
  })
}

const FARTHEST = 2

/** Less than half of its letters wrong: HOME, TEST and OS are two letters from HOST, and everybody's. */
function nearest(name: string, known: readonly string[]): string | undefined {
  let [found, least]: [string | undefined, number] = [undefined, FARTHEST + 1]
  for (const one of known) {
    if (Math.abs(one.length - name.length) > FARTHEST) continue
    const distance = damerauLevenshtein(name, one)
    if (distance < least && 2 * distance < one.length) [found, least] = [one, distance]
  }
  return found
}

/** Letters left out, put in, put for another, or two beside each other swapped (each letter is edited once at most). */
export function damerauLevenshtein(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : replaced
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped))
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}
