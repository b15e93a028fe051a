import { emptyBox, extend, toBounds } from '#lib/model/bounds.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import type { ModelIds } from '#lib/model/validate/judge-batch.ts'
import type { StoredRelations } from '#lib/model/validate/judge-relations.ts'
import { frameAsReturned } from '#lib/model/validate/members.ts'
import { type ElementOf, KIND_WORD } from '#lib/model/validate/references.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { type ConstructMember, KINDS, type Kind, type ViewerModel, type ViewerUnits } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { type Facts, factsOf } from './select/facts.ts'

export type Submitted = { [K in Kind]: readonly ElementOf[K][] }

/** What became of the elements of a kind, by id. */
export type Delta = Record<Kind, KindDelta>
type KindDelta = {
  added: string[]
  replaced: string[]
  removed: string[]
  /** Of those replaced: one operation removed them and a later one made them again, so that they stand at the end now. */
  moved: string[]
}

/** `at`: an ISO time. */
export type Aside = { metadata?: Readonly<Record<string, unknown>> | undefined; author: { at: string; by: string } }

type Before = Record<Kind, Map<string, ElementOf[Kind] | undefined>>

/**
 * A model while it is edited: its elements as they were submitted, in order. An element is never changed, only another put in its
 * place, so that it can be told what one operation did, and what all of them did together.
 */
export class Draft implements ModelIds {
  readonly #elements: { [K in Kind]: Map<string, ElementOf[K]> } = byKind(() => new Map())
  readonly #call = noneBefore()
  #operation = this.#call
  /** Of the kinds from which the operation has removed something, their ids in order as it began. */
  readonly #orders: Partial<Record<Kind, string[]>> = {}
  /** What operations have removed of the model as it was. */
  readonly #gone = byKind(() => new Set<string>())
  readonly #deltas = new Map<Before, Delta>()
  #facts: Facts | undefined
  #memberOf: Map<string, ConstructMember> | undefined

  constructor(
    submitted: Submitted,
    public name: string,
    public units: ViewerUnits | undefined,
    /** By how much all its lengths were converted since the model began. */
    public scaled = 1,
    /** What no operation but a note changes, and who writes one when. */
    public aside: Aside = { author: { at: '', by: '' } },
  ) {
    const take = <K extends Kind>(kind: K) => {
      for (const element of submitted[kind]) this.#elements[kind].set(element.id, element)
    }
    for (const kind of KINDS) take(kind)
  }

  has = (kind: Kind, id: string): boolean => this.#elements[kind].has(id)
  ids = (kind: Kind): Iterable<string> => this.#elements[kind].keys()
  count = (kind: Kind): number => this.#elements[kind].size
  memberOf = (frame: string): string | undefined => this.memberThatLists(frame)?.id

  get lengthUnit(): LengthUnit | null {
    return readUnits(this.units).length ?? null
  }

  /** By which what is set is judged. */
  get relations(): StoredRelations {
    return {
      combinations: [...this.all('combinations')],
      diaphragms: [...this.all('diaphragms')],
      gridLines: [...this.all('gridLines')],
      sections: [...this.all('sections')],
    }
  }

  get<K extends Kind>(kind: K, id: string): ElementOf[K] | undefined {
    return this.#elements[kind].get(id)
  }

  /** One that is known to be there: that it is not is a mistake of the operation, not of the model. */
  element<K extends Kind>(kind: K, id: string): ElementOf[K] {
    const element = this.get(kind, id)
    if (!element) throw new Error(`the draft has no ${KIND_WORD[kind]} ${id}`)
    return element
  }

  all<K extends Kind>(kind: K): Iterable<ElementOf[K]> {
    return this.#elements[kind].values()
  }

  memberThatLists(frame: string): ConstructMember | undefined {
    this.#memberOf ??= new Map([...this.all('members')].flatMap((member) => member.frameIds.map((id) => [id, member] as const)))
    return this.#memberOf.get(frame)
  }

  put<K extends Kind>(kind: K, element: ElementOf[K]): void {
    this.#remember(kind, element.id)
    this.#elements[kind].set(element.id, element)
    const member = kind === 'members' ? this.#elements.members.get(element.id) : undefined
    if (member) for (const frame of member.frameIds) this.#memberOf?.set(frame, member)
  }

  remove(kind: Kind, id: string): void {
    if (!this.#elements[kind].has(id)) return
    this.#orders[kind] ??= [...this.ids(kind)]
    this.#remember(kind, id)
    this.#elements[kind].delete(id)
  }

  #remember(kind: Kind, id: string): void {
    const before = this.#elements[kind].get(id)
    if (!this.#call[kind].has(id)) this.#call[kind].set(id, before)
    if (this.#operation !== this.#call && !this.#operation[kind].has(id)) this.#operation[kind].set(id, before)
    this.#facts = undefined
    if (this.#deltas.size > 0) this.#deltas.clear()
    // Kept in step: to list all members anew for each one that changes would take a minute for a large model.
    if (kind !== 'members' || !before || !this.#memberOf) return
    for (const frame of this.#elements.members.get(id)?.frameIds ?? []) {
      if (this.#memberOf.get(frame) === before) this.#memberOf.delete(frame)
    }
  }

  /** Of the model as it is now; what an operation asks while it works, it asks of those from before it began. */
  facts(): Facts {
    this.#facts ??= factsOf(this.#returned())
    return this.#facts
  }

  #returned(): ViewerModel {
    const list = <K extends Kind>(kind: K): ElementOf[K][] => [...this.all(kind)]
    const box = emptyBox()
    for (const { position } of this.all('nodes')) extend(box, position.x, position.y, position.z)
    return {
      name: this.name,
      bounds: toBounds(box),
      schemaVersion: 'viewer-model/v1',
      nodes: list('nodes'),
      areas: list('areas'),
      frames: list('frames').map((frame) => frameAsReturned(frame, this.memberThatLists(frame.id))),
      gridLines: list('gridLines'),
      loadCases: list('loadCases'),
      loads: list('loads'),
      combinations: list('combinations'),
      diaphragms: list('diaphragms'),
      materials: list('materials'),
      sections: list('sections').map(sectionAsReturned),
      supports: list('supports'),
      members: list('members'),
      sectionDefinitions: list('sections').map(sectionDefinition),
      ...(this.units && { units: this.units }),
    }
  }

  /** What is done from here on is another operation. Of the first one is remembered what is remembered of the call. */
  beginOperation(): void {
    const isFirst = KINDS.every((kind) => this.#call[kind].size === 0)
    this.#operation = isFirst ? this.#call : noneBefore()
  }

  /**
   * What the operation removed and made again keeps its place, as if it had been an edit of its own: there an id that exists is
   * replaced. What it removed for good loses its place, whichever operation makes it again.
   */
  endOperation(): void {
    for (const [kind, order] of entriesOf(this.#orders)) {
      const before = this.#operation[kind]
      for (const id of order) if (before.get(id) && !this.has(kind, id)) this.#gone[kind].add(id)
      if (order.some((id) => before.has(id) && this.has(kind, id))) this.#arrange(kind, order)
      delete this.#orders[kind]
    }
  }

  /** In this order; what is not in it stays behind, in its own. */
  #arrange<K extends Kind>(kind: K, order: readonly string[]): void {
    const elements = this.#elements[kind]
    const others = new Map(elements)
    elements.clear()
    for (const id of order) {
      const element = others.get(id)
      if (!element) continue
      elements.set(id, element)
      others.delete(id)
    }
    for (const [id, element] of others) elements.set(id, element)
  }

  changesOfOperation = (): Delta => this.#since(this.#operation)
  changesOfCall = (): Delta => this.#since(this.#call)

  /** What is to be stored of a kind: elements that keep their places, then those that come at the end, in order; and which ids go before. */
  partOfCall<K extends Kind>(kind: K): { put: ElementOf[K][]; removed: string[] } {
    const { added, replaced, removed, moved } = this.changesOfCall()[kind]
    const last = new Set([...added, ...moved])
    const remaining = replaced.filter((id) => !last.has(id)).map((id) => this.element(kind, id))
    const end = last.size > 0 ? [...this.all(kind)].filter(({ id }) => last.has(id)) : []
    return { put: [...remaining, ...end], removed: [...removed, ...moved] }
  }

  #since(before: Before): Delta {
    const known = this.#deltas.get(before)
    if (known) return known
    const since = byKind((kind) => {
      const delta: KindDelta = { added: [], replaced: [], removed: [], moved: [] }
      const gone = before === this.#call ? this.#gone[kind] : undefined
      for (const [id, was] of before[kind]) {
        const is = this.#elements[kind].get(id)
        if (!was && is) delta.added.push(id)
        else if (was && !is) delta.removed.push(id)
        else if (was && is && gone?.has(id)) {
          delta.replaced.push(id)
          delta.moved.push(id)
        } else if (was && is && !isSame(was, is)) delta.replaced.push(id)
      }
      return delta
    })
    // A frame at another place has to be told anew whose it is.
    const changedMembers = new Set([...since.members.added, ...since.members.replaced])
    const listing = new Set(since.frames.moved.flatMap((frame) => this.memberOf(frame) ?? []))
    since.members.replaced.push(...[...listing].filter((member) => !changedMembers.has(member)))
    this.#deltas.set(before, since)
    return since
  }
}

/** As JSON text, for that is what is stored: the order of keys counts. Most fields are the very same values. */
function isSame(was: object, is: object): boolean {
  if (was === is) return true
  const [keys, others] = [Object.keys(was), Object.keys(is)]
  if (keys.length !== others.length || Array.isArray(was) !== Array.isArray(is)) return false
  for (const [i, key] of keys.entries()) {
    if (key !== others[i]) return false
    const [one, other]: unknown[] = [(was as Record<string, unknown>)[key], (is as Record<string, unknown>)[key]]
    if (one === other) continue
    if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || !isSame(one, other)) return false
  }
  return true
}

const noneBefore = (): Before => byKind(() => new Map())
