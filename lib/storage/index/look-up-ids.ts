import { countsOf } from '#lib/model/changes.ts'
import type { ModelIds } from '#lib/model/validate/judge-batch.ts'
import { FEW, fewIssues, type RelatedBatch, relationIssues } from '#lib/model/validate/judge-relations.ts'
import { NearestIds } from '#lib/model/validate/nearest-id.ts'
import { limits } from '#lib/runtime/limits.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { slices } from '#lib/work/slice.ts'
import type { LookedUp, ToLookUp } from '../log/batch.ts'
import type { NewPart } from '../log/chunks.ts'
import { textsIn } from '../log/id-list.ts'
import { itemsOf } from '../log/json-chunks.ts'
import { Numbering } from '../log/numbering.ts'
import { storedRelations } from '../read/stored-relations.ts'

/**
 * What a thread has to be told of the model to judge a batch: look-ups only, in slices. `isMissed`: something of it does not fit,
 * which can be said of a batch in `parts` alone; of any other the thread knows already that it is wrong.
 */
export async function lookUpIds(
  { outside, listed, sent, ids, related }: ToLookUp,
  model: ModelIds,
  parts: readonly NewPart[] = [],
): Promise<LookedUp & { isMissed: boolean }> {
  const { lengthUnit = null } = model
  const looked: LookedUp = { missing: {}, near: {}, held: countsOf((kind) => model.count(kind)), fewAdded: {}, lengthUnit }
  let isMissed = false
  if (related) {
    const batch = await relatedBatch(related)
    looked.relations = await storedRelations(model, batch)
    isMissed = !relationIssues(batch, looked.relations, lengthUnit).next().done
  }
  looked.fewAdded = await fewAddedBy(ids, parts, model)
  isMissed ||= !fewIssues(
    (kind) => model.count(kind),
    (kind) => looked.fewAdded[kind] ?? 0,
  ).next().done
  for (const kind of KINDS) {
    const { flags, first } = await missingOf(kind, outside[kind] ?? [], model)
    if (first.length === 0) continue
    isMissed = true
    looked.missing[kind] = flags
    looked.near[kind] = await nearOf(first, model.ids(kind))
  }

  const listing = new Numbering<string>()
  const of: number[] = []
  for await (const frames of itemsOf<string>(listed)) {
    for (const frame of frames) {
      const member = model.memberOf(frame)
      of.push(member === undefined ? 0 : listing.of(member) + 1)
    }
  }
  const members = listing.items()
  if (members.length > 0) {
    looked.others = { members, of: Uint32Array.from(of) }
    isMissed ||= hasOthers(parts, model)
  }

  const held = KINDS.reduce((sum, kind) => sum + model.count(kind), 0)
  if (held + sent > limits.modelElements) {
    looked.added = await addedBy(ids, parts, model)
    isMissed ||= held + looked.added > limits.modelElements
  }
  return { ...looked, isMissed }
}

async function relatedBatch(related: NonNullable<ToLookUp['related']>): Promise<RelatedBatch> {
  const listOf = async <T>(texts: readonly Uint8Array[]) => {
    const items: T[] = []
    for await (const some of itemsOf<T>(texts)) items.push(...some)
    return items
  }
  return {
    combinations: await listOf(related.combinations),
    diaphragms: await listOf(related.diaphragms),
    gridLines: await listOf(related.gridLines),
    frames: await listOf(related.frames),
    sections: await listOf(related.sections),
  }
}

async function fewAddedBy(ids: ToLookUp['ids'], parts: readonly NewPart[], model: ModelIds): Promise<LookedUp['fewAdded']> {
  const added: LookedUp['fewAdded'] = {}
  for (const kind of FEW) {
    const count = await addedBy(
      { [kind]: ids?.[kind] ?? [] },
      parts.filter((part) => part.kind === kind),
      model,
    )
    if (count > 0) added[kind] = count
  }
  return added
}

async function missingOf(kind: Kind, texts: readonly Uint8Array[], model: ModelIds) {
  const flags: number[] = []
  const first: string[] = []
  for await (const ids of itemsOf<string>(texts)) {
    for (const id of ids) {
      const isThere = model.has(kind, id)
      flags.push(isThere ? 0 : 1)
      // Of more than these no issue will tell.
      if (!isThere && first.length < limits.issues) first.push(id)
    }
  }
  return { flags: Uint8Array.from(flags), first }
}

/** Those among which the thread finds the nearest, in the order of the model. */
async function nearOf(missing: readonly string[], ids: Iterable<string>): Promise<string[]> {
  const search = new NearestIds(missing)
  const yieldIfDue = slices()
  for (const id of ids) {
    if (!search.look(id)) break
    await yieldIfDue()
  }
  const found = new Map(search.found().map(({ near, place }) => [place, near]))
  return [...found].sort(([one], [other]) => one - other).map(([, near]) => near)
}

/** Whether a member of the batch lists a frame of a stored member that the batch does not set anew. */
function hasOthers(parts: readonly NewPart[], model: ModelIds): boolean {
  const members = parts.flatMap(({ index }) => index.members ?? [])
  const anew = new Set(members.map(({ id }) => id))
  return members.some(({ frameIds }) =>
    frameIds.some((frame) => {
      const stored = model.memberOf(frame)
      return stored !== undefined && !anew.has(stored)
    }),
  )
}

async function addedBy(ids: ToLookUp['ids'], parts: readonly NewPart[], model: ModelIds): Promise<number> {
  let added = 0
  const yieldIfDue = slices()
  for (const kind of KINDS)
    for await (const some of itemsOf<string>(ids?.[kind] ?? [])) for (const id of some) if (!model.has(kind, id)) added++
  for (const { kind, index } of parts) {
    for (const id of textsIn(index.ids)) if (!model.has(kind, id)) added++
    await yieldIfDue()
  }
  return added
}
