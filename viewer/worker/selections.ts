import { type Facts, factsOf } from '#lib/edit/select/facts.ts'
import { select, total } from '#lib/edit/select/select.ts'
import { Select } from '#lib/edit/select/select-schema.ts'
import { selectionOf } from '#lib/edit/select/select-text.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { KIND_OF, type ViewerModel } from '#lib/schema/schema.ts'
import { textOf } from './element-text.ts'
import { arrayOf } from './elements.ts'
import type { SearchHit } from './search.ts'

/** The selections of edits and questions over REST and MCP, typed into the search. Loaded with the first of them. */
export type Selections = { search(query: string, limit: number): SearchHit }

export function selectionsOf(model: ViewerModel): Selections {
  let facts: Facts | undefined
  const none = (words: string): SearchHit => ({ found: [], total: 0, isSelection: true, words })
  return {
    search(query, limit) {
      const read = selectionOf(query)
      if ('problem' in read) return none(read.problem)
      const parsed = parse(Select, read.select)
      if (!parsed.ok) return none(inWords(parsed.issues))
      facts ??= factsOf(model)
      const selected = select(facts, parsed.value, [])
      if ('issues' in selected) return none(inWords(selected.issues))
      if ('emptied' in selected) return none(selected.emptied.msg)
      const found: SearchHit['found'] = []
      for (const [kinds, ordinals] of selected.selection) {
        const kind = KIND_OF[kinds]
        const elements = arrayOf(model, kind)
        for (const index of ordinals.slice(0, limit - found.length)) {
          const element = elements[index]!
          found.push({ kind, id: element.id, index, ...textOf(kind, element) })
        }
      }
      return { found, total: total(selected.selection), isSelection: true }
    },
  }
}

function inWords(issues: readonly Issue[]): string {
  const [{ loc, msg } = { loc: [], msg: '' }] = issues
  const place = loc.filter((step) => typeof step === 'string').join(' ')
  return `${place ? `${place}: ` : ''}${msg.replace(/^Value error, /, '')}`
}
