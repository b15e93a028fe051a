import { judgeBatch } from '#lib/model/validate/judge-batch.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { Kind } from '#lib/schema/kinds.ts'
import { loadIssues } from '#lib/schema/load-rules.ts'
import { Load } from '#lib/schema/loads.ts'
import { type Naming, NewIds } from '../naming.ts'
import type { LoadVerb } from '../operation.ts'
import { counted, type Work } from '../work.ts'

const TARGETS = { nodes: 'nodeId', frames: 'frameId', areas: 'areaId' } as const satisfies Partial<Record<Kind, string>>

/** One load on each selected node, frame and area that it can be on. One with the same id makes way for it. */
export function loadSelected(work: Work, { id: _, ...fields }: LoadVerb, ids: Naming): void {
  const { facts, draft } = work
  const newIds = new NewIds(work, ids)
  const kinds = (['nodes', 'frames', 'areas'] as const).filter((kind) => work.selected(kind).length > 0)
  const fitting = kinds.filter((kind) => loadIssues({ ...fields, [TARGETS[kind]]: 'x' }).length === 0)
  const [first = 'nodes'] = fitting.length > 0 ? fitting : kinds
  const { issues } = judged(work, { ...fields, id: 'x', [TARGETS[first]]: facts.id(first, work.selected(first)[0] ?? 0) })
  for (const { type, loc, msg, ctx } of issues) work.problem(type, loc, msg, undefined, ctx)
  if (kinds.length === 0)
    work.problem('value_error', [], 'Value error, loads are on nodes, frames and areas', undefined, { error: {} })
  if (work.hasProblems) return
  for (const kind of fitting) {
    for (const [i, ordinal] of work.selected(kind).entries()) {
      const target = facts.id(kind, ordinal)
      const words = { id: target, caseId: fields.caseId, label: facts.label(kind, ordinal) || undefined, n: i + 1 }
      const id = newIds.replacing('loads', target, words)
      if (id === undefined) continue
      const load: Load = { id, ...fields, [TARGETS[kind]]: target }
      if (draft.has('loads', id)) draft.put('loads', load)
      else work.make('loads', load)
    }
  }
  if (fitting.length > 1 && fields.force) work.note('loads_of_kinds', undefined, () => ofKinds(work, fitting))
  for (const kind of kinds) {
    if (fitting.includes(kind)) continue
    const count = work.selected(kind).length
    work.note('not_loaded', kind, () => `${count} ${kind} take no such load`)
  }
}

const MEANT = { nodes: 'whole on each node', frames: 'per length on frames', areas: 'per area on areas' } as const

/** One number for several kinds of targets is seldom what was meant. */
function ofKinds(work: Work, kinds: readonly (keyof typeof MEANT)[]): string {
  const loaded = kinds.map((kind) => counted(work.selected(kind).length, kind))
  const only = kinds.map((kind) => `"kinds": ["${kind}"]`)
  return `${loaded.join(', ')} loaded at once: the force is ${kinds.map((kind) => MEANT[kind]).join(', ')}; in select, ${only.join(' or ')} loads one kind`
}

function judged({ draft }: Work, sent: object) {
  const parsed = parse(Load, structuredClone(sent))
  if (!parsed.ok) return { issues: parsed.issues }
  const { issues } = judgeBatch({ loads: [parsed.value] }, draft)
  return { issues: issues.map((issue) => ({ ...issue, loc: issue.loc.slice(2) })) }
}
