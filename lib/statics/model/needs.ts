import type { LoadCase } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import type { Needs } from './read-properties.ts'

/** What an analysis needs to know of materials and units, by what it is asked. */
export function needsOf(model: ViewerModel, solved: readonly LoadCase[], { modes, mass }: AnalysisOptions): Needs {
  const ids = new Set(solved.map(({ id }) => id))
  const heated = new Set<string>()
  for (const { caseId, frameId, type } of model.loads ?? []) {
    if (type === 'temperature' && frameId != null && ids.has(caseId)) heated.add(frameId)
  }
  const isWeighed = ((modes ?? 0) > 0 && mass.selfMass) || solved.some(({ selfWeight }) => (selfWeight ?? 0) !== 0)
  return { isWeighed, heated }
}
