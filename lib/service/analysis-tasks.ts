import { factsOf } from '#lib/edit/select/facts.ts'
import { select } from '#lib/edit/select/select.ts'
import type { Select } from '#lib/edit/select/select-schema.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { analyse } from '#lib/statics/analyse.ts'
import type { AnalysisOptions } from '#lib/statics/analysis-options.ts'
import { costLimits, mayRead } from '#lib/statics/cost-limits.ts'
import { casesToSolve } from '#lib/statics/loads/load-cases.ts'
import { readLoads } from '#lib/statics/loads/read-loads.ts'
import { areaMasses } from '#lib/statics/model/area-weights.ts'
import { needsOf } from '#lib/statics/model/needs.ts'
import { readStructure } from '#lib/statics/model/read-structure.ts'
import { resultColumns } from '#lib/statics/results/result-columns.ts'
import { resultRows } from '#lib/statics/results/result-rows.ts'
import { summarise } from '#lib/statics/results/summary.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { ANALYSE, ANALYSIS_ROWS } from './analyse-model.ts'
import type { ANALYSIS_COLUMNS } from './analysis-columns.ts'

/** What threads do for an analysis. */

export const solveModel: RunnerOf<typeof ANALYSE> = async ({ model: packed, options, limits }, report) => {
  const model = await unpackModel(packed)
  report('read')
  const tooLarge = mayRead(model, limits)
  if (tooLarge) return { output: [tooLarge] }
  const found = analyse(model, options, costLimits(limits, options))
  if ('issues' in found) return { output: found.issues }
  const { answered, solutions, modes, storeys, idle, judged } = found
  const summary = summarise(model, found, options)
  const mechanisms = judged.map(({ motions }) => motions)
  return { output: { summary, answered, solutions, modes, storeys, mechanisms, isFree: idle.isFree } }
}

export const showRows: RunnerOf<typeof ANALYSIS_ROWS> = async (input, report) => {
  const { model: packed, options, result, question, older } = input
  const model = await unpackModel(packed)
  report('read')
  const context = contextOf(model, options, question.select)
  if ('issues' in context) return { output: context.issues }
  const before = older && contextOf(await unpackModel(older.model), options, undefined)
  if (before && 'issues' in before) return { output: before.issues }
  const { select: _, ...page } = question
  const rows = resultRows(
    { ...context, result },
    { ...page, selected: context.selected },
    before && older && { ...before, result: older.result },
  )
  return { output: 'issues' in rows ? rows.issues : rows }
}

export const showColumns: RunnerOf<typeof ANALYSIS_COLUMNS> = async ({ model: packed, options, result, question }, report) => {
  const model = await unpackModel(packed)
  report('read')
  const context = contextOf(model, options, question.select)
  if ('issues' in context) return { output: context.issues }
  const { select: _, ...own } = question
  const columns = resultColumns({ ...context, result }, { ...own, selected: context.selected })
  return { output: 'issues' in columns ? columns.issues : columns }
}

/** The structure and its loads again, from which results along frames follow. */
function contextOf(model: ViewerModel, options: AnalysisOptions, selection: Select | undefined) {
  const issues: Issue[] = []
  const selected = selection ? selectedIn(model, selection, issues) : undefined
  if (issues.length > 0) return { issues }
  const cases = casesToSolve(model, options)
  if ('issues' in cases) return cases
  const needs = needsOf(model, cases.solved, options)
  const structure = readStructure(model, options, needs)
  if ('issues' in structure) return structure
  const masses = areaMasses(model, structure.units.metres, false, [])
  const { cases: loads } = readLoads(model, structure, cases.solved, masses)
  return { model, structure, loads, selected }
}

/** Nodes and frames of a selection: of members their frames, of supports their nodes, of frames alone the nodes at their ends. */
function selectedIn(model: ViewerModel, question: Select, issues: Issue[]) {
  const facts = factsOf(model)
  const found = select(facts, question)
  if ('issues' in found) issues.push(...found.issues)
  const selection = 'selection' in found ? found.selection : new Map<never, number[]>()
  const frames = new Set(selection.get('frames') ?? [])
  for (const member of selection.get('members') ?? []) for (const frame of facts.framesOf(member)) frames.add(frame)
  const nodes = new Set(selection.get('nodes') ?? [])
  for (const support of selection.get('supports') ?? []) for (const node of facts.nodesOf('supports', support)) nodes.add(node)
  if (nodes.size === 0) for (const frame of frames) for (const node of facts.nodesOf('frames', frame)) nodes.add(node)
  return {
    nodes: new Set([...nodes].map((node) => facts.id('nodes', node))),
    frames: new Set([...frames].map((frame) => facts.id('frames', frame))),
  }
}
