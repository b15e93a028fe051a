import { dimensionIssues } from '#lib/model/section/section-dimensions.ts'
import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import { type ElementOf, eachReference, KIND_WORD, REFERENCES, renamedReferences } from '#lib/model/validate/references.ts'
import { resolveProfile } from '#lib/profiles/find.ts'
import { limits } from '#lib/runtime/limits.ts'
import { byKind, KINDS, type Kind } from '#lib/schema/kinds.ts'
import type { FreeForm } from '#lib/schema/lenient-types.ts'
import { releaseIssues } from '#lib/schema/releases.ts'
import type { ConstructSectionCreate, ModelSource, ViewerFrame, ViewerUnits } from '#lib/schema/schema.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { FileRefused, overLimit } from './file-refused.ts'
import type { ImportOptions } from './formats.ts'
import type { IdMap } from './names.ts'
import type { ImportReport } from './report.ts'

/** A model as a file makes it: what a request to create one holds, and what is known of it beside. */
export type ImportedModel = {
  name?: string
  units?: ViewerUnits
  metadata?: FreeForm
  source?: ModelSource
} & { [K in Kind]: ElementOf[K][] }

const MOST_ID = 256
const MOST_TEXT = 4096
const TEXTS = ['label', 'name', 'shape', 'kind', 'cardinalPoint', 'diaphragmId', 'memberId'] as const

/**
 * Gathers what a file holds. It counts elements as they are made, makes ids and texts fit, and mends at the end what a file may have wrong:
 * references to nothing, sizes that cannot be. So an import is never refused for a reference.
 */
export class ModelBuilder {
  name: string | undefined
  units: ViewerUnits | undefined
  metadata: FreeForm | undefined
  source: ModelSource | undefined
  readonly #elements = byKind(() => new Map<string, Dictionary>()) as unknown as { [K in Kind]: Map<string, ElementOf[K]> } // each kind its own
  readonly #fittedIds = new Map<string, string>()
  #count = 0

  constructor(
    readonly options: Pick<ImportOptions, 'profiles'>,
    readonly report: ImportReport,
  ) {}

  /** In which the model's lengths are, by its units. */
  get unit(): LengthUnit | null {
    return readUnits(this.units).length ?? null
  }

  has = (kind: Kind, id: string): boolean => this.#elements[kind].has(id)
  get = <K extends Kind>(kind: K, id: string): ElementOf[K] | undefined => this.#elements[kind].get(id)
  all = <K extends Kind>(kind: K): Iterable<ElementOf[K]> => this.#elements[kind].values()
  count = (kind: Kind): number => this.#elements[kind].size

  /** False where the kind has the id already: then nothing is added, and the reader says so. */
  add<K extends Kind>(kind: K, element: ElementOf[K]): boolean {
    const known = this.#elements[kind]
    if (known.has(element.id)) return false
    if (++this.#count > limits.batchElements) throw new FileRefused([tooMany()])
    this.#fit(kind, element)
    known.set(element.id, element)
    return true
  }

  remove(kind: Kind, id: string): void {
    if (this.#elements[kind].delete(id)) this.#count--
  }

  /** The file's name as an id: a model takes no empty one, and none of more than 256 characters. */
  idOf(kind: Kind, name: string): string {
    if (name.length > 0 && name.length <= MOST_ID / 2 && !/[\0\ud800-\udfff]/.test(name)) return name
    const key = `${kind} ${name}`
    const known = this.#fittedIds.get(key)
    if (known !== undefined) return known
    const plain = name.replaceAll('\0', '_').toWellFormed()
    const points = [...plain]
    const free = (text: string) => !this.#fittedIds.has(`${kind} = ${text}`) && !this.has(kind, text)
    let id = points.length === 0 ? KIND_WORD[kind] : points.slice(0, MOST_ID).join('')
    for (let number = 2; id !== name && !free(id); number++) {
      const ending = `_${number}`
      id = (points.length === 0 ? KIND_WORD[kind] : points.slice(0, MOST_ID - ending.length).join('')) + ending
    }
    this.#fittedIds.set(key, id)
    this.#fittedIds.set(`${kind} = ${id}`, id)
    if (id !== name) this.report.note('converted', 'id_changed', { example: `${KIND_WORD[kind]} ${id}` })
    return id
  }

  #fit(kind: Kind, element: Dictionary & { id: string }): void {
    for (const field of TEXTS) {
      const text = element[field]
      if (typeof text !== 'string') continue
      const plain = text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '_').toWellFormed() : text
      const fits = plain.length <= MOST_TEXT || [...plain].length <= MOST_TEXT
      if (fits && plain === text) continue
      element[field] = fits ? plain : [...plain].slice(0, MOST_TEXT).join('')
      this.report.note('converted', 'text_cut', { example: `${KIND_WORD[kind]} ${element.id}` })
    }
    const { source } = element
    if (source === undefined || source === null || JSON.stringify(source).length * 3 <= limits.sourceBytes) return
    if (Buffer.byteLength(JSON.stringify(source)) <= limits.sourceBytes) return
    delete element.source
    this.report.note('converted', 'text_cut', { example: `${KIND_WORD[kind]} ${element.id}` })
  }

  /** Whether a name means one profile and hardly anything else, and sections by name are to get their sizes. */
  isProfile = (name: string): boolean =>
    this.options.profiles === 'resolve' && this.unit !== null && 'profile' in resolveProfile(name, { strict: true })

  /**
   * A section that the file knows by name alone: with `profile` where the name means one and no other, else without sizes. `rest` stands
   * beside it either way. Needs the units first.
   */
  sectionByName(id: string, name: string, rest: Partial<ConstructSectionCreate> = {}): ConstructSectionCreate {
    const section = { id, ...(name !== id && { name }), ...rest }
    const example = `section ${id}`
    if (this.isProfile(name)) {
      this.report.note('converted', 'profile_resolved', { example })
      return { ...section, profile: name }
    }
    this.report.note('kept', 'section_by_name_only', { example })
    return { ...section, type: 'custom' }
  }

  /** A section by its sizes; where these cannot be, they stay in its source. */
  sectionBySizes(section: ConstructSectionCreate): ConstructSectionCreate {
    const { type = 'rectangular', dimensions, polygon, source } = section
    if (dimensionIssues({ type, dimensions, polygon }).length === 0) return section
    const { dimensions: _, ...rest } = section
    this.report.note('kept', 'section_impossible', { example: `section ${section.id}` })
    return { ...rest, type: 'custom', source: { ...source, dimensions } }
  }

  /** Sets what is released at the ends of a frame; what would leave it floating is no release here and stays in its source. */
  setReleases(frame: ViewerFrame, releases: NonNullable<ViewerFrame['releases']>): void {
    if (releaseIssues(releases).length === 0) {
      frame.releases = releases
      return
    }
    frame.source = { ...frame.source, releases }
    this.report.note('kept', 'releases', { example: `frame ${frame.id}` })
  }

  /** Gives elements their ids in this service again, where a file of ours says them. */
  restoreIds(map: IdMap): void {
    const renamed = byKind(() => new Map<string, string>())
    for (const kind of KINDS) {
      const ids = map.ids.get(kind)
      if (!ids) continue
      const known = this.#elements[kind]
      const wanted = new Set<string>()
      for (const [name, id] of ids) {
        const isFree = id !== '' && [...id].length <= MOST_ID && !id.includes('\0') && !wanted.has(id)
        // An id that another element has is free if that one is renamed, too.
        if (!known.has(name) || !isFree || (known.has(id) && !ids.has(id))) continue
        wanted.add(id)
        renamed[kind].set(name, id)
      }
      for (const [name, id] of renamed[kind]) if (known.has(id) && !renamed[kind].has(id)) renamed[kind].delete(name)
    }
    let count = 0
    for (const kind of KINDS) {
      const names = renamed[kind]
      if (names.size === 0) continue
      count += names.size
      const before = [...this.#elements[kind].values()]
      this.#elements[kind].clear()
      for (const element of before) {
        element.id = names.get(element.id) ?? element.id
        this.#elements[kind].set(element.id, element as never) // of its own kind
      }
    }
    if (count === 0) return
    this.report.note('converted', 'ids_restored', { count })
    for (const { from, field, to, key } of REFERENCES) {
      if (renamed[to].size === 0) continue
      for (const element of this.#elements[from].values() as Iterable<Dictionary>) // fields by their names
        if (element[field] !== undefined)
          element[field] = renamedReferences(element[field], (id) => renamed[to].get(id) ?? id, key)
    }
  }

  /** The model, with what refers to nothing left out. */
  build(): ImportedModel {
    this.#mend()
    const { name, units, metadata, source } = this
    const elements = {} as { [K in Kind]: ElementOf[K][] }
    for (const kind of KINDS) Object.assign(elements, { [kind]: [...this.#elements[kind].values()] })
    return {
      ...(name !== undefined && { name: [...name.toWellFormed()].slice(0, 200).join('') }),
      ...(units && { units }),
      ...(metadata && { metadata }),
      ...(source && { source }),
      ...elements,
    }
  }

  /** Again and again: what goes may be what others refer to. */
  #mend(): void {
    for (let isMended = false; !isMended; ) {
      isMended = true
      for (const { from, field, to, required, key } of REFERENCES) {
        for (const element of [...this.#elements[from].values()] as (Dictionary & { id: string })[]) {
          const value = element[field]
          if (value === undefined || value === null) continue
          let isMissing = false
          eachReference(
            value,
            (id) => {
              if (!this.#elements[to].has(id)) isMissing = true
            },
            key,
          )
          if (!isMissing) continue
          this.report.note('dropped', 'reference_missing', { example: `${KIND_WORD[from]} ${element.id}` })
          if (required) this.remove(from, element.id)
          else delete element[field]
          isMended = false
        }
      }
    }
  }
}

const tooMany = () => {
  const limit = limits.batchElements
  return overLimit([], `more than ${limit} elements in the file, the limit is ${limit}`, limit)
}

/** `source` of an element without fields that nobody said; undefined where all are absent. */
export function sourceOf(fields: FreeForm): FreeForm | undefined {
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined)
  return stated.length > 0 ? Object.fromEntries(stated) : undefined
}
