import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { ELEMENT_SCHEMAS, KINDS } from '#lib/schema/schema.ts'

/** Errors, section 5: depth-first in schema field order, then index; keys of free-form objects as sent. */

const places = (names: readonly string[]) => new Map(names.map((name, i) => [name, i]))
const TOP = places(Object.keys(CreateModel.shape))
const FIELDS = new Map<string, ReturnType<typeof places>>(
  KINDS.map((kind) => [kind, places(Object.keys(ELEMENT_SCHEMAS[kind].shape))]),
)
const FREE_FORM = new Set(['dimensions', 'metadata'])

type Loc = Issue['loc']

const TEMPLATE = places(['for', 'let', 'if', ...KINDS])

/** Of the step `i` below the top. The fields of an element stand in `nodes.0`, `defaults.nodes` or `repeat.0.nodes.0`. */
function orderIn([top, one, two]: Loc, i: number): ReadonlyMap<string, number> | undefined {
  if (top === 'repeat') return i === 2 ? TEMPLATE : i === 4 ? FIELDS.get(String(two)) : undefined
  if (i !== 2) return undefined
  return FIELDS.get(String(top === 'defaults' ? one : top))
}

/** Negative when `a` comes first; 0 where the schema does not say. */
export function compareLocs(a: Loc, b: Loc): number {
  for (let i = 0; ; i++) {
    const [x, y] = [a[i], b[i]]
    if (x === undefined || y === undefined) return (x === undefined ? 0 : 1) - (y === undefined ? 0 : 1)
    if (x === y) {
      if (FREE_FORM.has(String(x)) || (x === 'source' && i > 0)) return 0
      continue
    }
    if (typeof x === 'number' && typeof y === 'number') return x - y
    const order = i === 0 ? TOP : orderIn(a, i)
    const [before, after] = [order?.get(String(x)), order?.get(String(y))]
    if (before !== undefined && after !== undefined) return before - after
    // Inner objects (position, restraints, units …) have their fields in the order of the alphabet.
    return String(x) < String(y) ? -1 : 1
  }
}

/** Two lists that are in order, as one. */
export function mergeIssues(one: readonly Issue[], other: readonly Issue[]): Issue[] {
  const merged: Issue[] = []
  let j = 0
  for (const issue of one) {
    while (j < other.length && compareLocs(other[j]!.loc, issue.loc) < 0) merged.push(other[j++]!)
    merged.push(issue)
  }
  return [...merged, ...other.slice(j)]
}

/** What is told: the first `limits.issues`, then how many more there are. */
export function limitIssues(issues: readonly Issue[], total = issues.length): Issue[] {
  if (total <= limits.issues) return [...issues]
  const shown = issues.slice(0, limits.issues)
  const more = total - shown.length
  return [
    ...shown,
    {
      type: 'too_many_errors',
      loc: [],
      msg: `${total} errors, ${more} of them not shown`,
      ctx: { total, shown: shown.length },
    },
  ]
}
