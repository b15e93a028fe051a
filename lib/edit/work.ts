import { type ElementOf, KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { Kind, Vector3 } from '#lib/schema/schema.ts'
import { degreesOfRadians, radiansText } from '#lib/values/radians.ts'
import type { Draft } from './draft.ts'
import { lastDigit, roundedTo } from './numbers.ts'
import { PointIndex } from './point-index.ts'
import type { Facts } from './select/facts.ts'
import type { Selection } from './select/select.ts'

/** What an operation works with: the model, what was selected in it, and where to say what is wrong or worth knowing. */

/** Worth knowing, and no reason not to do it. */
export type Note = { code: string; message: string; count: number; ids: string[] }

const MOST_IDS = 5

type Problem = { issue: Issue; ids: string[]; count: number }
type Remark = { code: string; message: (count: number, ids: readonly string[]) => string; ids: string[]; count: number }

export class Work {
  /** Of the model as it was before the operation. */
  readonly facts: Facts
  /** Where the operation's fields stand. */
  readonly loc: Issue['loc']
  /** Ids of nodes that it moved or made. */
  readonly moved = new Set<string>()
  /** Old and new id, where that is what is told. */
  readonly renamed = new Map<Kind, string[]>()
  readonly #problems = new Map<string, Problem>()
  readonly #remarks = new Map<string, Remark>()
  readonly #budget: Budget

  constructor(
    readonly draft: Draft,
    readonly selection: Selection,
    place: { loc: Issue['loc']; budget: Budget },
  ) {
    this.facts = draft.facts()
    this.loc = place.loc
    this.#budget = place.budget
  }

  selected(kind: Kind): readonly number[] {
    return this.selection.get(kind) ?? []
  }

  /** Below this a coordinate is 0. */
  get zeroTolerance(): number {
    return 1e-12 * this.facts.diagonal
  }

  /**
   * One more element that was not there. Once something is wrong nothing is made any more, and it counts all the same: an operation
   * that cannot be done ends as soon as one that can. Throws where the call makes too many, or what was wrong before.
   */
  make<K extends Kind>(kind: K, element: ElementOf[K]): void {
    this.count()
    this.#holdLengths(kind, element)
    if (!this.hasProblems) this.draft.put(kind, element)
  }

  /** Counts an element that is made, or is there already and would be: looking for it takes as long. */
  count(): void {
    const limit = limits.batchElements
    if (++this.#budget.made > limit) this.#end(limit, `more than ${limit} elements made by one call`)
  }

  /** Places to be compared, as often as a call may. */
  createPointIndex(tolerance: number): PointIndex {
    return new PointIndex(tolerance, () => this.compare())
  }

  /** Counts a node that is compared with a place; `costs`: with what takes so many times as long. */
  compare(costs = 1): void {
    const limit = MOST_COMPARED.nodes
    this.#budget.compared += costs
    if (this.#budget.compared <= limit) return
    this.#end(limit, `more than ${limit} nodes compared with places beside them: merge those that lie together, or select less`)
  }

  #end(limit: number, msg: string): never {
    this.mustBeSound()
    throw new ModelError('invalid', [{ type: 'limit_exceeded', loc: this.loc, msg, ctx: { limit } }])
  }

  /** What is made of other texts is held to the lengths of what is sent. */
  #holdLengths(kind: Kind, element: { id: string; label?: string | null | undefined; name?: string | null | undefined }): void {
    for (const field of ['id', 'label', 'name'] as const) {
      const wrong = tooLong(field, element[field] ?? '')
      if (wrong === undefined) continue
      const start = `${[...element.id].slice(0, 40).join('')}…`
      this.problem('string_too_long', [], `the ${field} of ${KIND_WORD[kind]} ${quoted(start)}, made here, ${wrong}`, element.id)
    }
  }

  /** Distances that tell two places apart. */
  get precision(): number {
    const { tolerance, model } = this.facts
    if (tolerance > 0) return tolerance
    // No frame or area: nodes alone.
    const { min, max } = model.bounds
    const size = Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z)
    return 1e-5 * (size || Math.max(Math.abs(max.x), Math.abs(max.y), Math.abs(max.z)))
  }

  /**
   * Coordinates that are rounded so far that places are told apart no more are a problem, unless they were as coarse before. `size`:
   * the largest number that goes into them.
   */
  checkPrecision(
    kind: 'nodes' | 'gridLines',
    id: string,
    before: readonly number[],
    after: readonly number[],
    size: number,
  ): void {
    const { precision } = this
    if (precision === 0) return // nothing has an extent
    const coarse = Math.max(precision, 10 * lastDigit(before.reduce((most, one) => Math.max(most, Math.abs(one)), 0)))
    const rounded = after.find((to, k) => to !== before[k] && Number.isFinite(to) && roundedTo(to, size) > coarse)
    if (rounded === undefined) return
    const step = Number(roundedTo(rounded, size).toPrecision(1))
    const msg = `Value error, ${KIND_WORD[kind]} ${quoted(id)} would lose its place: at this size coordinates are rounded to ${step}`
    this.problem('value_error', [], msg, id, { error: {} })
  }

  /** Puts a node where it is carried to. */
  place(node: ElementOf['nodes'], position: Vector3): void {
    if (!Number.isFinite(position.x + position.y + position.z)) {
      this.problem('finite_number', [], `node ${quoted(node.id)} would lie beyond what numbers hold`, node.id)
      return
    }
    this.draft.put('nodes', { ...node, position })
    this.moved.add(node.id)
  }

  /**
   * Something that keeps the operation from being done; told once for all elements that share it. `below`: the field, where it is that of
   * the verb.
   */
  problem(type: string, below: Issue['loc'], msg: string, id?: string, ctx: Record<string, unknown> = {}): void {
    const loc = [...this.loc, ...below]
    const key = `${type} ${loc.join(' ')}`
    const known = this.#problems.get(key)
    if (!known) this.#problems.set(key, { issue: { type, loc, msg, ctx }, ids: id === undefined ? [] : [id], count: 1 })
    else {
      known.count++
      if (id !== undefined && known.ids.length < MOST_IDS) known.ids.push(id)
    }
  }

  /** A way out of the problems of a type: a pattern that would do. */
  advise(type: string, pattern: string): void {
    for (const { issue } of this.#problems.values()) {
      if (issue.type === type) issue.ctx = { ...issue.ctx, free: pattern }
    }
  }

  get hasProblems(): boolean {
    return this.#problems.size > 0
  }

  /** Throws what keeps the operation from being done. */
  mustBeSound(): void {
    if (this.#problems.size === 0) return
    const issues = Array.from(this.#problems.values(), ({ issue, ids, count }): Issue => {
      const times = count > 1 ? ` [${count} times]` : ''
      const ctx = { ...issue.ctx, ...(count > 1 && { count, ids }) }
      const free = issue.ctx?.free
      const advice = typeof free === 'string' ? `; ${quoted(free)} would do` : ''
      return { ...issue, msg: issue.msg + times + advice, ctx: Object.keys(ctx).length > 0 ? ctx : { error: {} } }
    })
    throw new ModelError('invalid', issues)
  }

  /** `message`: of all that were noted under this code. */
  note(code: string, id: string | undefined, message: Remark['message']): void {
    const known = this.#remarks.get(code)
    if (!known) this.#remarks.set(code, { code, message, ids: id === undefined ? [] : [id], count: 1 })
    else {
      known.count++
      if (id !== undefined && known.ids.length < MOST_IDS) known.ids.push(id)
    }
  }

  notes(): Note[] {
    return Array.from(this.#remarks.values(), ({ code, message, ids, count }) => ({
      code,
      message: message(count, ids),
      count,
      ids,
    }))
  }
}

/** Characters of a text, as where it is sent. */
const MOST = { id: 256, label: 4096, name: 4096 } as const

/** What is wrong with the length of a text that was made; undefined where nothing is. */
export function tooLong(field: keyof typeof MOST, text: string): string | undefined {
  const length = text.length > MOST[field] ? [...text].length : 0
  return length > MOST[field] ? `has ${length} characters, it may have ${MOST[field]}` : undefined
}

/** Elements made by one call, and nodes compared. */
export type Budget = { made: number; compared: number }

/** A hundred for each node of a large model. One object, so that a test can lower it. */
export const MOST_COMPARED = { nodes: 100_000_000 }

/** `1 node`, `3 grid lines`. */
export const counted = (count: number, kind: Kind): string => `${count} ${KIND_WORD[kind]}${count === 1 ? '' : 's'}`

/** `'N1', 'N2' and 3 more`. */
export function some(ids: readonly string[], count: number): string {
  const shown = ids.slice(0, MOST_IDS).map(quoted).join(', ')
  return count > ids.length ? `${shown} and ${count - ids.length} more` : shown
}

/** Angles are degrees; one that looks like radians is told, and taken as it was sent. */
export function noteRadians(work: Work, field: string, sent: number): void {
  const degrees = degreesOfRadians(sent)
  if (degrees !== undefined) work.note(`radians_${field}`, undefined, () => radiansText(field, sent, degrees))
}

/** The ordinals of the nodes on which the selected elements stand. */
export function closure(facts: Facts, selection: Selection): Set<number> {
  const nodes = new Set<number>()
  for (const [kind, ordinals] of selection) {
    // Loads and diaphragms follow what they are on, and move nothing.
    if (kind === 'loads' || kind === 'diaphragms') continue
    for (const ordinal of ordinals) for (const node of facts.nodesOf(kind, ordinal)) nodes.add(node)
  }
  return nodes
}
