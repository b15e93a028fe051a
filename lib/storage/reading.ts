import { ModelError } from '#lib/model/model-error.ts'
import type { ElementOf } from '#lib/model/references.ts'
import type { Kind, SectionDefinition } from '#lib/model/schema.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ModelIndex } from './id-index.ts'
import { indexFor, load, memory, PartGone } from './memory.ts'
import type { OpenModel } from './models.ts'
import { readElementsOf, submittedOf } from './viewer-bytes.ts'

/** A model as of one revision, a few elements at a time: for who shows a little of a large one. */
export type Reading = {
  revision: number
  /** In element order. */
  ids(kind: Kind): Promise<string[]>
  /** In returned form, in the order of the ids; ids that are not there are left out. */
  read(kind: Kind, ids: readonly string[]): Promise<{ id: string }[]>
  /** Type and dimensions as submitted. */
  definitions(ids: readonly string[]): Promise<SectionDefinition[]>
}

/** Throws `not_found` for a revision that never was. What is written meanwhile does not show. */
export function openReading(model: Pick<OpenModel, 'id' | 'revision'>, revision = model.revision): Reading {
  let own: ModelIndex | undefined

  /** The shared index moves on with each write: then this reading needs one to itself. */
  async function index(): Promise<ModelIndex> {
    if (own) return own
    const shared = await indexFor(model.id, Math.min(revision, model.revision))
    if (shared.revision === revision) return shared
    own = await load(model.id, revision)
    if (!own) throw new ModelError('not_found')
    return own
  }

  /** `work` takes what it needs of the index before it first waits. */
  async function reading<T>(work: (index: ModelIndex) => Promise<T> | T): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(await index())
      } catch (error) {
        if (!(error instanceof PartGone) || attempt === 3) throw error
        own = undefined // compacted by another process
        memory().indexes.delete(model.id)
      }
    }
  }

  return {
    revision,
    ids: (kind) => reading(({ kinds }) => [...kinds[kind].texts()]),
    read: (kind, ids) => reading((index) => readElementsOf(index, kind, ids) as Promise<ElementOf[Kind][]>),
    definitions: (ids) => reading(async (index) => (await submittedOf(index, 'sections', ids)).map(sectionDefinition)),
  }
}
