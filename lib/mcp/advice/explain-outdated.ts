import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Changes } from '#lib/schema/schema.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import { listHistory } from '#lib/service/revisions/revisions.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { changedOf } from '../answers/short.ts'

/** What somebody else wrote since the revision that a call knows, so that whoever sends it again has read it. */

const MOST_LINES = 2
const MOST_READ = 200
const FIRST_IDS = 3

type History = Awaited<ReturnType<typeof listHistory>>
type Entry = History[number]

export async function explainOutdated(
  model: Pick<OpenModel, 'id'>,
  { guard, known: sent, present }: { guard: string; known: number; present: number },
  styled: (name: string) => string,
) {
  const history = await listHistory(model, { from: sent, to: present, limit: MOST_READ })
  return JSON.stringify({
    error: 'outdated',
    message: `Nothing was saved: you sent revision ${sent}, the model is at ${present}.`,
    since: history.length <= MOST_LINES ? history.map(lineOf) : linesByAuthor(history).slice(0, MOST_LINES),
    fix: `if your change still holds, send it again with "${guard}": ${present}; ${styled('service.list_changes')} from ${sent} tells more`,
  })
}

const authorOf = ({ user, via }: Entry) => `${user.name ?? 'somebody'}, ${via}`

/** `6 Ben, web: set, 12 frames replaced (B1, B2, B3 …)` */
function lineOf(entry: Entry): string {
  const { revision, ops, verb, changes, ids } = entry
  const parts = entriesOf(changes).map(([kind, change]) => {
    const fates = entriesOf(change ?? {}).filter(([, count]) => (count ?? 0) > 0)
    const first = (ids[kind] ?? []).slice(0, FIRST_IDS)
    const more = changedOf(changes, kind) > first.length ? ' …' : ''
    const named = first.length > 0 ? ` (${first.join(', ')}${more})` : ''
    return `${fates.map(([fate, count]) => `${count} ${KIND_WORD[kind]}${count === 1 ? '' : 's'} ${fate}`).join(', ')}${named}`
  })
  return `${revision} ${authorOf(entry)}: ${[(ops ?? [verb]).join(', '), ...parts].join(', ')}`
}

/** `6 to 31 Ben, web: set, move; 240 nodes` */
function linesByAuthor(history: History): string[] {
  const authors = new Map<string, Entry[]>()
  for (const entry of history) authors.set(authorOf(entry), [...(authors.get(authorOf(entry)) ?? []), entry])
  return [...authors].map(([author, entries]) => {
    const verbs = [...new Set(entries.flatMap(({ ops, verb }) => ops ?? [verb]))]
    const [first, last] = [entries[0]?.revision, entries.at(-1)?.revision]
    return `${first === last ? first : `${first} to ${last}`} ${author}: ${verbs.join(', ')}${changedWords(entries.map(({ changes }) => changes))}`
  })
}

function changedWords(all: readonly Changes[]): string {
  const counts = new Map<keyof Changes, number>()
  for (const changes of all)
    for (const [kind] of entriesOf(changes)) counts.set(kind, (counts.get(kind) ?? 0) + changedOf(changes, kind))
  const words = [...counts].map(([kind, count]) => `${count} ${KIND_WORD[kind]}${count === 1 ? '' : 's'}`)
  return words.length > 0 ? `; ${words.join(', ')}` : ''
}
