import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { type PackedModel, submitted } from '#lib/storage/read/packed-model.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import type { StageOutput } from '#lib/work/stage.ts'

/** Ids by name, label or profile, for references that name an element by what it is called. */

/** Kind, as messages say it, and the name. */
type NameToFind = { kind: string; name: string }

/** Where a node is meant. */
export type Place = { x: number; y: number; z: number }

/** Parts of its size by which a coordinate may differ. */
const SAME_PLACE = 1e-6

const isAt = (position: Dictionary, place: Place): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => {
    const [one, other] = [Number(position[axis]), place[axis]]
    return Math.abs(one - other) <= SAME_PLACE * Math.max(1, Math.abs(other))
  })

/** References to nothing. */
export const wantedNames = (issues: readonly Issue[]): NameToFind[] =>
  issues
    .filter(({ type }) => type === 'reference_not_found')
    .map(({ ctx = {} }) => ({ kind: String(ctx.kind), name: String(ctx.id) }))

/** In a selection that says no kind. */
const ANY = 'element'

export const kindsOf = (wanted: readonly NameToFind[]): Kind[] =>
  KINDS.filter((kind) => wanted.some((one) => one.kind === KIND_WORD[kind] || one.kind === ANY))

export class Names {
  readonly #wanted: ReadonlySet<string>
  readonly #ids = new Map<string, string>()
  /** Cases by what they are of; null where several are. */
  readonly #natures = new Map<string, string | null>()
  readonly #there = new Map<string, Set<string>>()

  readonly #places: readonly Place[]
  /** The first node at each of the places. */
  readonly #nodes = new Map<Place, string>()

  constructor(wanted: readonly NameToFind[], places: readonly Place[] = []) {
    this.#wanted = new Set(wanted.map(({ kind, name }) => key(kind, name)))
    this.#places = places
  }

  /** Whatever was sent. The first of a name counts. */
  learn(kind: Kind, elements: unknown): void {
    if (!Array.isArray(elements)) return
    if (kind === 'nodes' && this.#places.length > 0) for (const one of elements) if (isDictionary(one)) this.#learnPlace(one)
    if (this.#wanted.size === 0) return
    this.#learnIds(kind, elements)
    if (kind === 'loadCases') for (const one of elements) if (isDictionary(one)) this.#learnNature(one)
    for (const element of elements) {
      if (!isDictionary(element) || typeof element.id !== 'string') continue
      for (const name of namesIn(element)) {
        if (typeof name !== 'string') continue
        for (const known of [key(KIND_WORD[kind], name), key(ANY, name)])
          if (this.#wanted.has(known) && !this.#ids.has(known)) this.#ids.set(known, element.id)
      }
    }
  }

  learnSent(sent: unknown): void {
    if (isDictionary(sent)) for (const kind of KINDS) this.learn(kind, sent[kind])
  }

  async learnModel(model: PackedModel): Promise<void> {
    for (const kind of KINDS) for await (const elements of submitted(model, kind)) this.learn(kind, elements)
  }

  #learnPlace({ id, position }: Dictionary): void {
    if (typeof id !== 'string' || !isDictionary(position)) return
    for (const place of this.#places) if (!this.#nodes.has(place) && isAt(position, place)) this.#nodes.set(place, id)
  }

  #learnNature({ id, nature }: Dictionary): void {
    if (typeof nature !== 'string' || typeof id !== 'string') return
    const known = key(KIND_WORD.loadCases, nature)
    this.#natures.set(known, this.#natures.has(known) && this.#natures.get(known) !== id ? null : id)
  }

  /** Of kinds of which a model has few. */
  #learnIds(kind: Kind, elements: readonly unknown[]): void {
    if (!FEW.includes(kind)) return
    const ids = this.#there.get(KIND_WORD[kind]) ?? new Set()
    this.#there.set(KIND_WORD[kind], ids)
    for (const element of elements)
      if (ids.size <= MOST_THERE && isDictionary(element) && typeof element.id === 'string') ids.add(element.id)
  }

  /** The ids that there are of a kind; none where they are many. */
  there = (kind: string): string[] => {
    const ids = [...(this.#there.get(kind) ?? [])]
    return ids.length > MOST_THERE ? [] : ids
  }

  nodeAt = (place: Place): string | undefined => this.#nodes.get(this.#places.find((one) => isAt(one, place)) ?? place)

  idOf = (kind: string, name: string): string | undefined =>
    this.#ids.get(key(kind, name)) ?? this.#natures.get(key(kind, name)) ?? undefined
}

const FEW: readonly Kind[] = ['materials', 'sections', 'loadCases', 'combinations', 'diaphragms']
const MOST_THERE = 12

/** A section is known by its profile too, as it was sent and as answers tell it. */
const namesIn = ({ name, label, profile, resolved, id }: Dictionary): unknown[] => [
  name,
  label,
  profile,
  isDictionary(resolved) && resolved.designation,
  id,
]

/** Names are compared without case, spaces and marks: "IPE 300" means "ipe300", and "N1" is "**N1**"; but "1-2" is not "12". */
export function plainName(name: string): string {
  const marked = name
    .toLowerCase()
    .replaceAll(/[*`"']/g, '')
    .trim()
  return marked.replaceAll(/(\d)[\s_.-]+(?=\d)/g, '$1|').replaceAll(/[\s_.-]/g, '')
}

const key = (kind: string, name: string) => `${kind}:${plainName(name)}`

/** On a thread: the ids that the model has for names. */
export type NamesToFind = { model: PackedModel; wanted: NameToFind[]; places: Place[] }

/** `there`: the ids that there are, by kind; `nodes`: by place. */
export type NamesFound = { ids: (string | undefined)[]; there: Record<string, string[]>; nodes: (string | undefined)[] }

export async function findNames({ model, wanted, places }: NamesToFind): Promise<StageOutput<NamesFound>> {
  const names = new Names(wanted, places)
  await names.learnModel(model)
  const there = Object.fromEntries(wanted.map(({ kind }) => [kind, names.there(kind)]))
  return { output: { ids: wanted.map(({ kind, name }) => names.idOf(kind, name)), there, nodes: places.map(names.nodeAt) } }
}
