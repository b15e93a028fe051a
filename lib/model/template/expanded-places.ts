import type { Issue } from '#lib/schema/model-error.ts'
import type { Kind } from '#lib/schema/schema.ts'
import { type At, computeLets, type Making, makingOf, valuesOf } from './combinations.ts'
import type { Value } from './expression-values.ts'
import type { Maker } from './template-makers.ts'
import type { Template } from './templates.ts'

type Loc = Issue['loc']

/** What one template made of one kind: its elements for each of the combinations that counted, with the values of these. */
export type Run = { template: Template; kind: Kind; from: number; makers: Maker[]; values: Value[] }

/** The place in its template of a path inside the made element of an index, and the values that were in force there. */
export function placesOf(runs: readonly Run[]) {
  /** One element may have many problems. */
  let last: { kind: Kind; index: number; scope: Making } | undefined
  return (kind: Kind, index: number, path: Loc): { loc: Loc; at: At } => {
    const run = runs.findLast((one) => one.kind === kind && one.from <= index)
    if (!run) throw new Error(`no template made ${kind} ${index}`)
    const { template, makers } = run
    const element = (index - run.from) % makers.length
    if (last?.kind !== kind || last.index !== index) last = { kind, index, scope: computedAgain(run, index) }
    const below = makers[element]!.place(last.scope, path)
    return { loc: [...template.loc, kind, element, ...below.path], at: { ...valuesOf(template.loops, last.scope), ...below.at } }
  }
}

/** The variables as they were when the element was made. */
function computedAgain({ template, makers, from, values }: Run, index: number): Making {
  const { loops, lets, slots } = template
  const combination = Math.floor((index - from) / makers.length)
  const scope = makingOf(slots)
  for (const [i, { slot }] of loops.entries()) scope.values[slot] = values[combination * loops.length + i]!
  computeLets(lets, scope)
  return scope
}
