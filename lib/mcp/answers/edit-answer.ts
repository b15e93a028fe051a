import { z } from 'zod'
import { KINDS } from '#lib/schema/schema.ts'
import { type Verb, verbOf } from '#lib/service/edit-language.ts'
import type { EditAnswer, EditModel } from '#lib/service/model-edit.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { bareName, firstProfiles } from './profiles.ts'
import { changedOf, changesByStatus, firstIds, warningsInShort } from './short.ts'

/** What an edit did, in few words: one operation flat, several each in a row. */

const counts = z.record(z.string(), z.int())
const done = {
  added: counts.optional(),
  replaced: counts.optional(),
  removed: counts.optional(),
  matched: counts.optional(),
  nothing: z.literal(true).optional(),
  ids: z.array(z.string()).optional(),
  bounds: z.looseObject({}).optional(),
  notes: z.array(z.string()).optional(),
}

export const EditedInShort = z.object({
  modelId: z.string(),
  revision: z.int(),
  dryRun: z.literal(true).optional(),
  ...done,
  ops: z.array(z.object(done)).optional(),
  name: z.string().optional(),
  lengths: z.string().nullable().optional(),
  profiles: z.record(z.string(), z.string()).optional(),
  moreProfiles: z.int().optional(),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
})

/** Verbs after which nobody who did not compute it knows where the nodes are. */
const FAR_MOVES: ReadonlySet<Verb> = new Set(['scale', 'mirror', 'rotate', 'toLevels'])
/** Verbs whose operations name elements that nobody has named before. */
const NAMING_VERBS: ReadonlySet<Verb> = new Set(['copy', 'toLevels', 'mirror', 'rotate', 'divide', 'renumber', 'add'])

const SAYS_NOTHING_OF_ELEMENTS: ReadonlySet<Verb> = new Set(['name', 'note', 'units'])

/** Told by `nothing` in its place. */
const NOTHING = new Set(['nothing_written'])

export function editInShort(answer: EditAnswer, { ops }: Pick<EditModel, 'ops'>): z.output<typeof EditedInShort> {
  const { modelId, revision, dryRun, name, lengths, warnings } = answer
  const rows = answer.ops.map((op, i) => {
    const operation = ops[i]
    return opInShort(op, operation ? verbOf(operation) : 'set', answer.ops.length === 1)
  })
  const [only] = rows
  return {
    ...{ modelId, revision },
    ...(dryRun && { dryRun }),
    ...(rows.length === 1 ? only : { ops: rows }),
    ...(name !== undefined && { name }),
    ...(ops.some(({ units, scale }) => units || scale) && { lengths }),
    ...profilesOfEdit(answer, ops),
    ...warningsInShort(warnings.filter(({ code }) => !NOTHING.has(code))),
  }
}

function opInShort({ matched = {}, changed, ids, bounds, notes = [] }: EditAnswer['ops'][number], verb: Verb, isOnly: boolean) {
  const isNothing = KINDS.every((kind) => changedOf(changed, kind) === 0)
  const isOther = KINDS.some((kind) => (matched[kind] ?? 0) !== changedOf(changed, kind))
  return {
    ...(isOther && Object.keys(matched).length > 0 && { matched }),
    ...changesByStatus(changed),
    ...(isNothing && !SAYS_NOTHING_OF_ELEMENTS.has(verb) && { nothing: true as const }),
    ...((isOnly || NAMING_VERBS.has(verb)) && firstIds(changed, ids)),
    ...(bounds && FAR_MOVES.has(verb) && { bounds }),
    ...(notes.length > 0 && { notes: notes.map(({ message }) => message) }),
  }
}

/** Profiles that were taken for something else than is written in the operations. */
function profilesOfEdit({ profiles = [] }: EditAnswer, ops: EditModel['ops']) {
  if (profiles.length === 0) return {}
  const written = new Set<string>()
  for (const { set, add } of ops) {
    if (typeof set?.profile === 'string') written.add(bareName(set.profile))
    for (const section of Array.isArray(add?.sections) ? add.sections : [])
      if (isDictionary(section) && typeof section.profile === 'string') written.add(bareName(section.profile))
  }
  return firstProfiles(profiles.filter(({ designation }) => !written.has(bareName(designation))))
}
