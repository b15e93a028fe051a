import { type ReturnedOf, sectionDefinition } from '#lib/model/viewer-model.ts'
import type { Bounds, Counts, Kind, SectionDefinition, ViewerUnits } from '#lib/schema/schema.ts'
import type { ModelIndex } from '../index/id-index.ts'
import { indexFor, load, memory, pastKey } from '../index/memory.ts'
import { retryIfPartGone } from '../log/part-gone.ts'
import type { OpenModel } from '../open-model.ts'
import { noRevision } from '../revisions.ts'
import { readElementsOf, submittedOf } from './read-elements.ts'
import { bytesOf, type Form } from './viewer-bytes.ts'

/** A model as of one revision, a few elements at a time: for who shows a little of a large one. */
export type Reading = {
  revision: number
  facts(): Promise<{ counts: Counts; bounds: Bounds; units: ViewerUnits }>
  /** The whole of it as JSON, also compressed. */
  bytes(form: Form): Promise<Uint8Array[]>
  /** The facts, and what the model was called. */
  header(): Promise<Pick<OpenModel, 'name' | 'revision' | 'counts' | 'bounds' | 'units' | 'updatedAt'>>
  /**
   * Ids in element order with their places among those of the kind, from a place on, at most so many. Of an old revision places are the
   * same whichever process reads it. `ids`: of these only.
   */
  page(kind: Kind, from: number, most: number, ids?: readonly string[]): Promise<{ id: string; place: number }[]>
  /** Those of the ids that there are none of. */
  missing(kind: Kind, ids: Iterable<string>): Promise<string[]>
  /** In returned form, in the order of the ids; ids that are not there are left out. */
  read<K extends Kind>(kind: K, ids: readonly string[]): Promise<ReturnedOf<K>[]>
  /** Type and dimensions as submitted. */
  definitions(ids: readonly string[]): Promise<SectionDefinition[]>
}

/** Throws `revision_not_found` for a revision that never was. What is written meanwhile does not show. */
export function openReading(model: Pick<OpenModel, 'id' | 'revision'>, revision = model.revision): Reading {
  let own: ModelIndex | undefined
  const past = pastKey(model.id, revision)

  /** The shared index moves on with each write: then this reading needs one to itself. */
  async function index(): Promise<ModelIndex> {
    if (own) return own
    const shared = await indexFor(model.id, Math.min(revision, model.revision))
    if (shared.revision === revision) return shared
    own = memory().indexes.get(past) ?? (await load(model.id, revision))
    if (!own) throw noRevision(model, revision)
    memory().indexes.set(past, own) // the next page asks for it again
    return own
  }

  /** `work` takes what it needs of the index before it first waits. */
  const reading = <T>(work: (index: ModelIndex) => Promise<T> | T): Promise<T> =>
    retryIfPartGone(
      async () => work(await index()),
      () => {
        own = undefined // compacted by another process
        memory().indexes.delete(past)
        memory().indexes.delete(model.id)
      },
    )

  return {
    revision,
    header: () =>
      reading(({ counts, bounds, updatedAt, header: { name, units } }) => ({
        ...{ name, revision, counts, bounds, updatedAt },
        units: units ? JSON.parse(units) : undefined,
      })),
    facts: () =>
      reading(({ counts, bounds, header }) => ({ counts, bounds, units: header.units ? JSON.parse(header.units) : {} })),
    bytes: (form) => reading((index) => bytesOf(index, form)),
    page: (kind, from, most, ids) =>
      reading(({ kinds }) => kinds[kind].page(from, most, ids && new Set(ids.map((id) => kinds[kind].ids.of(id))))),
    missing: (kind, ids) => reading((index) => Array.from(ids).filter((id) => !index.has(kind, id))),
    read: (kind, ids) => reading((index) => readElementsOf(index, kind, ids)),
    definitions: (ids) => reading(async (index) => (await submittedOf(index, 'sections', ids)).map(sectionDefinition)),
  }
}
