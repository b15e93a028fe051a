import type { Caller } from '#lib/access/caller.ts'
import { Busy } from '#lib/http/busy-error.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Kind } from '#lib/schema/schema.ts'
import { packModel } from '#lib/storage/read/pack-model.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { MB } from '#lib/values/bytes.ts'
import { here, SMALL_MODEL, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { openModel } from '../models/open-model.ts'
import { kindsOf, Names, type NamesFound, type NamesToFind, type Place, wantedNames } from './find-names.ts'

export type { PackedModel } from '#lib/storage/read/packed-model.ts'
export type { Place } from './find-names.ts'

/** Which element of a model is probably meant by a reference that names one by what it is called. */

export const FIND_NAMES = task<NamesToFind, NamesFound>('find_names', {
  ...{ class: 'read', seconds: 30, label: 'Looking for names' },
})

/** Of names that a model has for what was meant, no more is read than this. */
const MOST_BYTES = 64 * MB

/** The kinds that are referred to in vain, for the hints; null when the model cannot be read for them. */
export async function namesToSend(
  kinds: readonly Kind[],
  modelId: string | undefined,
  caller: Caller,
): Promise<PackedModel | null> {
  if (kinds.length === 0 || modelId === undefined) return null
  return packModel(await openModel(caller, modelId, 'read'), kinds, MOST_BYTES)
}

export type NamesMeant = {
  similarId(kind: string, name: string): string | undefined
  there(kind: string): string[]
  nodeAt(place: Place): string | undefined
}

/** The id for a kind and a name, which there are of kinds of which there are few, and the nodes at places, among what was `sent` and then in the model; undefined where nothing is asked. */
export async function namesMeant(
  issues: readonly Issue[],
  sent: unknown,
  modelId: string | undefined,
  { caller, request }: { caller: Caller; request: WorkRequest },
  places: Place[] = [],
): Promise<NamesMeant | undefined> {
  const wanted = wantedNames(issues)
  if (wanted.length === 0 && places.length === 0) return undefined
  const names = new Names(wanted, places)
  names.learnSent(sent)
  const kinds = new Set([...kindsOf(wanted), ...(places.length > 0 ? (['nodes'] as const) : [])])
  const model = await namesToSend([...kinds], modelId, caller)
  if (!model) return { similarId: names.idOf, there: names.there, nodeAt: names.nodeAt }
  const found = await (model.bytes < SMALL_MODEL
    ? here(FIND_NAMES, { model, wanted, places })
    : work(FIND_NAMES, request, () => ({ input: { model, wanted, places } })).catch(withoutHints))
  const inModel = new Map(wanted.map(({ kind, name }, i) => [`${kind} ${name}`, found.ids[i]]))
  return {
    similarId: (kind, name) => names.idOf(kind, name) ?? inModel.get(`${kind} ${name}`),
    nodeAt: (place) =>
      names.nodeAt(place) ?? found.nodes[places.findIndex(({ x, y, z }) => x === place.x && y === place.y && z === place.z)],
    there: (kind) => [...new Set([...(found.there[kind] ?? []), ...names.there(kind)])],
  }
}

/** A hint is not worth a refusal. */
function withoutHints(error: unknown): NamesFound {
  if (error instanceof Busy) return { ids: [], there: {}, nodes: [] }
  throw error
}
