import type { ViewerModel } from '#lib/schema/schema.ts'
import { type FoundRow, labelText, textOf } from './element-text.ts'
import { arrayOf, ELEMENT_KINDS } from './elements.ts'

/** `words`: of a selection that leaves nothing, or cannot be read, why. */
export type SearchHit = {
  found: FoundRow[]
  total: number
  isSelection?: true
  words?: string
}

/** By id, label or name, the exact and the beginning first. */
export function search(model: ViewerModel, query: string, limit: number): SearchHit {
  const wanted = query.trim().toLowerCase()
  const found: (FoundRow & { rank: number })[] = []
  let total = 0
  if (!wanted) return { found, total }
  for (const kind of ELEMENT_KINDS)
    arrayOf(model, kind).forEach((element, index) => {
      const names = [element.id, labelText(element)].filter(Boolean).map((name) => name.toLowerCase())
      const rank = Math.min(
        ...names.map((name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 9)),
      )
      if (rank === 9) return
      total++
      if (rank < 2 || found.length < limit * 4) found.push({ rank, kind, id: element.id, index, ...textOf(kind, element) })
    })
  found.sort((a, b) => a.rank - b.rank)
  return { found: found.slice(0, limit), total }
}
