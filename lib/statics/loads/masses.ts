import type { ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import type { AnalysisModel } from '../model/analysis-model.ts'
import { GRAVITY } from '../model/analysis-units.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import type { CaseLoads } from './case-loads.ts'
import { readLoads } from './read-loads.ts'

/** What loads along frames press down, in kg, goes to their ends by levers. */
function addMassOfLoads(
  { frames, nodes }: AnalysisModel,
  { nodal, byFrame }: CaseLoads,
  factor: number,
  masses: Float64Array,
): void {
  const press = (node: number, down: number) => {
    if (down > 0) masses[nodes.rootOf[node]!]! += (factor * down) / GRAVITY
  }
  for (let node = 0; node < nodes.ids.length; node++) press(node, -nodal[node * MOTIONS + 2]!)
  for (const [i, loads] of byFrame) {
    const { start, end, length, axes } = frames[i]!
    const down = (v: readonly [number, number, number]) => -(v[0] * axes[0][2] + v[1] * axes[1][2] + v[2] * axes[2][2])
    for (const load of loads) {
      if (load.type === 'point') {
        const share = load.at / length
        press(start, down(load.force) * (1 - share))
        press(end, down(load.force) * share)
      } else if (load.type === 'line') {
        const half = (load.to - load.from) / 2
        const [one, other] = [down(load.start) * half, down(load.end) * half]
        const [near, far] = [(load.from + (load.to - load.from) / 3) / length, (load.to - (load.to - load.from) / 3) / length]
        press(start, one * (1 - near) + other * (1 - far))
        press(end, one * near + other * far)
      }
    }
  }
}

/** Masses lumped at the nodes, in kg: their own, those of frames and areas, and those of loads that are asked for. */
export function massesOf(
  model: ViewerModel,
  analysis: AnalysisModel,
  { selfMass, cases }: AnalysisOptions['mass'],
  areaMasses: Float64Array,
): Float64Array {
  const { nodes } = analysis
  const masses = new Float64Array(nodes.ids.length)
  for (const [i, { mass }] of model.nodes.entries()) {
    const node = nodes.placeOf[i]!
    if (node >= 0) masses[nodes.rootOf[node]!]! += mass ?? 0
  }
  const factors = cases ?? superdeadOf(model)
  const counted = (model.loadCases ?? [])
    .filter(({ id }) => (factors[id] ?? 0) !== 0)
    // What selfMass counts already is not counted twice.
    .map((one) => (selfMass ? { ...one, selfWeight: 0 } : one))
  const own = selfMass ? [{ id: '', selfWeight: 1 }] : []
  for (const loads of readLoads(model, analysis, [...own, ...counted], areaMasses).cases) {
    addMassOfLoads(analysis, loads, factors[loads.id] ?? 1, masses)
  }
  return masses
}

const superdeadOf = ({ loadCases = [] }: ViewerModel): Readonly<Record<string, number>> =>
  Object.fromEntries(loadCases.filter(({ nature }) => nature === 'superdead').map(({ id }) => [id, 1]))
