import { byKind } from '#lib/schema/kinds.ts'
import type { Combination, Diaphragm } from '#lib/schema/loads.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { RemoveElements } from '#lib/schema/request-bodies.ts'
import { type ConstructMember, KINDS, type Kind, type ViewerFrame } from '#lib/schema/schema.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { limitIssues } from './issue-order.ts'
import { memberWithout } from './members.ts'
import { type ElementOf, eachReference, KIND_WORD, quoted, type ReferenceRule, referencesFrom } from './references.ts'

/**
 * What is referred to before what refers to it: members lose the frames that go with their nodes, and loads go with what they are on.
 * Combinations contain each other, so they are looked through until none goes any more. Nothing refers to members, supports, loads
 * and diaphragms.
 */
const CASCADE_ORDER: readonly Kind[] = [
  ...(['areas', 'frames', 'sections', 'supports', 'members', 'loads', 'diaphragms'] as const),
  'combinations',
]

type Users = Map<string, { by: { kind: string; id: string }; count: number }>

/**
 * What goes with elements that are removed. What is still referred to by something that stays is refused, unless `cascade`: then what
 * cannot be without it goes too (frames, areas and supports of a removed node, loads of a removed frame), a member loses removed
 * frames and goes with its last one, a combination its terms and a diaphragm its nodes in the same way, and where the reference is optional it is only cleared: taking a section or material away does not take the structure away.
 */
export class Removal {
  readonly gone: Record<Kind, Set<string>>
  readonly replaced = byKind(() => new Map<string, ElementOf[Kind]>())
  readonly #users = byKind((): Users => new Map())
  readonly #cascade: boolean
  #rules: readonly ReferenceRule[] = []

  /** Ids that `has` does not know are passed over. */
  constructor(
    readonly body: RemoveElements,
    has: (kind: Kind, id: string) => boolean,
  ) {
    this.gone = byKind((kind) => new Set((body[kind] ?? []).filter((id) => has(kind, id))))
    this.#cascade = body.cascade
  }

  /** The kinds to look through, in this order; the last one again as long as more of it goes. */
  *order(): Generator<Kind> {
    if (!this.#cascade) yield* KINDS
    else {
      yield* CASCADE_ORDER
      for (let before = -1; before !== this.gone.combinations.size; ) {
        before = this.gone.combinations.size
        if (before > 0) yield 'combinations'
      }
    }
  }

  /** Begins with a kind: the ids that its elements may refer to in vain. Empty: none of them has to be looked at. */
  begin(kind: Kind): Set<string> {
    this.#rules = referencesFrom(kind).filter(({ to }) => this.gone[to].size > 0)
    return new Set(this.#rules.flatMap(({ to }) => [...this.gone[to]]))
  }

  /** Every element of the kind that was begun with, as far as it may refer to one of these ids. */
  look(kind: Kind, element: ElementOf[Kind]): void {
    if (this.gone[kind].has(element.id)) return
    const used = new Map<string, { to: Kind; id: string }>()
    const fields: ReferenceRule[] = []
    const values: Dictionary = element
    for (const rule of this.#rules) {
      const visit = (id: string) => {
        if (!this.gone[rule.to].has(id)) return
        used.set(`${rule.to} ${id}`, { to: rule.to, id })
        if (fields.at(-1) !== rule) fields.push(rule)
      }
      eachReference(values[rule.field], visit, rule.key)
    }
    if (fields.length === 0) return
    if (!this.#cascade) {
      for (const { to, id } of used.values()) {
        const user = this.#users[to].get(id)
        if (user) user.count++
        else this.#users[to].set(id, { by: { kind: KIND_WORD[kind], id: element.id }, count: 1 })
      }
      return
    }
    const left = without(kind, element, fields, this.gone)
    if (left) this.replaced[kind].set(element.id, left)
    else {
      this.gone[kind].add(element.id)
      this.replaced[kind].delete(element.id)
    }
  }

  /** Once all were looked at: what is still referred to. */
  issues(): Issue[] {
    const issues: Issue[] = []
    for (const kind of KINDS) {
      const seen = new Set<string>()
      for (const [i, id] of (this.body[kind] ?? []).entries()) {
        const use = this.#users[kind].get(id)
        if (!use || seen.has(id)) continue
        seen.add(id)
        const { by, count } = use
        const more = count > 1 ? ` and ${count - 1} more` : ''
        issues.push({
          type: 'still_referenced',
          loc: [kind, i],
          msg: `${KIND_WORD[kind]} ${quoted(id)} is still used by ${by.kind} ${quoted(by.id)}${more}`,
          ctx: { kind: KIND_WORD[kind], id, by, count },
        })
      }
    }
    return issues
  }

  mustBeFree(): void {
    const issues = this.issues()
    if (issues.length > 0) throw new ModelError('invalid', limitIssues(issues))
  }
}

/** The element without its references to what goes; null when it cannot be without them. */
function without(
  kind: Kind,
  element: ElementOf[Kind],
  fields: readonly ReferenceRule[],
  gone: Record<Kind, ReadonlySet<string>>,
): ElementOf[Kind] | null {
  let left: ElementOf[Kind] = { ...element }
  for (const { field, required } of fields) {
    if (kind === 'members' && field === 'frameIds') {
      const member = memberWithout(left as ConstructMember, gone.frames)
      if (!member) return null
      left = member
    } else if (kind === 'combinations') {
      const combination = combinationWithout(left as Combination, gone)
      if (!combination) return null
      left = combination
    } else if (kind === 'diaphragms' && field === 'nodeIds') {
      const nodeIds = (left as Diaphragm).nodeIds?.filter((id) => !gone.nodes.has(id)) ?? []
      if (nodeIds.length < 2) return null
      left = { ...left, nodeIds }
    } else if (required) return null
    else delete (left as Record<string, unknown>)[field]
    // A prism has no part of a taper.
    if (field === 'endSectionId') delete (left as ViewerFrame).taper
  }
  return left
}

/** A combination without the terms of what goes; null when none is left. */
function combinationWithout(combination: Combination, gone: Record<Kind, ReadonlySet<string>>): Combination | null {
  const terms = combination.terms.filter(
    ({ caseId, combinationId }) => !gone.loadCases.has(caseId ?? '') && !gone.combinations.has(combinationId ?? ''),
  )
  return terms.length === 0 ? null : { ...combination, terms }
}
