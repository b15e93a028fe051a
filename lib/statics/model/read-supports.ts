import type { Issue } from '#lib/schema/model-error.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { MOTIONS } from '../solver/freedoms.ts'
import type { AnalysisDiaphragm, AnalysisModel, AnalysisNodes, AnalysisSupport } from './analysis-model.ts'
import type { AnalysisUnits } from './analysis-units.ts'
import { cannotAnalyse, counted, named } from './refusal.ts'

/** What holds the nodes: supports together where several are at a node, springs summed up; and diaphragms. */
export function readSupports(
  model: ViewerModel,
  nodes: AnalysisNodes,
  { newtons, metres }: AnalysisUnits,
): Pick<AnalysisModel, 'isHeld' | 'springs' | 'supports'> {
  const isHeld = new Uint8Array(nodes.ids.length * MOTIONS)
  const springs = new Float64Array(isHeld.length)
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const supports: AnalysisSupport[] = []
  for (const { id, nodeId, restraints, stiffness } of model.supports ?? []) {
    const node = nodes.placeOf[ordinals.get(nodeId) ?? -1] ?? -1
    if (node < 0) continue
    const root = nodes.rootOf[node]!
    for (const [k, direction] of DIRECTIONS.entries()) {
      const motion = root * MOTIONS + k
      if (restraints?.[direction] === true) isHeld[motion] = 1
      springs[motion]! += (stiffness?.[direction] ?? 0) * newtons * (k < 3 ? 1 / metres : metres)
    }
    supports.push({ id, node })
  }
  for (const [motion, held] of isHeld.entries()) {
    if (held || springs[motion]! > 0) nodes.isOpen[motion] = 0
    if (held) springs[motion] = 0 // a held direction stays held
    if (nodes.isOpen[motion] || nodes.rootOf[Math.floor(motion / MOTIONS)] !== Math.floor(motion / MOTIONS)) isHeld[motion] = 1
  }
  return { isHeld, springs, supports }
}

/** δ of the selections: nodes of a level may stand so far off it. */
const LEVEL_TOLERANCE = 1e-4

export function readDiaphragms(model: ViewerModel, nodes: AnalysisNodes, metres: number, issues: Issue[]): AnalysisDiaphragm[] {
  const ordinals = new Map(model.nodes.map(({ id }, i) => [id, i]))
  const levels = new Map((model.gridLines ?? []).map((line) => [line.id, line.coordinate * metres - nodes.middle[2]]))
  const [, , z] = nodes.coordinates
  const isFramed = (node: number) => nodes.isOpen[node * MOTIONS] === 0
  const taken = new Map<number, string>()
  const twice: { node: number; ids: [string, string] }[] = []
  const diaphragms: AnalysisDiaphragm[] = []
  for (const { id, gridLineId, nodeIds } of model.diaphragms ?? []) {
    const level = levels.get(gridLineId ?? '')
    const members =
      level === undefined
        ? (nodeIds ?? []).map((node) => nodes.placeOf[ordinals.get(node) ?? -1] ?? -1).filter((node) => node >= 0)
        : [...z.keys()].filter((node) => Math.abs(z[node]! - level) <= LEVEL_TOLERANCE * nodes.diagonal)
    const roots = [...new Set(members.filter(isFramed).map((node) => nodes.rootOf[node]!))].sort((a, b) => a - b)
    for (const node of roots) {
      const other = taken.get(node)
      if (other !== undefined) twice.push({ node, ids: [other, id] })
      taken.set(node, id)
    }
    diaphragms.push({ id, nodes: Int32Array.from(roots) })
  }
  const [first] = twice
  if (first) {
    const ids = twice.map(({ node }) => nodes.ids[node]!)
    const more = twice.length > 1 ? `, and ${counted(twice.length - 1, 'node', ['more is', 'more are'])} in two` : ''
    const msg = `Node ${named(ids.slice(0, 1))} is in diaphragms ${named([first.ids[0]])} and ${named([first.ids[1]])}${more}`
    issues.push(cannotAnalyse('two_diaphragms', msg, ids))
  }
  return diaphragms
}
