import { quoted } from '#lib/model/validate/references.ts'
import { Removal } from '#lib/model/validate/removal.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { matcher } from './select/patterns.ts'
import type { Select } from './select/select-schema.ts'
import { counted, some, type Work } from './work.ts'

/** Removes what is selected. What stays and refers to it keeps it, unless it goes along. */
export function remove(
  work: Work,
  { cascade = false, unusedNodes = false }: { cascade?: boolean | undefined; unusedNodes?: boolean | undefined },
  selector: Select,
): void {
  const { facts, draft } = work
  if (!isClear(work, selector)) return
  const ids = byKind((kind) => work.selected(kind).map((ordinal) => facts.id(kind, ordinal)))
  const removal = new Removal({ cascade, ...ids }, draft.has)
  applyRemoval(work, removal)
  if (work.hasProblems) return
  const loose = leftLoose(work)
  if (unusedNodes) {
    // What stands on them goes too, be it asked for or not: nothing else is left that they could hold.
    const unused = new Removal({ cascade: true, nodes: [...loose] }, draft.has)
    applyRemoval(work, unused)
  } else {
    for (const id of loose) {
      work.note('left_unused', id, (count, ids) => {
        const nodes = count === 1 ? 'node' : 'nodes'
        return `${nodes} ${some(ids, count)} ${count === 1 ? 'is' : 'are'} used by nothing now; unusedNodes: true takes ${count === 1 ? 'it' : 'them'} along`
      })
    }
  }
}

function applyRemoval(work: Work, removal: Removal): void {
  const { draft } = work
  for (const kind of removal.order()) {
    if (removal.begin(kind).size > 0) for (const element of draft.all(kind)) removal.look(kind, element)
  }
  for (const { type, msg, ctx = {} } of removal.issues()) work.problem(type, [], msg, String(ctx.id), ctx)
  if (work.hasProblems) return
  for (const kind of KINDS) {
    for (const element of removal.replaced[kind].values()) draft.put(kind, element)
    for (const id of removal.gone[kind]) draft.remove(kind, id)
  }
}

/** Nodes that only elements used which are gone. */
function leftLoose({ facts, draft }: Work): Set<string> {
  const loose = new Set<string>()
  for (const kind of ['frames', 'areas'] as const) {
    for (let i = 0; i < facts.count(kind); i++) {
      if (draft.has(kind, facts.id(kind, i))) continue
      for (const node of facts.nodesOf(kind, i)) loose.add(facts.id('nodes', node))
    }
  }
  if (loose.size === 0) return loose
  const use = (id: string) => void loose.delete(id)
  for (const { startNodeId, endNodeId } of draft.all('frames')) {
    use(startNodeId)
    use(endNodeId)
  }
  for (const { nodeIds, openingNodeIds = [] } of draft.all('areas'))
    for (const id of [...nodeIds, ...openingNodeIds.flat()]) use(id)
  for (const id of loose) if (!draft.has('nodes', id)) loose.delete(id)
  return loose
}

/** False after telling that an id was named without saying of which kind, and several have it. */
function isClear(work: Work, { kinds, ids }: Select): boolean {
  if (kinds || !ids) return true
  const exact = ids.flatMap((id) => matcher(id).exact ?? [])
  for (const id of exact) {
    const having = [...work.selection.keys()].filter((kind) => {
      const ordinal = work.facts.ordinalOf(kind, id)
      return ordinal !== undefined && work.selected(kind).includes(ordinal)
    })
    if (having.length < 2) continue
    const all = [...work.selection].map(([kind, { length }]): [Kind, number] => [kind, length])
    const words = all.map(([kind, count]) => counted(count, kind)).join(', ')
    const msg = `${quoted(id)} is the id of ${having.map((kind) => counted(1, kind)).join(' and ')}, and ${words} are selected: say kinds`
    work.problem('ambiguous_kinds', [], msg, id, { kinds: having })
    return false
  }
  return true
}
