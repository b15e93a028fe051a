import { countsOf } from '#lib/model/changes.ts'
import type { ModelIds } from '#lib/model/validate/judge-batch.ts'
import { NearestIds } from '#lib/model/validate/nearest-id.ts'
import { limits } from '#lib/runtime/limits.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { slices } from '#lib/work/slice.ts'
import type { LookedUp, ToLookUp } from '../log/batch.ts'
import type { NewPart } from '../log/chunks.ts'
import { textsIn } from '../log/id-list.ts'
import { itemsOf } from '../log/json-chunks.ts'
import { Numbering } from '../log/numbering.ts'

/**
 * What a thread has to be told of the model to judge a batch: look-ups only, in slices. `isMissed`: something of it does not fit,
 * which can be said of a batch in `parts` alone; of any other the thread knows already that it is wrong.
 */
export async function lookUpIds(
  { outside, listed, sent, ids }: ToLookUp,
  model: ModelIds,
  parts: readonly NewPart[] = [],
): Promise<LookedUp & { isMissed: boolean }> {
  const { lengthUnit = null } = model
  const looked: LookedUp = { missing: {}, near: {}, held: countsOf((kind) => model.count(kind)), lengthUnit }
  let isMissed = false
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
